import { ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import type { ShopperSession, ShopperSignup } from '#domain/accounts/contract.ts';
import { saveSession } from '#features/shopper/shopper-session.ts';

export type Mode = 'sign-in' | 'sign-up';

export type Credentials = ShopperSignup;

/** The result of signing in: done, waiting for the e-mail address to be confirmed, or refused. */
export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'confirm-address' }
  | { kind: 'refused'; text: string; fieldErrors: Partial<Credentials> };

/** Signs in, or creates an account and signs in to it. */
export async function signIn(mode: Mode, { username, ...login }: Credentials): Promise<SignInOutcome> {
  const missing = missingFields(login);
  if (missing) return { kind: 'refused', text: 'Please enter your email and password.', fieldErrors: missing };
  const call = mode === 'sign-in' ? { path: '/auth/login', body: login } : { path: '/auth/signup', body: { ...login, username } };
  try {
    const { user, token } = await callApi<ShopperSession>('POST', call.path, { body: call.body });
    if (!token) return { kind: 'confirm-address' };
    saveSession(user, token);
    return { kind: 'signed-in' };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return refusal(failure);
  }
}

function missingFields({ email, password }: Pick<Credentials, 'email' | 'password'>): Partial<Credentials> | undefined {
  if (email && password) return undefined;
  return { ...(!email && { email: 'Please enter your email' }), ...(!password && { password: 'Please enter your password' }) };
}

function refusal(failure: ApiFailure): SignInOutcome {
  const { text, fieldErrors } = refusalOf(failure, ['email', 'password', 'username']);
  if (failure.status === 401) return { kind: 'refused', text: 'Invalid username or password', fieldErrors };
  return { kind: 'refused', text: text || 'Login failed. Please try again.', fieldErrors };
}
