import type { AuthError } from '@supabase/supabase-js';
import { publicSupabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { Call, ShopperCall } from '#server/http/operation.ts';
import type { ShopperLogin, ShopperSession, ShopperSignup } from '#shared/schemas/accounts.ts';
import { assertAnswered, rememberDevice, throttleSignIn } from './throttle-sign-in.ts';
import { shopperFrom } from './tokens.ts';

/**
 * Opens an account for a shopper. Where addresses are confirmed by mail, known and unknown ones are answered alike, without a token.
 * Where they are not, a known address is a sign-in: with its own password it succeeds, with any other it is refused like one.
 * (That an unknown address gets its session then tells the two apart; only confirmation by mail could hide it.)
 * @throws ApiError 401 `invalid_credentials`, 422 for what Auth does not take, 429, 503
 */
export async function signUpShopper(call: Call<ShopperSignup>): Promise<ShopperSession> {
  const { email, password } = call.body;
  const username = call.body.username || (email.split('@')[0] ?? '');
  const session = await throttleSignIn(call, 'password', email, async () => {
    const { data, error } = await publicSupabase().auth.signUp({ email, password, options: { data: { username } } });
    if (isKnownAddress(error)) return trySignIn({ email, password });
    assertAnswered(error, 'Signing up did not work. Please try again.');
    if (error || !data.user) throw notTaken(error);
    return { user: { id: data.user.id, username, email }, token: data.session?.access_token ?? null };
  });
  // Without a session nothing was proved: the address may be anybody's.
  if (session.token) await rememberDevice(call, email);
  return session;
}

/** Signs a shopper in. @throws ApiError 401 `invalid_credentials`, the same for every reason; 403 `email_not_confirmed`; 429; 503 */
export async function signInShopper(call: Call<ShopperLogin>): Promise<ShopperSession> {
  const { body } = call;
  const session = await throttleSignIn(call, 'password', body.email, () => trySignIn(body));
  await rememberDevice(call, body.email);
  return session;
}

/** The signed-in shopper. */
export function currentShopper({ shopper, token }: ShopperCall): ShopperSession {
  return { user: shopper, token };
}

async function trySignIn({ email, password }: ShopperLogin): Promise<ShopperSession | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword({ email, password });
  assertAnswered(error, 'Login failed. Please try again.');
  // Auth says so only to whoever knew the password.
  if (error?.code === 'email_not_confirmed') {
    throw new ApiError('email_not_confirmed');
  }
  return data.user && data.session ? { user: shopperFrom(data.user), token: data.session.access_token } : null;
}

function isKnownAddress(error: AuthError | null): boolean {
  return error?.code === 'user_already_exists' || error?.code === 'email_exists';
}

function notTaken(error: AuthError | null): ApiError {
  if (error?.code === 'weak_password') return invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  if (error?.code === 'signup_disabled') return new ApiError('signup_closed');
  return invalid([{ path: 'email', message: 'This e-mail address cannot be used' }]);
}
