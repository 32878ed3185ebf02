import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type AddedStatement,
  addedStatement,
  bankDay,
  type MatchOutcome,
  matchOutcome,
  type StatementMatches,
  type StoredLine,
  statementLine,
  statementQuery,
  storedLine,
} from '#domain/payments/bank-statement.ts';
import { MAX_STATEMENT_LINES, type ReadLines } from '#domain/payments/statement-file.ts';

const API = '/bank-statement/lines';

/** Days whose balances are sent. */
const MAX_DAYS = 400;

export const daysQuery = staffQuery('/bank-statement/days', bankDay.array());

export const statementLines = defineList({ plural: 'lines', api: API, schema: statementLine, query: statementQuery });

/** Adds the lines, in parts that the API takes. Repeating it after a failure adds nothing twice. */
export async function postLines({ lines, balances }: Pick<ReadLines, 'lines' | 'balances'>): Promise<AddedStatement> {
  const sum = { added: 0, known: 0 };
  for (let from = 0; from < lines.length; from += MAX_STATEMENT_LINES) {
    const body = { lines: lines.slice(from, from + MAX_STATEMENT_LINES), balances: from === 0 ? balances.slice(-MAX_DAYS) : [] };
    const { added, known } = await callStaffApi('POST', API, { body, schema: addedStatement });
    sum.added += added;
    sum.known += known;
  }
  return sum;
}

export function postBookings(matches: StatementMatches['matches']): Promise<MatchOutcome[]> {
  return callStaffApi('POST', '/bank-statement/bookings', { body: { matches }, schema: matchOutcome.array() });
}

/** Says which files of a courier arrived with a line. */
export function putArrival(id: string, settlementIds: string[]): Promise<StoredLine> {
  return callStaffApi('PUT', `${API}/${id}/settlements`, { body: { settlementIds }, schema: storedLine });
}

export function deleteArrival(id: string): Promise<StoredLine> {
  return callStaffApi('DELETE', `${API}/${id}/settlements`, { schema: storedLine });
}

export function putReason(id: string, reason: string): Promise<StoredLine> {
  return callStaffApi('PUT', `${API}/${id}/reason`, { body: { reason }, schema: storedLine });
}
