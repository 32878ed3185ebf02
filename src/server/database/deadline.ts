import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '#server/errors.ts';

/** How long reads wait for Supabase in all. Writes may have to wait for locks: each of their calls has its own time. */
export const READ_MS = 5_000;

/** How long a whole list may take, which goes into a file: it is one statement, whose rows are all of one moment. */
export const EXPORT_MS = 25_000;

/** Moments by `performance.now()`. */
const deadlines = new AsyncLocalStorage<{ until: number }>();

/**
 * Does work whose calls of Supabase have so many milliseconds between them, however many they are and whatever is tried again.
 * Afterwards they have their own time: what goes on behind an answer is not cut short.
 */
export function withinDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = { until: performance.now() + ms };
  return deadlines.run(deadline, async () => {
    try {
      return await work();
    } finally {
      deadline.until = Number.POSITIVE_INFINITY;
    }
  });
}

/** Milliseconds until the deadline of the work that asks, at least 0; Infinity without one. */
export function timeLeft(): number {
  return Math.max((deadlines.getStore()?.until ?? Number.POSITIVE_INFINITY) - performance.now(), 0);
}

/**
 * Waits for what several share and perhaps another one started, no longer than the work that asks has time.
 * @throws ApiError `database_unreachable`; whatever the shared work throws
 */
export async function inTime<Result>(shared: Promise<Result>): Promise<Result> {
  const ms = timeLeft();
  if (ms === Number.POSITIVE_INFINITY) return shared;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ApiError('database_unreachable', { headers: { 'Retry-After': '5' } })), ms);
  try {
    return await Promise.race([shared, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
