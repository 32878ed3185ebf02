import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { MAX_SHIPMENTS_AT_ONCE } from '#domain/shipments/contract.ts';
import {
  type AskedSum,
  askedSum,
  type LoadedParcel,
  loadSheet,
  type PrintedLabel,
  printedLabel,
  type SaidSums,
  type ShipmentPapers,
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

/** Says what each parcel of the shipment’s order collects. */
export function putParcelSums(shipmentId: string, body: SaidSums): Promise<ShipmentPapers> {
  return callStaffApi('PUT', `/shipments/${shipmentId}/parcel-sums`, { body, schema: shipmentPapers });
}

export const askedSumsQuery = staffQuery('/shipments/asked-sums', askedSum.array());

export function settleAskedSum(shipmentId: string): Promise<AskedSum[]> {
  return callStaffApi('POST', `/shipments/${shipmentId}/asked-sum/settlement`, { body: {}, schema: askedSum.array() });
}

/** Cancels a booking at its courier, or notes that staff saw it cancelled in the courier’s portal. */
export function cancelBooking(id: string, isCancelledThere: boolean): Promise<Booking> {
  return callStaffApi('POST', `/bookings/${id}/cancellation`, { body: { isCancelledThere }, schema: booking });
}

/** Books again what failed, or asks the courier what came of a booking. */
export function bookAgain({ shipmentId, courierId }: Pick<Booking, 'shipmentId' | 'courierId'>): Promise<Booking> {
  return callStaffApi('POST', '/bookings', { body: { shipmentId, courierId }, schema: booking });
}
