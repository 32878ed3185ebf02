import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { MAX_SHIPMENTS_AT_ONCE } from '#domain/shipments/contract.ts';
import {
  type AskedSum,
  askedSum,
  type LoadedParcel,
  loadSheet,
  type PrintedLabel,
  printedLabel,
  shipmentPapers,
} from '#domain/shipments/labels.ts';

/** Labels of parcels, each written down as printed, or why one has none. In the same order. */
export function printLabels(shipmentIds: string[]): Promise<PrintedLabel[]> {
  return sendInChunks(shipmentIds, MAX_SHIPMENTS_AT_ONCE, (chunk) =>
    callStaffApi('POST', '/shipments/labels', { body: { shipmentIds: chunk }, schema: printedLabel.array() }),
  );
}

/** What a rider signs for, courier by courier. Parcels that are over are left out. */
export function fetchLoadSheet(shipmentIds: string[]): Promise<LoadedParcel[]> {
  return sendInChunks(shipmentIds, MAX_SHIPMENTS_AT_ONCE, (chunk) =>
    callStaffApi('POST', '/shipments/load-sheet', { body: { shipmentIds: chunk }, schema: loadSheet }),
  );
}

/** What booking and label of a shipment say, and whether that is still right. */
export const papersQuery = (shipmentId: string) => staffQuery(`/shipments/${shipmentId}/papers`, shipmentPapers);

export const askedSumsQuery = staffQuery('/shipments/asked-sums', askedSum.array());

export function settleAskedSum(shipmentId: string): Promise<AskedSum[]> {
  return callStaffApi('POST', `/shipments/${shipmentId}/asked-sum/settlement`, { body: {}, schema: askedSum.array() });
}
