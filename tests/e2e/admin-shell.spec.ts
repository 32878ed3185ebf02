import type { Locator, Page } from '@playwright/test';
import type { WorkDue } from '#domain/reports/work-due.ts';
import type { Shop } from '#tests/setup/browsers/shop-test.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** What the browser keeps of a sign-in. */
const keptKeys = (page: Page) => page.evaluate(() => [localStorage.getItem('admin.token'), localStorage.getItem('admin')]);

async function login(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs in with a session of the test's own: one that it may end. */
async function enter(page: Page, shop: Shop, path: string): Promise<void> {
  await page.goto(path);
  await login(page, shop.staff.username, shop.staff.password);
  await expect(page.getByRole('button', { name: `Account of ${shop.staff.username}` })).toBeVisible();
}

test.describe('the login', () => {
  test.use({ signedIn: false });

  test('without a session every screen leads to the login, which names what is missing or wrong, and from there to the requested address', async ({
    page,
    shop,
    forgive,
  }) => {
    await page.goto('/admin/history?transactionType=sale&page=1');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Enter your username')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    await login(page, shop.staff.email, 'not the password');
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
    await page.route('**/api/auth/admin/login', (route) => route.abort());
    await page.getByLabel('Password').fill(shop.staff.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
    await page.unroute('**/api/auth/admin/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/admin\/history\?transactionType=sale/);
    await expect(page.getByRole('combobox', { name: 'Transaction Type' })).toHaveText('Sale');
    await page.goBack();
    await expect(page).not.toHaveURL(/login/);
    forgive(/401|ERR_FAILED/);
  });

  test('the user menu shows who is signed in; its Logout signs out all tabs, removes both keys, and Back does not return', async ({
    page,
    shop,
  }) => {
    await enter(page, shop, '/admin/inventory');
    const other = await page.context().newPage();
    await other.goto('/admin/sales');
    await expect(other.getByRole('heading', { name: 'Sales Analytics' })).toBeVisible();
    await page.getByRole('button', { name: `Account of ${shop.staff.username}` }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: shop.staff.username });
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeFocused();
    await expect(menu).toContainText(shop.staff.email);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    expect((await keptKeys(page)).every(Boolean)).toBe(true);
    await page.getByRole('button', { name: `Account of ${shop.staff.username}` }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(other).toHaveURL(/\/admin\/login$/);
    expect(await keptKeys(page)).toEqual([null, null]);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Inventory' })).toBeHidden();
  });

  test('a session that ended elsewhere leads to the login, and from there back', async ({ page, shop, forgive }) => {
    await enter(page, shop, '/admin/inventory?stock=low');
    const [token] = await keptKeys(page);
    await fetch(`${shop.url}/api/auth/admin/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    await page.goto('/admin/history');
    await expect(page).toHaveURL(/\/admin\/login$/);
    expect(await keptKeys(page)).toEqual([null, null]);
    await login(page, shop.staff.username, shop.staff.password);
    await expect(page).toHaveURL(/\/admin\/history$/);
    await expect(page.getByRole('heading', { name: 'Stock History & Records' })).toBeVisible();
    forgive(/401/);
  });
});

/** The doors in their order: where each leads, and what is behind it. */
const DOORS: readonly [name: string, path: string, title: string, behind: string[]][] = [
  ['Dashboard', '/admin', 'Dashboard', []],
  ['Products', '/admin/products', 'Products', ['Catalogue', 'Media Manager', 'Import', 'Reviews', 'Waiting for stock']],
  ['Orders', '/admin/orders', 'Orders', ['All orders', 'To confirm', 'Waiting for money', 'New Order', 'Reserved']],
  ['Sales', '/admin/sales', 'Sales Analytics', ['Sales', 'Profit', 'Channels', 'Discounts']],
  ['Purchase Orders', '/admin/purchase-orders', 'Purchase Orders', ['All orders', 'Reorder', 'Suppliers']],
  ['Shipments', '/admin/shipments', 'Shipments', ['Dispatch', 'Pack', 'On the road', 'Receive', 'Returns', 'All shipments']],
  ['Inventory', '/admin/inventory', 'Inventory', ['Stock levels', 'Count', 'Barcodes']],
  ['History', '/admin/history', 'Stock History & Records', []],
  ['Customers', '/admin/customers', 'Customers', ['People', 'Messages', 'Newsletter']],
  [
    'Money',
    '/admin/settlements',
    'Settlements',
    ['Settlements', 'Transfers and bank', 'Where it is', 'Refunds', 'Payments', 'Months'],
  ],
  [
    'Settings',
    '/admin/settings',
    'Settings',
    ['Settings', 'Staff', 'Roles', 'Bank accounts', 'Activity', 'Status', 'First day', 'Unsent mails', 'Deleted'],
  ],
];

/** The names in a part of the navigation, without their counts. */
const namesIn = async (part: Locator) => (await part.getByRole('link').allTextContents()).map((name) => name.replace(/\d.*/, ''));

test('the navigation has eleven doors, which open without a page load and show what is behind them; a closing slash makes no difference, an unknown address leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByText('Inventory Management System')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const navigation = page.getByRole('navigation', { name: 'Admin' });
  const door = (name: string) => navigation.locator('.nav-door').filter({ hasText: new RegExp(`^${name}`) });
  expect(await namesIn(navigation)).toEqual(DOORS.map(([name]) => name));
  for (const [name, path, title, behind] of DOORS) {
    await door(name).click();
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(navigation.locator('[aria-current=page]')).toHaveCount(1);
    expect(await namesIn(navigation)).toEqual(DOORS.flatMap(([other]) => (other === name ? [name, ...behind] : [other])));
    if (behind.length > 0) expect(await namesIn(navigation.getByRole('list', { name, exact: true }))).toEqual(behind);
  }
  await door('History').click();
  await door('Customers').click();
  await navigation.getByRole('link', { name: 'Newsletter' }).click();
  await expect(page.getByRole('heading', { name: 'Newsletter', level: 1 })).toBeVisible();
  await expect(navigation.locator('[aria-current=page]')).toHaveText('Newsletter');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Stock History & Records', level: 1 })).toBeVisible();

  await page.goto('/admin/sales/');
  await expect(page.getByRole('heading', { name: 'Sales Analytics', level: 1 })).toBeVisible();
  await page.goto('/admin/no-such-screen');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what the role opens most is at the bottom, a sheet has all screens by name, and its button says what waits', async ({
    page,
    staff,
  }) => {
    await staff.order();
    await page.goto('/admin/sales');
    const daily = page.getByRole('navigation', { name: 'Daily' });
    await expect(daily.getByRole('link')).toHaveCount(4);
    expect(await namesIn(daily)).toEqual(['Dashboard', 'To confirm', 'Orders', 'Dispatch']);
    await daily.getByRole('link', { name: 'Dispatch' }).click();
    await expect(page.getByRole('heading', { name: 'Dispatch', level: 1 })).toBeVisible();
    await expect(daily.locator('[aria-current=page]')).toHaveText(/^Dispatch/);
    await page.goBack();
    const button = page.getByRole('button', { name: /^Menu/ });
    await expect(button).toHaveAccessibleName(/\d waiting/);
    await button.click();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    const navigation = sheet.getByRole('navigation', { name: 'Admin' });
    expect(await namesIn(navigation)).toEqual(DOORS.flatMap(([name, , , behind]) => [name, ...behind]));
    await expect(navigation.locator('[aria-current=page]')).toHaveText('Sales');
    await expect(sheet.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await navigation.getByRole('link', { name: 'Reserved' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Reserved pieces', level: 1 })).toBeVisible();
  });
});

test('a slow answer shows a spinner; the navigation counts what waits behind each door, follows it, and says nothing of what waits for nobody', async ({
  page,
}) => {
  let waiting = 41;
  await page.route('**/api/analytics/today', (route) =>
    route.fulfill({
      json: { success: true, data: [{ task: 'pack', count: waiting, late: 0, since: null, dueAt: null }] satisfies WorkDue[] },
    }),
  );
  const late = Promise.withResolvers<void>();
  await page.route('**/api/stock-history?**', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/admin/history');
  const navigation = page.getByRole('navigation', { name: 'Admin' });
  const shipments = navigation.getByRole('link', { name: /^Shipments/ });
  await expect(shipments).toHaveAccessibleName(/^Shipments\s?41 waiting$/);
  await expect(navigation.getByRole('link', { name: /^Orders/ })).toHaveAccessibleName('Orders');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading records…' });
  await expect(spinner).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(spinner).toBeVisible();
  late.resolve();
  await expect(page.getByText(/^Showing \d+ of \d+ records$/)).toBeVisible();
  await expect(spinner).toBeHidden();
  waiting = 42;
  await page.clock.fastForward(61_000);
  await expect(shipments).toHaveAccessibleName(/^Shipments\s?42 waiting$/);
});

test('a screen whose code no longer exists after a deploy says so and works after a reload', async ({ page, forgive }) => {
  await page.route('**/_astro/ReportsPage*', (route) => route.abort());
  await page.goto('/admin/orders');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByText('This screen could not be loaded.')).toBeVisible();
  await page.unroute('**/_astro/ReportsPage*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Sales Analytics', level: 1 })).toBeVisible();
  forgive(/ReportsPage|ERR_FAILED|dynamically imported/);
});
