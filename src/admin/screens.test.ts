import { expect, test, vi } from 'vitest';
import { type OWNER_RIGHTS, RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';
import { dailyScreens, homeFor, SCREENS, screensFor } from './screens.ts';
import { DOORS } from './shell/nav-item.ts';

// The router reads the address as it is loaded.
vi.hoisted(() => {
  const window = { location: { pathname: '/admin', search: '' }, history: { state: null } };
  vi.stubGlobal('window', Object.assign(new EventTarget(), window));
});

test('owners have all screens, and everybody begins at their work', () => {
  expect(screensFor(RIGHT_NAMES)).toHaveLength(SCREENS.length);
  expect(homeFor(RIGHT_NAMES)).toBe('/admin');
  expect(homeFor(['see_orders', 'see_sums', 'see_reports', 'verify_payments'])).toBe('/admin/money');
  expect(homeFor(['see_orders', 'confirm_orders'])).toBe('/admin/confirm');
  expect(homeFor(['see_orders', 'send_parcels'])).toBe('/admin/pack');
  expect(homeFor(['see_orders', 'see_sums', 'see_reports'])).toBe('/admin');
  expect(homeFor(['see_orders'])).toBe('/admin/orders');
  expect(homeFor(['edit_products'])).toBe('/admin/products');
  expect(homeFor([])).toBe('/admin/products');
});

test('a phone has four screens at hand, the first is where its role begins', () => {
  const daily = (rights: Right[]) => dailyScreens(rights).map(({ path }) => path.slice('/admin/'.length));
  expect(daily([...RIGHT_NAMES])).toEqual(['', 'confirm', 'orders', 'dispatch']);
  expect(daily(['see_orders', 'send_parcels', 'receive_returns', 'correct_stock'])).toEqual([
    'pack',
    'orders',
    'dispatch',
    'receive',
  ]);
  expect(daily(['see_orders', 'see_sums', 'verify_payments'])).toEqual(['money', 'orders', 'settlements', 'payments']);
  expect(daily(['edit_products', 'buy_stock', 'moderate_reviews'])).toEqual([
    'products',
    'inventory',
    'purchase-orders',
    'reviews',
  ]);
});

test('every door leads to a screen behind it, and a screen is behind one door', () => {
  expect(DOORS.map(({ name, front }) => SCREENS.find(({ path }) => path === front)?.door === name)).not.toContain(false);
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});

test('screens of which a role may see nothing are not its own', () => {
  const paths = (rights: typeof OWNER_RIGHTS) => screensFor(rights).map(({ path }) => path);
  expect(paths(['see_orders'])).toEqual(expect.arrayContaining(['/admin/orders', '/admin/shipments', '/admin/staff']));
  for (const path of ['/admin', '/admin/customers', '/admin/payments', '/admin/settings', '/admin/deleted'])
    expect(paths(['see_orders'])).not.toContain(path);
});
