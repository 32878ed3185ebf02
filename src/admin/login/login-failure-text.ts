import { ApiFailure } from '#client/api.ts';

/** What to tell someone whose login failed. Never which half of the pair was wrong. */
export function loginFailureText(error: unknown): string {
  if (!(error instanceof ApiFailure))
    console.error(error); // no answer of the server, so a mistake of ours
  else if (error.status === 401 || error.status === 422) return 'Invalid username or password';
  else if (error.status === 429) return error.message;
  return 'Login failed. Please try again.';
}
