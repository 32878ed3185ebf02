import Archive from 'virtual:icons/archive';
import PencilLine from 'virtual:icons/pencil-line';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import type { Selection } from '#admin/kit/use-selection.ts';
import type { Product } from '#domain/products/contract.ts';
import { BulkEdit } from './BulkEdit.tsx';
import type { ProductsAtOnce } from './use-products-at-once.ts';

const BUTTON = 'btn btn-outline min-h-11 shrink-0 px-3';

/** What can be done with all selected products at once. */
export function BulkActions({ selection, atOnce }: { selection: Selection<Product>; atOnce: ProductsAtOnce }) {
  const [dialog, setDialog] = useState<'edit' | 'archive' | null>(null);
  const close = () => setDialog(null);

  return (
    <>
      <MayButton
        right={['edit_products', 'change_prices']}
        disabled={atOnce.isPending}
        onClick={() => setDialog('edit')}
        className={BUTTON}
      >
        <PencilLine className="size-4" />
        Edit selected
      </MayButton>
      <MayButton right="edit_products" disabled={atOnce.isPending} onClick={() => setDialog('archive')} className={BUTTON}>
        <Archive className="size-4" />
        Archive
      </MayButton>
      {dialog === 'edit' && (
        <BulkEdit count={selection.count} examples={selection.items} onSave={atOnce.change} onClose={close} />
      )}
      {dialog === 'archive' && (
        <ConfirmDialog
          question={`Archive ${countText('product', selection.count)}?`}
          detail="They leave the shop and every list. Under Deleted they can be restored for 30 days."
          action="Archive products"
          busyAction="Archiving…"
          cancel="Keep them"
          failure="Failed to archive products"
          onConfirm={() => atOnce.change('archive')}
          onClose={close}
        />
      )}
    </>
  );
}
