import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  askedDisputes,
  courierDisputes,
  dispute,
  disputeEnding,
  disputeQuery,
  notedDisputes,
} from '#domain/settlements/disputes.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { askCourier, disputesByCourier, listDisputes, settleDispute } from '#server/settlements/disputes.ts';

export default resource('What couriers owe and did not pay, or kept too much of, until it is settled.')
  .get(
    '/api/disputes',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'What is wrong, parcel by parcel, the oldest first',
      query: disputeQuery,
      returns: page(dispute),
    },
    ({ db, query }) => listDisputes(db, query),
  )
  .get(
    '/api/disputes/couriers',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'What is wrong by courier, with a message to write it',
      returns: z.array(courierDisputes),
    },
    ({ db }) => disputesByCourier(db),
  )
  .post(
    '/api/disputes/asked',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Notes that a courier was asked for what is wrong',
      body: askedDisputes,
      errors: ['nothing_to_ask'],
      returns: notedDisputes,
    },
    ({ db, body, staff }) => askCourier(db, body.ids, staff.id),
  )
  .post(
    '/api/disputes/:id/end',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Settles what no file settles: it was paid back, accepted, or is written off',
      body: disputeEnding,
      errors: ['dispute_not_found', 'dispute_settled', 'shipment_not_found', 'nothing_owed'],
      returns: dispute,
    },
    ({ db, params, body, staff }) => settleDispute(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/disputes', '/api/disputes/*'] };
