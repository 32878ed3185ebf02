import { messages, type PGlite, protocol } from '@electric-sql/pglite';

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages;
const { serialize } = protocol;

type Response = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** The version of PGlite that this was written and measured for. A test fails for any other: measure again (docs/decisions/tooling/0065-pipelined-queries.md). */
export const PATCHED_VERSION = '0.4.5';

/** How a call of the Data API opens its transaction: a dozen statements whose results it does not read. */
const OPENING = /^(?:BEGIN$|SELECT set_config\()/;

/** One setting of them, its value a literal or the one parameter. */
const SETTING = /^SELECT (set_config\('[^']*', )(?:\$1|'([^']*)')(, true\))$/;

/** So many statements stay prepared; the shop repeats fewer. */
const MOST_PREPARED = 100;

/**
 * Replaces `query` of a database by one that sends each statement in one round trip to Postgres, and keeps it prepared there. PGlite's own makes six, and
 * copies its parsers of some hundred types for every result: most of the time of a short statement, and one call of the Data API runs fifteen. Those that
 * open its transaction wait for the statement after them and travel with it, all settings as one; if one fails, that statement throws its error.
 */
export function pipelineQueries(database: PGlite): void {
  const originalQuery = database.query.bind(database);
  const originalExec = database.exec.bind(database);
  const prepared = new PreparedStatements();
  let waiting: Statement[] = [];

  /** Sends what waits and then this statement. Returns the responses to it. */
  const send = (last: Statement[]): Promise<Response> => {
    const opening = withSettingsAsOne(waiting);
    waiting = [];
    return database.runExclusive(async () => {
      const batch = prepared.batchOf([...opening, ...last]);
      const all = Buffer.concat([...batch.messages, serialize.sync()]);
      const response = await database.execProtocolStream(all).catch(batch.failed);
      batch.succeeded();
      return afterCompleted(response, opening.length);
    });
  };
  const sendWaiting = async () => {
    if (waiting.length > 0) await send([]);
  };

  database.query = async <Row>(text: string, values: unknown[] = [], options?: Parameters<PGlite['query']>[2]) => {
    const texts = values.map(toText);
    if (options || !areKnown(texts)) {
      await sendWaiting();
      return originalQuery<Row>(text, values, options).catch(retryAsText<Row>(text, values, originalQuery));
    }
    if (OPENING.test(text)) {
      waiting.push({ text, values: texts });
      return { rows: [], fields: [], affectedRows: 0 };
    }
    return resultOf<Row>(await send([{ text, values: texts, isRead: true }]), database.parsers);
  };
  database.exec = async (statements, options) => {
    await sendWaiting();
    // A script may change the columns that a prepared statement returns.
    return originalExec(statements, options).finally(() => prepared.forget());
  };
}

interface Statement {
  text: string;
  values: (string | null)[];
  /** Its rows are read. */
  isRead?: true;
}

/** The same statements, their settings in one: Postgres evaluates them in their order. */
function withSettingsAsOne(statements: Statement[]): Statement[] {
  const values: (string | null)[] = [];
  const others: Statement[] = [];
  const calls: string[] = [];
  for (const statement of statements) {
    const [, begin, literal, end] = SETTING.exec(statement.text) ?? [];
    if (begin === undefined) {
      others.push(statement);
      continue;
    }
    values.push(literal ?? statement.values[0] ?? null);
    calls.push(`${begin}$${values.length}${end}`);
  }
  return calls.length === 0 ? others : [...others, { text: `SELECT ${calls.join(', ')}`, values }];
}

/** The statements that Postgres keeps parsed and planned for this connection. */
class PreparedStatements {
  /** Names in Postgres by their statements, the one used last at the end. */
  private readonly names = new Map<string, string>();
  /** Names that nobody uses any more. */
  private leftOver: string[] = [];
  private count = 0;

  /** What runs these statements. The caller says how it went. */
  batchOf(statements: Statement[]) {
    const closing = this.leftOver.map((name) => serialize.close({ type: 'S', name }));
    this.leftOver = [];
    const added = new Map<string, string>();
    const runs = statements.map((statement) => {
      const known = this.names.get(statement.text) ?? added.get(statement.text);
      const name = known ?? `kept ${++this.count}`;
      if (!known) added.set(statement.text, name);
      return { ...statement, name, isNew: !known };
    });
    return {
      messages: [...closing, ...runs.flatMap(messagesOf)],
      succeeded: () => {
        for (const { text, name } of runs) this.use(text, name);
      },
      failed: (failure: unknown) => {
        this.leftOver.push(...added.values());
        throw failure;
      },
    };
  }

  forget(): void {
    this.leftOver.push(...this.names.values());
    this.names.clear();
  }

  private use(text: string, name: string): void {
    this.names.delete(text);
    this.names.set(text, name);
    const [oldest] = this.names;
    if (!oldest || this.names.size <= MOST_PREPARED) return;
    this.names.delete(oldest[0]);
    this.leftOver.push(oldest[1]);
  }
}

function messagesOf({ text, values, isRead, name, isNew }: Statement & { name: string; isNew: boolean }): Uint8Array[] {
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({ statement: name, values }),
    ...(isRead ? [serialize.describe({ type: 'P' })] : []),
    serialize.execute(),
  ];
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
