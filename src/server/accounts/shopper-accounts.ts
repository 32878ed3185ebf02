import type { AuthError, User } from '@supabase/supabase-js';
import type { ShopperLogin, ShopperSession, ShopperSignup } from '#domain/accounts/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import { publicSupabase, type ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { askForAddressProof } from './address-proof.ts';
import { accountByPassword, endAuthSession } from './auth-password.ts';
import { assertHardToGuess } from './guessable-password.ts';
import { askTwice } from './make-account.ts';
import { assertAuthAnswered, type Client, rememberDevice, throttleSignIn } from './throttle-sign-in.ts';
import { shopperFrom } from './tokens.ts';

/**
 * Opens an account for a shopper. Where addresses are confirmed by mail, known and unknown ones get the same answer, without a token.
 * Elsewhere a link to prove the address is mailed, and signing up with a known address is a sign-in, so an unknown address can be told by its success; only confirmation hides it.
 * @throws ApiError `invalid_credentials`, `validation_failed` for what is easy to guess or Auth does not accept, `signup_closed`, `email_not_confirmed`,
 * `too_many_requests`, `auth_unreachable`
 */
export async function signUpShopper(db: ShopDatabase, signup: ShopperSignup, client: Client): Promise<ShopperSession> {
  const { email, password } = signup;
  const username = signup.username || (email.split('@')[0] ?? '');
  assertHardToGuess(password, { email, name: username, shop: (await currentSettings(db)).identity.name });
  let isNew = false;
  const session = await throttleSignIn(db, { method: 'password', account: email, client }, async () => {
    const options = { data: { username } };
    const { data, error } = await askTwice(() => publicSupabase().auth.signUp({ email, password, options }));
    if (isKnownAddress(error)) return trySignIn(db, { email, password });
    assertAuthAnswered(error, 'Signing up did not work. Please try again.');
    if (error || !data.user) throw signupRefused(error);
    isNew = true;
    await endAuthSession(db, data.session);
    const user = { id: data.user.id, username, email };
    return { user, token: data.session && (await openSession(db, user.id)) };
  });
  // Without a session nothing proves that the address is theirs.
  if (session.token) await rememberDevice(db, email, client);
  if (session.token && isNew) await askForAddressProof(db, session.user);
  return session;
}

/** Signs a shopper in. @throws ApiError `invalid_credentials` for every reason, `email_not_confirmed`, `too_many_requests`, `auth_unreachable` */
export async function signInShopper(db: ShopDatabase, login: ShopperLogin, client: Client): Promise<ShopperSession> {
  const attempt = { method: 'password', account: login.email, client } as const;
  const session = await throttleSignIn(db, attempt, () => trySignIn(db, login));
  await rememberDevice(db, login.email, client);
  return session;
}

/** Signs a shopper out. */
export async function signOutShopper(db: ShopDatabase, token: string): Promise<null> {
  await run(db.from('shopper_sessions').delete().eq('token_hash', hashOf(token)).select('id'));
  return null;
}

async function trySignIn(db: ShopDatabase, { email, password }: ShopperLogin): Promise<ShopperSession | null> {
  const account = await accountByPassword(db, { email, password }, 'Login failed. Please try again.');
  return account && { user: shopperFrom(namedAccount(account)), token: await openSession(db, account.id) };
}

function namedAccount({ id, email = '', user_metadata: { username } }: User) {
  return { id, email, username };
}

async function openSession(db: ShopDatabase, account: string): Promise<string> {
  const token = newToken();
  await callFunction(db, 'open_shopper_session', { account, token_hash: hashOf(token) });
  return token;
}

function isKnownAddress(error: AuthError | null): boolean {
  return error?.code === 'user_already_exists' || error?.code === 'email_exists';
}

function signupRefused(error: AuthError | null): ApiError {
  if (error?.code === 'weak_password') return invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  if (error?.code === 'signup_disabled') return new ApiError('signup_closed');
  return invalid([{ path: 'email', message: 'This e-mail address cannot be used' }]);
}
