import { useState } from 'react';
import type { Piece } from '#admin/data/products/product-choices.ts';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { ITEM_INCOMPLETE, type PurchaseOrderItemPayload, purchaseOrderItemPayload } from '#domain/purchase-orders/contract.ts';

/** An item as it is being typed. */
export interface ItemDraft {
  product: Choice | Piece | null;
  quantity: string;
  unitCost: string;
}

export const EMPTY_DRAFT: ItemDraft = { product: null, quantity: '', unitCost: '' };

/** What is wrong with a draft as a whole, and with single fields. */
interface DraftErrors {
  message: string;
  fields: Partial<Record<keyof ItemDraft, string>>;
}

const NO_ERRORS: DraftErrors = { message: '', fields: {} };

/** The item being typed below those already added, and what is wrong with it. */
export function useItemDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState(NO_ERRORS);

  function change(part: Partial<ItemDraft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setErrors(NO_ERRORS);
  }

  /** Gives the item and empties the draft; null when something is wrong with it. */
  function take(): PurchaseOrderItemPayload | null {
    const read = itemOf(draft);
    if ('errors' in read) {
      setErrors(read.errors);
      return null;
    }
    change(EMPTY_DRAFT);
    return read.item;
  }

  return { draft, errors, change, take, isTouched: isTouched(draft) };
}

export type DraftState = ReturnType<typeof useItemDraft>;

export function isTouched({ product, quantity, unitCost }: ItemDraft): boolean {
  return product !== null || quantity !== '' || unitCost !== '';
}

/** The item of a draft, or what is wrong with it. */
export function itemOf(draft: ItemDraft): { item: PurchaseOrderItemPayload } | { errors: DraftErrors } {
  const { success, data, error } = purchaseOrderItemPayload.safeParse({
    ...namesOf(draft.product),
    quantity: numberOf(draft.quantity),
    unitCost: numberOf(draft.unitCost),
  });
  if (success) return { item: data };
  const isIncomplete = error.issues.some(({ message }) => message === ITEM_INCOMPLETE);
  const fields = error.issues.map(({ path, message }) => [
    path[0] === 'productId' ? 'product' : path[0],
    message === ITEM_INCOMPLETE ? 'Required' : message,
  ]);
  return { errors: { message: isIncomplete ? ITEM_INCOMPLETE : '', fields: Object.fromEntries(fields) } };
}

/** How the product is named, and the choice of it where pieces are counted by choices. */
function namesOf(chosen: Choice | Piece | null) {
  if (!chosen || !('productId' in chosen)) return { productId: chosen?.id ?? '', productName: chosen?.label };
  const { productId, productName, color, size, sku } = chosen;
  return { productId, productName, ...(color && { color }), ...(size && { size }), ...(sku && { sku }) };
}

function numberOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}
