import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { ITEM_INCOMPLETE, type PurchaseOrderItemPayload, purchaseOrderItemPayload } from '#shared/schemas/purchase-orders.ts';

/** An item as it is being typed. */
export interface ItemDraft {
  product: Choice | null;
  quantity: string;
  unitCost: string;
}

export const EMPTY_DRAFT: ItemDraft = { product: null, quantity: '', unitCost: '' };

/** What is wrong with a draft: of the whole, and of single fields. A field that is only missing is marked without words. */
export interface DraftComplaints {
  message: string;
  fields: Partial<Record<keyof ItemDraft, string>>;
}

export const NO_COMPLAINTS: DraftComplaints = { message: '', fields: {} };

export function isTouched({ product, quantity, unitCost }: ItemDraft): boolean {
  return product !== null || quantity !== '' || unitCost !== '';
}

/** The item of a draft, or what is wrong with it. */
export function itemOf(draft: ItemDraft): { item: PurchaseOrderItemPayload } | { complaints: DraftComplaints } {
  const { success, data, error } = purchaseOrderItemPayload.safeParse({
    productId: draft.product?.id ?? '',
    productName: draft.product?.label,
    quantity: numberOf(draft.quantity),
    unitCost: numberOf(draft.unitCost),
  });
  if (success) return { item: data };
  const isIncomplete = error.issues.some(({ message }) => message === ITEM_INCOMPLETE);
  const fields = error.issues.map(({ path, message }) => [
    path[0] === 'productId' ? 'product' : path[0],
    message === ITEM_INCOMPLETE ? 'Required' : message,
  ]);
  return { complaints: { message: isIncomplete ? ITEM_INCOMPLETE : '', fields: Object.fromEntries(fields) } };
}

function numberOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}
