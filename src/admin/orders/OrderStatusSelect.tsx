import { StatusSelect } from '#admin/kit/StatusSelect.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { Order } from '#shared/schemas/order.ts';
import { ORDER_STATUSES, STATUS_TONES } from './order-words.ts';
import { putOrderStatus } from './orders-api.ts';

/** The status of an order, to be changed on the spot. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const change = useStatusChange({
    resource: 'orders',
    send: putOrderStatus,
    failure: 'Failed to update order status',
    done: ({ orderNumber, status }: Order) => `Order ${orderNumber} is now ${ORDER_STATUSES[status]}`,
  });
  return (
    <StatusSelect
      label={`Status of order ${order.orderNumber}`}
      status={order.status}
      names={ORDER_STATUSES}
      tones={STATUS_TONES}
      onChange={(status) => change(order, status)}
    />
  );
}
