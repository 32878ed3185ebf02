import * as z from 'zod';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import { returnCollection } from '#domain/returns/contract.ts';
import { bookOnce, CLAIM_SECONDS, type Outcome } from '#server/couriers/book-once.ts';
import { parcelToBook } from '#server/couriers/book-parcel.ts';
import { cancelAt } from '#server/couriers/cancel-booking.ts';
import { listCouriers } from '#server/couriers/couriers.ts';
import { type CourierPort, notOffered } from '#server/couriers/port.ts';
import { portOf } from '#server/couriers/ports.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { findReturn } from './returns.ts';

const taken = returnCollection.extend({ id: z.string(), turn: z.int(), adapter: z.enum(ADAPTERS) });

const begun = z.object({
  step: z.enum(['book', 'look_up', 'done']),
  collection: taken,
  parcel: parcelToBook.omit({ collect: true, grams: true }).nullable(),
});

const noted = z.object({ surplus: z.boolean(), collection: taken });

const standing = taken.extend({ reference: z.string(), bookedFrom: z.string() });

/**
 * Has the pieces of an approved request collected by a courier, once, as parcels are booked once (`bookOnce`). Returns the request, whatever came of it.
 * @throws ApiError what `begin_collection` refuses, `booking_settled` where somebody else went on with it meanwhile, `validation_failed` for a courier that
 * collects nothing
 */
export async function collectReturn(db: ShopDatabase, id: string, courierId: string, actor: string) {
  const courier = (await listCouriers(db)).find((one) => one.id === courierId);
  if (!courier) throw new ApiError('courier_not_found');
  if (!courier.collectsReturns)
    throw invalid([{ path: 'courierId', message: `${courier.name} cannot be called to collect returns` }]);
  const claim = { request_id: id, courier_id: courierId, claim_seconds: CLAIM_SECONDS, actor };
  const { step, collection, parcel } = await callFunction(db, 'begin_collection', claim, begun);
  if (step !== 'done' && parcel) {
    const call = {
      step,
      open: () => portOf(courier),
      sought: parcel,
      book: (port: CourierPort) => port.bookReverse?.(parcel) ?? notOffered(courier.name, 'reverse pickup'),
    };
    await bookOnce(call, (outcome) => callFunction(db, 'note_collection', notesOf(collection, outcome), noted));
  }
  return findReturn(db, id);
}

function notesOf({ id, turn }: z.infer<typeof taken>, outcome: Outcome) {
  const note = { collection_id: id, turn, state: outcome.state };
  if (outcome.state !== 'booked') return { ...note, problem: outcome.problem };
  return { ...note, tracking_number: outcome.booked.trackingNumber };
}

/**
 * Cancels the pickup of a request at its courier, as `cancelBooking` does. One of which nobody knows is given up by staff who saw that the portal does not have
 * it. Returns the request, whatever came of it.
 * @throws ApiError what `collection_to_cancel` refuses, `booking_settled`, `validation_failed` where nobody knows and nobody looked
 */
export async function cancelCollection(db: ShopDatabase, id: string, { isCancelledThere }: { isCancelledThere: boolean }) {
  const pickup = await callFunction(db, 'collection_to_cancel', { request_id: id }, standing);
  const { turn, state, trackingNumber } = pickup;
  const note = (changes: { state: 'booked' | 'cancelled' | 'failed'; tracking_number?: string; problem?: string }) =>
    callFunction(db, 'note_collection', { collection_id: pickup.id, turn, ...changes }, noted);
  const isBooked = state === 'booked';
  if (!isBooked && !isCancelledThere)
    throw invalid([
      { path: 'isCancelledThere', message: `Look into the portal of ${pickup.courier}, and say that it is not there` },
    ]);
  const open = () => portOf({ adapter: pickup.adapter, name: pickup.courier });
  const stillBooked = (problem: string) => note({ state: 'booked', tracking_number: trackingNumber, problem });
  const isGone = isCancelledThere || (await cancelAt(open, pickup, stillBooked)) === null;
  if (isGone)
    await note(isBooked ? { state: 'cancelled' } : { state: 'failed', problem: 'Not found in the portal of the courier' });
  return findReturn(db, id);
}
