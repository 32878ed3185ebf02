import * as z from 'zod';
import { disputeMessage } from '#domain/settlements/dispute-message.ts';
import {
  type CourierDisputes,
  courierDisputes,
  type DisputeEnding,
  type DisputeQuery,
  dispute,
} from '#domain/settlements/disputes.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { readSettings } from '#server/settings/settings.ts';

const stored = courierDisputes.omit({ message: true, inMessage: true }).extend({ toAsk: z.array(dispute) });

/** What is wrong, parcel by parcel, the oldest first. */
export function listDisputes(db: ShopDatabase, query: DisputeQuery) {
  const { courierId = null, state = null } = query;
  return callPage(db, 'list_disputes', { courier_id: courierId, state }, query, dispute);
}

/** What is wrong by courier, with a message to write it. */
export async function disputesByCourier(db: ShopDatabase): Promise<CourierDisputes[]> {
  const [found, settings] = await Promise.all([callFunction(db, 'disputes_by_courier', {}, z.array(stored)), readSettings(db)]);
  return found.map(({ toAsk, ...one }) => ({
    ...one,
    message: disputeMessage(settings.identity.name, one.courier, toAsk),
    inMessage: toAsk.map(({ id }) => id),
  }));
}

/** Notes that a courier was asked for what is wrong. @throws ApiError `nothing_to_ask` */
export async function askCourier(db: ShopDatabase, ids: string[], actor: string) {
  return { noted: await callFunction(db, 'ask_courier', { ids, actor }, z.int()) };
}

/** Settles what no file settles. @throws ApiError `dispute_not_found`, `dispute_settled`, `shipment_not_found`, `nothing_owed`, `validation_failed` */
export function settleDispute(db: ShopDatabase, id: string, ending: DisputeEnding, actor: string) {
  return callFunction(db, 'settle_dispute', { dispute_id: id, ending: { ...ending }, actor }, dispute);
}
