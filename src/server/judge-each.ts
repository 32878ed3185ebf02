import type { Refusal } from '#shared/schemas/common.ts';
import { ApiError } from './errors.ts';
import { logFailure } from './log.ts';

/** So many at a time: quick for a hundred, and other requests get their turns. */
const AT_ONCE = 5;

/** What came of one of several things: what it was made, or why it was refused. */
export interface Outcome {
  done: unknown;
  refusal: Refusal | null;
}

/** Does the same with each of several things, each in a transaction of its own. What one is refused stops none of the others; outcomes keep the order of the things. */
export async function judgeEach<Thing>(things: Thing[], judge: (thing: Thing) => Promise<unknown>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < things.length; start += AT_ONCE) {
    outcomes.push(...(await Promise.all(things.slice(start, start + AT_ONCE).map((thing) => outcomeOf(judge(thing))))));
  }
  return outcomes;
}

async function outcomeOf(judged: Promise<unknown>): Promise<Outcome> {
  try {
    return { done: await judged, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) logFailure('one of several', error);
    if (!(error instanceof ApiError)) throw error;
    const { code, message, details } = error;
    return { done: null, refusal: { code, message, ...(details === undefined ? {} : { details }) } };
  }
}
