import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PENDANT, RING } from '#tests/setup/products.ts';
import { forgive } from '#tests/setup/shopper.ts';
import { expect, type Staff, test } from '#tests/setup/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Each test has a supplier of its own, so that it finds its own orders whatever the others do. */
const purchase = (staff: Staff, supplierName: string, changes: Record<string, unknown> = {}) =>
  staff.call('POST', '/purchase-orders', {
    supplierName,
    items: [{ productId: RING.id, quantity: 25, unitCost: 350.5 }],
    ...changes,
  });
/** What is received changes stock, so it is not of the demo shop. */
const ownProduct = (staff: Staff, name: string) =>
  staff.call('POST', '/products', {
    name,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    stockQuantity: 3,
  });
const open = (page: Page, supplier: string, more = '') =>
  page.goto(`/admin/purchase-orders?supplierName=${encodeURIComponent(supplier)}${more}`);
const stockOf = async (staff: Staff, id: string) => (await staff.call('GET', `/products/${id}`)).stockQuantity;

test('a purchase order is typed without the mouse: item after item with a running total, and an expected delivery only when it is known', async ({
  page,
}) => {
  await open(page, 'Keyboard Beads');
  await page.getByRole('button', { name: 'Create Purchase Order' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
  await form.getByLabel('Supplier Name').fill('Keyboard Beads');

  for (const [name, quantity, cost] of [
    [RING.name, '10', '350.5'],
    [PENDANT.name, '4', '1000'],
  ] as const) {
    await form.getByLabel('Product').fill(name);
    await expect(page.getByRole('option').first()).toContainText(name);
    await page.keyboard.press('Enter');
    await form.getByLabel('Quantity').fill(quantity);
    await form.getByLabel('Unit Cost').fill(cost);
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('Product')).toBeFocused();
    await expect(form.getByLabel('Product')).toHaveValue('');
  }
  const items = form.getByRole('region', { name: 'Items' });
  await expect(items).toContainText('10 x Rs. 350.50 = Rs. 3,505');
  await expect(items).toContainText('4 x Rs. 1,000 = Rs. 4,000');
  await expect(items).toContainText('Total Rs. 7,505');
  await items.getByRole('button', { name: `Remove ${PENDANT.name}` }).press('Enter');
  await expect(items).toContainText('Total Rs. 3,505');

  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByLabel('Supplier Name').press('Enter');
  expect((await sent).postDataJSON()).not.toHaveProperty('expectedDeliveryDate');
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Keyboard Beads' });
  await expect(row).toContainText('Rs. 3,505');
  await expect(row).toContainText('1 item');
  await expect(row).toContainText('10 pieces');
});

test('Enter pressed before the shop has answered takes none of the products of the text before', async ({ page }) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products?*search=*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/admin/purchase-orders');
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  const product = page.getByRole('dialog').getByLabel('Product');
  await product.click();
  await expect(page.getByRole('option').nth(5)).toBeVisible();
  await product.fill('ruby heart');
  await product.press('Enter');
  await expect(product).toHaveValue('ruby heart');
  answer();
  await expect(page.getByRole('option').first()).toContainText(PENDANT.name);
  await product.press('Enter');
  await expect(product).toHaveValue(PENDANT.name);
});

