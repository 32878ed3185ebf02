import type { OrderEdit, OrderStatusChange } from '#shared/schemas/order.ts';
import { callFunction, read, toColumns } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { StaffCall } from '../http/operation.ts';
import { getOrder } from './read-orders.ts';

type OneOrder = { id: string };

/**
 * Gives an order a status; stock follows.
 * @throws ApiError 404 `order_not_found`, 409 `not_enough_stock` when a cancelled order's pieces are gone
 */
export function setOrderStatus({ db, params, body, staff }: StaffCall<OrderStatusChange, unknown, OneOrder>) {
  return callFunction(db, 'set_order_status', { order_id: params.id, status: body.status, actor: staff.id });
}

/** Corrects contact, address and notes. @throws ApiError 404 `order_not_found` */
export async function editOrder(call: StaffCall<OrderEdit, unknown, OneOrder>) {
  const { db, params, body } = call;
  const changed = await read(
    db.from('orders').update(toColumns(body)).eq('id', params.id).is('archived_at', null).select('id').maybeSingle(),
  );
  if (!changed) throw new ApiError(404, 'order_not_found', 'Order not found');
  return getOrder(call);
}

/** Archives an order; the pieces of one still open go back to the shelf. @throws ApiError 404 `order_not_found` */
export function archiveOrder({ db, params, staff }: StaffCall<unknown, unknown, OneOrder>) {
  return callFunction(db, 'archive_order', { order_id: params.id, actor: staff.id });
}
