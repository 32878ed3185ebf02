import { expect, test } from 'vitest';
import { isActive, locationOf, originFrom, redirectFrom, screenOf, stepsBack } from './location.ts';

test('a trailing slash makes no difference', () => {
  expect(locationOf({ pathname: '/admin/orders/', search: '?page=2' })).toEqual({ path: '/admin/orders', search: '?page=2' });
  expect(locationOf({ pathname: '/', search: '' }).path).toBe('/');
});

test('an entry is active on its path and those below it', () => {
  expect(isActive('/admin/orders', '/admin/orders')).toBe(true);
  expect(isActive('/admin/orders/1', '/admin/orders')).toBe(true);
  expect(isActive('/admin/orders-archive', '/admin/orders')).toBe(false);
});

test('the dashboard is active only on its own path', () => {
  expect(isActive('/admin', '/admin')).toBe(true);
  expect(isActive('/admin/orders', '/admin')).toBe(false);
});

test('after signing in the visitor returns to the page that required it', () => {
  expect(originFrom({ origin: '/admin/orders?status=pending' })).toBe('/admin/orders?status=pending');
});

test('an origin outside the back office, the login itself and an empty one are ignored', () => {
  for (const origin of [
    'https://elsewhere.example/admin',
    '//elsewhere.example',
    '/administrator',
    '/admin/login',
    7,
    undefined,
  ]) {
    expect(originFrom({ origin })).toBeNull();
  }
  expect(originFrom(null)).toBeNull();
});

const HOME = '/admin/orders';
const orders = { path: '/admin/orders', search: '?page=2' };
const login = { path: '/admin/login', search: '' };

test('without a session the login opens, and the origin is remembered', () => {
  expect(redirectFrom(orders, false, null, HOME)).toEqual({ url: '/admin/login', state: { origin: '/admin/orders?page=2' } });
});

test('the login leads back to the origin, or home', () => {
  expect(redirectFrom(login, true, { origin: '/admin/orders?page=2' }, HOME)?.url).toBe('/admin/orders?page=2');
  expect(redirectFrom(login, true, null, HOME)?.url).toBe(HOME);
});

test('otherwise there is no redirect', () => {
  expect(redirectFrom(orders, true, null, HOME)).toBeNull();
  expect(redirectFrom(login, false, null, HOME)).toBeNull();
});

test('closing goes back through a screen’s dialogs to its list, but not past another screen', () => {
  const list = '/admin/orders?status=pending';
  expect(stepsBack(['/admin', list, '/admin/orders/ORD-1?status=pending'], list)).toBe(2);
  expect(stepsBack([list, '/admin/products'], list)).toBe(0);
  expect(stepsBack([], list)).toBe(0);
});

test('the screen of an address is its first segment below /admin', () => {
  expect(screenOf('/admin/orders/ORD-1/edit?status=pending')).toBe('/admin/orders');
  expect(screenOf('/admin?x=1')).toBe('/admin');
});
