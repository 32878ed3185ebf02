import type { Order } from '#shared/schemas/order.ts';
import { paymentOf } from './order-words.ts';

export function PaymentBadge({ order }: { order: Order }) {
  const { text, tone } = paymentOf(order);
  return <span className={`badge ${tone}`}>{text}</span>;
}
