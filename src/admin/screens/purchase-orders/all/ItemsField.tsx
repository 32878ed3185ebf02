import X from 'virtual:icons/x';
import { get, useController, useFormState } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { PURCHASE_INCOMPLETE, type PurchaseOrderItemPayload, totalCostOf } from '#domain/purchase-orders/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { ItemDraftRow } from './ItemDraftRow.tsx';
import type { DraftState } from './item-draft.ts';
import { lineSum } from './purchase-order-labels.ts';

/** The items of the purchase order in the form around: the added ones, their total, and the next one. */
export function ItemsField({ draft }: { draft: DraftState }) {
  const { field } = useController<{ items: PurchaseOrderItemPayload[] }, 'items'>({ name: 'items' });
  const error = useFieldError('items');

  return (
    <section ref={field.ref} tabIndex={-1} aria-label="Items" className="panel p-4 outline-none sm:p-5">
      <h3 className="mb-3 text-lg">Items</h3>
      <ItemDraftRow state={draft} onAdd={(item) => field.onChange([...field.value, item])} />
      {field.value.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {withUniqueKeys(field.value, ({ productId, sku = '' }) => productId + sku).map(({ key, item }, index) => (
            <li key={key}>
              <AddedItem
                item={item}
                index={index}
                onRemove={() => field.onChange(field.value.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {error && <p className="field-error">{error === PURCHASE_INCOMPLETE ? 'Add at least one item' : error}</p>}
      <p aria-live="polite" className="mt-3 flex justify-between gap-4 border-t border-line pt-4 font-medium tabular-nums">
        <span>Total</span> {formatPrice(totalCostOf(field.value))}
      </p>
    </section>
  );
}

function AddedItem({ item, index, onRemove }: { item: PurchaseOrderItemPayload; index: number; onRemove: () => void }) {
  const { errors } = useFormState();
  const error = Object.values<{ message?: string } | undefined>(get(errors, `items.${index}`) ?? {})
    .map((wrong) => wrong?.message)
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex items-center justify-between gap-3 py-1.5">
      <div className="min-w-0 sm:flex sm:grow sm:items-baseline sm:justify-between sm:gap-4">
        <p className="break-words">
          {pieceName(item.productName ?? '', item)} <span className="text-sm whitespace-nowrap text-muted">{item.sku}</span>
        </p>
        <p className="text-sm text-ink-soft tabular-nums sm:whitespace-nowrap">{lineSum(item)}</p>
        {error && <p className="field-error">{error}</p>}
      </div>
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Remove ${pieceName(item.productName ?? '', item)}`}
        className="btn-icon text-muted hover:text-danger"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}
