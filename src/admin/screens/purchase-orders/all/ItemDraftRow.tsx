import Plus from 'virtual:icons/plus';
import { type KeyboardEvent, useRef } from 'react';
import { type Piece, searchPieces } from '#admin/data/products/product-choices.ts';
import { pricePaidText } from '#admin/data/suppliers/price-paid.ts';
import { type Choice, SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { Field } from '#components/Field.tsx';
import type { PurchaseOrderItemPayload } from '#domain/purchase-orders/contract.ts';
import type { DraftState } from './item-draft.ts';
import { useKnownSupplier } from './known-supplier.ts';

interface Props {
  state: DraftState;
  onAdd: (item: PurchaseOrderItemPayload) => void;
}

/** Product, quantity and cost of the next item. Enter adds it and leads back to the product, so that a list is typed without the mouse. */
export function ItemDraftRow({ state: { draft, errors, change, take }, onAdd }: Props) {
  const productBox = useRef<HTMLInputElement>(null);
  const { prices } = useKnownSupplier();
  const { product } = draft;
  const paid = product && 'productId' in product && prices.find(({ sku }) => sku === product.sku);

  function add() {
    const item = take();
    if (!item) return;
    onAdd(item);
    productBox.current?.focus();
  }

  function addByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  }

  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_8rem_auto]">
        <Field label="Product" error={errors.fields.product} className="col-span-2 sm:col-span-1">
          {(control) => (
            <SearchSelect<Piece | Choice>
              {...control}
              label="Product"
              inputRef={productBox}
              resource="pieces"
              placeholder="Search products..."
              value={draft.product}
              onChange={(product) => change({ product })}
              search={searchPieces}
              failure="Failed to load products"
            />
          )}
        </Field>
        <Field label="Quantity" error={errors.fields.quantity}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              value={draft.quantity}
              onChange={(event) => change({ quantity: event.target.value })}
              onKeyDown={addByEnter}
              className="field tabular-nums"
            />
          )}
        </Field>
        <Field label="Unit Cost" error={errors.fields.unitCost}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step="any"
              value={draft.unitCost}
              onChange={(event) => change({ unitCost: event.target.value })}
              onKeyDown={addByEnter}
              className="field tabular-nums"
            />
          )}
        </Field>
        <button type="button" onClick={add} className="btn btn-outline col-span-2 px-4 sm:col-span-1 sm:mt-7">
          <Plus className="size-4" />
          Add Item
        </button>
      </div>
      <p aria-live="polite" className="mt-2 text-sm text-muted tabular-nums empty:hidden">
        {paid && `Paid before: ${pricePaidText(paid)}`}
      </p>
      <p role="alert" className="field-error empty:hidden">
        {errors.message}
      </p>
    </>
  );
}
