import { readFile } from 'node:fs/promises';
import { pagesOf } from '#tests/setup/browsers/pdf-pages.ts';
import { expect, shopper, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a status chosen in the list shows at once and is saved; a second one in quick succession is not mistaken for a colleague’s, a colleague’s is not overwritten', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/status of 409/);
  const { id, customerEmail, orderNumber } = await staff.order(shopper('Status Sana'));
  await page.goto(`/admin/orders?search=${customerEmail}`);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/orders/*/status', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const status = page.getByRole('combobox', { name: `Status of order ${orderNumber}` });
  const choose = async (name: string) => {
    await status.click();
    await page.getByRole('option', { name }).click();
  };
  for (const name of ['Processing', 'Shipped']) {
    await choose(name);
    await expect(status).toHaveText(name);
  }
  answer.resolve();
  await expect(page.getByText(`Order ${orderNumber} is now Shipped`).first()).toBeVisible();
  const stored = async () => (await staff.call('GET', `/orders/${id}`)).status;
  expect(await stored()).toBe('shipped');

  await staff.call('PUT', `/orders/${id}/status`, { status: 'cancelled' });
  await choose('Processing');
  await expect(page.getByRole('alert')).toHaveText(
    `Order ${orderNumber} was changed to Cancelled meanwhile. Your change was not made.`,
  );
  await expect(status).toHaveText('Cancelled');
  expect(await stored()).toBe('cancelled');
});

test('a phone that the code of an order is not for is saved once staff have read what the order costs then', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/status of 409/);
  const code = `STAFF${Date.now() % 1_000_000}`;
  await staff.call('POST', '/discount-codes', { code, kind: 'sum', value: 150 });
  const ordered = { code, totalAmount: 2430 };
  const used = await staff.order({ ...shopper('Used Uzma'), ...ordered, customerPhone: '0333 2220001' });
  const { id, customerEmail } = await staff.order({
    ...shopper('Mistyped Maria'),
    ...ordered,
    customerPhone: '0333 2220002',
  });
  await page.goto(`/admin/orders?search=${customerEmail}`);
  await page.locator('[data-opens]').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Edit / });
  await form.getByLabel('Phone', { exact: true }).fill(used.customerPhone);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Without it the order costs Rs. 2,580 instead of Rs. 2,430.');
  await form.getByRole('button', { name: 'Save without the code' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/orders/${id}`)).toMatchObject({ customerPhone: used.customerPhone, totalAmount: 2580 });
});

test('an order whose parcel is in transit is cancelled after confirming', async ({ page, staff, forgive }) => {
  forgive(/status of 409/);
  const { id, customerEmail, orderNumber } = await staff.order(shopper('Parcel Parveen'));
  const { id: parcel, shipmentNumber } = await staff.call('POST', '/shipments', { orderId: id });
  await staff.call('PUT', `/shipments/${parcel}/status`, { status: 'in_transit' });
  await page.goto(`/admin/orders?search=${customerEmail}`);
  const status = page.getByRole('combobox', { name: `Status of order ${orderNumber}` });
  const cancel = async () => {
    await status.click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
  };

  await cancel();
  const question = page.getByRole('alertdialog', { name: `Cancel order ${orderNumber} all the same?` });
  await expect(question).toContainText(`A parcel of this order is under way: ${shipmentNumber}.`);
  await question.getByRole('button', { name: 'Keep order' }).click();
  await expect(status).toHaveText('Shipped');
  expect((await staff.call('GET', `/orders/${id}`)).status).toBe('shipped');

  await cancel();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText(`Order ${orderNumber} is now Cancelled`)).toBeVisible();
});

test('a refused status is reset; its error stays until the same action succeeds or somebody dismisses it, whatever else fails or succeeds', async ({
  page,
  staff,
  forgive,
}) => {
  const order = await staff.order(shopper('Failing Faiza'));
  await page.goto(`/admin/orders?search=${order.customerEmail}`);
  const status = page.getByRole('combobox', { name: `Status of order ${order.orderNumber}` });
  const failure = page.getByText('Failed to update order status');
  const choose = async (name: string) => {
    await status.click();
    await page.getByRole('option', { name }).click();
  };
  await expect(status).toHaveText('Pending');
  await page.route('**/api/orders**', (route) => route.abort());
  await choose('Processing');
  await expect(page.getByText('Failed to load orders')).toBeVisible();
  await expect(failure).toBeVisible();
  await expect(status).toHaveText('Pending');

  await page.unroute('**/api/orders**');
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(page.getByText('Failed to load orders')).toBeHidden();
  await expect(failure).toBeVisible();
  await choose('Processing');
  await expect(failure).toBeHidden();
  await page.route('**/api/orders/*/status', (route) => route.abort());
  await choose('Delivered');
  await expect(page.getByRole('alert')).toHaveText('Failed to update order status');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
  forgive(/ERR_FAILED/);
});

test('leaving a changed form by Esc or the back button asks first; an edit over a newer version is refused, and reloading loads that version without losing the input', async ({
  page,
  staff,
  forgive,
}) => {
  const order = await staff.order(shopper('Careful Kiran'));
  await page.goto('/admin/orders');
  await page.getByLabel('Search orders').fill(order.customerEmail);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole('button', { name: `View details of order ${order.orderNumber}` }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${order.orderNumber}` });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

  await form.getByLabel('City').fill('Quetta');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/search=/);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Quetta');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Notes').fill('Ring twice');
  await staff.call('PUT', `/orders/${order.id}`, { city: 'Multan' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await page.route('**/api/orders/**', (route) => route.abort());
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to load the newer version');
  await page.unroute('**/api/orders/**');
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Multan');
  await expect(form.getByLabel('Notes')).toHaveValue('Ring twice');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/orders/${order.id}`)).toMatchObject({ city: 'Multan', notes: 'Ring twice' });
  forgive(/409|ERR_FAILED/);
});

