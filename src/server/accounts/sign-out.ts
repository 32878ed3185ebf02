import { read } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';

/** Ends the session of the token that came with the request. @throws ApiError 503 */
export async function signOut({ db, token }: Call): Promise<null> {
  if (token) {
    const { error } = await db.auth.admin.signOut(token, 'local');
    if (error) throw new ApiError('auth_unreachable', { message: 'Signing out did not work. Please try again.', cause: error });
  }
  return null;
}

/** Ends the session that a staff member calls from. The shop's part ends first: it alone closes the back office. @throws ApiError 503 */
export async function signOutStaff(call: StaffCall): Promise<null> {
  await read(call.db.from('staff_sessions').delete().eq('id', call.staff.sessionId).select('id'));
  return signOut(call);
}
