import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord, readJson, removeKey, writeJson } from '#browser/storage.ts';

/** The signed-in shopper. Only for display: the server checks the token. */
export interface Shopper {
  username: string;
}

const TOKEN = 'auth.token';

/** The signed-in shopper, shared between the tabs. */
export const $shopper = safePersistentAtom<Shopper | undefined>('auth.user', undefined, parseShopper);

/** The session's token. */
export function shopperToken(): string | undefined {
  const token = $shopper.get() && readJson(TOKEN);
  return typeof token === 'string' ? token : undefined;
}

export function saveSession(shopper: Shopper, token: string): void {
  writeJson(TOKEN, token);
  $shopper.set({ username: shopper.username });
}

/** Clears the session, after signing out or when it has ended. */
export function clearSession(): void {
  removeKey(TOKEN);
  $shopper.set(undefined);
}

/** Parses `auth.user`: a name, alone or in an object. */
export function parseShopper(found: unknown): Shopper | undefined {
  const username = typeof found === 'string' ? found : asRecord(found).username;
  return typeof username === 'string' && username.trim() ? { username } : undefined;
}
