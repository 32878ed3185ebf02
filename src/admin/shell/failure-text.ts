import { ApiFailure } from '#client/api.ts';

/** What to tell staff about a request that failed: the server's own words, or the screen's when there are none. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure) return error.status > 0 ? error.message : fallback;
  console.error(error); // no answer of the server, so a mistake of ours: say so where developers look
  return fallback;
}
