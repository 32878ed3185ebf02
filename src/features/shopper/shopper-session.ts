import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord, readJson, removeKey, writeJson } from '#browser/storage.ts';

/** Who is signed in on this browser. Orders and the profile ask; the server decides by the token. */
export interface Shopper {
  username: string;
}

const TOKEN = 'auth.token';

/** The signed-in shopper, shared between the tabs. */
export const $shopper = safePersistentAtom<Shopper | undefined>('auth.user', undefined, parseShopper);

/** Proves to the server who is signed in. */
export function shopperToken(): string | undefined {
  const token = $shopper.get() && readJson(TOKEN);
  return typeof token === 'string' ? token : undefined;
}

export function saveSession(shopper: Shopper, token: string): void {
  writeJson(TOKEN, token);
  $shopper.set({ username: shopper.username });
}

/** Signed out, or the session has ended. An unreadable record of a shopper is cleared this way, too. */
export function clearSession(): void {
  removeKey(TOKEN);
  $shopper.set(undefined);
}

/** A name kept under `auth.user`, with or without a record around it; undefined when it is none. */
export function parseShopper(found: unknown): Shopper | undefined {
  const username = typeof found === 'string' ? found : asRecord(found).username;
  return typeof username === 'string' && username.trim() ? { username } : undefined;
}
