import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import type { ReorderRow } from '#domain/purchase-orders/reorder.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { ReorderField } from './ReorderField.tsx';
import type { ReorderDraft, ReorderErrors } from './reorder-lines.ts';

interface Typed {
  drafts: ReadonlyMap<string, ReorderDraft>;
  errors: ReadonlyMap<string, ReorderErrors>;
  onType: (row: ReorderRow, draft: ReorderDraft) => void;
}

const figure = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

export const nameOf = (row: ReorderRow) => pieceName(row.name, row);

/** What runs short, and what of it to order from whom. */
export function reorderColumns({ drafts, errors, onType }: Typed): Column<ReorderRow>[] {
  return [
    {
      name: 'Piece',
      slot: 'title',
      className: 'max-w-56 break-words',
      cell: (row) => (
        <>
          {nameOf(row)} <span className="text-sm whitespace-nowrap text-muted">{row.sku}</span>
          {errors.get(row.id)?.variantId && <p className="field-error">{errors.get(row.id)?.variantId}</p>}
        </>
      ),
    },
    { name: 'Sold a week', ...figure, cell: ({ soldAWeek }) => soldAWeek.toLocaleString('en') },
    { name: 'On hand', ...figure, cell: ({ onHand }) => formatCount(onHand) },
    { name: 'Expected', ...figure, cell: ({ expected }) => formatCount(expected) },
    { name: 'Lasts', ...figure, cell: ({ daysLeft }) => `${formatCount(daysLeft)} d` },
    {
      name: 'Lead time',
      ...figure,
      cell: ({ leadDays, isLeadKnown }) => (
        <>
          {formatCount(leadDays)} d{!isLeadKnown && <span className="block text-xs text-muted">assumed</span>}
        </>
      ),
    },
    {
      name: 'Supplier',
      className: 'max-w-52 min-w-40 break-words',
      cell: (row) =>
        row.supplierName ?? (
          <ReorderField
            aria-label={`Supplier of ${nameOf(row)}`}
            list="known-suppliers"
            value={drafts.get(row.id)?.supplierName ?? ''}
            error={errors.get(row.id)?.supplierName}
            onType={(supplierName) => onType(row, { supplierName })}
            className="w-full"
          />
        ),
    },
    {
      name: 'A piece',
      ...figure,
      cell: (row) =>
        row.unitCost === null ? (
          <ReorderField
            aria-label={`Rupees for one ${nameOf(row)}`}
            inputMode="decimal"
            value={drafts.get(row.id)?.unitCost ?? ''}
            error={errors.get(row.id)?.unitCost}
            onType={(unitCost) => onType(row, { unitCost })}
            className="w-28 text-right tabular-nums"
          />
        ) : (
          formatPrice(row.unitCost)
        ),
    },
    {
      name: 'Order',
      ...figure,
      cell: (row) => (
        <ReorderField
          aria-label={`Pieces of ${nameOf(row)} to order`}
          inputMode="numeric"
          value={drafts.get(row.id)?.quantity ?? row.suggested}
          error={errors.get(row.id)?.quantity}
          onType={(quantity) => onType(row, { quantity })}
          className="w-24 text-right tabular-nums"
        />
      ),
    },
  ];
}
