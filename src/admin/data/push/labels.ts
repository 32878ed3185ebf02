import type { PushKind } from '#domain/push/contract.ts';
import type { Right } from '#domain/rights/rights.ts';

interface PushLabel {
  name: string;
  hint: string;
  /** One of these hears of it (supabase/schemas/people/push_devices.sql). */
  rights: readonly Right[];
}

/** How the form calls what a device may be told of, and to whom it offers that. */
export const PUSH_LABELS: Record<PushKind, PushLabel> = {
  new_order: { name: 'New orders', hint: 'Sum and city, no name', rights: ['see_orders'] },
  answer: {
    name: 'Answers of customers',
    hint: 'Confirmed, asks to cancel, adds pieces, has paid; messages',
    rights: ['see_orders', 'answer_messages'],
  },
  parcel: { name: 'Parcels in trouble', hint: 'Failed, or on their way back', rights: ['see_orders'] },
  low_stock: { name: 'Low stock', hint: 'Once a day for each product', rights: ['correct_stock'] },
  trouble: { name: 'Something is broken', hint: 'Also in quiet hours', rights: ['set_rules'] },
};
