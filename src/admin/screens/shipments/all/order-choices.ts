import { formatMoment } from '#admin/kit/formats.ts';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import type { Order } from '#domain/orders/contract.ts';

export interface OrderChoice extends Choice {
  order: Order;
}

/** Orders to choose from, each once and in this order, without cancelled ones. */
export function choicesOf(orders: Order[]): OrderChoice[] {
  const each = new Map(orders.filter(({ status }) => status !== 'cancelled').map((order) => [order.id, order]));
  return [...each.values()].map((order) => ({
    id: order.id,
    label: `${order.orderNumber} - ${order.customerName}`,
    note: `${order.customerEmail} · ${formatMoment(order.createdAt)}`,
    order,
  }));
}

/** True when the text is part of an order's label. */
export function matches({ orderNumber, customerName }: Order, text: string): boolean {
  return `${orderNumber} - ${customerName}`.toLowerCase().includes(text.toLowerCase());
}

/** The order number that a text is, with or without its letters: `ord-10042`, `10042`. Null when it is none. */
export function orderNumberIn(text: string): string | null {
  const digits = /^(?:ord-)?(\d{5,12})$/i.exec(text)?.[1];
  return digits ? `ORD-${digits}` : null;
}
