import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type ClaimEnding,
  type CourierClaimEdit,
  type CourierWord,
  type ParcelAdvice,
  type ParcelCall,
  type ParcelSettlement,
  type ParcelUnderWay,
  parcelUnderWay,
  underWayCounts,
  underWayQuery,
} from '#domain/shipments/under-way.ts';

const API = '/under-way';

export const parcels = defineList({ plural: 'parcels', api: API, schema: parcelUnderWay, query: underWayQuery });

/** Couriers tell and customers answer meanwhile. */
const LIVE_MS = 30_000;

export const countsQuery = { ...staffQuery(`${API}/counts`, underWayCounts), refetchInterval: LIVE_MS };

function post(id: string, path: string, body: object = {}): Promise<ParcelUnderWay> {
  return callStaffApi('POST', `${API}/${id}/${path}`, { body, schema: parcelUnderWay });
}

/** Notes that the customer was asked. @throws ApiFailure `attempt_over` */
export const postAsked = (id: string) => post(id, 'asked');

/** @throws ApiFailure `attempt_over`, `advice_given`, `advice_not_offered` */
export const postCall = (id: string, call: ParcelCall) => post(id, 'calls', call);

/** @throws ApiFailure `attempt_over`, `advice_given`, `advice_not_offered` */
export const postAdvice = (id: string, advice: ParcelAdvice) => post(id, 'advice', advice);

/** @throws ApiFailure `advice_settled` */
export const postAdviceOutcome = (id: string, wasTaken: boolean) => post(id, 'advice/outcome', { wasTaken });

/** @throws ApiFailure `courier_answers` */
export const postWord = (id: string, word: CourierWord) => post(id, 'words', word);

/** @throws ApiFailure as `setShipmentStatus` does */
export const postSettlement = (id: string, settlement: ParcelSettlement) => post(id, 'settlement', settlement);

/** @throws ApiFailure `edited_meanwhile` */
export function putClaim(id: string, claim: CourierClaimEdit): Promise<ParcelUnderWay> {
  return callStaffApi('PUT', `${API}/${id}/claim`, { body: claim, schema: parcelUnderWay });
}

/** @throws ApiFailure `edited_meanwhile`, `claim_ended`, `not_enough_stock`, `refund_too_large` */
export const postClaimEnd = (id: string, ending: ClaimEnding) => post(id, 'claim/end', ending);

/** @throws ApiFailure `word_not_undone` */
export const postWordUndo = (id: string) => post(id, 'words/undo');

/** The parcel as it is now. */
export function fetchParcel(id: string): Promise<ParcelUnderWay> {
  return callStaffApi('GET', `${API}/${id}`, { schema: parcelUnderWay });
}
