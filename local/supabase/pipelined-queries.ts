import { messages, type PGlite, protocol } from '@electric-sql/pglite';

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages;
const { serialize } = protocol;

type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/**
 * Makes a database answer each statement in one exchange. PGlite's own way takes six, and copies its parsers of some hundred types for every
 * answer: most of what a short statement costs, and a call of the Data API is fifteen of them. Takes the database, and changes it.
 */
export function askInOneExchange(database: PGlite): void {
  const askInSix = database.query.bind(database);
  database.query = async <Row>(statement: string, values: unknown[] = [], options?: Parameters<PGlite['query']>[2]) => {
    const texts = values.map(textOf);
    if (options || !areKnown(texts))
      return askInSix<Row>(statement, values, options).catch(again<Row>(statement, values, askInSix));
    const asked = asking(statement, texts);
    return resultOf<Row>(await database.runExclusive(() => database.execProtocolStream(asked)), database.parsers);
  };
}

/**
 * Asks once more with braces as text. The embedded Data API takes the `{x}` of `eq.{x}` for a list or an object whatever the column's type is,
 * which PostgREST does not.
 */
function again<Row>(statement: string, values: unknown[], ask: PGlite['query']) {
  return (failure: unknown) => {
    const isAboutText = failure instanceof Error && failure.message === 'Invalid input for string type';
    if (!isAboutText) throw failure;
    return ask<Row>(statement, values.map(inBraces));
  };
}

function inBraces(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
}

/** A value as Postgres reads it whatever its type is; undefined for one that has to be written as its type wants it. */
function textOf(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  // A large number may be a moment in milliseconds.
  if (typeof value === 'number') return Math.abs(value) < 1e9 ? String(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

function areKnown(texts: (string | null | undefined)[]): texts is (string | null)[] {
  return !texts.includes(undefined);
}

function asking(text: string, values: (string | null)[]): Buffer {
  return Buffer.concat([
    serialize.parse({ text }),
    serialize.bind({ values }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ]);
}

function resultOf<Row>(answer: Answer, parsers: PGlite['parsers']) {
  const columns = answer.find((message) => message instanceof RowDescriptionMessage)?.fields ?? [];
  const done = answer.find((message) => message instanceof CommandCompleteMessage)?.text ?? '';
  const [, affected = '0'] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE|COPY) (\d+)$/.exec(done) ?? [];
  const rowOf = (texts: (string | null)[]) =>
    Object.fromEntries(
      columns.map(({ name, dataTypeID }, place) => {
        const text = texts[place] ?? null;
        const parse = parsers[dataTypeID];
        return [name, text !== null && parse ? parse(text, dataTypeID) : text];
      }),
    ) as Row;
  return {
    rows: answer.filter((message) => message instanceof DataRowMessage).map(({ fields }) => rowOf(fields)),
    fields: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    affectedRows: Number(affected),
  };
}
