import * as z from 'zod';
import type { ParcelToBook } from '#domain/couriers/booking-file.ts';
import { type Booking, booking } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { type Booked, CourierFailure, type CourierPort } from './port.ts';
import { portOf } from './ports.ts';

/**
 * Nobody else calls the courier about a parcel for so long. Far above the deadline of a call, so that a booking that is still on its way there has arrived
 * before anybody looks it up.
 */
const CLAIM_SECONDS = 120;

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

/** What came of a call, as the database keeps it. */
type Outcome = { state: 'booked'; booked: Booked } | { state: 'failed' | 'unknown'; problem: string };

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

  const open = () => port({ adapter: mine.adapter, name: mine.courier });
  const outcome = await (step === 'look_up' ? lookUp(open, parcel) : book(open, parcel));
  const cancelOurs = async () => outcome.state === 'booked' && cancelSurplus(open, outcome.booked.trackingNumber);
  const { surplus, booking: known } = await callFunction(db, 'note_booking', notesOf(mine, outcome), noted).catch(
    async (refusal: unknown) => {
      // Settled by hand while the courier was being called: what it booked all the same belongs to nobody.
      if (refusal instanceof ApiError && refusal.code === 'booking_settled') await cancelOurs();
      throw refusal;
    },
  );
  if (surplus) await cancelOurs();
  return known;
}

async function book(open: () => CourierPort, parcel: ParcelToBook): Promise<Outcome> {
  try {
    return { state: 'booked', booked: await open().book(parcel) };
  } catch (failure) {
    return outcomeOf(failure);
  }
}

/** Only a clear "there is none" lets the courier be called again. */
async function lookUp(open: () => CourierPort, parcel: ParcelToBook): Promise<Outcome> {
  let found: Booked | null;
  try {
    found = await open().find(parcel);
  } catch (failure) {
    const { problem } = outcomeOf(failure);
    return { state: 'unknown', problem: `${problem}. Look it up in the portal of the courier.` };
  }
  return found ? { state: 'booked', booked: found } : book(open, parcel);
}

function outcomeOf(failure: unknown): { state: 'failed' | 'unknown'; problem: string } {
  // What is no answer of a courier is a fault of ours, after which nobody knows either.
  if (!(failure instanceof CourierFailure)) return { state: 'unknown', problem: 'The shop broke off' };
  return { state: failure.kind === 'unknown' ? 'unknown' : 'failed', problem: failure.message };
}

function notesOf({ id, turn }: { id: string; turn: number }, outcome: Outcome) {
  const note = { booking_id: id, turn, state: outcome.state };
  if (outcome.state !== 'booked') return { ...note, problem: outcome.problem };
  return { ...note, tracking_number: outcome.booked.trackingNumber, label_url: outcome.booked.labelUrl };
}

/** Somebody else booked the parcel meanwhile: of two bookings at the courier one goes. */
async function cancelSurplus(open: () => CourierPort, trackingNumber: string): Promise<void> {
  try {
    await open().cancel(trackingNumber);
  } catch (failure) {
    logFailure(
      `a second booking, ${trackingNumber}, is still at the courier`,
      new Error(failure instanceof CourierFailure ? failure.kind : 'broken'),
    );
  }
}

/** Bookings of which nobody knows the end, the oldest first. */
export function listOpenBookings(db: ShopDatabase): Promise<Booking[]> {
  return callFunction(db, 'open_bookings', {}, booking.array());
}

/** Settles by hand what nobody knows. Takes the tracking number that staff found, empty for none. @throws ApiError what `settle_booking` refuses */
export function settleBooking(db: ShopDatabase, id: string, trackingNumber: string, actor: string): Promise<Booking> {
  return callFunction(db, 'settle_booking', { booking_id: id, tracking_number: trackingNumber, actor }, booking);
}
