import type { Order, OrderStatus } from '#shared/schemas/order.ts';
import { ORDER_STATUSES, STATUS_TONES } from './order-words.ts';
import { changeOrderStatus } from './orders-store.ts';

/** The status of an order as a badge that opens: choosing another one is sent at once. */
export function StatusSelect({ order }: { order: Order }) {
  return (
    <span className={`status-select ${STATUS_TONES[order.status]}`}>
      <select
        aria-label={`Status of order ${order.orderNumber}`}
        value={order.status}
        onChange={(event) => void changeOrderStatus(order, event.target.value as OrderStatus)}
      >
        {Object.entries(ORDER_STATUSES).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
