import { ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';

/** The token of the mailed link that opened this page: behind its #, so that no server log ever holds it. */
export function linkToken(): string {
  return location.hash.slice(1);
}

/** What became of a step: done, or refused with words for the form and its fields. `isSpent`: the link opens nothing any more. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; text: string; fieldErrors: { email?: string; password?: string }; isSpent: boolean };

/** Calls one operation on a link or an account, and says what became of it. */
export async function attempt(path: string, body: object, token?: string): Promise<Outcome> {
  try {
    await callApi('POST', path, { body, token });
    return { kind: 'done' };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const incomplete = failure.errors.find(({ path }) => path === 'token');
    const isSpent = failure.code.startsWith('link_') || Boolean(incomplete);
    const text = incomplete?.message ?? failure.message;
    return { kind: 'refused', isSpent, ...refusalOf(failure, ['email', 'password']), ...(isSpent && { text }) };
  }
}
