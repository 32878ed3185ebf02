import { messages, type PGlite, protocol } from '@electric-sql/pglite';

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages;
const { serialize } = protocol;

type Response = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** The version of PGlite that this was written and measured for. A test fails for any other: measure again (docs/decisions/0065-pipelined-queries.md). */
export const PATCHED_VERSION = '0.4.5';

/** How a call of the Data API opens its transaction: a dozen statements whose results it does not read. */
const OPENING = /^(?:BEGIN$|SELECT set_config\()/;

/**
 * Replaces `query` of a database by one that sends each statement in one round trip to Postgres. PGlite's own makes six, and copies its parsers of some
 * hundred types for every result: most of the time of a short statement, and one call of the Data API runs fifteen. Those that open its transaction wait
 * for the statement after them and travel with it, prepared once; if one of them fails, that statement throws its error.
 */
export function pipelineQueries(database: PGlite): void {
  const originalQuery = database.query.bind(database);
  const originalExec = database.exec.bind(database);
  const prepared = new Map<string, string>();
  let waiting: OpeningStatement[] = [];

  /** Sends what waits and then these messages. Returns the responses to these. */
  const send = async (messages: Uint8Array[]): Promise<Response> => {
    const opening = waiting;
    waiting = [];
    const all = Buffer.concat([...opening.flatMap(({ messages }) => messages), ...messages, serialize.sync()]);
    const response = await database.runExclusive(() => database.execProtocolStream(all));
    for (const { statement, name } of opening) prepared.set(statement, name);
    return afterCompleted(response, opening.length);
  };
  const sendWaiting = async () => {
    if (waiting.length > 0) await send([]);
  };

  database.query = async <Row>(statement: string, values: unknown[] = [], options?: Parameters<PGlite['query']>[2]) => {
    const texts = values.map(toText);
    if (options || !areKnown(texts)) {
      await sendWaiting();
      return originalQuery<Row>(statement, values, options).catch(retryAsText<Row>(statement, values, originalQuery));
    }
    if (OPENING.test(statement)) {
      waiting.push(openingStatement(statement, texts, prepared));
      return { rows: [], fields: [], affectedRows: 0 };
    }
    return resultOf<Row>(await send(pipeline(statement, texts)), database.parsers);
  };
  database.exec = async (statements, options) => {
    await sendWaiting();
    return originalExec(statements, options);
  };
}

interface OpeningStatement {
  statement: string;
  /** Of the prepared statement in Postgres. */
  name: string;
  messages: Uint8Array[];
}

function openingStatement(statement: string, values: (string | null)[], prepared: Map<string, string>): OpeningStatement {
  const known = prepared.get(statement);
  const name = known ?? `opening ${statement}`;
  // Closed first: one that failed may have left it behind.
  const prepare = known ? [] : [serialize.close({ type: 'S', name }), serialize.parse({ name, text: statement })];
  return { statement, name, messages: [...prepare, serialize.bind({ statement: name, values }), serialize.execute()] };
}

/** The responses after those to the first `count` statements. */
function afterCompleted(response: Response, count: number): Response {
  let completed = 0;
  return response.filter((message) => {
    if (completed === count) return true;
    if (message instanceof CommandCompleteMessage) completed += 1;
    return false;
  });
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

function pipeline(text: string, values: (string | null)[]): Uint8Array[] {
  return [serialize.parse({ text }), serialize.bind({ values }), serialize.describe({ type: 'P' }), serialize.execute()];
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
