import { ApiFailure } from '#browser/api.ts';

/** What to tell staff about a request that failed: the server's own words, or the screen's when no answer came. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure) {
    if (error.status > 0) return error.message;
    return error.code === 'timeout' ? `${fallback}: the shop is taking too long to answer` : fallback;
  }
  console.error(error); // no answer of the server, so a mistake of ours: say so where developers look
  return fallback;
}
