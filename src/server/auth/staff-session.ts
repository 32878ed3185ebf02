import * as z from 'zod';
import { type Admin, admin, type StaffLogin, type StaffSession, type TokenCheck } from '#shared/schemas/auth.ts';
import { read } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call, StaffCall } from '../http/operation.ts';
import { countCall } from '../http/rate-limit.ts';
import { type Database, publicSupabase } from '../supabase.ts';
import { requireStaff } from './tokens.ts';

/** One account may be tried this often, from however many addresses. */
const ACCOUNT_LIMIT = { hits: 20, seconds: 15 * 60 };

/** Auth answers faster for addresses it does not know. No refusal leaves before this, so that the time tells nothing. */
const REFUSAL_MS = 500;

const member = admin.extend({ isActive: z.boolean() }).nullable();

/**
 * Signs staff in with user name or e-mail.
 * @throws ApiError 401 `invalid_credentials`, the same for every reason; 429; 503
 */
export async function signInStaff({ db, body }: Call<StaffLogin>): Promise<StaffSession> {
  const name = (body.username || body.email || '').toLowerCase();
  await countCall(db, 'staff sign-in', name, ACCOUNT_LIMIT);
  const started = performance.now();
  const session = await trySignIn(db, name, body.password);
  if (session) return session;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, REFUSAL_MS - (performance.now() - started))));
  throw new ApiError(401, 'invalid_credentials', 'Invalid username or password');
}

/** Whose token it is, as long as it is a living one of active staff. @throws ApiError 401, 403 */
export async function verifyStaff({ db, body }: Call<TokenCheck>): Promise<{ admin: Admin }> {
  return { admin: await requireStaff(db, body.token) };
}

/** Ends the session of the token that came with the request. */
export async function signOutStaff({ db, token }: StaffCall): Promise<null> {
  if (token) {
    const { error } = await db.auth.admin.signOut(token, 'local');
    if (error) throw new ApiError(503, 'auth_unreachable', 'Signing out did not work. Please try again.', { cause: error });
  }
  return null;
}

async function trySignIn(db: Database, name: string, password: string): Promise<StaffSession | null> {
  const column = name.includes('@') ? 'email' : 'username';
  const staff = member.parse(
    await read(db.from('staff').select('id, username, email, is_active').eq(column, name).maybeSingle()),
  );

  // Asked for unknown names, too: the answer then comes no sooner.
  const { data, error } = await publicSupabase().auth.signInWithPassword({
    email: staff?.email ?? 'nobody@invalid.example',
    password,
  });
  if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) {
    throw new ApiError(503, 'auth_unreachable', 'Login failed. Please try again.', { cause: error });
  }
  if (!staff?.isActive || data.user?.id !== staff.id || !data.session) return null;
  return { admin: admin.parse(staff), token: data.session.access_token };
}
