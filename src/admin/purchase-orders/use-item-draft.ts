import { useState } from 'react';
import type { PurchaseOrderItemPayload } from '#shared/schemas/purchase-orders.ts';
import { EMPTY_DRAFT, type ItemDraft, isTouched, itemOf, NO_COMPLAINTS } from './item-draft.ts';

/** The item being typed below those already added, and what is wrong with it. */
export function useItemDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [complaints, setComplaints] = useState(NO_COMPLAINTS);

  function change(part: Partial<ItemDraft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setComplaints(NO_COMPLAINTS);
  }

  /** Gives the item and begins the next one; null when something is wrong with it. */
  function take(): PurchaseOrderItemPayload | null {
    const read = itemOf(draft);
    if ('complaints' in read) {
      setComplaints(read.complaints);
      return null;
    }
    change(EMPTY_DRAFT);
    return read.item;
  }

  return { draft, complaints, change, take, isTouched: isTouched(draft) };
}

export type DraftState = ReturnType<typeof useItemDraft>;
