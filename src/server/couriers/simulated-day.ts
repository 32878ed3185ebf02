import * as z from 'zod';
import type { SimulatedDay } from '#domain/couriers/contract.ts';
import { read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { standInOf } from './courier-apis.ts';
import { askJson } from './courier-fetch.ts';
import { listCouriers } from './couriers.ts';
import { pollCouriers } from './poll-couriers.ts';
import { openPort } from './ports.ts';

const DEADLINE_MS = 8_000;

/** A stand-in on this machine puts up with any pace. */
const TIMING = { gapMs: 0, deadlineMs: DEADLINE_MS };

/** What a courier's stand-in answers for a day that passed. */
const passed = z.object({ parcels: z.int() });

/**
 * Lets a day pass for the parcels of a courier's stand-in, and hears at once what became of them. Nothing happens to those of a real courier: `standInOf`
 * knows none in a shop that is not on this machine. @throws ApiError `courier_not_found`
 */
export async function simulateDay(db: ShopDatabase, courierId: string): Promise<SimulatedDay> {
  const courier = (await listCouriers(db)).find(({ id }) => id === courierId);
  if (!courier) throw new ApiError('courier_not_found');
  const url = standInOf(courier.adapter, process.env);
  if (!url) return { parcels: 0 };
  const host = { courier: courier.name, url, pace: async () => {}, deadlineMs: DEADLINE_MS };
  const answer = passed.safeParse(await askJson(host, 'simulated-day', { method: 'POST', isRead: true }).catch(() => null));
  // Not every stand-in knows days.
  if (!answer.success) return { parcels: 0 };
  await read(
    db
      .from('parcel_progress')
      .update({ next_poll_at: new Date().toISOString() })
      .not('next_poll_at', 'is', null)
      .select('booking_id'),
    z.unknown(),
  );
  await pollCouriers(db, { port: (one) => openPort(one, process.env, TIMING), runMs: DEADLINE_MS });
  return answer.data;
}
