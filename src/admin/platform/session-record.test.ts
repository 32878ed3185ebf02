import { beforeEach, expect, test } from 'vitest';
import { ADMIN_KEY, clearSession, ROLE_KEY, readSession, TOKEN_KEY, writeSession } from './session-record.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const sara = { id: '6f1c1f0e-8a9b-4c1d-9e2f-3a4b5c6d7e8f', username: 'sara', email: 'sara@shop.example' };
const desk = { role: 'Desk', rights: ['see_orders', 'confirm_orders'] as const };
const NONE = { role: '', rights: [] };

beforeEach(() => kept.clear());

test('a stored session is read again', () => {
  writeSession(storage, 'token-1', sara, desk);
  expect(readSession(storage)).toEqual({ token: 'token-1', admin: sara, role: desk });
});

test('only id, user name and e-mail of the admin are stored', () => {
  writeSession(storage, 'token-1', { ...sara, password: 'secret' } as typeof sara, desk);
  expect(kept.get(ADMIN_KEY)).not.toContain('secret');
});

test('a new browser has no session', () => {
  expect(readSession(storage)).toBeNull();
});

test('an unreadable admin record is cleared, and the token with it', () => {
  for (const record of ['{oops', 'null', '{"username":"sara"}']) {
    kept.set(TOKEN_KEY, 'token-1').set(ADMIN_KEY, record);
    expect(readSession(storage)).toBeNull();
    expect(kept.size).toBe(0);
  }
});

test('an admin record without a token is cleared', () => {
  kept.set(ADMIN_KEY, JSON.stringify(sara));
  expect(readSession(storage)).toBeNull();
  expect(kept.size).toBe(0);
});

test('a token without a record is kept, for the server to identify', () => {
  kept.set(TOKEN_KEY, 'token-1');
  expect(readSession(storage)).toEqual({ token: 'token-1', admin: null, role: NONE });
});

test('logging out removes everything', () => {
  writeSession(storage, 'token-1', sara, desk);
  clearSession(storage);
  expect(kept.size).toBe(0);
});

test('a role that cannot be read, and rights that this release does not know, are left out', () => {
  writeSession(storage, 'token-1', sara, desk);
  kept.set(ROLE_KEY, JSON.stringify({ role: 'Desk', rights: ['see_orders', 'fly'] }));
  expect(readSession(storage)?.role).toEqual({ role: 'Desk', rights: ['see_orders'] });
  for (const record of ['{oops', 'null', '{"rights":"all"}']) {
    kept.set(ROLE_KEY, record);
    expect(readSession(storage)?.role).toEqual(NONE);
  }
});
