import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { dispatchList } from '#domain/couriers/dispatch.ts';

/** What is to be sent. */
export const dispatchQuery = staffQuery('/dispatch', dispatchList);

/** A courier is called meanwhile, and then looked up. */
const TIMEOUT_MS = 30_000;

/** Books a parcel, or looks up what came of its booking. Safe to repeat: the server keeps what was intended. @throws ApiFailure */
export function book(shipmentId: string, courierId: string): Promise<Booking> {
  return callStaffApi('POST', '/bookings', { body: { shipmentId, courierId }, schema: booking, timeoutMs: TIMEOUT_MS });
}

/** Says what staff found in the portal: a tracking number, or nothing. @throws ApiFailure */
export function settle(bookingId: string, trackingNumber: string): Promise<Booking> {
  return callStaffApi('POST', `/bookings/${bookingId}/outcome`, { body: { trackingNumber }, schema: booking });
}
