import type { Config } from '@netlify/functions';
import {
  adviceSettlement,
  claimEnding,
  courierClaimEdit,
  courierWord,
  parcelAdvice,
  parcelCall,
  parcelSettlement,
  parcelUnderWay,
  underWayCounts,
  underWayQuery,
} from '#domain/shipments/under-way.ts';
import { resource } from '#server/api/api.ts';
import { sendAdvices } from '#server/couriers/send-advices.ts';
import {
  adviseParcel,
  countUnderWay,
  endClaim,
  listUnderWay,
  noteAsked,
  noteWord,
  readUnderWay,
  recordCall,
  saveClaim,
  settleAdvice,
  settleParcel,
  undoWord,
} from '#server/couriers/under-way.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';

/** The desk asks customers, and those who send parcels look after them. */
const desk = { access: 'staff', right: ['send_parcels', 'confirm_orders'], returns: parcelUnderWay } as const;

const sender = { access: 'staff', right: 'send_parcels', returns: parcelUnderWay } as const;

const ADVICE_ERRORS = ['booking_not_found', 'attempt_over', 'advice_given', 'advice_not_offered'] as const;

/** Tells the courier at once what came of a write. */
function thenSend<Answer>(db: ShopDatabase, answer: Promise<Answer>, waitUntil: (work: Promise<unknown>) => void) {
  waitUntil(
    answer.then(
      () => sendAdvices(db),
      () => undefined,
    ),
  );
  return answer;
}

export default resource('Parcels under way that somebody has to do something about.')
  .get(
    '/api/under-way',
    { ...desk, summary: 'A list of parcels, the most urgent first', query: underWayQuery, returns: page(parcelUnderWay) },
    ({ db, query }) => listUnderWay(db, query),
  )
  .get('/api/under-way/counts', { ...desk, summary: 'How many parcels each list has', returns: underWayCounts }, ({ db }) =>
    countUnderWay(db),
  )
  .get(
    '/api/under-way/:id',
    { ...desk, summary: 'A booked parcel: where it is, and what is to be done', errors: ['booking_not_found'] },
    ({ db, params }) => readUnderWay(db, params.id),
  )
  .post(
    '/api/under-way/:id/asked',
    {
      ...desk,
      summary: 'Notes that somebody asked the customer what to do with the parcel',
      errors: ['booking_not_found', 'attempt_over'],
    },
    ({ db, params, staff }) => noteAsked(db, params.id, staff.id),
  )
  .post(
    '/api/under-way/:id/calls',
    {
      ...desk,
      summary: 'Keeps what came of a call; where that says what to do, the courier is told',
      body: parcelCall,
      errors: ADVICE_ERRORS,
    },
    ({ db, params, body, staff, waitUntil }) => thenSend(db, recordCall(db, params.id, body, staff.id), waitUntil),
  )
  .post(
    '/api/under-way/:id/advice',
    {
      ...desk,
      summary: 'Tells the courier what to do with a parcel that nobody took',
      body: parcelAdvice,
      errors: ADVICE_ERRORS,
    },
    ({ db, params, body, staff, waitUntil }) => thenSend(db, adviseParcel(db, params.id, body, staff.id), waitUntil),
  )
  .post(
    '/api/under-way/:id/advice/outcome',
    {
      ...desk,
      summary: 'Says whether the courier has advice of which nobody knew',
      body: adviceSettlement,
      errors: ['booking_not_found', 'advice_settled'],
    },
    ({ db, params, body, staff }) => settleAdvice(db, params.id, body.wasTaken, staff.id),
  )
  .post(
    '/api/under-way/:id/words',
    {
      ...sender,
      summary: 'Writes down what a courier without an API says of a parcel',
      body: courierWord,
      errors: ['booking_not_found', 'courier_answers', 'shipment_not_found'],
    },
    ({ db, params, body, staff }) => noteWord(db, params.id, body, staff.id),
  )
  .put(
    '/api/under-way/:id/claim',
    {
      ...sender,
      right: 'see_sums',
      summary:
        'Opens a claim against the courier that lost a parcel, or changes it; the database asks for the right to send parcels, too',
      body: courierClaimEdit,
      errors: ['booking_not_found', 'edited_meanwhile', 'not_allowed'],
    },
    ({ db, params, body, staff }) => saveClaim(db, params.id, body, staff.id),
  )
  .post(
    '/api/under-way/:id/claim/end',
    {
      ...sender,
      right: 'see_sums',
      summary:
        'Ends a claim, with what the courier paid, the lost pieces and the order; the database asks for the rights of each, too',
      body: claimEnding,
      errors: [
        'booking_not_found',
        'edited_meanwhile',
        'claim_ended',
        'order_cancelled',
        'refund_too_large',
        'not_confirmed',
        'not_allowed',
        ...STOCK_ERRORS,
      ],
    },
    ({ db, params, body, staff }) => endClaim(db, params.id, body, staff.id),
  )
  .post(
    '/api/under-way/:id/words/undo',
    {
      ...sender,
      summary: 'Takes back the last word that staff wrote down of a parcel, within a day',
      errors: ['booking_not_found', 'word_not_undone', 'money_refunded', 'shipment_not_found', ...STOCK_ERRORS],
    },
    ({ db, params, staff }) => undoWord(db, params.id, staff.id),
  )
  .post(
    '/api/under-way/:id/settlement',
    {
      ...sender,
      summary: 'Says what is true of a parcel where the courier’s word does not fit',
      body: parcelSettlement,
      errors: ['booking_not_found', 'shipment_not_found', 'order_cancelled', 'order_deleted', 'parcel_came_back'],
    },
    ({ db, params, body, staff }) => settleParcel(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/under-way', '/api/under-way/*'] };
