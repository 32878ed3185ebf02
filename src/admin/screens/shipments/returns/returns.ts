import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type ReturnApproval,
  type ReturnRefusal,
  type ReturnRequestDetails,
  type ReturnSettlement,
  returnCounts,
  returnPhoto,
  returnQuery,
  returnRequest,
  returnRequestDetails,
} from '#domain/returns/contract.ts';

export const RETURNS = '/admin/returns';

/** What customers ask to send back. What needs nothing any more is not shown at first. */
export const returns = defineList({
  plural: 'returns',
  api: '/returns',
  schema: returnRequest,
  query: returnQuery,
  defaults: { state: 'open' },
});

export const countsQuery = staffQuery('/returns/counts', returnCounts);

/** A request with its history, by its number or id. */
export const returnDetailsQuery = (number: string) => staffQuery(`/returns/${encodeURIComponent(number)}`, returnRequestDetails);

export const returnPhotoQuery = (id: string) => ({ ...staffQuery(`/returns/photos/${id}`, returnPhoto), staleTime: Infinity });

const decide = (id: string, what: string, body: object, headers: Record<string, string> = {}): Promise<ReturnRequestDetails> =>
  callStaffApi('POST', `/returns/${id}/${what}`, { body, headers, schema: returnRequestDetails });

export const approve = (id: string, body: Partial<ReturnApproval>) => decide(id, 'approval', body);

export const decline = (id: string, body: ReturnRefusal) => decide(id, 'refusal', body);

/** Has the pieces collected, or looks up what came of that. */
export const collect = (id: string, courierId: string) => decide(id, 'collection', { courierId });

/** Cancels the pickup; `isCancelledThere`: staff saw that the courier's portal does not have it any more. */
export const cancelCollection = (id: string, isCancelledThere: boolean) =>
  decide(id, 'collection/cancellation', { isCancelledThere });

/** Books what went back, once per key. */
export const settle = (id: string, body: ReturnSettlement, key: string) =>
  decide(id, 'settlement', body, { 'Idempotency-Key': key });
