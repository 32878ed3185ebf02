import { countryName } from '#shared/countries.ts';
import { roundMoney } from '#shared/money.ts';
import type { Order, OrderStatus } from '#shared/schemas/orders.ts';

/** The statuses in the order an order usually takes them, and what they are called on screen. */
export const ORDER_STATUSES: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** The colours of a badge, by what the status means for the desk: waiting, being worked on, under way, done, off. */
export const STATUS_TONES: Record<OrderStatus, string> = {
  pending: 'tone-wait',
  processing: 'tone-work',
  shipped: 'tone-move',
  delivered: 'tone-done',
  cancelled: 'tone-stop',
};

const PAYMENT_STATUSES: Record<Order['paymentStatus'], string> = { pending: 'Pending', paid: 'Paid', failed: 'Failed' };

const PAYMENT_TONES: Record<Order['paymentStatus'], string> = {
  pending: 'tone-wait',
  paid: 'tone-done',
  failed: 'tone-stop',
};

/** What is known of an order's payment, in words and in the colour of its badge. Nobody waits for the money of a cancelled order. */
export function paymentOf({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): { text: string; tone: string } {
  if (status === 'cancelled' && paymentStatus === 'pending') return { text: 'Nothing due', tone: 'tone-plain' };
  return { text: PAYMENT_STATUSES[paymentStatus], tone: PAYMENT_TONES[paymentStatus] };
}

type Item = Order['items'][number];

/** Pieces in an order, all lines together: `3 items`. */
export function itemCount(order: Pick<Order, 'items'>): string {
  const pieces = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return `${pieces} ${pieces === 1 ? 'item' : 'items'}`;
}

/** Colour and size as chosen: `Color: Gold · Size: 7`; empty when there was nothing to choose. */
export function choiceOf({ selectedColor, selectedSize }: Pick<Item, 'selectedColor' | 'selectedSize'>): string {
  return [selectedColor && `Color: ${selectedColor}`, selectedSize && `Size: ${selectedSize}`].filter(Boolean).join(' · ');
}

export function lineTotal({ price, quantity }: Pick<Item, 'price' | 'quantity'>): number {
  return roundMoney(price * quantity);
}

/** Where an order goes, a line of the label each. */
export function addressLines({
  customerAddress,
  city,
  zipCode,
  country,
}: Pick<Order, 'customerAddress' | 'city' | 'zipCode' | 'country'>): string[] {
  return [customerAddress, [city, zipCode].filter(Boolean).join(' '), countryName(country)].filter(Boolean);
}

/** How the payment methods of the database read. */
export function paymentMethodName(method: string): string {
  return method === 'cash_on_delivery' ? 'Cash on Delivery' : method;
}

/** A Pakistani number as a rider dials it: `+923001234567` becomes `0300 1234567`. Others stay as they are. */
export function localPhone(phone: string): string {
  const [, network, rest] = /^\+92(3\d\d)(\d{7})$/.exec(phone) ?? [];
  return network ? `0${network} ${rest}` : phone;
}
