import * as z from 'zod';
import { type Admin, admin, type StaffLogin, type StaffSession, type TokenCheck } from '#shared/schemas/auth.ts';
import { read } from '../database.ts';
import type { Call } from '../http/operation.ts';
import { publicSupabase } from '../supabase.ts';
import { assertAnswered, guarded } from './sign-in-guard.ts';
import { requireStaff } from './tokens.ts';

const member = admin.extend({ isActive: z.boolean() }).nullable();

/**
 * Signs staff in with user name or e-mail.
 * @throws ApiError 401 `invalid_credentials`, the same for every reason; 429; 503
 */
export async function signInStaff({ db, body }: Call<StaffLogin>): Promise<StaffSession> {
  const name = (body.username || body.email || '').toLowerCase();
  const column = name.includes('@') ? 'email' : 'username';
  const row = await read(db.from('staff').select('id, username, email, is_active').eq(column, name).maybeSingle());
  const staff = member.parse(row);
  // Whichever name they came with, tries count for the one account behind both.
  return guarded(db, staff?.email ?? name, () => trySignIn(staff, body.password));
}

/** Whose token it is, as long as it is a living one of active staff. @throws ApiError 401, 403 */
export async function verifyStaff({ db, body }: Call<TokenCheck>): Promise<{ admin: Admin }> {
  return { admin: await requireStaff(db, body.token) };
}

async function trySignIn(staff: z.infer<typeof member>, password: string): Promise<StaffSession | null> {
  // Asked for unknown names, too: the answer then comes no sooner.
  const { data, error } = await publicSupabase().auth.signInWithPassword({
    email: staff?.email ?? 'nobody@invalid.example',
    password,
  });
  assertAnswered(error, 'Login failed. Please try again.');
  if (!staff?.isActive || data.user?.id !== staff.id || !data.session) return null;
  return { admin: admin.parse(staff), token: data.session.access_token };
}
