import { ApiError } from '../http/api-error.ts';
import type { Call } from '../http/operation.ts';

/** Ends the session of the token that came with the request, a shopper's or staff's. @throws ApiError 503 */
export async function signOut({ db, token }: Call): Promise<null> {
  if (token) {
    const { error } = await db.auth.admin.signOut(token, 'local');
    if (error) throw new ApiError(503, 'auth_unreachable', 'Signing out did not work. Please try again.', { cause: error });
  }
  return null;
}
