import * as z from 'zod';
import type { Page } from '#domain/lists.ts';
import {
  type AddedStatement,
  addedStatement,
  type BankDay,
  bankDay,
  bookedBefore,
  expectedTransfer,
  type LineDecision,
  type MatchOutcome,
  type NewStatement,
  type StatementLine,
  type StatementMatches,
  type StatementQuery,
  type StoredLine,
  storedLine,
} from '#domain/payments/bank-statement.ts';
import { matchPayouts } from '#domain/payments/match-payouts.ts';
import { matchStatement, orderNumbersIn } from '#domain/payments/match-statement.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { isErrorCode, refused } from '#server/errors.ts';

const comparedTransfer = expectedTransfer.extend({ namedBy: z.array(z.string()) });

const listedLine = storedLine.extend({ bookedBefore: bookedBefore.nullable() });

type ListedLine = z.infer<typeof listedLine>;

const announced = z.object({
  id: z.string(),
  courierId: z.string(),
  courier: z.string(),
  reference: z.string(),
  sum: z.number(),
  day: z.string(),
});

/** A page of the lines in a state; open ones with the orders they could pay. */
export async function listStatementLines(db: ShopDatabase, { state, ...paging }: StatementQuery): Promise<Page<StatementLine>> {
  const { items, pagination } = await callPage(db, 'list_statement_lines', { state }, paging, listedLine);
  return { items: state === 'open' ? await withMatches(db, items) : items.map(unmatched), pagination };
}

async function withMatches(db: ShopDatabase, lines: ListedLine[]): Promise<StatementLine[]> {
  const amounts = [...new Set(lines.map(({ amount }) => amount))];
  const numbers = [...new Set(lines.flatMap(({ reference }) => orderNumbersIn(reference)))];
  const asked = { amounts, numbers, lines: lines.map(({ id, reference }) => ({ id, reference })) };
  const [transfers, files] = await Promise.all([
    callFunction(db, 'expected_transfers', asked, comparedTransfer.array()),
    callFunction(db, 'announced_settlements', {}, announced.array()),
  ]);
  const matches = matchStatement(lines, transfers);
  return lines.map((line) => {
    const { kind, candidates } = matches.get(line.id) ?? { kind: 'none', candidates: [] };
    // An equal sum of another order says nothing beside a number.
    return {
      ...line,
      bookedBefore: kind === 'sure' ? null : line.bookedBefore,
      payouts: kind === 'sure' ? [] : matchPayouts(line, files),
      match: kind,
      candidates,
    };
  });
}

function unmatched(line: ListedLine): StatementLine {
  return { ...line, payouts: [], match: 'none', candidates: [] };
}

/** Adds the lines of a statement that no earlier one had, and what the account came to. `actor` is the staff member's id. */
export function addStatement(db: ShopDatabase, { lines, balances }: NewStatement, actor: string): Promise<AddedStatement> {
  return callFunction(db, 'add_statement_lines', { lines, actor, balances }, addedStatement);
}

const refusal = z.object({ code: z.string(), details: z.string().nullable(), hint: z.string().nullable() });

const outcome = z.object({ line_id: z.string(), refusal: refusal.nullable() });

/** Books lines for orders, each on its own. `actor` is the staff member's id. */
export async function bookStatementLines(
  db: ShopDatabase,
  { matches }: StatementMatches,
  actor: string,
): Promise<MatchOutcome[]> {
  const answered = await callFunction(db, 'book_statement_lines', { matches, actor }, z.array(z.unknown()));
  return z
    .array(outcome)
    .parse(answered)
    .map(({ line_id: lineId, refusal: raised }) => ({
      lineId,
      refusal: raised && messageOf(raised),
      code: raised?.code ?? null,
    }));
}

function messageOf({ code, details, hint }: z.infer<typeof refusal>): string {
  if (!isErrorCode(code)) return code;
  const { message, errors } = refused({ code, details, words: hint });
  return errors?.[0]?.message ?? message;
}

/** Sets a line aside, or opens it again without a reason. `actor` is the staff member's id. @throws ApiError `statement_line_not_found`, `line_decided` */
export function setLineAside(db: ShopDatabase, id: string, { reason }: LineDecision, actor: string): Promise<StoredLine> {
  return callFunction(db, 'set_line_aside', { line_id: id, reason, actor }, storedLine);
}

/**
 * Confirms which files of a courier arrived with a line. `actor` is the staff member's id.
 * @throws ApiError `statement_line_not_found`, `line_decided`, `settlement_not_found`, `settlement_undone`, `settlement_arrived`, `payout_differs`
 */
export function confirmArrival(db: ShopDatabase, id: string, settlementIds: string[], actor: string): Promise<StoredLine> {
  return callFunction(db, 'confirm_arrival', { line_id: id, settlement_ids: settlementIds, actor }, storedLine);
}

/** Takes that back. @throws ApiError `statement_line_not_found`, `nothing_arrived` */
export function undoArrival(db: ShopDatabase, id: string, actor: string): Promise<StoredLine> {
  return callFunction(db, 'undo_arrival', { line_id: id, actor }, storedLine);
}

/** The statement's balance beside the ledger's, day by day, the latest first. */
export function compareDays(db: ShopDatabase): Promise<BankDay[]> {
  return callFunction(db, 'bank_days', {}, z.array(bankDay));
}
