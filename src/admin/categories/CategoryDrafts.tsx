import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { DraftEntry } from '#admin/product-drafts/DraftEntry.tsx';
import { $categoryDrafts, deleteDraft } from '#admin/product-drafts/drafts-store.ts';
import { usePublish } from '#admin/product-drafts/use-publish.ts';
import type { CategoryDraft } from '#browser/product-drafts.ts';
import type { OpenCategory } from './CategoryManager.tsx';
import { postCategory } from './categories-api.ts';

interface Props {
  canPublish: boolean;
  onOpen: (open: OpenCategory) => void;
}

/** The categories that wait in this browser for the shop to be back. Nothing when none do. */
export function CategoryDrafts({ canPublish, onOpen }: Props) {
  const drafts = useStore($categoryDrafts);
  const [unwanted, setUnwanted] = useState<CategoryDraft | null>(null);
  const { publish, isBusy, problems } = usePublish({
    key: 'categories_v1',
    send: ({ name, slug, image }: CategoryDraft) => postCategory({ name, slug, image }),
    failure: 'Failed to save category',
  });

  if (drafts.length === 0) return null;
  return (
    <ul aria-label="Category drafts" className="panel mt-4 divide-y divide-line">
      {drafts.map((draft) => (
        <DraftEntry
          key={draft.id}
          name={draft.name}
          image={draft.image}
          note={`/${draft.slug} · in this browser only`}
          problem={problems[draft.id]}
          isBusy={isBusy}
          onPublish={canPublish ? () => void publish([draft]) : undefined}
          onEdit={() => onOpen({ dialog: 'edit draft', draft })}
          onDelete={() => setUnwanted(draft)}
        />
      ))}
      {unwanted && (
        <ConfirmDialog
          question="Are you sure you want to delete this category?"
          detail={`The draft ${unwanted.name} is in this browser only.`}
          action="Delete"
          onConfirm={() => deleteDraft('categories_v1', unwanted.id)}
          onClose={() => setUnwanted(null)}
        />
      )}
    </ul>
  );
}
