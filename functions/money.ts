import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { openClaim, orderMoney, orderMoneyQuery, refundOwed } from '#domain/reports/where-money-is.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { listOpenClaims, listOrderMoney, listRefundsOwed } from '#server/payments/where-money-is.ts';

const reads = { access: 'staff', right: 'see_sums' } as const;

export default resource('Where the money of orders is, and who owes it.')
  .get(
    '/api/money/orders',
    {
      ...reads,
      summary: 'Orders whose money is in one state, the longest ago first',
      query: orderMoneyQuery,
      returns: page(orderMoney),
    },
    ({ db, query }) => listOrderMoney(db, query),
  )
  .get(
    '/api/money/claims',
    {
      ...reads,
      summary: 'What couriers owe for lost and broken parcels, the soonest deadline first',
      returns: z.array(openClaim),
    },
    ({ db }) => listOpenClaims(db),
  )
  .get(
    '/api/money/refunds',
    { ...reads, summary: 'What the shop owes customers, the longest ago first', returns: z.array(refundOwed) },
    ({ db }) => listRefundsOwed(db),
  ).handler;

export const config: Config = { path: '/api/money/*' };
