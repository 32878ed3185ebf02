import { readFile } from 'node:fs/promises';
import { expect, shopper, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('an order and its dialogs have addresses: its row opens it, Back closes one dialog after the other, a reload keeps it open, and others open it whatever they list', async ({
  page,
  staff,
  forgive,
}) => {
  const { customerEmail, orderNumber } = await staff.order(shopper('Address Amna'));
  await page.goto(`/admin/orders?search=${customerEmail}`);
  await page.getByRole('cell', { name: /Address Amna/ }).click();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${orderNumber}\\?search=`));
  await expect(page).toHaveTitle(new RegExp(`^${orderNumber} · Orders`));
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${orderNumber}/edit`));
  await page.reload();
  const form = page.getByRole('dialog', { name: `Edit ${orderNumber}` });
  await expect(form).toBeVisible();

  await page.goBack();
  await expect(details).toBeVisible();
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/orders\?search=/);
  await page.goForward();
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/orders\?search=/);

  await page.goto(`/admin/orders/${orderNumber.toLowerCase()}?status=cancelled`);
  await expect(details).toContainText('Address Amna');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=cancelled$/);
  await page.goto('/admin/orders/ORD-0');
  await expect(page.getByRole('dialog', { name: /^No such/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  forgive(/404/);
});

test('lists have shortcuts: j and k move, x selects, Enter opens, Esc clears; ? lists them', async ({ page, staff }) => {
  const somebody = shopper('Keys Kausar');
  await staff.order(somebody);
  const second = await staff.order(somebody);
  await page.goto(`/admin/orders?search=${somebody.customerEmail}`);
  await expect(page.getByText('Showing 2 of 2 orders')).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: second.orderNumber })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(second.orderNumber);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 selected')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('what is selected leaves the selection with its row: on this page, on another one, and when all that matched are done; only it is exported', async ({
  page,
  staff,
}) => {
  const somebody = shopper('Gone Gulrukh');
  const orders: { id: string; orderNumber: string }[] = [];
  for (let count = 0; count < 24; count++) orders.push(await staff.order(somebody));
  const [oldest, second, newest] = [orders[0], orders[22], orders[23]];
  const cancel = (id = '') => staff.call('PUT', `/orders/${id}/status`, { status: 'cancelled' });
  const selected = page.getByRole('region', { name: 'Selected orders' });
  await page.goto(`/admin/orders?search=${somebody.customerEmail}&status=pending`);
  const select = (orderNumber = '') => page.getByRole('checkbox', { name: `Select order ${orderNumber}` }).check();
  for (const order of [newest, second, orders[21]]) await select(order?.orderNumber);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing 4 of 24 orders')).toBeVisible();
  await expect(selected).toContainText('3 selected');

  // A colleague cancels one of the first page; what changes here fetches the list again.
  await cancel(newest?.id);
  await page.getByRole('button', { name: `Start processing of order ${oldest?.orderNumber}` }).click();
  await expect(selected).toContainText('2 selected');
  await cancel(second?.id);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('Showing 20 of 21 orders')).toBeVisible();
  await expect(selected).toContainText('1 selected');

  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Select all 21 that match' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export selected' }).click();
  expect((await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(1 + 21);
  await selected.getByRole('combobox', { name: 'Set status of selected orders' }).click();
  await page.getByRole('option', { name: 'Processing' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  await expect(selected).toBeHidden();

  // What comes in later was not meant by “all that match”.
  const late = await staff.order(somebody);
  await expect(async () => {
    // The window comes to the front: what is no longer fresh is fetched.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('link', { name: late.orderNumber })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(selected).toBeHidden();
});

test('a search keeps the space that somebody pauses after, page and page size stand in the address, and a select is worked by keys alone', async ({
  page,
}) => {
  await page.goto('/admin/products');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.pressSequentially('Ring ');
  await expect(page).toHaveURL(/search=Ring$/);
  await box.pressSequentially('7');
  await expect(page).toHaveURL(/search=Ring(\+|%20)7$/);

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'History' }).click();
  await page.getByLabel('Go to page').fill('2');
  // The page that comes would close a select that opens before it.
  await Promise.all([page.waitForResponse(/\/stock-history\?.*page=2/), page.keyboard.press('Enter')]);
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('combobox', { name: 'Entries per page' }).click();
  await page.getByRole('option', { name: '50 per page' }).click();
  await expect(page).toHaveURL(/\/admin\/history\?limit=50$/);
  await expect(page.locator('[data-row]')).toHaveCount(50);

  // It opens at what is chosen, and has the focus again when it closes.
  const select = page.getByRole('combobox', { name: 'Transaction Type' });
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'All Types' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(select).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(select).not.toHaveText('All Types');
  await expect(select).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toBeFocused();
});

test('Orders shows eight rows on a laptop, and on a phone five of two lines below 420 px, with a new one announced; status, selection and details are there', async ({
  page,
  staff,
}) => {
  const somebody = { ...shopper('Brief Bushra with a name that takes more room'), city: 'Dera Ismail Khan' };
  for (let count = 0; count < 9; count++) await staff.order(somebody);
  await page.clock.install();
  await page.goto('/admin/orders');
  await expect(page.locator('[data-row]').nth(7)).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 390, height: 844 });
  const rows = page.getByRole('list', { name: 'orders' }).getByRole('listitem');
  await expect(rows.nth(4)).toBeInViewport({ ratio: 1 });
  const heights = await rows.evaluateAll((all) => all.slice(0, 5).map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(80);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // Says “1 new”, or more while other tests order: the buttons stay on one line.
  const { orderNumber } = await staff.order(somebody);
  await page.clock.fastForward(31_000);
  const news = page.getByRole('button', { name: /^\d.* new orders?$/ });
  await expect(news).toBeVisible();
  await expect.poll(async () => (await rows.first().boundingBox())?.y ?? Number.NaN).toBeLessThan(420);
  await expect(page.getByLabel('From')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('From')).toBeVisible();
  await news.click();

  const row = rows.filter({ hasText: orderNumber });
  await row.getByRole('combobox', { name: `Status of order ${orderNumber}` }).click();
  await page.getByRole('option', { name: 'Processing' }).click();
  await expect(page.getByText(`Order ${orderNumber} is now Processing`)).toBeVisible();
  await row.getByRole('checkbox', { name: `Select order ${orderNumber}` }).check();
  await expect(page.getByRole('region', { name: 'Selected orders' })).toContainText('1 selected');
  await row.getByText('Brief Bushra').click();
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(orderNumber);
});

test('toasts cover no button of the screen or a dialog', async ({ page, staff }) => {
  const { orderNumber } = await staff.order(shopper('Toast Tahira'));
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/admin/orders/${orderNumber}`);
    const status = page.getByRole('dialog').getByRole('combobox', { name: `Status of order ${orderNumber}` });
    await status.click();
    await page.getByRole('option', { name: viewport.width === 1024 ? 'Pending' : 'Processing' }).click();
    const toast = page.locator('.toast');
    await expect(toast).toBeVisible();
    const covered = await toast.evaluate((element) => {
      const own = element.getBoundingClientRect();
      const controls = [...document.querySelectorAll('a, button, [role=combobox], input')].filter(
        (control) => !element.contains(control) && !control.matches('.skip-link') && control.checkVisibility(),
      );
      return controls
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect();
          return width > 1 && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        })
        .map((control) => control.textContent || control.getAttribute('aria-label'));
    });
    expect(covered).toEqual([]);
  }
});

test('what fails to load says so, and loads on retry: a list, the dashboard, the report', async ({ page, forgive }) => {
  for (const [path, api, what] of [
    ['orders', '**/api/orders?**', 'orders'],
    ['sales', '**/api/analytics/sales**', 'sales data'],
    ['', '**/api/analytics/dashboard**', 'dashboard data'],
  ] as const) {
    await page.route(api, (route) => route.abort());
    await page.goto(`/admin/${path}`);
    const alert = page.getByRole('alert').filter({ hasText: `Failed to load ${what}` });
    await expect(alert).toBeVisible();
    await page.unroute(api);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
  }
  forgive(/ERR_FAILED/);
});
