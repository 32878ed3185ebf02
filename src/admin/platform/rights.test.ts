import { expect, test, vi } from 'vitest';
import { isAllowed } from '#domain/rights/needed.ts';
import { refusalIn, rightsOf } from './rights.ts';

// The router reads the address as it is loaded.
vi.hoisted(() => {
  const window = { location: { pathname: '/admin', search: '' }, history: { state: null } };
  vi.stubGlobal('window', Object.assign(new EventTarget(), window));
});

const admin = { id: '6f1c1f0e-8a9b-4c1d-9e2f-3a4b5c6d7e8f', username: 'sara', email: 'sara@shop.example' };

test('what needs no right everybody may do; of several rights one will do', () => {
  expect(isAllowed([], undefined)).toBe(true);
  expect(isAllowed([], 'none')).toBe(true);
  expect(refusalIn([], 'none')).toBe('');
  expect(isAllowed([], 'refund')).toBe(false);
  expect(isAllowed(['send_parcels'], ['confirm_orders', 'send_parcels'])).toBe(true);
  expect(isAllowed(['see_orders'], ['confirm_orders', 'send_parcels'])).toBe(false);
});

test('a refusal says what the role may not do and whom to ask, and nothing to whoever may', () => {
  expect(refusalIn([], 'refund')).toBe('Your role may not refund and give store credit. Ask an owner of the shop.');
  expect(refusalIn([], ['confirm_orders', 'send_parcels'])).toContain('confirm and correct orders');
  expect(refusalIn(['refund'], 'refund')).toBe('');
  expect(refusalIn([], undefined)).toBe('');
});

test('whoever is not signed in has no rights; whoever has to sign in again keeps what they saw', () => {
  expect(rightsOf({ state: 'checking' })).toEqual([]);
  expect(rightsOf({ state: 'expired', admin, role: 'Desk', rights: ['see_orders'] })).toEqual(['see_orders']);
});
