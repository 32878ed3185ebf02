import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DraftRow } from '#admin/data/drafts/DraftRow.tsx';
import { $productDrafts, deleteDraft } from '#admin/data/drafts/drafts-store.ts';
import { usePublish } from '#admin/data/drafts/use-publish.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Product } from '#domain/products/contract.ts';
import { EditProductDraft } from './EditProductDraft.tsx';
import { publishDraft } from './products-api.ts';

type Open = { dialog: 'edit' | 'delete'; draft: Product };

/** The product drafts of this browser, to publish once the shop can be reached. Renders nothing without drafts. */
export function ProductDrafts({ canPublish }: { canPublish: boolean }) {
  const drafts = useStore($productDrafts);
  const [open, setOpen] = useState<Open | null>(null);
  const { publish, isBusy, problems } = usePublish({
    key: 'products_v1',
    send: publishDraft,
    failure: 'Failed to save product',
  });
  const close = () => setOpen(null);

  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className="panel mb-5">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 sm:px-5">
        <div>
          <h2 id="drafts" className="text-xl">
            Drafts
          </h2>
          <p className="text-sm text-muted">
            {canPublish ? 'Kept in this browser, not yet in the shop.' : 'Kept in this browser until the shop can be reached.'}
          </p>
        </div>
        {canPublish && drafts.length > 1 && (
          <button type="button" disabled={isBusy} onClick={() => void publish(drafts)} className="btn btn-primary px-4">
            Publish all
          </button>
        )}
      </header>
      <ul aria-label="Product drafts" className="divide-y divide-line">
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            name={draft.name}
            image={draft.images[0] ?? null}
            note={`${formatPrice(draft.price)} · saved ${formatMoment(draft.updatedAt)}`}
            problem={problems[draft.id]}
            isBusy={isBusy}
            onPublish={canPublish ? () => void publish([draft]) : undefined}
            onEdit={() => setOpen({ dialog: 'edit', draft })}
            onDelete={() => setOpen({ dialog: 'delete', draft })}
          />
        ))}
      </ul>
      {open?.dialog === 'edit' && <EditProductDraft draft={open.draft} onClose={close} />}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={`The draft ${open.draft.name} is in this browser only.`}
          action="Delete"
          onConfirm={() => deleteDraft('products_v1', open.draft.id)}
          onClose={close}
        />
      )}
    </section>
  );
}
