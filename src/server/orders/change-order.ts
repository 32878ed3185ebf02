import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { whereVersion } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import { tryEach } from '#server/try-each.ts';
import type { OrderEditRequest, OrderStatusChange, OrderStatusChanges } from '#shared/schemas/orders.ts';
import { getOrder } from './read-orders.ts';

/**
 * Changes an order's status; stock follows. `actor` is the staff member's id.
 * @throws ApiError `order_not_found`, `edited_meanwhile`, `parcel_under_way`, `not_enough_stock` to reopen a cancelled order
 */
export function setOrderStatus(db: ShopDatabase, id: string, change: OrderStatusChange, actor: string) {
  const { status, updatedAt = null, despiteParcel } = change;
  return callFunction(db, 'set_order_status', {
    order_id: id,
    status,
    actor,
    seen: updatedAt,
    despite_parcel: despiteParcel,
  });
}

/** Changes the status of many orders; a refused one does not stop the others. */
export async function setOrderStatuses(db: ShopDatabase, { orders, ...change }: OrderStatusChanges, actor: string) {
  const outcomes = await tryEach(orders, ({ id, ...version }) => setOrderStatus(db, id, { ...change, ...version }, actor));
  return outcomes.map(({ result, refusal }, index) => ({ id: orders[index]?.id, order: result, refusal }));
}

/** Corrects contact, address and notes. @throws ApiError `order_not_found`, `edited_meanwhile` */
export async function editOrder(db: ShopDatabase, id: string, { updatedAt, ...changes }: OrderEditRequest) {
  const edit = db.from('orders').update(toColumns(changes)).eq('id', id).is('archived_at', null);
  const edited = await read(whereVersion(edit, updatedAt).select('id').maybeSingle());
  const order = await getOrder(db, id);
  if (!edited) throw new ApiError('edited_meanwhile');
  return order;
}

/** Archives an order. An open order's stock is returned first. @throws ApiError `order_not_found` */
export function archiveOrder(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'archive_order', { order_id: id, actor });
}
