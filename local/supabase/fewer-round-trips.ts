import { type PGlite, type Results, types } from '@electric-sql/pglite';

/** One of the ten statements that open a transaction of the Data API, which reads none of their results. Its value is a literal or the one parameter. */
const SETTING = /^SELECT (set_config\('[^']*', )(?:\$1|'([^']*)')(, true\))$/;

/**
 * Replaces `query` of a database: each statement of PGlite makes six round trips to Postgres (docs/decisions/tooling/0007-embedded-stack.md). The settings of
 * a transaction become one statement, before the statement after them, which throws their error if they fail. A statement without values travels as a
 * script, which makes two.
 */
export function fewerRoundTrips(database: PGlite): void {
  const query = database.query.bind(database);
  const exec = database.exec.bind(database);
  let calls: string[] = [];
  let values: unknown[] = [];
  const settle = async () => {
    if (calls.length === 0) return;
    const settings: Parameters<typeof query> = [`SELECT ${calls.join(', ')}`, values];
    calls = [];
    values = [];
    await query(...settings);
  };

  database.query = async <Row>(text: string, given: unknown[] = [], options?: Parameters<typeof query>[2]) => {
    const [, begin, literal, end] = SETTING.exec(text) ?? [];
    if (begin !== undefined) {
      values.push(literal ?? given[0] ?? null);
      calls.push(`${begin}$${values.length}${end}`);
      return { rows: [], fields: [], affectedRows: 0 };
    }
    await settle();
    if (given.length === 0 && !options) {
      const results = await exec(text);
      return results.at(-1) as Results<Row>;
    }
    return query<Row>(text, given, options).catch((failure: unknown) => {
      if (!(failure instanceof Error && failure.message === 'Invalid input for string type')) throw failure;
      return query<Row>(text, given.map(bracesAsText), options);
    });
  };
  database.exec = async (...script) => {
    await settle();
    return exec(...script);
  };
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
