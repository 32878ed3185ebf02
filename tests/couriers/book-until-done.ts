/** Books every parcel that is not booked yet, eight at once, until none is left: a process of its own, for tests that kill it. Takes the courier's id. */
import { setTimeout } from 'node:timers/promises';
import { bookParcel } from '#server/couriers/book-parcel.ts';
import { openPort } from '#server/couriers/ports.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { ApiError } from '#server/errors.ts';

const [courierId = '', actor = ''] = process.argv.slice(2);
const AT_ONCE = 8;
const port = openPort({ adapter: 'postex', name: 'PostEx' }, process.env, { gapMs: 0, deadlineMs: 300 });

for (;;) {
  const { data: booked, error } = await db.from('courier_bookings').select('shipment_id').eq('state', 'booked');
  const { data: parcels, error: other } = await db.from('shipments').select('id').order('id');
  if (error || other) throw error ?? other;
  const done = new Set(booked.map(({ shipment_id }) => shipment_id));
  const left = parcels.map(({ id }) => id).filter((id) => !done.has(id));
  if (left.length === 0) break;
  await Promise.all(Array.from({ length: AT_ONCE }, () => bookFrom(left)));
  // What somebody else has may be theirs for a second.
  await setTimeout(100);
}

async function bookFrom(left: string[]): Promise<void> {
  for (let shipmentId = left.pop(); shipmentId; shipmentId = left.pop()) {
    await bookParcel(db, { shipmentId, courierId }, actor, { claimSeconds: 1, port: () => port }).catch((refused: unknown) => {
      if (!(refused instanceof ApiError)) throw refused;
    });
  }
}
