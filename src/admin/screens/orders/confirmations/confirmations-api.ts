import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { confirmationList, type DeskOrder, deskOrder, type NewAttempt, recordedAttempt } from '#domain/confirmations/contract.ts';
import { order, orderPageLink } from '#domain/orders/contract.ts';

/** Colleagues take orders and shoppers place them meanwhile. */
const LIVE_MS = 20_000;

/** A page of the queue, most urgent first, those that are not due yet after them. */
export function queueQuery(page = 1, limit = 20) {
  return { ...staffQuery('/confirmations', confirmationList, { page, limit }), refetchInterval: LIVE_MS };
}

/** The link of an order's secret page, for the texts. */
export function pageLinkQuery(orderId: string) {
  return { ...staffQuery(`/orders/${orderId}/page-link`, orderPageLink), staleTime: Number.POSITIVE_INFINITY };
}

/** Claims the most urgent order, or the one behind `after`, which is given back. Null when nothing is due. */
export function claimNext(after?: string): Promise<DeskOrder | null> {
  return callStaffApi('POST', '/confirmations/next', { body: { after: after ?? null }, schema: deskOrder.nullable() });
}

/** Claims an order. @throws ApiFailure `claimed_by_other`, `order_closed`, `order_not_found` */
export function claim(orderId: string): Promise<DeskOrder> {
  return callStaffApi('POST', `/confirmations/${orderId}/claim`, { body: {}, schema: deskOrder });
}

/** Gives an order back. */
export function giveBack(orderId: string): Promise<unknown> {
  return callStaffApi('DELETE', `/confirmations/${orderId}/claim`);
}

/** Stores what came of asking, once per key, and claims the next order. @throws ApiFailure `claimed_by_other`, `order_closed` */
export function postAttempt(orderId: string, attempt: Partial<NewAttempt>, key: string) {
  return callStaffApi('POST', `/confirmations/${orderId}/attempts`, {
    body: { ...attempt, next: true },
    headers: { 'Idempotency-Key': key },
    schema: recordedAttempt,
  });
}

/** Cancels an order that its shopper refused. */
export function cancelOrder({ id, updatedAt }: { id: string; updatedAt: string }) {
  return callStaffApi('PUT', `/orders/${id}/status`, { body: { status: 'cancelled', updatedAt }, schema: order });
}
