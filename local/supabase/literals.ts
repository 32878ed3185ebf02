/** Strings and names of a statement, which stay as they are, and placeholders. A quote or semicolon beside them makes it unclear. */
const TOKENS = /'[^']*'|"[^"]*"|\$(\d+)|['";]/g;

/** Near comments, dollar quotes and backslashes a quote may mean something else. No statement of the Data API has any. */
const UNCLEAR = /--|\/\*|\\|\$(?!\d)|\0/;

/** Milliseconds would be written as a number, and PGlite makes a time of them where a time is wanted. */
const LARGE = 1e9;

/**
 * A statement with its values written into it as quoted literals, which Postgres gives the types it would give parameters. Undefined where that is not
 * certain to be the same: the statement then has to travel with its parameters.
 */
export function withLiterals(text: string, values: readonly unknown[]): string | undefined {
  const literals = values.map(literalOf);
  if (UNCLEAR.test(text) || !text.isWellFormed() || literals.includes(undefined)) return undefined;
  let isClear = true;
  const written = text.replaceAll(TOKENS, (token, place?: string) => {
    if (token.length === 1) isClear = false;
    if (!place) return token;
    const literal = literals[Number(place) - 1];
    if (literal === undefined) isClear = false;
    // Parentheses: a letter before the quote would give it another meaning.
    return `(${literal})`;
  });
  return isClear ? written : undefined;
}

function literalOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return `'${value}'`;
  if (typeof value === 'number') return Math.abs(value) < LARGE ? `'${value}'` : undefined;
  // A script ends at a zero byte, and PGlite cuts off its end for halves of letters, whose bytes it counts wrongly.
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined;
  const quoted = `'${value.replaceAll("'", "''")}'`;
  // Backslashes mean themselves in '…' only while a setting says so, and never in E'…'.
  return value.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
