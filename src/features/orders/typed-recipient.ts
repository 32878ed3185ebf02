import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { RECIPIENT_KEY } from '#features/shopper/device-profile.ts';

/** Whom and where the last order of this device goes to, as it was typed here. */
export interface TypedRecipient {
  orderNumber: string;
  name: string;
  phone: string;
  address: string;
  city: string;
  /** When it was last corrected from this device, as the order's page said then. Another time than the page says: somebody else corrected it since. */
  changedAt: string | null;
}

export const $typedRecipient = safePersistentAtom<TypedRecipient | null>(RECIPIENT_KEY, null, parseTypedRecipient);

export type ShownRecipient = Pick<TypedRecipient, 'name' | 'phone' | 'address' | 'city'>;

/** What the page of an order shows of its recipient: what was typed on this device while that is right, else what the shop masked. */
export function shownRecipient(page: OrderPage, typed: TypedRecipient | null): ShownRecipient {
  if (typed && isOf(typed, page)) return typed;
  return {
    name: page.customerName,
    phone: page.customerPhone,
    address: page.customerAddress,
    city: page.cityKnown ?? page.city,
  };
}

/** Keeps what was corrected from this device, beside what was typed here before. Takes the page as it was and as it is, and the fields that were sent. */
export function keepCorrection(before: OrderPage, after: OrderPage, fields: Record<string, string | number>): void {
  const typed = $typedRecipient.get();
  if (!typed || !isOf(typed, before) || after.recipientChangedAt === before.recipientChangedAt) return;
  const { customerPhone: phone = typed.phone, customerAddress: address = typed.address, city = typed.city } = fields;
  const corrected = { phone: String(phone), address: String(address), city: String(city) };
  $typedRecipient.set({ ...typed, ...corrected, changedAt: after.recipientChangedAt });
}

function isOf(typed: TypedRecipient, { orderNumber, recipientChangedAt }: OrderPage): boolean {
  return typed.orderNumber === orderNumber && typed.changedAt === recipientChangedAt;
}

export function parseTypedRecipient(found: unknown): TypedRecipient | null {
  const { changedAt = null, ...texts } = asRecord(found);
  const { orderNumber, name, phone, address, city } = texts;
  const all = [orderNumber, name, phone, address, city];
  if (!all.every((text) => typeof text === 'string') || (changedAt !== null && typeof changedAt !== 'string')) return null;
  return { orderNumber, name, phone, address, city, changedAt } as TypedRecipient;
}
