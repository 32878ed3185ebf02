import { meaningText } from '#domain/couriers/parcel-status.ts';
import { phoneDigits } from '#domain/phone.ts';
import { DAYS_BY_CITY } from '#domain/places/days-by-city.ts';
import {
  type ClaimEnding,
  type CourierClaimEdit,
  type CourierWord,
  type ParcelAdvice,
  type ParcelCall,
  type ParcelSettlement,
  type ParcelUnderWay,
  parcelUnderWay,
  type UnderWayQuery,
  underWayCounts,
} from '#domain/shipments/under-way.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';

/** Parcels that somebody has to do something about, the most urgent first; with a number or a phone any booked parcel that has it. */
export function listUnderWay(db: ShopDatabase, { list, number, courierId, ...query }: UnderWayQuery) {
  const digits = phoneDigits(number);
  const filters = {
    list,
    number_like: number ? ilikePattern(number) : null,
    // Part of a phone shorter than this is anybody's.
    phone_digits: digits && digits.length >= 7 ? digits : null,
    courier_id: courierId ?? null,
  };
  return callPage(db, 'list_parcels_under_way', { ...filters, days_by_city: DAYS_BY_CITY }, query, parcelUnderWay);
}

/** How many parcels each list has. */
export function countUnderWay(db: ShopDatabase) {
  return callFunction(db, 'count_parcels_under_way', { days_by_city: DAYS_BY_CITY }, underWayCounts);
}

/** A booked parcel. @throws ApiError `booking_not_found` */
export function readUnderWay(db: ShopDatabase, id: string): Promise<ParcelUnderWay> {
  return callFunction(db, 'parcel_under_way', { booking_id: id, days_by_city: DAYS_BY_CITY }, parcelUnderWay);
}

/** Notes that the desk asked the customer of an attempt. @throws ApiError `booking_not_found`, `attempt_over` */
export async function noteAsked(db: ShopDatabase, id: string, actor: string) {
  await callFunction(db, 'note_attempt_asked', { booking_id: id, actor });
  return readUnderWay(db, id);
}

/**
 * Keeps what came of a call; where it says what to do, the courier is told.
 * @throws ApiError `booking_not_found`, `attempt_over`, `advice_given`, `advice_not_offered`
 */
export async function recordCall(db: ShopDatabase, id: string, { outcome, note, isGiven }: ParcelCall, actor: string) {
  await callFunction(db, 'record_parcel_call', { booking_id: id, outcome, note, is_given: isGiven, actor });
  return readUnderWay(db, id);
}

/** Advice of the staff for a courier. @throws ApiError `booking_not_found`, `attempt_over`, `advice_given`, `advice_not_offered` */
export async function adviseParcel(db: ShopDatabase, id: string, { action, remarks, isGiven }: ParcelAdvice, actor: string) {
  await callFunction(db, 'advise_parcel', { booking_id: id, action, remarks, is_given: isGiven, actor });
  return readUnderWay(db, id);
}

/** Says whether a courier has advice of which nobody knew. @throws ApiError `advice_settled` */
export async function settleAdvice(db: ShopDatabase, id: string, wasTaken: boolean, actor: string) {
  await callFunction(db, 'settle_advice', { booking_id: id, was_taken: wasTaken, actor });
  return readUnderWay(db, id);
}

/** Writes down what a courier without an API says. @throws ApiError `booking_not_found`, `courier_answers`, `validation_failed` */
export async function noteWord(db: ShopDatabase, id: string, { meaning, happenedAt }: CourierWord, actor: string) {
  const at = happenedAt ?? new Date().toISOString();
  await callFunction(db, 'note_courier_word', { booking_id: id, meaning, words: meaningText(meaning), happened_at: at, actor });
  return readUnderWay(db, id);
}

/** Opens a claim against the courier of a parcel, or changes it. @throws ApiError `booking_not_found`, `edited_meanwhile` */
export async function saveClaim(db: ShopDatabase, id: string, { updatedAt, ...fields }: CourierClaimEdit, actor: string) {
  await callFunction(db, 'save_courier_claim', { booking_id: id, fields, actor, expected_version: updatedAt });
  return readUnderWay(db, id);
}

/**
 * Ends a claim: what the courier paid is booked, the pieces are lost, and the order is cancelled or sent again, in one.
 * @throws ApiError `booking_not_found`, `edited_meanwhile`, `claim_ended`, `order_cancelled`, `not_enough_stock`, `refund_too_large`, `validation_failed`
 */
export async function endClaim(db: ShopDatabase, id: string, { updatedAt, pieces, ...ending }: ClaimEnding, actor: string) {
  const said = { ...ending, ...(pieces && { pieces }) };
  await callFunction(db, 'end_courier_claim', { booking_id: id, ending: said, actor, expected_version: updatedAt });
  return readUnderWay(db, id);
}

/** Takes back the last word that staff wrote down of a parcel. @throws ApiError `booking_not_found`, `word_not_undone`, `money_refunded` */
export async function undoWord(db: ShopDatabase, id: string, actor: string) {
  await callFunction(db, 'undo_courier_word', { booking_id: id, actor });
  return readUnderWay(db, id);
}

/**
 * Says what is true of a parcel of which the courier's word does not fit.
 * @throws ApiError `booking_not_found`, and as `setShipmentStatus` does
 */
export async function settleParcel(db: ShopDatabase, id: string, { status, reason }: ParcelSettlement, actor: string) {
  await callFunction(db, 'settle_parcel', { booking_id: id, status, reason, actor });
  return readUnderWay(db, id);
}
