import * as z from 'zod';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { invalid } from '#server/errors.ts';
import { CourierFailure } from './port.ts';
import { portOf } from './ports.ts';

const booked = booking.extend({ adapter: z.enum(ADAPTERS) });

/**
 * Cancels a booking at its courier. One that the courier refuses to cancel, or does not answer for, stays booked with the problem; staff who saw in its portal that it
 * is cancelled say so. Returns the booking, whatever came of it.
 * @throws ApiError `booking_not_found`, `booking_settled`, `validation_failed` where the courier cannot be called and nobody looked
 */
export async function cancelBooking(
  db: ShopDatabase,
  id: string,
  { isCancelledThere }: { isCancelledThere: boolean },
  actor: string,
): Promise<Booking> {
  const { adapter, courier, trackingNumber } = await callFunction(db, 'booking_to_cancel', { booking_id: id }, booked);
  if (!isCancelledThere) {
    if (adapter === 'generic')
      throw invalid([{ path: 'isCancelledThere', message: `Cancel it in the portal of ${courier} first, and say so here` }]);
    const problem = await problemOf(async () => portOf({ adapter, name: courier }).cancel(trackingNumber));
    if (problem) return callFunction(db, 'note_cancel_problem', { booking_id: id, problem }, booking);
  }
  return callFunction(db, 'note_cancelled_booking', { booking_id: id, actor }, booking);
}

/** Why a call came to nothing; empty when the courier said yes. */
async function problemOf(call: () => Promise<void>): Promise<string> {
  try {
    await call();
    return '';
  } catch (failure) {
    if (!(failure instanceof CourierFailure)) throw failure;
    return `Not cancelled: ${failure.message}`;
  }
}
