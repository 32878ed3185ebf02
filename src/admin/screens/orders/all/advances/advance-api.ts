import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type NewAdvance, orderAdvance, type SeenTransfer, transferPhoto } from '#domain/advances/contract.ts';
import { orderPageLink } from '#domain/orders/contract.ts';

/** What was asked, sent and received of an order before delivery. */
export function advanceQuery(orderId: string) {
  return staffQuery(`/advances/${orderId}`, orderAdvance);
}

/** The photo of a receipt. It does not change. */
export function photoQuery(id: string) {
  return { ...staffQuery(`/advances/transfer-photos/${id}`, transferPhoto), staleTime: Number.POSITIVE_INFINITY };
}

/** The link of an order's secret page, for the text to its customer. */
export function pageLinkQuery(orderId: string) {
  return { ...staffQuery(`/orders/${orderId}/page-link`, orderPageLink), staleTime: Number.POSITIVE_INFINITY };
}

export function putAdvance(orderId: string, body: NewAdvance) {
  return callStaffApi('PUT', `/advances/${orderId}`, { body, schema: orderAdvance });
}

export function deleteAdvance(orderId: string) {
  return callStaffApi('DELETE', `/advances/${orderId}`, { schema: orderAdvance });
}

/** Books a transfer once per key. @throws ApiFailure `transfer_decided`, `validation_failed` */
export function postTransfer(orderId: string, body: SeenTransfer, key: string) {
  return callStaffApi('POST', `/advances/${orderId}/transfers`, {
    body,
    headers: { 'Idempotency-Key': key },
    schema: orderAdvance,
  });
}

/** Says that a transfer was not found, or takes it back. */
export function postVerdict(orderId: string, transferId: string, verdict: 'rejection' | 'taken-back', reason: string) {
  return callStaffApi('POST', `/advances/${orderId}/transfers/${transferId}/${verdict}`, {
    body: { reason },
    schema: orderAdvance,
  });
}
