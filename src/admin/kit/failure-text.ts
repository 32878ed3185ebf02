import { ApiFailure } from '#browser/api.ts';

/** The text for a failed request: the server's message, or the fallback when no answer came. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure) {
    if (error.status > 0) return error.message;
    return error.code === 'timeout' ? `${fallback}: the shop is taking too long to answer` : fallback;
  }
  console.error(error); // not an answer of the server, so a bug of ours
  return fallback;
}
