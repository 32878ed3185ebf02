import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { courier } from '#domain/couriers/contract.ts';
import type { SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import {
  type SettlementFile,
  settlement,
  settlementCheck,
  settlementDetails,
  settlementQuery,
} from '#domain/settlements/contract.ts';

export const SETTLEMENTS = '/admin/settlements';

/** Ten thousand rows over a slow line. */
const TIMEOUT_MS = 60_000;

/** Couriers' booked files. */
export const settlements = defineList({ plural: 'settlements', api: '/settlements', schema: settlement, query: settlementQuery });

export const settlementDetailsQuery = (id: string) => staffQuery(`/settlements/${encodeURIComponent(id)}`, settlementDetails);

/** What booking a file would do. @throws ApiFailure */
export function checkFile(body: SettlementFile) {
  return callStaffApi('POST', '/settlements/check', { body, schema: settlementCheck, timeoutMs: TIMEOUT_MS });
}

/** Books a file, once per key. @throws ApiFailure `settlement_refused` */
export function bookFile(body: SettlementFile, key: string) {
  const headers = { 'Idempotency-Key': key };
  return callStaffApi('POST', '/settlements', { body, headers, schema: settlement, timeoutMs: TIMEOUT_MS });
}

export function undoSettlement(id: string, reason: string) {
  return callStaffApi('POST', `/settlements/${id}/undo`, { body: { reason }, schema: settlement, timeoutMs: TIMEOUT_MS });
}

/** Remembers what a courier's columns hold. */
export function putMapping(courierId: string, mapping: SettlementMapping) {
  return callStaffApi('PUT', `/couriers/${courierId}/settlement-mapping`, { body: { mapping }, schema: courier });
}
