import type { Config } from '@netlify/functions';
import { bookingCancellation } from '#domain/couriers/contract.ts';
import {
  newCollection,
  returnApproval,
  returnCounts,
  returnPhoto,
  returnQuery,
  returnRefusal,
  returnRequest,
  returnRequestDetails,
  returnSettlement,
} from '#domain/returns/contract.ts';
import { returnAddress, returnAddressEdit } from '#domain/returns/return-address.ts';
import { resource } from '#server/api/api.ts';
import { exchangedTags } from '#server/http/cache-tags.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { cancelCollection, collectReturn } from '#server/returns/collect-return.ts';
import { readReturnPhoto } from '#server/returns/photos.ts';
import {
  approveReturn,
  changeReturnAddress,
  countReturns,
  declineReturn,
  findReturn,
  listReturns,
  readReturnAddress,
  settleReturn,
} from '#server/returns/returns.ts';

const deciding = { access: 'staff', returns: returnRequestDetails } as const;

const REFUSALS = ['return_not_found', 'edited_meanwhile', 'return_decided'] as const;

export default resource(
  'Returns, exchanges and claims: what customers ask for on the pages of their orders, and what is decided.',
)
  .get(
    '/api/returns',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'Requests, the latest first',
      query: returnQuery,
      returns: page(returnRequest),
    },
    ({ db, query }) => listReturns(db, query),
  )
  .get(
    '/api/returns/counts',
    { access: 'staff', right: 'see_orders', summary: 'How many requests are in each state', returns: returnCounts },
    ({ db }) => countReturns(db),
  )
  .get(
    '/api/returns/photos/:photoId',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'A photo of a request',
      errors: ['photo_not_found', 'storage_unreachable'],
      returns: returnPhoto,
    },
    ({ db, params }) => readReturnPhoto(db, params.photoId),
  )
  .get(
    '/api/returns/address',
    { access: 'staff', right: 'none', summary: 'Where customers send pieces back to', returns: returnAddress },
    ({ db }) => readReturnAddress(db),
  )
  .put(
    '/api/returns/address',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Replaces where customers send pieces back to',
      // Whoever has a session alone sends nobody's pieces elsewhere.
      proof: true,
      body: returnAddressEdit,
      errors: ['edited_meanwhile'],
      returns: returnAddress,
    },
    ({ db, body, staff }) => changeReturnAddress(db, body, staff.id),
  )
  .get(
    '/api/returns/:id',
    { ...deciding, right: 'see_orders', summary: 'A request with its history', errors: ['return_not_found'] },
    ({ db, params }) => findReturn(db, params.id),
  )
  .post(
    '/api/returns/:id/approval',
    {
      ...deciding,
      right: 'confirm_orders',
      summary: 'Approves a request; an exchange takes its pieces out of stock and becomes an order of its own',
      body: returnApproval,
      shows: ['answer'],
      errors: [...REFUSALS, 'order_not_delivered', 'refund_too_large', 'exchange_sold_out', 'not_allowed', ...STOCK_ERRORS],
      sendsMail: true,
      purges: exchangedTags,
    },
    ({ db, params, body, staff }) => approveReturn(db, params.id, body, staff.id),
  )
  .post(
    '/api/returns/:id/refusal',
    {
      ...deciding,
      right: 'confirm_orders',
      summary: 'Declines a request and says why; the order of an exchange that has not left is cancelled',
      body: returnRefusal,
      shows: ['reason'],
      errors: [...REFUSALS, 'exchange_sent', 'pickup_stands', 'not_allowed', ...STOCK_ERRORS],
      sendsMail: true,
      purges: exchangedTags,
    },
    ({ db, params, body, staff }) => declineReturn(db, params.id, body, staff.id),
  )
  .post(
    '/api/returns/:id/collection',
    {
      ...deciding,
      right: 'send_parcels',
      summary: 'Has the pieces of a request collected by a courier, or looks up what came of that; says what came of it',
      body: newCollection,
      errors: [
        'return_not_found',
        'return_decided',
        'courier_not_found',
        'booked_elsewhere',
        'booking_settled',
        'booking_under_way',
      ],
      sendsMail: true,
    },
    ({ db, params, body, staff }) => collectReturn(db, params.id, body.courierId, staff.id),
  )
  .post(
    '/api/returns/:id/collection/cancellation',
    {
      ...deciding,
      right: 'send_parcels',
      summary: 'Cancels the pickup of a request at its courier; one that is not cancelled stays booked, with the problem',
      body: bookingCancellation,
      errors: ['return_not_found', 'booking_settled', 'booking_under_way'],
      sendsMail: true,
    },
    ({ db, params, body }) => cancelCollection(db, params.id, body),
  )
  .post(
    '/api/returns/:id/settlement',
    {
      ...deciding,
      right: 'refund',
      summary: 'Books that what is left of a request was paid back',
      body: returnSettlement,
      idempotent: true,
      errors: [...REFUSALS, 'order_not_delivered', 'refund_too_large', 'idempotency_mismatch'],
    },
    ({ db, params, body, staff, idempotencyKey }) => settleReturn(db, params.id, body, { actor: staff.id, idempotencyKey }),
  ).handler;

export const config: Config = { path: ['/api/returns', '/api/returns/*'] };
