import { callFunction, read, toColumns } from '#server/database/calls.ts';
import { whereVersion } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { judgeEach } from '#server/judge-each.ts';
import type { OrderEditRequest, OrderStatusChange, OrderStatusChanges } from '#shared/schemas/orders.ts';
import { getOrder } from './read-orders.ts';

type OneOrder = { id: string };

/**
 * Gives an order a status; stock follows.
 * @throws ApiError 404 `order_not_found`, 409 `edited_meanwhile`, `parcel_under_way`, `not_enough_stock` when a cancelled order's pieces are gone
 */
export function setOrderStatus({ db, params, body, staff }: StaffCall<OrderStatusChange, unknown, OneOrder>) {
  return callFunction(db, 'set_order_status', {
    order_id: params.id,
    status: body.status,
    actor: staff.id,
    seen: body.updatedAt ?? null,
    despite_parcel: body.despiteParcel,
  });
}

/** Gives many orders a status, each judged alone: what one is refused stops none of the others. */
export async function setOrderStatuses(call: StaffCall<OrderStatusChanges>) {
  const { orders, ...change } = call.body;
  const outcomes = await judgeEach(orders, ({ id, ...version }) =>
    setOrderStatus({ ...call, params: { id }, body: { ...change, ...version } }),
  );
  return outcomes.map(({ done, refusal }, place) => ({ id: orders[place]?.id, order: done, refusal }));
}

/** Corrects contact, address and notes. @throws ApiError 404 `order_not_found`, 409 `edited_meanwhile` */
export async function editOrder(call: StaffCall<OrderEditRequest, unknown, OneOrder>) {
  const { db, params, body } = call;
  const { updatedAt, ...changes } = body;
  const edit = db.from('orders').update(toColumns(changes)).eq('id', params.id).is('archived_at', null);
  const edited = await read(whereVersion(edit, updatedAt).select('id').maybeSingle());
  const order = await getOrder(call);
  if (!edited) throw new ApiError('edited_meanwhile');
  return order;
}

/** Archives an order; the pieces of one still open go back to the shelf. @throws ApiError 404 `order_not_found` */
export function archiveOrder({ db, params, staff }: StaffCall<unknown, unknown, OneOrder>) {
  return callFunction(db, 'archive_order', { order_id: params.id, actor: staff.id });
}
