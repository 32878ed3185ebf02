import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Booking, booking, type CourierPaper, type CourierPapers, courierPapers } from '#domain/couriers/contract.ts';
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

/** Says what staff found in the portal of a courier: a tracking number, or nothing. */
export function settleBooking(bookingId: string, trackingNumber: string): Promise<Booking> {
  return callStaffApi('POST', `/bookings/${bookingId}/outcome`, { body: { trackingNumber }, schema: booking });
}

/** Couriers are asked one after another. */
const PAPERS_TIMEOUT_MS = 30_000;

/**
 * Couriers’ own papers of parcels. One answer has as many as there is time and room for, so the rest is asked for again: `onPdf` gets each PDF with the number
 * of its parcels. Returns what came of each parcel.
 */
export async function takeCourierPapers(
  shipmentIds: string[],
  papers: CourierPaper,
  onPdf: (base64: string, parcels: number) => void,
): Promise<CourierPapers['parcels']> {
  const over: CourierPapers['parcels'] = [];
  let left = shipmentIds;
  while (left.length > 0) {
    const asked = left.slice(0, MAX_SHIPMENTS_AT_ONCE);
    const body = { shipmentIds: asked, papers };
    const { pdf, parcels } = await callStaffApi('POST', '/bookings/labels', {
      body,
      schema: courierPapers,
      timeoutMs: PAPERS_TIMEOUT_MS,
    });
    const settled = parcels.filter(({ outcome }) => outcome !== 'left');
    if (pdf) onPdf(pdf, settled.filter(({ outcome }) => outcome === 'in_pdf').length);
    over.push(...settled);
    const ids = new Set(settled.map(({ id }) => id));
    // Nothing came of it: whoever asks again would ask for ever.
    if (ids.size === 0) return [...over, ...parcels];
    left = left.filter((id) => !ids.has(id));
  }
  return over;
}
