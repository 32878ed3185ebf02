import { type DispatchList, dispatchCourier, dispatchList } from '#domain/couriers/dispatch.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { courierPaceMs } from './courier-variables.ts';

/** More than a morning's work; the rest follows when these are gone. */
const MOST_ROWS = 300;

const stored = dispatchList.extend({ couriers: dispatchCourier.omit({ paceMs: true }).array() });

/** What is to be sent, with the couriers for each parcel, the suggested one first. */
export async function listDispatch(db: ShopDatabase): Promise<DispatchList> {
  const { couriers, ...list } = await callFunction(db, 'dispatch_list', { row_limit: MOST_ROWS }, stored);
  // Where a file goes to a portal, nobody is called.
  const paced = couriers.map((courier) => ({ ...courier, paceMs: courier.adapter === 'generic' ? 0 : courierPaceMs() }));
  return { ...list, couriers: paced };
}
