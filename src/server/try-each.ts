import type { Refusal } from '#domain/failures.ts';
import { ApiError } from './errors.ts';
import { logFailure } from './log.ts';

/** Fast enough for a hundred items without holding up other requests. */
const CONCURRENCY = 5;

/** The result of one item, or why it was refused. */
export interface Outcome<Item, Result> {
  item: Item;
  result: Result | null;
  refusal: Refusal | null;
}

/**
 * Does the same with each item, each in its own transaction: a refused one does not stop the others. Outcomes keep the order of the items.
 * @throws whatever an attempt throws that is not an ApiError
 */
export async function tryEach<Item, Result>(
  items: Item[],
  attempt: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    const batch = items.slice(start, start + CONCURRENCY);
    outcomes.push(...(await Promise.all(batch.map((item) => outcomeOf(item, attempt(item))))));
  }
  return outcomes;
}

async function outcomeOf<Item, Result>(item: Item, attempt: Promise<Result>): Promise<Outcome<Item, Result>> {
  try {
    return { item, result: await attempt, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) logFailure('one of several', error);
    if (!(error instanceof ApiError)) throw error;
    const { code, message, errors, details = errors && { errors } } = error;
    return { item, result: null, refusal: { code, message, ...(details === undefined ? {} : { details }) } };
  }
}
