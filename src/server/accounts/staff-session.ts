import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import { publicSupabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import {
  type Admin,
  admin,
  type StaffLogin,
  type StaffSession,
  type TokenCheck,
  type VerifiedStaff,
} from '#shared/schemas/accounts.ts';
import { withSecondFactor } from './second-factor.ts';
import { assertAnswered, rememberDevice, throttleSignIn } from './throttle-sign-in.ts';
import { claimsOf, requireStaff } from './tokens.ts';

const member = admin.extend({ isActive: z.boolean(), secret: z.string().nullable() }).nullable();

type Member = NonNullable<z.infer<typeof member>>;

const opened = z.object({ mustEnroll: z.boolean() });

/**
 * Signs staff in with user name or e-mail, and the code of their second factor where it is on.
 * @throws ApiError 401 `invalid_credentials`, the same for every reason; for the right password 401 `second_factor_needed` without a code and
 * `second_factor_wrong` with one that does not fit; 429; 503
 */
export async function signInStaff(call: Call<StaffLogin>): Promise<StaffSession> {
  const { db, body } = call;
  const name = (body.username || body.email || '').toLowerCase();
  const staff = member.parse(await callFunction(db, 'find_staff_login', { name }));
  // Whichever name they came with, tries count for the one account behind both.
  const account = staff?.email ?? name;
  const { found, token } = await throttleSignIn(call, 'password', account, () => trySignIn(staff, body.password));
  try {
    const { mustEnroll } = await openSession(call, found, token);
    await rememberDevice(call, account);
    return { admin: admin.parse(found), token, mustEnroll };
  } catch (refusal) {
    // Nobody is told the token, and Auth need not keep its session.
    call.waitUntil(db.auth.admin.signOut(token, 'local'));
    throw refusal;
  }
}

/** Whose token it is, as long as it is a living one of active staff. @throws ApiError 401, 403 */
export async function verifyStaff({ db, body }: Call<TokenCheck>): Promise<VerifiedStaff> {
  const { mustEnroll, ...staff } = await requireStaff(db, body.token, true);
  return { admin: admin.parse(staff), mustEnroll };
}

/** Lets a password be checked for whom the token of a request belongs to. @throws ApiError 429, 503 */
export async function isPasswordOf(call: Pick<Call, 'db' | 'client' | 'waitUntil'>, { id, email }: Admin, password: string) {
  try {
    const { token } = await throttleSignIn(call, 'password', email, async () => {
      const session = await passwordSession(email, password);
      return session?.userId === id ? session : null;
    });
    call.waitUntil(call.db.auth.admin.signOut(token, 'local'));
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.code === 'invalid_credentials') return false;
    throw refusal;
  }
}

async function trySignIn(staff: Member | null, password: string): Promise<{ found: Member; token: string } | null> {
  // Asked for unknown names, too: the answer then comes no sooner.
  const session = await passwordSession(staff?.email ?? 'nobody@invalid.example', password);
  return staff?.isActive && session?.userId === staff.id ? { found: staff, token: session.token } : null;
}

async function passwordSession(email: string, password: string): Promise<{ userId: string; token: string } | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword({ email, password });
  assertAnswered(error, 'Login failed. Please try again.');
  return data.user && data.session ? { userId: data.user.id, token: data.session.access_token } : null;
}

/** Makes a session of Auth one of staff, when the second factor has been proved or is off. */
async function openSession(call: Call<StaffLogin>, staff: Member, token: string): Promise<z.infer<typeof opened>> {
  const session = claimsOf(token);
  const open = async (proof: object) =>
    opened.parse(
      await callFunction(call.db, 'open_staff_session', {
        session_id: session?.session_id ?? null,
        staff_id: staff.id,
        expires_at: new Date((session?.exp ?? 0) * 1000).toISOString(),
        user_agent: call.client.userAgent,
        ...proof,
      }),
    );
  const { email, secret } = staff;
  if (!secret) return open({});
  const { code } = call.body;
  if (!code) throw new ApiError('second_factor_needed');
  return withSecondFactor(call, { email, secret, code }, open);
}
