import { atom } from 'nanostores';
import { ApiFailure, callApi } from '#browser/api.ts';
import { type Admin, type StaffSession, staffSession, verifiedStaff } from '#domain/accounts/contract.ts';
import { queryClient } from './query-client.ts';
import { hasUnsavedWork } from './router.ts';
import { clearSession, readSession, type StoredRole, TOKEN_KEY, writeSession } from './session-record.ts';

export type Session =
  | { state: 'checking' }
  | { state: 'signedOut'; ended: Admin | null }
  | ({ state: 'signedIn'; admin: Admin; token: string; mustEnroll: boolean } & StoredRole)
  | ({ state: 'expired'; admin: Admin } & StoredRole);

/**
 * The signed-in staff member. `checking` until the server has confirmed the stored sign-in; `expired` when it ended while something was being typed.
 * `mustEnroll`: a second factor has to be switched on first. `rights` only decide what is shown: the server asks at each request. `ended`: whose session it was, when it ended by itself.
 */
export const $session = atom<Session>({ state: 'checking' });

/**
 * Restores the stored sign-in if the server still accepts it. A server out of reach ends no session and takes no right away: drafts are worked on
 * meanwhile, and every request is checked anyway.
 */
export async function restoreSession(): Promise<void> {
  const kept = readSession(localStorage);
  if (!kept) return loseSession(null);
  try {
    const verified = await callApi('POST', '/auth/verify', { body: { token: kept.token }, schema: verifiedStaff });
    beginSession({ ...verified, token: kept.token });
  } catch (error) {
    if (isUnauthorized(error)) loseSession(kept.admin);
    else
      $session.set(
        kept.admin
          ? { state: 'signedIn', token: kept.token, admin: kept.admin, mustEnroll: false, ...kept.role }
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
  beginSession(session);
}

/** Signs out locally at once; revoking the token happens in the background. */
export function signOut(): void {
  const session = $session.get();
  endSession();
  if (session.state !== 'signedIn') return;
  callApi('POST', '/auth/admin/logout', { token: session.token }).catch((reason: unknown) => {
    console.warn('The token was not revoked on the server', reason);
  });
}

/** Follows the other tabs: signing in or out in one does so in all. Returns a function that ends this. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === TOKEN_KEY || key === null) void restoreSession();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Opens the back office once the required second factor is on. */
export function enrolled(): void {
  const session = $session.get();
  if (session.state === 'signedIn') $session.set({ ...session, mustEnroll: false });
}

function beginSession({ admin, token, mustEnroll, role, rights }: StaffSession): void {
  const isAgain = $session.get().state === 'expired';
  writeSession(localStorage, token, admin, { role, rights });
  $session.set({ state: 'signedIn', admin, token, mustEnroll, role, rights });
  // Requests that were refused meanwhile are repeated.
  if (isAgain) void queryClient.invalidateQueries();
}

/** Clears the sign-in and all cached data. */
export function endSession(): void {
  forgetSession(null);
}

function forgetSession(ended: Admin | null): void {
  clearSession(localStorage);
  queryClient.clear();
  $session.set({ state: 'signedOut', ended });
}

/** Waits until the same staff member has signed in again after a session ended. False when they leave, or when somebody else signs in. */
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

/** Ends a session that the server no longer accepts. The guard then shows the login; over unsaved work the login opens as a dialog instead. */
export function loseSession(kept: Admin | null = null): void {
  const session = $session.get();
  if (session.state === 'signedIn' && hasUnsavedWork()) {
    clearSession(localStorage);
    const { admin, role, rights } = session;
    $session.set({ state: 'expired', admin, role, rights });
    return;
  }
  forgetSession(session.state === 'signedIn' ? session.admin : kept);
}

/** True when the server refused the token. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
