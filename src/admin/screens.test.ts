import { expect, test, vi } from 'vitest';
import { type OWNER_RIGHTS, RIGHT_NAMES } from '#domain/rights/rights.ts';
import { homeFor, SCREENS, screensFor } from './screens.ts';

// The router reads the address as it is loaded.
vi.hoisted(() => {
  const window = { location: { pathname: '/admin', search: '' }, history: { state: null } };
  vi.stubGlobal('window', Object.assign(new EventTarget(), window));
});

test('owners have all screens, and each begins with the first that the role may see', () => {
  expect(screensFor(RIGHT_NAMES)).toHaveLength(SCREENS.length);
  expect(homeFor(RIGHT_NAMES)).toBe('/admin');
  expect(homeFor(['see_orders', 'send_parcels'])).toBe('/admin/orders');
  expect(homeFor(['edit_products'])).toBe('/admin/products');
  expect(homeFor([])).toBe('/admin/products');
});

test('screens of which a role may see nothing are not its own', () => {
  const paths = (rights: typeof OWNER_RIGHTS) => screensFor(rights).map(({ path }) => path);
  expect(paths(['see_orders'])).toEqual(expect.arrayContaining(['/admin/orders', '/admin/shipments', '/admin/staff']));
  for (const path of ['/admin', '/admin/customers', '/admin/payments', '/admin/settings', '/admin/deleted'])
    expect(paths(['see_orders'])).not.toContain(path);
});
