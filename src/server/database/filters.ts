/** The `ilike` pattern that finds a text anywhere; `%`, `_` and `\` in it stand for themselves. */
export function ilikePattern(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}

interface Versioned<Query> {
  gte(column: 'updated_at', value: string): Query;
  lt(column: 'updated_at', value: string): Query;
}

/**
 * Limits an update to the version its editor saw, if they sent one, so that the write itself compares it.
 * The API writes times in milliseconds, Postgres keeps microseconds.
 */
export function whereVersion<Query extends Versioned<Query>>(update: Query, seen: string | undefined): Query {
  if (seen === undefined) return update;
  const from = new Date(seen);
  return update.gte('updated_at', from.toISOString()).lt('updated_at', new Date(from.getTime() + 1).toISOString());
}
