import { type Refusal, refusalOf } from './refusals.ts';

/** Starts all calls at once. What was done, and what was refused on purpose; any other failure (a deadlock, say) fails the test. */
export async function race<Answer>(calls: number, call: (number: number) => PromiseLike<Answer>) {
  const attempts = Array.from({ length: calls }, (_, number) => Promise.resolve(call(number)));
  const done: Answer[] = [];
  const refused: Refusal[] = [];
  for (const [number, end] of (await Promise.allSettled(attempts)).entries()) {
    if (end.status === 'fulfilled') done.push(end.value);
    else refused.push(await refusalOf(attempts[number] ?? Promise.reject(end.reason)));
  }
  return { done, refused };
}

/** The same items from another beginning, so that everybody takes them in another order. */
export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
