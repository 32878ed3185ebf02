import * as z from 'zod';
import type { ParcelToBook } from '#domain/couriers/booking-file.ts';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { bookOnce, CLAIM_SECONDS, type Outcome } from './book-once.ts';
import type { CourierPort } from './port.ts';
import { portOf } from './ports.ts';

const taken = booking.extend({ turn: z.int() });

/** What a courier is told of a parcel. */
export const parcelToBook = z.object({
  reference: z.string(),
  orderNumber: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  cityCode: z.string(),
  collect: z.coerce.number(),
  grams: z.int(),
  pieces: z.int(),
  pickupCode: z.string(),
  bookedFrom: z.string(),
} satisfies Record<keyof ParcelToBook, unknown>);

const begun = z.object({
  step: z.enum(['book', 'look_up', 'done']),
  booking: taken,
  parcel: parcelToBook.nullable(),
});

const noted = z.object({ surplus: z.boolean(), booking: taken });

interface Options {
  claimSeconds?: number;
  port?: typeof portOf;
}

/**
 * Books a parcel with a courier, once: the intent is written first, and after a crash or a timeout the courier is asked for the reference before it is called
 * again. Where nobody can tell, the booking stays `unknown` until a person has looked. Returns the booking, whatever came of it.
 * @throws ApiError what `begin_booking` refuses, `booking_settled` where somebody else went on with it meanwhile
 */
export async function bookParcel(
  db: ShopDatabase,
  { shipmentId, courierId }: { shipmentId: string; courierId: string },
  actor: string,
  { claimSeconds = CLAIM_SECONDS, port = portOf }: Options = {},
): Promise<Booking> {
  const claim = { shipment_id: shipmentId, courier_id: courierId, actor };
  const {
    step,
    booking: mine,
    parcel,
  } = await callFunction(db, 'begin_booking', { ...claim, claim_seconds: claimSeconds }, begun);
  if (step === 'done' || !parcel) return mine;

  const call = {
    step,
    open: () => port({ adapter: mine.adapter, name: mine.courier }),
    sought: parcel,
    book: (one: CourierPort) => one.book(parcel),
  };
  return (await bookOnce(call, (outcome) => callFunction(db, 'note_booking', notesOf(mine, outcome), noted))).booking;
}

function notesOf({ id, turn }: { id: string; turn: number }, outcome: Outcome) {
  const note = { booking_id: id, turn, state: outcome.state };
  if (outcome.state !== 'booked') return { ...note, problem: outcome.problem };
  return { ...note, tracking_number: outcome.booked.trackingNumber, label_url: outcome.booked.labelUrl };
}

/** Bookings of which nobody knows the end, the oldest first. */
export function listOpenBookings(db: ShopDatabase): Promise<Booking[]> {
  return callFunction(db, 'open_bookings', {}, booking.array());
}

/** Settles by hand what nobody knows. Takes the tracking number that staff found, empty for none. @throws ApiError what `settle_booking` refuses */
export function settleBooking(db: ShopDatabase, id: string, trackingNumber: string, actor: string): Promise<Booking> {
  return callFunction(db, 'settle_booking', { booking_id: id, tracking_number: trackingNumber, actor }, booking);
}
