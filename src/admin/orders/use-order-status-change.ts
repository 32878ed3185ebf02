import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { ApiFailure } from '#browser/api.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { ORDER_STATUSES } from './order-labels.ts';
import { putOrderStatus } from './orders-api.ts';

/** Changes the status of an order on screen at once. `asks` is told of refusals that the screen asks about itself. */
export function useOrderStatusChange(asks: (refusal: ApiFailure) => boolean = () => false) {
  return useStatusChange({
    resource: 'orders',
    send: putOrderStatus,
    names: ORDER_STATUSES,
    nameOf: ({ orderNumber }: Order) => `Order ${orderNumber}`,
    failure: 'Failed to update order status',
    done: ({ orderNumber, status }: Order) => `Order ${orderNumber} is now ${ORDER_STATUSES[status]}`,
    asks,
  });
}
