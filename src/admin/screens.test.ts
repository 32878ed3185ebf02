import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { WORK, type Work } from '#domain/reports/work-due.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import { type OWNER_RIGHTS, RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';
import { WORK_PLACES } from './data/work-due/work-due.ts';
import { TOUR } from './screens/settings/first-day/tour.ts';
import { SETTINGS_PLACES } from './screens/settings/pages/settings-pages.ts';
import { dailyScreens, entriesFor, homeFor, SCREENS } from './screens.ts';
import { DOORS, entryAt } from './shell/nav-item.ts';

// The router reads the address as it is loaded.
vi.hoisted(() => {
  const window = { location: { pathname: '/admin', search: '' }, history: { state: null } };
  vi.stubGlobal('window', Object.assign(new EventTarget(), window));
});

test('owners have all screens, and everybody begins at their work', () => {
  expect(entriesFor(RIGHT_NAMES)).toEqual(expect.arrayContaining(SCREENS));
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

test('an address belongs to the most precise entry, and every kind of work to one that whoever does it may open', () => {
  const entries = entriesFor(RIGHT_NAMES);
  const at = (url: string) => entryAt(entries, url)?.label;
  expect(at('/admin/orders?work=awaits_money')).toBe('Waiting for money');
  expect(at('/admin/orders?work=awaits_money&page=2')).toBe('Waiting for money');
  expect(at('/admin/orders?work=to_pack')).toBe('All orders');
  expect(at('/admin/orders/ORD-1042')).toBe('All orders');
  expect(at('/admin/money/owed')).toBe('Refunds');
  expect(at('/admin')).toBe('Dashboard');
  for (const [task, needed] of Object.entries(WORK) as [Work, readonly NeededRight[]][]) {
    const rights = needed.map((one) => [one].flat()[0]) as Right[];
    expect(entryAt(entriesFor(rights), WORK_PLACES[task]), task).toBeDefined();
  }
});

test('the tour of the first day names screens as the navigation does, and leads whoever takes a step only where they may go', () => {
  const steps = TOUR.flatMap((part) => part.steps);
  expect(steps.length).toBeGreaterThan(10);
  for (const { title, right, places } of steps) {
    // Nobody handles orders without seeing them.
    const entries = entriesFor(['see_orders', right]);
    const settings = entries.some(({ path }) => path === '/admin/settings')
      ? SETTINGS_PLACES.map((place) => ({ door: 'Settings', ...place }))
      : [];
    const known = [...entries, ...settings].map(({ path, door, label }) => ({ path, name: `${door} → ${label}` }));
    expect(known, title).toEqual(expect.arrayContaining([...places]));
  }
});

test('the folders of the screens are the doors: a page stands in the folder of its door', () => {
  const source = readFileSync('src/admin/screens.ts', 'utf8');
  const behind = source.slice(source.indexOf('const BEHIND'), source.indexOf('const OWN'));
  const doors = behind.split(/^ {2}'?([A-Z][A-Za-z ]+)'?: \[$/m).slice(1);
  expect(doors.length).toBe(2 * DOORS.length);
  for (let at = 0; at < doors.length; at += 2) {
    const folder = `./screens/${doors[at]?.toLowerCase().replace(' ', '-')}/`;
    const pages = [...(doors[at + 1] ?? '').matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path);
    expect(
      pages.filter((path) => !path?.startsWith(folder)),
      doors[at],
    ).toEqual([]);
  }
});

test('screens of which a role may see nothing are not its own', () => {
  const paths = (rights: typeof OWNER_RIGHTS) => entriesFor(rights).map(({ path }) => path);
  expect(paths(['see_orders'])).toEqual(expect.arrayContaining(['/admin/orders', '/admin/shipments', '/admin/staff']));
  for (const path of ['/admin/sales', '/admin/customers', '/admin/payments', '/admin/settings', '/admin/deleted'])
    expect(paths(['see_orders'])).not.toContain(path);
});
