import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  addedStatement,
  arrival,
  bankDay,
  lineDecision,
  matchOutcome,
  newStatement,
  statementLine,
  statementMatches,
  statementQuery,
  storedLine,
} from '#domain/payments/bank-statement.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import {
  addStatement,
  bookStatementLines,
  compareDays,
  confirmArrival,
  listStatementLines,
  setLineAside,
  undoArrival,
} from '#server/payments/bank-statement.ts';

export default resource('What the bank’s statement says came in, and which orders it pays.')
  .get(
    '/api/bank-statement/lines',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Lines of the bank’s statement; open ones with the orders they could pay',
      query: statementQuery,
      returns: page(statementLine),
    },
    ({ db, query }) => listStatementLines(db, query),
  )
  .post(
    '/api/bank-statement/lines',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Adds the lines of a statement that no earlier one had',
      body: newStatement,
      returns: addedStatement,
    },
    ({ db, body, staff }) => addStatement(db, body, staff.id),
  )
  .post(
    '/api/bank-statement/bookings',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Books lines as advances of orders, each on its own',
      body: statementMatches,
      returns: z.array(matchOutcome),
    },
    ({ db, body, staff }) => bookStatementLines(db, body, staff.id),
  )
  .put(
    '/api/bank-statement/lines/:id/reason',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Sets a line aside for a reason; without one it is open again',
      body: lineDecision,
      errors: ['statement_line_not_found', 'line_decided'],
      returns: storedLine,
    },
    ({ db, params, body, staff }) => setLineAside(db, params.id, body, staff.id),
  )
  .put(
    '/api/bank-statement/lines/:id/settlements',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Confirms which files of a courier arrived with a line; they booked the money already',
      body: arrival,
      errors: [
        'statement_line_not_found',
        'line_decided',
        'settlement_not_found',
        'settlement_undone',
        'settlement_arrived',
        'payout_differs',
      ],
      returns: storedLine,
    },
    ({ db, params, body, staff }) => confirmArrival(db, params.id, body.settlementIds, staff.id),
  )
  .delete(
    '/api/bank-statement/lines/:id/settlements',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Takes back that a courier’s files arrived with a line',
      errors: ['statement_line_not_found', 'nothing_arrived'],
      returns: storedLine,
    },
    ({ db, params, staff }) => undoArrival(db, params.id, staff.id),
  )
  .get(
    '/api/bank-statement/days',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'The statement’s balance beside the ledger’s, day by day, the latest first',
      returns: z.array(bankDay),
    },
    ({ db }) => compareDays(db),
  ).handler;

export const config: Config = { path: '/api/bank-statement/*' };
