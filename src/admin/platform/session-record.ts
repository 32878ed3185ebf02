import * as z from 'zod';
import { type Admin, admin } from '#domain/accounts/contract.ts';
import { RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';

/** The keys under which the browser stores a staff sign-in. */
export const TOKEN_KEY = 'admin.token';
export const ADMIN_KEY = 'admin';
/** The role then held, for a reload while the server is out of reach. */
export const ROLE_KEY = 'admin.role';
/** The orders to pack, for a phone without a connection. */
export const PACKING_KEY = 'admin.packing';
/** What the parcels that come back hold, for the same. */
export const RETURNED_KEY = 'admin.returned';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A stored sign-in. The admin is null when only the token is stored: the server can name its owner. */
export interface StoredSession {
  token: string;
  admin: Admin | null;
  role: StoredRole;
}

/** A role by its name, and what it may do. */
export interface StoredRole {
  role: string;
  rights: readonly Right[];
}

const NO_ROLE: StoredRole = { role: '', rights: [] };

const storedRole = z.object({ role: z.string(), rights: z.array(z.string()) });

/** The sign-in stored in this browser, if there is one. An unreadable admin record is cleared together with the token. */
export function readSession(storage: Storage): StoredSession | null {
  const token = storage.getItem(TOKEN_KEY);
  const record = storage.getItem(ADMIN_KEY);
  if (!token || (record !== null && parseAdmin(record) === null)) {
    clearSession(storage);
    return null;
  }
  return { token, admin: record === null ? null : parseAdmin(record), role: parseRole(storage.getItem(ROLE_KEY)) };
}

export function writeSession(
  storage: Storage,
  token: string,
  { id, username, email }: Admin,
  { role, rights }: StoredRole,
): void {
  storage.setItem(TOKEN_KEY, token);
  storage.setItem(ADMIN_KEY, JSON.stringify({ id, username, email }));
  storage.setItem(ROLE_KEY, JSON.stringify({ role, rights }));
}

export function clearSession(storage: Storage): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(ADMIN_KEY);
  storage.removeItem(ROLE_KEY);
  storage.removeItem(PACKING_KEY);
  storage.removeItem(RETURNED_KEY);
}

/** Rights that a later or earlier release knows are left out. */
function parseRole(record: string | null): StoredRole {
  try {
    const { data } = storedRole.safeParse(JSON.parse(record ?? ''));
    return data ? { role: data.role, rights: RIGHT_NAMES.filter((right) => data.rights.includes(right)) } : NO_ROLE;
  } catch {
    return NO_ROLE;
  }
}

function parseAdmin(record: string): Admin | null {
  try {
    return admin.safeParse(JSON.parse(record)).data ?? null;
  } catch {
    return null; // not even JSON
  }
}
