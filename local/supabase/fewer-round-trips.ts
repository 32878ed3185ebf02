import { type PGlite, type Results, types } from '@electric-sql/pglite';
import type { App } from '@supabase/lite';
import { withLiterals } from './literals.ts';

/** What opens a transaction of the Data API, which reads none of its results. */
const OPENING = /^(?:BEGIN|SET LOCAL [^;]*|SELECT set_config\('[^']*', (?:\$1|'[^']*'), true\))$/;

const SETTING = 'SELECT set_config(';

/** What the Data API reads after the statement of a call that may set them. */
const RESPONSE =
  "SELECT current_setting('response.status', true) AS status, current_setting('response.headers', true) AS headers";
const MAY_SET_RESPONSE = "set_config('response.status', ";

/**
 * Replaces `query` of a database: PGlite makes six round trips to Postgres for a statement with parameters, and two for a script, however long it is. What
 * opens a transaction waits for the statement after it and travels with it as one script, with values as literals, and so does what is read after it. If
 * anything of it fails, that statement throws the error, and the transaction is one that failed (docs/decisions/tooling/0007-embedded-stack.md).
 */
export function fewerRoundTrips(database: PGlite): void {
  const query = database.query.bind(database);
  const exec = database.exec.bind(database);
  let opening: string[] = [];
  /** What was read ahead, until another statement runs. */
  let response: Results | undefined;
  const takeOpening = () => {
    const taken = asOneSelect(opening);
    opening = [];
    return taken;
  };

  database.query = async <Row>(text: string, given: unknown[] = [], options?: Parameters<typeof query>[2]) => {
    const script = options ? undefined : withLiterals(text, given);
    if (script !== undefined && OPENING.test(text)) {
      opening.push(script);
      return { rows: [], fields: [], affectedRows: 0 };
    }
    const ahead = response;
    response = undefined;
    if (ahead && text.trim().replaceAll(/\s+/g, ' ') === RESPONSE) return ahead as Results<Row>;
    const before = takeOpening();
    if (script !== undefined) {
      const after = before.some((statement) => statement.includes(MAY_SET_RESPONSE)) ? [RESPONSE] : [];
      const results = await exec([...before, script, ...after].join(';\n')).catch((failure: unknown) => {
        throw failure instanceof Error ? Object.assign(failure, { query: text, params: given }) : failure;
      });
      if (after.length > 0) response = results.pop();
      return results.at(-1) as Results<Row>;
    }
    if (before.length > 0) await exec(before.join(';\n'));
    return query<Row>(text, given, options).catch((failure: unknown) => {
      if (!(failure instanceof Error && failure.message === 'Invalid input for string type')) throw failure;
      return query<Row>(text, given.map(bracesAsText), options);
    });
  };
  database.exec = async (script, options) => {
    response = undefined;
    const before = takeOpening();
    if (before.length > 0) await exec(before.join(';\n'));
    return exec(script, options);
  };
}

/** The same statements, with settings that follow each other in one: Postgres evaluates them in their order. */
function asOneSelect(statements: string[]): string[] {
  const joined: string[] = [];
  for (const statement of statements) {
    const last = joined.length - 1;
    const areSettings = statement.startsWith(SETTING) && joined[last]?.startsWith(SETTING);
    if (areSettings) joined[last] += `, ${statement.slice('SELECT '.length)}`;
    else joined.push(statement);
  }
  return joined;
}

/** Unlike PostgREST, the embedded Data API parses the `{x}` of `eq.{x}` as a list or an object for a column of any type. */
function bracesAsText(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
}

/** Arrays that a table or a function of the shop has, and those of plain values, in which the Data API reads what the database has. */
const ARRAYS = `
  select t.oid::text from pg_type t left join pg_type e on e.oid = t.typelem where t.typcategory = 'A' and (
    e.typname in ('bool', 'char', 'name', 'int2', 'int4', 'int8', 'oid', 'text', 'varchar', 'float8', 'numeric', 'uuid', 'timestamptz', 'json', 'jsonb')
    or exists (select from pg_attribute a join pg_class c on c.oid = a.attrelid
                where a.atttypid = t.oid and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema'))
    or exists (select from pg_proc p
                where p.prorettype = t.oid and p.pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')))`;

/**
 * Forgets how to read arrays that nobody asks for. PGlite knows one for every type and for every table's row, some five hundred, and copies them all for
 * each result: a seventh of the time of a short call.
 */
export async function forgetUnusedArrays(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ oid: string }>(ARRAYS);
  const used = new Set(rows.map(({ oid }) => oid));
  for (const oid of Object.keys(database.parsers)) {
    if (!(oid in types.parsers) && !used.has(oid)) delete database.parsers[oid];
  }
}

/**
 * Forgets what the Data API does not serve, and how views are written: for each call it goes through all columns and functions that it found, and searches
 * a view's text for each column of it.
 */
export async function forgetUnserved({ connection }: App): Promise<void> {
  const found = await connection.introspect({ useCache: true });
  const isServed = ({ schema }: { schema?: string }) => schema !== 'shop';
  found.tables = found.tables.filter(isServed);
  found.columns = found.columns.filter(isServed);
  found.functions = (found.functions ?? []).filter(isServed);
  for (const view of found.views) view.sql = '';
}
