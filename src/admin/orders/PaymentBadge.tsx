import type { Order } from '#shared/schemas/orders.ts';
import { paymentOf } from './order-labels.ts';

export function PaymentBadge({ order }: { order: Order }) {
  const { text, tone } = paymentOf(order);
  return <span className={`badge ${tone}`}>{text}</span>;
}
