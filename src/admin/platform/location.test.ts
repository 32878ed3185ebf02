import { expect, test } from 'vitest';
import { isActive, locationOf, originFrom, redirectFrom, screenOf, stepsBack } from './location.ts';

test('a closing slash makes no other place', () => {
  expect(locationOf({ pathname: '/admin/orders/', search: '?page=2' })).toEqual({ path: '/admin/orders', search: '?page=2' });
  expect(locationOf({ pathname: '/', search: '' }).path).toBe('/');
});

test('an entry is active on its own path and on those below it', () => {
  expect(isActive('/admin/orders', '/admin/orders')).toBe(true);
  expect(isActive('/admin/orders/1', '/admin/orders')).toBe(true);
  expect(isActive('/admin/orders-archive', '/admin/orders')).toBe(false);
});

test('the dashboard is active on its own path only', () => {
  expect(isActive('/admin', '/admin')).toBe(true);
  expect(isActive('/admin/orders', '/admin')).toBe(false);
});

test('after login the visitor returns to the page that asked for it', () => {
  expect(originFrom({ origin: '/admin/orders?status=pending' })).toBe('/admin/orders?status=pending');
});

test('an origin outside the staff app, the login itself or nothing at all is no origin', () => {
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

test('who is not signed in is sent to the login, and the origin remembered', () => {
  expect(redirectFrom(orders, false, null, HOME)).toEqual({ url: '/admin/login', state: { origin: '/admin/orders?page=2' } });
});

test('the login leads back to the origin, or home', () => {
  expect(redirectFrom(login, true, { origin: '/admin/orders?page=2' }, HOME)?.url).toBe('/admin/orders?page=2');
  expect(redirectFrom(login, true, null, HOME)?.url).toBe(HOME);
});

test('whoever is where they belong stays', () => {
  expect(redirectFrom(orders, true, null, HOME)).toBeNull();
  expect(redirectFrom(login, false, null, HOME)).toBeNull();
});

test('closing goes back over the dialogs of a screen to its list, not past another screen', () => {
  const list = '/admin/orders?status=pending';
  expect(stepsBack(['/admin', list, '/admin/orders/ORD-1?status=pending'], list)).toBe(2);
  expect(stepsBack([list, '/admin/products'], list)).toBe(0);
  expect(stepsBack([], list)).toBe(0);
});

test('the screen of an address is its first word after the back office', () => {
  expect(screenOf('/admin/orders/ORD-1/edit?status=pending')).toBe('/admin/orders');
  expect(screenOf('/admin?x=1')).toBe('/admin');
});
