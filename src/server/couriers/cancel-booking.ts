import * as z from 'zod';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { invalid } from '#server/errors.ts';
import { CourierFailure, type CourierPort } from './port.ts';
import { portOf } from './ports.ts';

const booked = booking.extend({ bookedFrom: z.string() });

type Standing = Pick<z.infer<typeof booked>, 'trackingNumber' | 'reference' | 'bookedFrom'>;

/**
 * Cancels a booking at its courier. When the courier refuses or its answer is lost, the courier is asked whether the booking still stands. One that stands, or of
 * which nobody knows, stays booked with the problem; staff who saw in its portal that it is cancelled say so. Returns the booking, whatever came of it.
 * @throws ApiError `booking_not_found`, `booking_settled`, `validation_failed` where the courier cannot be called and nobody looked
 */
export async function cancelBooking(
  db: ShopDatabase,
  id: string,
  { isCancelledThere }: { isCancelledThere: boolean },
  actor: string,
): Promise<Booking> {
  const standing = await callFunction(db, 'booking_to_cancel', { booking_id: id }, booked);
  const { adapter, courier } = standing;
  if (isCancelledThere) return noteCancelled(db, id, actor);
  if (adapter === 'generic')
    throw invalid([{ path: 'isCancelledThere', message: `Cancel it in the portal of ${courier} first, and say so here` }]);

  const kept = await cancelAt(
    () => portOf({ adapter, name: courier }),
    standing,
    (problem) => callFunction(db, 'note_cancel_problem', { booking_id: id, problem }, booking),
  );
  return kept ?? noteCancelled(db, id, actor);
}

/**
 * Cancels something at its courier, and asks the courier whether it still stands where it refuses or its answer is lost. Lets the problem be noted before
 * that, which may take longer than this function lives. Returns what was noted, null where it is gone.
 */
export async function cancelAt<Kept>(
  open: () => CourierPort,
  standing: Standing,
  noteProblem: (problem: string) => Promise<Kept>,
): Promise<Kept | null> {
  const failure = await failureOf(async () => open().cancel(standing.trackingNumber));
  if (!failure) return null;
  const kept = await noteProblem(`Not cancelled: ${failure.message}`);
  const isGone = ['refused', 'unknown'].includes(failure.kind) && (await isGoneThere(open, standing));
  return isGone ? null : kept;
}

function noteCancelled(db: ShopDatabase, id: string, actor: string): Promise<Booking> {
  return callFunction(db, 'note_cancelled_booking', { booking_id: id, actor }, booking);
}

/** Whether a courier clearly has no booking of that reference any more. One that cannot be asked does not say so. */
async function isGoneThere(open: () => CourierPort, parcel: Standing): Promise<boolean> {
  let found: unknown = parcel;
  const failure = await failureOf(async () => {
    found = await open().find(parcel);
  });
  return failure === null && found === null;
}

/** Why a call came to nothing; null when the courier said yes. */
async function failureOf(call: () => Promise<void>): Promise<CourierFailure | null> {
  try {
    await call();
    return null;
  } catch (failure) {
    if (!(failure instanceof CourierFailure)) throw failure;
    return failure;
  }
}
