import { type Admin, admin } from '#domain/accounts/contract.ts';

/** The keys under which the browser stores a staff sign-in. */
export const TOKEN_KEY = 'admin.token';
export const ADMIN_KEY = 'admin';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A stored sign-in. The admin is null when only the token is stored: the server can name its owner. */
export interface StoredSession {
  token: string;
  admin: Admin | null;
}

/** The sign-in stored in this browser, if there is one. An unreadable admin record is cleared together with the token. */
export function readSession(storage: Storage): StoredSession | null {
  const token = storage.getItem(TOKEN_KEY);
  const record = storage.getItem(ADMIN_KEY);
  if (!token || (record !== null && parseAdmin(record) === null)) {
    clearSession(storage);
    return null;
  }
  return { token, admin: record === null ? null : parseAdmin(record) };
}

export function writeSession(storage: Storage, token: string, { id, username, email }: Admin): void {
  storage.setItem(TOKEN_KEY, token);
  storage.setItem(ADMIN_KEY, JSON.stringify({ id, username, email }));
}

export function clearSession(storage: Storage): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(ADMIN_KEY);
}

function parseAdmin(record: string): Admin | null {
  try {
    return admin.safeParse(JSON.parse(record)).data ?? null;
  } catch {
    return null; // not even JSON
  }
}
