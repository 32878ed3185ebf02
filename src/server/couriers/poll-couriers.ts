import * as z from 'zod';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { logFailure } from '#server/log.ts';
import { type AskedParcel, believableEvents } from './believable-events.ts';
import { COURIER_ADAPTERS } from './courier-adapters.ts';
import { CourierFailure } from './port.ts';
import { portOf } from './ports.ts';
import { storeEvents } from './store-events.ts';

const courierToPoll = z.object({ id: z.string(), name: z.string(), adapter: z.enum(ADAPTERS) });

const bookedParcel = z
  .object({ trackingNumber: z.string(), createdAt: z.string() })
  .transform(({ trackingNumber, createdAt }): AskedParcel => ({ trackingNumber, bookedAt: createdAt }));

type CourierToPoll = z.infer<typeof courierToPoll>;

/** Scheduled functions have thirty seconds, and the last call may take eight. */
const RUN_MS = 18_000;

/** Nobody else asks about a parcel for so long: longer than a run. */
const CLAIM_SECONDS = 60;

interface Options {
  port?: typeof portOf;
  runMs?: number;
}

/**
 * Asks couriers about the parcels that are due, each courier at its own pace and side by side, so that one that fails stops no other. What the time of a run
 * does not suffice for is asked by the next. @throws ApiError `database_unreachable`
 */
export async function pollCouriers(db: ShopDatabase, { port = portOf, runMs = RUN_MS }: Options = {}): Promise<void> {
  const ends = performance.now() + runMs;
  const couriers = await callFunction(db, 'couriers_to_poll', {}, courierToPoll.array());
  const runs = await Promise.allSettled(couriers.map((courier) => pollCourier(db, courier, port, ends)));
  const broken = runs.find((run) => run.status === 'rejected');
  if (broken) throw broken.reason;
}

async function pollCourier(db: ShopDatabase, courier: CourierToPoll, port: typeof portOf, ends: number): Promise<void> {
  const tracksAtOnce = courier.adapter === 'generic' ? 1 : COURIER_ADAPTERS[courier.adapter].tracksAtOnce;
  while (performance.now() < ends) {
    const claim = { courier_id: courier.id, max_parcels: tracksAtOnce, claim_seconds: CLAIM_SECONDS };
    const trackingNumbers = await callFunction(db, 'claim_polls', claim, z.string().array());
    if (trackingNumbers.length === 0 || !(await ask(db, courier, port, trackingNumbers))) return;
  }
}

/** Asks about some parcels; false when the courier itself cannot be asked. One parcel that it does not know fails a whole call: then they are asked one by one. */
async function ask(db: ShopDatabase, courier: CourierToPoll, port: typeof portOf, trackingNumbers: string[]): Promise<boolean> {
  const asked = { courier_id: courier.id, tracking_numbers: trackingNumbers };
  let remark: string;
  try {
    const told = await port(courier).track(trackingNumbers);
    const { events, leftOut } = believableEvents(told, await bookedParcels(db, courier, trackingNumbers), courier.name);
    const isFull = (await storeEvents(db, courier, events)).refused > 0;
    remark = isFull ? `${courier.name} told more of this parcel than anybody reads: the latest was left out` : leftOut;
  } catch (failure) {
    const isDown = failure instanceof CourierFailure && failure.kind !== 'refused';
    if (!isDown && trackingNumbers.length > 1) {
      for (const one of trackingNumbers) if (!(await ask(db, courier, port, [one]))) return false;
      return true;
    }
    if (!(failure instanceof CourierFailure)) logFailure('what a courier told of a parcel could not be kept', failure);
    const problem = failure instanceof CourierFailure ? failure.message : 'The shop broke off';
    await callFunction(db, 'note_polls', { ...asked, problem, is_courier_down: isDown });
    return !isDown;
  }
  await callFunction(db, 'note_polls', { ...asked, problem: null, left_out: remark });
  return true;
}

/** When the shop booked the parcels of these numbers. */
function bookedParcels(db: ShopDatabase, { id }: CourierToPoll, trackingNumbers: string[]): Promise<AskedParcel[]> {
  const booked = db.from('courier_bookings').select('tracking_number, created_at').eq('courier_id', id);
  return read(booked.in('tracking_number', trackingNumbers), bookedParcel.array());
}
