import type { PushKind } from '#domain/push/contract.ts';

/** How the form calls what a device may be told of. */
export const PUSH_LABELS: Record<PushKind, { name: string; hint: string }> = {
  new_order: { name: 'New orders', hint: 'Sum and city, no name' },
  answer: { name: 'Answers of customers', hint: 'Confirmed, asks to cancel, adds pieces, has paid; messages' },
  parcel: { name: 'Parcels in trouble', hint: 'Failed, or on their way back' },
  low_stock: { name: 'Low stock', hint: 'Once a day for each product' },
  trouble: { name: 'Something is broken', hint: 'Also in quiet hours' },
};
