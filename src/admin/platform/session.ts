import { atom } from 'nanostores';
import { ApiFailure, callApi } from '#browser/api.ts';
import { type Admin, staffSession, verifiedStaff } from '#shared/schemas/accounts.ts';
import { queryClient } from './query-client.ts';
import { hasUnsavedWork } from './router.ts';
import { clearSession, readSession, TOKEN_KEY, writeSession } from './session-record.ts';

export type Session =
  | { state: 'checking' }
  | { state: 'signedOut'; ended: Admin | null }
  | { state: 'signedIn'; admin: Admin; token: string; mustEnroll: boolean }
  | { state: 'expired'; admin: Admin };

/** Who is at the desk. `checking` until the server has confirmed what this browser kept; `expired` when it ended while something was being typed; with `mustEnroll` a second factor has to be switched on before anything else. Signed out with `ended`: by itself, and whose it was. */
export const $session = atom<Session>({ state: 'checking' });

/** Takes up the sign-in this browser kept, if the server still knows it. A server out of reach ends no session: every request proves itself anyway. */
export async function restoreSession(): Promise<void> {
  const kept = readSession(localStorage);
  if (!kept) return loseSession(null);
  try {
    const verified = await callApi('POST', '/auth/verify', { body: { token: kept.token }, schema: verifiedStaff });
    beginSession(kept.token, verified.admin, verified.mustEnroll);
  } catch (error) {
    if (isUnauthorized(error)) loseSession(kept.admin);
    else
      $session.set(
        kept.admin
          ? { state: 'signedIn', token: kept.token, admin: kept.admin, mustEnroll: false }
          : { state: 'signedOut', ended: null },
      );
  }
}

/**
 * Signs in with a user name or an e-mail address, and the code of a second factor that is on.
 * @throws ApiFailure 401 for anything that is not a staff member's pair, and `second_factor_needed` for one whose code is missing
 */
export async function signIn(name: string, password: string, code?: string): Promise<void> {
  const who = name.includes('@') ? { email: name } : { username: name };
  const session = await callApi('POST', '/auth/admin/login', { body: { ...who, password, code }, schema: staffSession });
  beginSession(session.token, session.admin, session.mustEnroll);
}

/** Leaves at once; the server is told to forget the token, but nobody waits for it. */
export function signOut(): void {
  const session = $session.get();
  endSession();
  if (session.state !== 'signedIn') return;
  callApi('POST', '/auth/admin/logout', { token: session.token }).catch((reason: unknown) => {
    console.warn('The server was not told about the logout', reason);
  });
}

/** Keeps step with the other tabs: leaving in one leaves in all, entering in one enters in all. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === TOKEN_KEY || key === null) void restoreSession();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** The second factor that was missing is on: the back office opens. */
export function enrolled(): void {
  const session = $session.get();
  if (session.state === 'signedIn') $session.set({ ...session, mustEnroll: false });
}

function beginSession(token: string, admin: Admin, mustEnroll: boolean): void {
  const isAgain = $session.get().state === 'expired';
  writeSession(localStorage, token, admin);
  $session.set({ state: 'signedIn', token, admin, mustEnroll });
  // What was refused below the sign-in is asked for again.
  if (isAgain) void queryClient.invalidateQueries();
}

/** Forgets the sign-in and what was seen with it. */
export function endSession(): void {
  forgetSession(null);
}

function forgetSession(ended: Admin | null): void {
  clearSession(localStorage);
  queryClient.clear();
  $session.set({ state: 'signedOut', ended });
}

/** Waits until the same member of staff has signed in again after a session that ended. False when they leave, or somebody else comes. */
export function signedInAgain(admin: Admin): Promise<boolean> {
  return new Promise((resolve) => {
    const unfollow = $session.listen(settle);
    settle($session.get());

    function settle(session: Session): void {
      if (session.state === 'expired' || (session.state === 'signedOut' && session.ended)) return;
      queueMicrotask(() => unfollow());
      resolve(session.state === 'signedIn' && session.admin.id === admin.id);
    }
  });
}

/** The sign-in has ended by itself. The guard then asks for a new one, but never over something unsaved: that stays, and the sign-in comes over it. */
export function loseSession(kept: Admin | null = null): void {
  const session = $session.get();
  if (session.state === 'signedIn' && hasUnsavedWork()) {
    clearSession(localStorage);
    $session.set({ state: 'expired', admin: session.admin });
    return;
  }
  forgetSession(session.state === 'signedIn' ? session.admin : kept);
}

/** True for the answer that a token is not, or no longer, good. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
