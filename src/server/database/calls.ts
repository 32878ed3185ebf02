import type { PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod';
import { ApiError, internalError, invalid } from '#server/errors.ts';
import { fieldError, type Page, type Pagination } from '#shared/schemas/common.ts';
import type { Database } from './client.ts';

/** What supabase-js answers with. */
export interface Answer<Data> {
  data: Data;
  error: PostgrestError | null;
  status: number;
  count?: number | null;
}

/**
 * Calls an SQL function of the schema `public`. The one place where a refusal of the database becomes an answer of the API.
 * @throws ApiError with the status, code and details the function refused with; 503 when the database cannot be reached
 */
export async function callFunction(db: Database, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  return fromDatabase(await read(db.rpc(name, args)));
}

/** Waits for a query and gives back its rows with the API's names. @throws ApiError like `callFunction` */
export async function read<Data>(query: PromiseLike<Answer<Data>>): Promise<unknown> {
  const answer = await query;
  if (answer.error) throw apiErrorOf(answer.error, answer.status);
  return fromDatabase(answer.data);
}

/** A query that can be cut into pages; it must have been made with `count: 'exact'`. */
interface Pageable {
  range(from: number, to: number): PromiseLike<Answer<unknown>>;
}

/** One page of a query's rows and how many there are in all. A page past the end is empty. */
export async function readPage(query: () => Pageable, { page, limit }: { page: number; limit: number }): Promise<Page<unknown>> {
  let answer = await query().range((page - 1) * limit, page * limit - 1);
  const pastTheEnd = answer.error?.code === 'PGRST103';
  if (pastTheEnd) answer = await query().range(0, 0);
  if (answer.error) throw apiErrorOf(answer.error, answer.status);
  const totalItems = answer.count ?? 0;
  const pagination: Pagination = { page, limit, totalPages: Math.ceil(totalItems / limit), totalItems };
  return { items: pastTheEnd ? [] : z.array(z.unknown()).parse(fromDatabase(answer.data)), pagination };
}

/** What an SQL function answers that gives a page of what it found. */
const foundPage = z.object({ items: z.array(z.unknown()), total: z.int() });

/** One page of what an SQL function finds; it takes `first` (rows to pass over) and `most`. @throws ApiError like `callFunction` */
export async function callPage(
  db: Database,
  name: string,
  args: Record<string, unknown>,
  { page, limit }: { page: number; limit: number },
): Promise<Page<unknown>> {
  const answer = await callFunction(db, name, { ...args, first: (page - 1) * limit, most: limit });
  const { items, total } = foundPage.parse(answer);
  return { items, pagination: { page, limit, totalPages: Math.ceil(total / limit), totalItems: total } };
}

/** What a list answers that can hold nothing. */
export function emptyPage({ page, limit }: { page: number; limit: number }): Page<never> {
  return { items: [], pagination: { page, limit, totalPages: 0, totalItems: 0 } };
}

/** Rows as the API writes them: camelCase, and every `id` also as `_id`. */
export function fromDatabase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromDatabase);
  if (value === null || typeof value !== 'object') return value;
  const entity: Record<string, unknown> = {};
  for (const [column, content] of Object.entries(value)) {
    entity[camelCase(column)] = fromDatabase(content);
  }
  if (typeof entity.id === 'string') entity._id = entity.id;
  return entity;
}

/** `customerName` as the column `customer_name`. */
export function toColumns(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

function camelCase(column: string): string {
  return column.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** What `shop.refuse_field` says. */
const complaints = z.object({ errors: z.array(fieldError) });

/** How PostgREST says that it cannot reach Postgres. */
const UNREACHABLE = ['PGRST000', 'PGRST001', 'PGRST002', 'PGRST003'];

/** Codes of our own refusals are words (`out_of_stock`); PostgREST's and Postgres's are not. */
function apiErrorOf(error: PostgrestError, status: number): ApiError {
  const refused = /^[a-z]+(_[a-z]+)+$/.test(error.code ?? '') && status >= 400 && status < 500;
  if (refused && error.code === 'validation_failed')
    return invalid(complaints.parse(detailsOf(error.details)).errors, error.message);
  if (refused) return new ApiError(status, error.code, error.message, { details: detailsOf(error.details), cause: error });
  // The database and its API give every error a code. One without comes from something on the way: a gateway, a proxy, a broken line.
  const unreachable = !error.code || UNREACHABLE.includes(error.code) || [502, 503, 504].includes(status);
  return unreachable
    ? new ApiError(503, 'database_unreachable', 'The shop is busy right now. Please try again in a moment.', {
        cause: error,
        headers: { 'Retry-After': '5' },
      })
    : internalError(error);
}

function detailsOf(json: string | null): unknown {
  return json ? JSON.parse(json) : undefined;
}
