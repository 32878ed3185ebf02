import { ApiError } from '#server/errors.ts';

interface Narrowable<Query> {
  gte(column: string, value: string): Query;
  lt(column: string, value: string): Query;
}

/**
 * Makes an update touch only the version its editor saw, when they told which: it is compared in the statement that writes.
 * The API writes times with milliseconds, Postgres keeps microseconds.
 */
export function ofVersion<Query extends Narrowable<Query>>(update: Query, seen: string | undefined): Query {
  if (seen === undefined) return update;
  const from = new Date(seen);
  return update.gte('updated_at', from.toISOString()).lt('updated_at', new Date(from.getTime() + 1).toISOString());
}

export function editedMeanwhile(): ApiError {
  return new ApiError(409, 'edited_meanwhile', 'Somebody else changed this meanwhile. Reload to see their version.');
}