test('when a session ends, the login says so: what was typed or chosen is saved as soon as staff have signed in again', async ({
  page,
  staff,
  shop,
  forgive,
}) => {
  forgive(/401/);
  const order = await staff.order(shopper('Expired Erum'));
  const own = await staff.call('POST', '/auth/admin/login', { username: shop.staff.username, password: shop.staff.password });
  const endSession = async () => {
    const token = await page.evaluate(() => localStorage.getItem('admin.token'));
    await fetch(`${shop.url}/api/auth/admin/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  };
  await page.goto(`/admin/orders/${order.orderNumber}`);
  await page.evaluate((token) => localStorage.setItem('admin.token', token), own.token);
  await page.reload();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await details.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Gilgit');
  await endSession();
  await page.getByRole('button', { name: 'Save' }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password').fill(shop.staff.password);
  await again.getByRole('button', { name: 'Login' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText(`Order ${order.orderNumber} was saved`).first()).toBeVisible();
  await expect(page.getByText('Please sign in')).toBeHidden();

  const status = details.getByRole('combobox', { name: `Status of order ${order.orderNumber}` });
  await status.click();
  await endSession();
  await page.getByRole('option', { name: 'Processing' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(shop.staff.username);
  await page.getByLabel('Password').fill(shop.staff.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.orderNumber}$`));
  await expect(status).toHaveText('Processing');
  await expect(page.getByText('Please sign in')).toBeHidden();
  expect(await staff.call('GET', `/orders/${order.id}`)).toMatchObject({ city: 'Gilgit', status: 'processing' });
});

test('a new order is announced above the open list, with a sound if staff chose so; one click shows it', async ({
  page,
  staff,
}) => {
  const person = shopper('Incoming Iqra');
  await staff.order(person);
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      document.documentElement.dataset.notes = String(Number(document.documentElement.dataset.notes ?? 0) + 1);
      start.call(this, when);
    };
  });
  await page.clock.install();
  await page.goto(`/admin/orders?search=${person.customerEmail}`);
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible();
  await page.getByRole('button', { name: 'Sound for new orders' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-notes', '2');

  const { orderNumber } = await staff.order(person);
  await page.clock.fastForward(31_000);
  const news = page.getByRole('button', { name: '1 new order' });
  await expect(news).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-notes', '2');
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible();
  await news.click();
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toBeVisible();
  await expect(news).toBeHidden();
});

test('filters are in the address: they survive a reload, follow Back, are cleared together, and the export follows them', async ({
  page,
  staff,
}) => {
  const person = { ...shopper('Filter Farah'), customerName: '=HYPERLINK("http://evil.example")' };
  const { customerEmail, orderNumber } = await staff.order(person);
  await page.goto('/admin/orders');
  await expect(page.getByText(/^Showing/)).toBeVisible();
  await page.getByLabel('Search orders').click();
  await page.keyboard.type(customerEmail);
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Delivered' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toBeVisible();
  // The work lists keep the other filters, but for a status that would hide most of them.
  const glance = page.getByRole('navigation', { name: 'Orders at a glance' });
  await glance.getByRole('link', { name: 'With courier' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  await expect(page.getByLabel('Search orders')).toHaveValue(customerEmail);
  await glance.getByRole('link', { name: 'To confirm' }).click();
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);

  // A link from when e-mail addresses had a filter of their own.
  await page.goto(`/admin/orders?customerEmail=${customerEmail}`);
  await expect(page.getByLabel('Search orders')).toHaveValue(customerEmail);
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible();

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(
    'Second phone,Goes to,Their phone,City,Address,Items,Pieces,Weight (g),To collect when placed,To collect now,Advance,Collected,Refunded,Subtotal,',
  );
  // What a shopper typed is no formula.
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(lines[1]).toContain(',2,,2580,2580,0,0,0,2380,');
});

test('an order is deleted only after confirming, leaves the list, and is not fetched again', async ({ page, staff }) => {
  const { customerEmail, orderNumber } = await staff.order(shopper('Deleted Dua'));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/orders/number/${orderNumber}`)) asked.push(request.url());
  });
  await page.goto(`/admin/orders?search=${customerEmail}`);
  await page.getByRole('button', { name: `Delete order ${orderNumber}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this order?' });
  await expect(question).toContainText('its pieces go back to stock');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  expect(asked).toEqual([]);
});

test('printing an open order prints only its packing slip, on the chosen paper size', async ({ page, staff }) => {
  const order = await staff.order({ ...shopper('Parcel Palwasha'), city: 'Peshawar' });
  await page.goto(`/admin/orders?search=${order.customerEmail}`);
  await page.getByRole('button', { name: `View details of order ${order.orderNumber}` }).click();
  for (const [paper, sheet] of [
    ['A5', '148 × 210'],
    ['Label, 100 × 150 mm', '100 × 150'],
    ['Roll, 80 mm', '80 × 200'],
    ['A6', '105 × 148'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Paper of packing slips' }).click();
    await page.getByRole('option', { name: paper }).click();
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual([sheet]);
  }
  await page.emulateMedia({ media: 'print' });
  const slip = page.locator('.print-only');
  await expect(slip).toBeVisible();
  await expect(slip).toContainText('Peshawar');
  await expect(slip).toContainText('To collectRs. 2,580');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden();
});
