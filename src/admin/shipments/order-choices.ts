import { formatMoment } from '#admin/kit/formats.ts';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import type { Order } from '#shared/schemas/orders.ts';

export interface OrderChoice extends Choice {
  order: Order;
}

/** Orders to choose from, each once and in this order. A cancelled one cannot be sent. */
export function choicesOf(orders: Order[]): OrderChoice[] {
  const each = new Map(orders.filter(({ status }) => status !== 'cancelled').map((order) => [order.id, order]));
  return [...each.values()].map((order) => ({
    id: order.id,
    label: `${order.orderNumber} - ${order.customerName}`,
    note: `${order.customerEmail} · ${formatMoment(order.createdAt)}`,
    order,
  }));
}

/** True when the text is part of what an order is shown as. */
export function isMeant({ orderNumber, customerName }: Order, text: string): boolean {
  return `${orderNumber} - ${customerName}`.toLowerCase().includes(text.toLowerCase());
}

/** The whole order number in a text, with or without its letters: `ord-10042`, `10042`. Null when there is none. */
export function numberIn(text: string): string | null {
  const digits = /^(?:ord-)?(\d{5,12})$/i.exec(text)?.[1];
  return digits ? `ORD-${digits}` : null;
}
