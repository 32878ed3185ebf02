import type { AuthError } from '@supabase/supabase-js';
import type { ShopperLogin, ShopperSession, ShopperSignup } from '#domain/accounts/contract.ts';
import { publicSupabase, type ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { askForAddressProof } from './address-proof.ts';
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
    if (isKnownAddress(error)) return trySignIn({ email, password });
    assertAuthAnswered(error, 'Signing up did not work. Please try again.');
    if (error || !data.user) throw signupRefused(error);
    isNew = true;
    return { user: { id: data.user.id, username, email }, token: data.session?.access_token ?? null };
  });
  // Without a session nothing proves that the address is theirs.
  if (session.token) await rememberDevice(db, email, client);
  if (session.token && isNew) await askForAddressProof(db, session.user);
  return session;
}

/** Signs a shopper in. @throws ApiError `invalid_credentials` for every reason, `email_not_confirmed`, `too_many_requests`, `auth_unreachable` */
export async function signInShopper(db: ShopDatabase, login: ShopperLogin, client: Client): Promise<ShopperSession> {
  const attempt = { method: 'password', account: login.email, client } as const;
  const session = await throttleSignIn(db, attempt, () => trySignIn(login));
  await rememberDevice(db, login.email, client);
  return session;
}

async function trySignIn({ email, password }: ShopperLogin): Promise<ShopperSession | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword({ email, password });
  assertAuthAnswered(error, 'Login failed. Please try again.');
  // Auth only says so after the right password.
  if (error?.code === 'email_not_confirmed') {
    throw new ApiError('email_not_confirmed');
  }
  return data.user && data.session ? { user: shopperFrom(data.user), token: data.session.access_token } : null;
}

function isKnownAddress(error: AuthError | null): boolean {
  return error?.code === 'user_already_exists' || error?.code === 'email_exists';
}

function signupRefused(error: AuthError | null): ApiError {
  if (error?.code === 'weak_password') return invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  if (error?.code === 'signup_disabled') return new ApiError('signup_closed');
  return invalid([{ path: 'email', message: 'This e-mail address cannot be used' }]);
}
