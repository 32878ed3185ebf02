import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Inspection, type NewReceipt, receivingWork, returnedPieces } from '#domain/receipts/contract.ts';

/** Parcels arrive and colleagues count them meanwhile. */
const LIVE_MS = 20_000;

export const workQuery = { ...staffQuery('/receipts/work', receivingWork), refetchInterval: LIVE_MS };

/** The pieces of the parcel or order with a scanned number. */
export function scanQuery(code: string) {
  return staffQuery('/receipts/scan', returnedPieces, { code });
}

/** Receives pieces, once per key. */
export function postReceipt(body: Partial<NewReceipt>) {
  return callStaffApi('POST', '/receipts', { body, schema: returnedPieces });
}

/** Decides about pieces to inspect, once per key. */
export function postInspection(id: string, body: Partial<Inspection>) {
  return callStaffApi('POST', `/receipts/${id}/inspection`, { body, schema: returnedPieces });
}
