import type { PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod';
import { DEEPEST_ROW, deepestPage, type Page, type Pagination } from '#domain/lists.ts';
import { ApiError, internalError, invalid, isErrorCode, refused } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { ShopDatabase } from './client.ts';
import { readAnswer, toColumn } from './read-answer.ts';
import type { Database } from './types.ts';
import { UNDONE } from './undone.ts';

/** What supabase-js answers with. */
export interface Answer<Data> {
  data: Data;
  error: PostgrestError | null;
  status: number;
  count?: number | null;
}

type Functions = Database['public']['Functions'];

export type FunctionName = keyof Functions;

/** The generated types call every argument non-null; our SQL functions take null for "not given". */
export type FunctionArgs<Name extends FunctionName> = {
  [Arg in keyof Functions[Name]['Args']]: Functions[Name]['Args'][Arg] | null;
};

/** The arguments may be left out where none is required. */
type ArgsParameter<Args> = Record<never, never> extends Args ? [args?: Args] : [args: Args];

/** A page of rows to read: `page` from 1, `limit` rows each. */
export interface Paging {
  page: number;
  limit: number;
}

/**
 * Calls an SQL function of the schema `public`. A call that names the schema of its answer gets it read by that, any other call nothing.
 * @throws ApiError with the code, message and details the function refused with; `database_unreachable`, `internal_error`
 */
export async function callFunction<Name extends FunctionName>(
  db: ShopDatabase,
  name: Name,
  ...[args]: ArgsParameter<FunctionArgs<Name>>
): Promise<void>;
export async function callFunction<Name extends FunctionName, Schema extends z.ZodType>(
  db: ShopDatabase,
  name: Name,
  args: FunctionArgs<Name>,
  answer: Schema,
): Promise<z.output<Schema>>;
export async function callFunction(db: ShopDatabase, name: FunctionName, args?: object, answer?: z.ZodType): Promise<unknown> {
  const data = dataOf(await db.rpc(name, args as never));
  return answer && readAnswer(answer, data);
}

/** Refuses, when it is compiled, a query whose `select` names an unknown column: supabase-js makes its rows an error type. */
type SelectsKnownColumns<Data> =
  Extract<Data extends readonly (infer Row)[] ? Row : Data, { error: true }> extends never ? unknown : never;

/** Runs a query and reads its rows as the schema has them. @throws ApiError like `callFunction` */
export async function read<Data, Schema extends z.ZodType>(
  query: PromiseLike<Answer<Data>> & SelectsKnownColumns<Data>,
  answer: Schema,
): Promise<z.output<Schema>> {
  return readAnswer(answer, dataOf(await query));
}

/** Runs a query whose rows nobody reads, and says whether there were any. @throws ApiError like `callFunction` */
export async function run<Data>(query: PromiseLike<Answer<Data>> & SelectsKnownColumns<Data>): Promise<boolean> {
  const data: unknown = dataOf(await query);
  return Array.isArray(data) ? data.length > 0 : data !== null;
}

function dataOf<Data>({ data, error, status }: Answer<Data>): Data {
  if (error) throw apiErrorOf(error, status);
  return data;
}

/** A query that can be cut into pages; it must have been made with `count: 'exact'`. */
interface Pageable {
  range(from: number, to: number): PromiseLike<Answer<unknown>>;
}

/**
 * Reads one page of a query's rows and counts all of them. A page past the end is empty.
 * @throws ApiError like `callFunction`; `validation_failed` for a page deeper than lists are paged through
 */
export async function readPage<Row extends z.ZodType>(
  query: () => Pageable,
  paging: Paging,
  row: Row,
): Promise<Page<z.output<Row>>> {
  assertShallow(paging);
  const { page, limit } = paging;
  let answer = await query().range((page - 1) * limit, page * limit - 1);
  const pastTheEnd = answer.error?.code === 'PGRST103';
  if (pastTheEnd) answer = await query().range(0, 0);
  const rows = dataOf(answer);
  return {
    items: pastTheEnd ? [] : readAnswer(z.array(row), rows),
    pagination: paginationOf({ page, limit }, answer.count ?? 0),
  };
}

type PageFunction = {
  [Name in FunctionName]: Functions[Name]['Args'] extends { page_offset: number; page_limit: number } ? Name : never;
}[FunctionName];

/** What every SQL function returns that reads one page. */
const foundPage = z.object({ items: z.array(z.unknown()), total: z.int() });

/** Calls an SQL function that reads one page. @throws ApiError like `readPage` */
export async function callPage<Name extends PageFunction, Row extends z.ZodType>(
  db: ShopDatabase,
  name: Name,
  args: Omit<FunctionArgs<Name>, 'page_offset' | 'page_limit'>,
  paging: Paging,
  row: Row,
): Promise<Page<z.output<Row>>> {
  assertShallow(paging);
  const { page, limit } = paging;
  const pageArgs = { ...args, page_offset: (page - 1) * limit, page_limit: limit };
  const { items, total } = foundPage.parse(dataOf<unknown>(await db.rpc(name, pageArgs as never)));
  return { items: readAnswer(z.array(row), items), pagination: paginationOf({ page, limit }, total) };
}

function assertShallow({ page, limit }: Paging): void {
  const deepest = deepestPage(limit);
  if (page <= Math.max(deepest, 1)) return;
  const message = `Pages end at ${deepest.toLocaleString('en')}, which is ${DEEPEST_ROW.toLocaleString('en')} entries: filter the list to reach what lies deeper`;
  throw invalid([{ path: 'page', message }], message);
}

/** The answer of a list that cannot contain anything. */
export function emptyPage(paging: Paging): Page<never> {
  return { items: [], pagination: paginationOf(paging, 0) };
}

/** Whether nothing at all was found, on whatever page. */
export function hasNone({ pagination }: Page<unknown>): boolean {
  return pagination.totalItems === 0;
}

function paginationOf({ page, limit }: Paging, totalItems: number): Pagination {
  return { page, limit, totalPages: Math.ceil(totalItems / limit), totalItems };
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type ColumnsOf<Fields> = { [Name in keyof Fields & string as SnakeCase<Name>]: Exclude<Fields[Name], undefined> };

/** The API's fields as columns: `customerName` becomes `customer_name`. Fields that are undefined are not sent. */
export function toColumns<Fields extends object>(fields: Fields): ColumnsOf<Fields> {
  const columns = Object.entries(fields).map(([name, value]) => [toColumn(name), value]);
  return Object.fromEntries(columns) as ColumnsOf<Fields>;
}

/** Postgres lacks room: on its disk, in memory, for one more connection. */
const NO_ROOM = /^53\d{3}$/;

/** A constraint or a guard of the shop's books said no where no operation had foreseen it. */
const AGAINST_THE_BOOKS = /^23(001|503|505|514)$/;

/** PostgREST's codes for a Postgres that it cannot reach. */
const UNREACHABLE = ['PGRST000', 'PGRST001', 'PGRST002', 'PGRST003'];

function apiErrorOf(error: PostgrestError, status: number): ApiError {
  const { code } = error;
  if (isErrorCode(code)) return refused({ code, details: error.details, words: error.hint }, error);
  if (AGAINST_THE_BOOKS.test(code)) {
    // Whoever is in front of the screen reads a sentence; that it lacks one of its own is ours to mend.
    logFailure('against the books', error);
    return new ApiError('against_the_books', { cause: error });
  }
  // The database and its API give every error a code. An error without one comes from a gateway, a proxy or a broken line in between.
  const unreachable =
    !code || UNREACHABLE.includes(code) || UNDONE.includes(code) || NO_ROOM.test(code) || [502, 503, 504].includes(status);
  return unreachable
    ? new ApiError('database_unreachable', { cause: error, headers: { 'Retry-After': '5' } })
    : internalError(error);
}
