import type { Order } from '#shared/schemas/order.ts';
import { PAYMENT_STATUSES, PAYMENT_TONES } from './order-words.ts';

export function PaymentBadge({ status }: { status: Order['paymentStatus'] }) {
  return <span className={`badge ${PAYMENT_TONES[status]}`}>{PAYMENT_STATUSES[status]}</span>;
}
