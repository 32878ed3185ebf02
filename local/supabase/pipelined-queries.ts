import { messages, type PGlite, protocol } from '@electric-sql/pglite';

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages;
const { serialize } = protocol;

type Response = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** The version of PGlite that this was written and measured for. A test fails for any other: measure again (docs/decisions/0065-pipelined-queries.md). */
export const PATCHED_VERSION = '0.4.5';

/**
 * Replaces `query` of a database by one that sends each statement in one round trip to Postgres. PGlite's own makes six, and copies its parsers of some
 * hundred types for every result: most of the time of a short statement, and one call of the Data API runs fifteen.
 */
export function pipelineQueries(database: PGlite): void {
  const originalQuery = database.query.bind(database);
  database.query = async <Row>(statement: string, values: unknown[] = [], options?: Parameters<PGlite['query']>[2]) => {
    const texts = values.map(toText);
    if (options || !areKnown(texts))
      return originalQuery<Row>(statement, values, options).catch(retryAsText<Row>(statement, values, originalQuery));
    const messages = pipeline(statement, texts);
    return resultOf<Row>(await database.runExclusive(() => database.execProtocolStream(messages)), database.parsers);
  };
}

/** Runs the query again with braces as text: unlike PostgREST, the embedded Data API parses the `{x}` of `eq.{x}` as a list or object for any column type. */
function retryAsText<Row>(statement: string, values: unknown[], query: PGlite['query']) {
  return (failure: unknown) => {
    const isTextExpected = failure instanceof Error && failure.message === 'Invalid input for string type';
    if (!isTextExpected) throw failure;
    return query<Row>(statement, values.map(toBracesText));
  };
}

function toBracesText(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
}

/** A value as text that Postgres reads for any type; undefined if the text depends on the type. */
function toText(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  // A large number may be a time in milliseconds.
  if (typeof value === 'number') return Math.abs(value) < 1e9 ? String(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

function areKnown(texts: (string | null | undefined)[]): texts is (string | null)[] {
  return !texts.includes(undefined);
}

function pipeline(text: string, values: (string | null)[]): Buffer {
  return Buffer.concat([
    serialize.parse({ text }),
    serialize.bind({ values }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ]);
}

function resultOf<Row>(response: Response, parsers: PGlite['parsers']) {
  const columns = response.find((message) => message instanceof RowDescriptionMessage)?.fields ?? [];
  const tag = response.find((message) => message instanceof CommandCompleteMessage)?.text ?? '';
  const [, affected = '0'] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE|COPY) (\d+)$/.exec(tag) ?? [];
  const rowOf = (texts: (string | null)[]) =>
    Object.fromEntries(
      columns.map(({ name, dataTypeID }, index) => {
        const text = texts[index] ?? null;
        const parse = parsers[dataTypeID];
        return [name, text !== null && parse ? parse(text, dataTypeID) : text];
      }),
    ) as Row;
  return {
    rows: response.filter((message) => message instanceof DataRowMessage).map(({ fields }) => rowOf(fields)),
    fields: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    affectedRows: Number(affected),
  };
}