test('what a purchase order lacks is said, an item typed but not added is asked about, and Cancel clears the form', async ({
  page,
}) => {
  await page.goto('/admin/purchase-orders');
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
  const create = form.getByRole('button', { name: 'Create Order' });
  const banner = form.getByRole('alert').first();
  await create.click();
  await expect(banner).toHaveText('Please fill supplier name and add at least one item');
  await form.getByLabel('Quantity').fill('2');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expect(form.getByRole('region', { name: 'Items' }).getByRole('alert')).toHaveText('Please fill all item fields');

  await form.getByLabel('Supplier Name').fill('Lacking Beads');
  await form.getByLabel('Product').fill('ruby heart');
  await page.getByRole('option', { name: PENDANT.name }).click();
  await form.getByLabel('Unit Cost').fill('10');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expect(banner).toBeEmpty();
  await form.getByLabel('Quantity').fill('3');
  await create.click();
  await expect(banner).toHaveText('The last item has not been added yet. Add it, or clear its fields.');

  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  await expect(form.getByLabel('Supplier Name')).toHaveValue('');
  await expect(form.getByRole('region', { name: 'Items' })).toContainText('Total Rs. 0');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('receiving an order puts its pieces into stock and says so; pieces that are sold cannot be taken back, and the status returns', async ({
  page,
  staff,
  consoleErrors,
}) => {
  const { id } = await ownProduct(staff, 'Received Pearl Ring');
  const items = [{ productId: id, quantity: 25, unitCost: 350.5 }];
  const { orderNumber } = await purchase(staff, 'Receiving Beads', { items });
  await open(page, 'Receiving Beads');
  const status = page.getByRole('combobox', { name: `Status of purchase order ${orderNumber}` });
  await expect(status).toHaveText('Pending');
  await status.click();
  await page.getByRole('option', { name: 'Received' }).click();
  await expect(page.getByText(`${orderNumber} is now Received: 25 pieces added to stock`).first()).toBeVisible();
  await expect(status).toHaveClass(/tone-done/);
  expect(await stockOf(staff, id)).toBe(28);

  await staff.call('POST', '/stock-history/adjust', { productId: id, transactionType: 'adjustment', quantity: 20 });
  await status.click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough stock' })).toBeVisible();
  await expect(status).toHaveText('Received');

  await staff.call('POST', '/stock-history/adjust', { productId: id, transactionType: 'adjustment', quantity: 25 });
  await status.click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await expect(page.getByText(`${orderNumber} is now Cancelled: 25 pieces taken off stock again`).first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough stock' })).toBeHidden();
  expect(await stockOf(staff, id)).toBe(0);
  forgive(consoleErrors, /409/);
});

test('the list has pages of 20, another status begins at the first one, and it sorts by its columns', async ({ page, staff }) => {
  const statuses = ['ordered', 'ordered', 'partial', 'cancelled'];
  await Promise.all(
    Array.from({ length: 21 }, async (_, place) => {
      const items = [{ productId: RING.id, quantity: place + 1, unitCost: 100 }];
      const { id } = await purchase(staff, 'Listed Beads', { items });
      const status = statuses[place];
      if (status) await staff.call('PUT', `/purchase-orders/${id}/status`, { status });
    }),
  );
  await open(page, 'Listed Beads');
  await expect(page.getByText('Showing 20 of 21 purchase orders')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  for (const [name, tone] of [
    ['Pending', /tone-wait/],
    ['Ordered', /tone-work/],
    ['Partial', /tone-part/],
    ['Cancelled', /tone-stop/],
  ] as const) {
    const badges = page.getByRole('table').getByRole('combobox').filter({ hasText: name });
    await expect(badges.first()).toHaveClass(tone);
  }
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Ordered' }).click();
  await expect(page.getByText('Showing 2 of 2 purchase orders')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  await open(page, 'Listed Beads');
  const total = page.getByRole('columnheader', { name: 'Total' });
  await total.getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Rs. 2,100');
  await total.getByRole('button').click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('Rs. 100');
  await open(page, 'Nobody at all');
  await expect(page.getByText('No purchase orders found')).toBeVisible();
});

test('the details name supplier, items with their line totals and the total; an edit over a newer one is refused, and keeps its items', async ({
  page,
  staff,
  consoleErrors,
}) => {
  const { id } = await ownProduct(staff, 'Detailed Jade Ring');
  const items = [{ productId: id, quantity: 25, unitCost: 350.5 }];
  const order = await purchase(staff, 'Detailed Beads', { supplierEmail: 'jade@beads.example', items });
  await open(page, 'Detailed Beads');
  await page.getByRole('button', { name: `View details of purchase order ${order.orderNumber}` }).click();
  const details = page.getByRole('dialog', { name: 'Purchase Order Details' });
  await expect(details).toContainText(order.orderNumber);
  await expect(details).toContainText('jade@beads.example');
  await expect(details.getByRole('listitem')).toHaveText(/Detailed Jade Ring x 25 @ Rs\. 350\.50\s*Rs\. 8,762\.50/);
  await expect(details).toContainText('Total Rs. 8,762.50');
  await details.getByRole('button', { name: 'Edit' }).click();

  const form = page.getByRole('dialog', { name: `Edit ${order.orderNumber}` });
  await form.getByLabel('Product').fill('Detailed Jade');
  await page.getByRole('option', { name: 'Detailed Jade Ring' }).click();
  await form.getByLabel('Quantity').fill('1');
  await form.getByLabel('Unit Cost').fill('0');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await staff.call('PUT', `/purchase-orders/${order.id}`, { supplierPhone: '021 555' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').first()).toContainText('Somebody else changed this meanwhile');
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
  await expect(form.getByLabel('Supplier Phone')).toHaveValue('021 555');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText('Detailed Jade Ring x 1 @ Rs. 0');
  expect(await staff.call('GET', `/purchase-orders/${order.id}`)).toMatchObject({
    supplierPhone: '021 555',
    totalAmount: 8762.5,
  });

  await details.getByRole('combobox', { name: `Status of purchase order ${order.orderNumber}` }).click();
  await page.getByRole('option', { name: 'Received' }).click();
  await expect(page.getByText('26 pieces added to stock').first()).toBeVisible();
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(form).toContainText('Received items are on the shelf');
  await expect(form.getByLabel('Product')).toBeHidden();
  forgive(consoleErrors, /409/);
});

test('a purchase order is saved as CSV with the list, and deleted only after a question', async ({ page, staff }) => {
  const { orderNumber } = await purchase(staff, 'Deleted Beads', { notes: '=1+1' });
  await open(page, 'Deleted Beads');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^purchase-orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${RING.name} x 25 @ 350.5,8762.5,Pending`);
  expect(lines[1]).toMatch(/,'=1\+1$/);

  await page.getByRole('button', { name: `Delete purchase order ${orderNumber}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this purchase order?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No purchase orders found')).toBeVisible();
});

test('a shop that does not answer is said plainly at list, status and form, and nothing typed is lost', async ({
  page,
  staff,
  consoleErrors,
}) => {
  const { orderNumber } = await purchase(staff, 'Silent Beads');
  await page.route('**/api/purchase-orders?**', (route) => route.abort());
  await open(page, 'Silent Beads');
  await expect(page.getByRole('alert')).toHaveText('Failed to load purchase orders');
  await page.unroute('**/api/purchase-orders?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  const status = page.getByRole('combobox', { name: `Status of purchase order ${orderNumber}` });
  await expect(status).toHaveText('Pending');

  await page.route('**/api/purchase-orders{,/**}', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await status.click();
  await page.getByRole('option', { name: 'Ordered' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update purchase order status');
  await expect(status).toHaveText('Pending');

  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
  await form.getByLabel('Supplier Name').fill('Silent Beads');
  await form.getByLabel('Product').fill('ruby heart');
  await page.getByRole('option', { name: PENDANT.name }).click();
  await form.getByLabel('Quantity').fill('7');
  await form.getByLabel('Unit Cost').fill('10');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await form.getByRole('button', { name: 'Create Order' }).click();
  await expect(form.getByRole('alert').first()).toHaveText('Failed to create purchase order');
  await expect(form.getByRole('region', { name: 'Items' })).toContainText('7 x Rs. 10 = Rs. 70');
  forgive(consoleErrors, /ERR_FAILED/);
});

test('on a phone the orders are cards, and the button says Add Order', async ({ page, staff }) => {
  await purchase(staff, 'Narrow Beads', { supplierEmail: 'narrow@beads.example' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'Narrow Beads');
  const card = page.getByRole('list', { name: 'purchase orders' }).getByRole('listitem');
  await expect(card).toContainText('narrow@beads.example');
  await expect(card).toContainText('Rs. 8,762.50');
  await page.getByRole('button', { name: 'Add Order' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Purchase Order' })).toBeVisible();
});
