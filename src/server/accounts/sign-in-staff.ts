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
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { accountByPassword } from './auth-password.ts';
import { withSecondFactor } from './second-factor.ts';
import { type Client, rememberDevice, throttleSignIn } from './throttle-sign-in.ts';
import { requireStaff } from './tokens.ts';

/** What signing in needs of a request. */
export interface SignInRequest {
  client: Client;
}

const member = admin.extend({ isActive: z.boolean(), secret: z.string().nullable() }).nullable();

type Member = NonNullable<z.infer<typeof member>>;

const openedSession = standing.extend({ mustEnroll: z.boolean() });

/**
 * Signs staff in with user name or e-mail, and the code of their second factor if it is on.
 * @throws ApiError `invalid_credentials` for every reason; after the right password `second_factor_needed`, `second_factor_wrong`;
 * `too_many_requests`, `auth_unreachable`
 */
export async function signInStaff(db: ShopDatabase, login: StaffLogin, { client }: SignInRequest): Promise<StaffSession> {
  const name = (login.username || login.email || '').toLowerCase();
  const staff = await callFunction(db, 'find_staff_login', { name }, member);
  // Tries by user name and by e-mail count for the same account.
  const account = staff?.email ?? name;
  const found = await throttleSignIn(db, { method: 'password', account, client }, () => checkPassword(db, staff, login.password));
  const token = newToken();
  const opened = await openSession(db, found, { token, code: login.code, client });
  await rememberDevice(db, account, client);
  return { admin: admin.parse(found), token, ...opened };
}

/** Whose token it is. @throws ApiError `not_signed_in`, `staff_only` */
export async function verifyStaff(db: ShopDatabase, { token }: TokenCheck): Promise<VerifiedStaff> {
  const staff = await requireStaff(db, token, true);
  return { admin: admin.parse(staff), mustEnroll: staff.mustEnroll, ...standing.parse(staff) };
}

/**
 * Makes sure that a password is the staff member's, and was not set past the shop within a day: whoever has a token of Auth can do that.
 * @throws ApiError `validation_failed` at the field, `too_many_requests`, `auth_unreachable`
 */
export async function assertPassword(
  db: ShopDatabase,
  { id, email }: Admin,
  { password, field }: { password: string; field: string },
  { client }: SignInRequest,
): Promise<void> {
  try {
    await throttleSignIn(db, { method: 'password', account: email, client }, async () => {
      const account = await accountByPassword(db, { email, password }, LOGIN_FAILED);
      return account?.id === id ? account : null;
    });
  } catch (refusal) {
    if (!(refusal instanceof ApiError && refusal.code === 'invalid_credentials')) throw refusal;
    throw invalid([{ path: field, message: 'This is not your password' }]);
  }
  if (!(await callFunction(db, 'password_is_proof', { account: id }, z.boolean())))
    throw invalid([{ path: field, message: SET_PAST_THE_SHOP }]);
}

const LOGIN_FAILED = 'Login failed. Please try again.';

const SET_PAST_THE_SHOP =
  'This password was set outside of the shop within a day, so it proves nothing yet. Set a new one by “Forgot password?” at the login.';

async function checkPassword(db: ShopDatabase, staff: Member | null, password: string): Promise<Member | null> {
  // Unknown names ask Auth as well, so that the answer takes as long.
  const account = await accountByPassword(db, { email: staff?.email ?? 'nobody@invalid.example', password }, LOGIN_FAILED);
  return staff?.isActive && account?.id === staff.id ? staff : null;
}

interface NewSession {
  token: string;
  code: string | undefined;
  client: Client;
}

/** Begins a staff session, once the second factor is proved or off. */
async function openSession(db: ShopDatabase, { id, email, secret }: Member, { token, code, client }: NewSession) {
  const opened = { staff_id: id, user_agent: client.userAgent, token_hash: hashOf(token) };
  const open = (proof: object) => callFunction(db, 'open_staff_session', { ...opened, ...proof }, openedSession);
  if (!secret) return open({});
  if (!code) throw new ApiError('second_factor_needed');
  return withSecondFactor(db, { staffId: id, email, secret, code, client }, open);
}
