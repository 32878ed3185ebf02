import * as z from 'zod';
import {
  type Admin,
  admin,
  type StaffLogin,
  type StaffSession,
  standing,
  type TokenCheck,
  type VerifiedStaff,
} from '#domain/accounts/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import { publicSupabase, type ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';
import { withSecondFactor } from './second-factor.ts';
import { assertAuthAnswered, type Client, rememberDevice, throttleSignIn } from './throttle-sign-in.ts';
import { claimsOf, requireStaff } from './tokens.ts';

/** What signing in needs of a request. */
export interface SignInRequest {
  client: Client;
  /** Continues after the answer; failures are logged. */
  waitUntil(work: Promise<unknown>): void;
}

const member = admin.extend({ isActive: z.boolean(), secret: z.string().nullable() }).nullable();

type Member = NonNullable<z.infer<typeof member>>;

const openedSession = standing.extend({ mustEnroll: z.boolean() });

/**
 * Signs staff in with user name or e-mail, and the code of their second factor if it is on.
 * @throws ApiError `invalid_credentials` for every reason; after the right password `second_factor_needed`, `second_factor_wrong`;
 * `too_many_requests`, `auth_unreachable`
 */
export async function signInStaff(
  db: ShopDatabase,
  login: StaffLogin,
  { client, waitUntil }: SignInRequest,
): Promise<StaffSession> {
  const name = (login.username || login.email || '').toLowerCase();
  const staff = await callFunction(db, 'find_staff_login', { name }, member);
  // Tries by user name and by e-mail count for the same account.
  const account = staff?.email ?? name;
  const { found, token } = await throttleSignIn(db, { method: 'password', account, client }, () =>
    checkPassword(staff, login.password),
  );
  try {
    const opened = await openSession(db, found, { token, code: login.code, client });
    await rememberDevice(db, account, client);
    return { admin: admin.parse(found), token, ...opened };
  } catch (refusal) {
    // Nobody gets the token, so Auth need not keep its session.
    waitUntil(db.auth.admin.signOut(token, 'local'));
    throw refusal;
  }
}

/** Whose token it is. @throws ApiError `not_signed_in`, `staff_only` */
export async function verifyStaff(db: ShopDatabase, { token }: TokenCheck): Promise<VerifiedStaff> {
  const staff = await requireStaff(db, token, true);
  return { admin: admin.parse(staff), mustEnroll: staff.mustEnroll, ...standing.parse(staff) };
}

/** Whether a password is the staff member's. @throws ApiError `too_many_requests`, `auth_unreachable` */
export async function isPasswordOf(
  db: ShopDatabase,
  { id, email }: Admin,
  password: string,
  { client, waitUntil }: SignInRequest,
): Promise<boolean> {
  try {
    const { token } = await throttleSignIn(db, { method: 'password', account: email, client }, async () => {
      const session = await passwordSession(email, password);
      return session?.userId === id ? session : null;
    });
    waitUntil(db.auth.admin.signOut(token, 'local'));
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.code === 'invalid_credentials') return false;
    throw refusal;
  }
}

async function checkPassword(staff: Member | null, password: string): Promise<{ found: Member; token: string } | null> {
  // Unknown names ask Auth as well, so that the answer takes as long.
  const session = await passwordSession(staff?.email ?? 'nobody@invalid.example', password);
  return staff?.isActive && session?.userId === staff.id ? { found: staff, token: session.token } : null;
}

async function passwordSession(email: string, password: string): Promise<{ userId: string; token: string } | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword({ email, password });
  assertAuthAnswered(error, 'Login failed. Please try again.');
  return data.user && data.session ? { userId: data.user.id, token: data.session.access_token } : null;
}

interface NewSession {
  token: string;
  code: string | undefined;
  client: Client;
}

/** Makes a session of Auth a staff session, once the second factor is proved or off. */
async function openSession(db: ShopDatabase, { id, email, secret }: Member, { token, code, client }: NewSession) {
  const session = claimsOf(token);
  const opened = {
    session_id: session?.session_id ?? null,
    staff_id: id,
    expires_at: new Date((session?.exp ?? 0) * 1000).toISOString(),
    user_agent: client.userAgent,
    token_hash: hashOf(token),
  };
  const open = (proof: object) => callFunction(db, 'open_staff_session', { ...opened, ...proof }, openedSession);
  if (!secret) return open({});
  if (!code) throw new ApiError('second_factor_needed');
  return withSecondFactor(db, { staffId: id, email, secret, code, client }, open);
}
