import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type Booking,
  booking,
  MAX_ANSWERED_AT_ONCE,
  type PortalAnswer,
  type PortalFile,
  portalFile,
  portalWork,
  type SettledBooking,
  settledBooking,
} from '#domain/couriers/contract.ts';
import { dispatchList } from '#domain/couriers/dispatch.ts';

/** What is to be sent. */
export const dispatchQuery = staffQuery('/dispatch', dispatchList);

/** A courier is called meanwhile, and then looked up. */
const TIMEOUT_MS = 30_000;

/** Books a parcel, or looks up what came of its booking. Safe to repeat: the server keeps what was intended. @throws ApiFailure */
export function book(shipmentId: string, courierId: string): Promise<Booking> {
  return callStaffApi('POST', '/bookings', { body: { shipmentId, courierId }, schema: booking, timeoutMs: TIMEOUT_MS });
}

/** What waits for the portals of couriers that work by files. */
export const portalWorkQuery = staffQuery('/couriers/portal-work', portalWork.array());

/** The file for a courier’s portal, which is written down as taken. `again`: with parcels that stood in one before. @throws ApiFailure */
export function takePortalFile(courierId: string, again: boolean): Promise<PortalFile> {
  return callStaffApi('POST', `/couriers/${courierId}/portal-file`, { body: { again }, schema: portalFile });
}

/** Gives parcels the numbers that a portal gave back, or with `preview` says what would be. In the same order. @throws ApiFailure */
export function sendPortalAnswer(
  courierId: string,
  parcels: PortalAnswer['parcels'],
  preview: boolean,
): Promise<SettledBooking[]> {
  return sendInChunks(parcels, MAX_ANSWERED_AT_ONCE, (chunk) =>
    callStaffApi('POST', `/couriers/${courierId}/portal-answer`, {
      body: { parcels: chunk, preview },
      schema: settledBooking.array(),
      timeoutMs: TIMEOUT_MS,
    }),
  );
}
