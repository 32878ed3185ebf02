import type { PGlite } from '@electric-sql/pglite';

/** One of the ten statements that open a transaction of the Data API, which reads none of their results. Its value is a literal or the one parameter. */
const SETTING = /^SELECT (set_config\('[^']*', )(?:\$1|'([^']*)')(, true\))$/;

/**
 * Replaces `query` of a database by one that runs the settings of a transaction as one statement, before the statement after them: each statement of
 * PGlite makes six round trips to Postgres (docs/decisions/tooling/0007-embedded-stack.md). If they fail, the statement after them throws their error.
 */
export function settingsAsOne(database: PGlite): void {
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
