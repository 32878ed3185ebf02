import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { roundMoney } from '#domain/money.ts';
import type { Order, PaymentMethod } from '#domain/orders/contract.ts';
import { COLLECTED, isCollected } from '#domain/orders/labels.ts';
import { countryName } from '#domain/places/countries.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { PAYMENT_STATUS_LABELS } from './statuses.ts';

/** The payment of an order. Nothing is due for a cancelled one. */
export function paymentOf({ status, paymentStatus, paid }: Pick<Order, 'status' | 'paymentStatus' | 'paid'>): StatusLabel {
  if (paid && paid.toRefund > 0) return { text: 'To be refunded', tone: 'tone-wait' };
  if (status === 'delivered' && paid && paid.due > 0) return { text: 'Not received', tone: 'tone-wait' };
  if (status === 'cancelled' && paymentStatus === 'pending') return { text: 'Nothing due', tone: 'tone-plain' };
  return PAYMENT_STATUS_LABELS[paymentStatus];
}

/** True when the payment is what everybody knows from the status: paid once delivered, to be collected until then. */
export function isPaymentExpected({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return paymentStatus === (status === 'delivered' ? 'paid' : 'pending');
}

type Item = Order['items'][number];

/** The number of pieces in an order, or a parcel. */
export function unitsOf({ items }: { items: Pick<Item, 'quantity'>[] }): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The number of pieces in an order: `3 items`. */
export function itemCount(order: Pick<Order, 'items'>): string {
  const units = unitsOf(order);
  return `${units} ${units === 1 ? 'item' : 'items'}`;
}

/** Size, colour and SKU: what finds the piece in the stockroom. */
export function pieceOf(item: Pick<Item, 'selectedColor' | 'selectedSize' | 'sku'>): string {
  return [choiceText(choiceOf(item)), item.sku].filter(Boolean).join(' · ');
}

export function lineTotal({ price, quantity }: Pick<Item, 'price' | 'quantity'>): number {
  return isHiddenSum(price) ? price : roundMoney(price * quantity);
}

/** The city that was recognised; what was typed, with a question mark, where nobody recognised one: somebody has to ask. */
export function placeOf({ cityKnown, city }: Pick<Order, 'cityKnown' | 'city'>): string {
  return cityKnown ?? (city && `${city}?`);
}

/** The shipping address, line by line, or that there is none. */
export function addressLines({
  customerAddress,
  city,
  zipCode,
  country,
}: Pick<Order, 'customerAddress' | 'city' | 'zipCode' | 'country'>): string[] {
  if (isCollected({ customerAddress })) return [COLLECTED];
  return [customerAddress, [city, zipCode].filter(Boolean).join(' '), countryName(country)].filter(Boolean);
}

export const paymentMethodLabels: Record<PaymentMethod, string> = { cash_on_delivery: 'Cash on Delivery' };

/** A Pakistani number as a rider dials it: `+923001234567` becomes `0300 1234567`, masked or not. Others stay as they are. */
export function localPhone(phone: string): string {
  const [, network, rest] = /^\+92(3\d\d)(\d{7}|•+\d\d)$/.exec(phone) ?? [];
  return network ? `0${network} ${rest}` : phone;
}
