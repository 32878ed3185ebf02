import { ApiFailure } from '#browser/api.ts';

/** What to tell someone whose login failed. Never which half of the pair was wrong. */
export function loginFailureText(error: unknown): string {
  if (!(error instanceof ApiFailure))
    console.error(error); // no answer of the server, so a mistake of ours
  else if (error.code === 'second_factor_wrong') return error.message;
  else if (error.status === 401 || error.status === 422) return 'Invalid username or password';
  else if (error.status === 429) return error.message;
  return 'Login failed. Please try again.';
}

/** True for the answer to a right password whose account has a second factor. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'second_factor_needed';
}
