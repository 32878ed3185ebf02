import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Each test has a supplier of its own, so that it finds its own orders whatever the others do. */
const purchase = (staff: Staff, supplierName: string, changes: Record<string, unknown> = {}) =>
  staff.call('POST', '/purchase-orders', {
    supplierName,
    items: [{ productId: RING.id, quantity: 25, unitCost: 350.5 }],
    ...changes,
  });
const open = (page: Page, supplier: string) => page.goto(`/admin/purchase-orders?supplierName=${encodeURIComponent(supplier)}`);
const stockOf = async (staff: Staff, id: string) => (await staff.call('GET', `/products/${id}`)).stockQuantity;

test('receiving an order adds its pieces to stock and says so; once they are sold it cannot be undone, and the status is reset; it is exported, and deleted after confirming', async ({
  page,
  staff,
  forgive,
}) => {
  const supplier = own('Receiving Beads');
  const { id, name } = await addProduct(staff, { stockQuantity: 3 });
  const items = [{ productId: id, quantity: 25, unitCost: 350.5 }];
  const { orderNumber } = await purchase(staff, supplier, { items, notes: '=1+1' });
  await open(page, supplier);
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
  forgive(/409/);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^purchase-orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${name} x 25 @ 350.5,8762.5,Cancelled`);
  expect(lines[1]).toMatch(/,'=1\+1$/);

  await page.getByRole('button', { name: `Delete purchase order ${orderNumber}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this purchase order?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No purchase orders found')).toBeVisible();
});

test('the details show supplier, items with line totals and the total; an edit over a newer version is refused, and keeps its items', async ({
  page,
  staff,
  forgive,
}) => {
  const supplier = own('Detailed Beads');
  const { id, name } = await addProduct(staff);
  const items = [{ productId: id, quantity: 25, unitCost: 350.5 }];
  const order = await purchase(staff, supplier, { supplierEmail: 'jade@beads.example', items });
  await page.goto(`/admin/purchase-orders?supplierName=${supplier}&status=pending`);
  await page.getByRole('button', { name: `View details of purchase order ${order.orderNumber}` }).click();
  const details = page.getByRole('dialog', { name: 'Purchase Order Details' });
  await expect(details).toContainText(order.orderNumber);
  await expect(details).toContainText('jade@beads.example');
  await expect(details.getByRole('listitem')).toHaveText(`${name} x 25 @ Rs. 350.50Rs. 8,762.50`);
  await expect(details).toContainText('Total Rs. 8,762.50');
  await details.getByRole('button', { name: 'Edit' }).click();

  const form = page.getByRole('dialog', { name: `Edit ${order.orderNumber}` });
  await form.getByLabel('Product').fill(name);
  await page.getByRole('option', { name }).click();
  await form.getByLabel('Quantity').fill('1');
  await form.getByLabel('Unit Cost').fill('0');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await staff.call('PUT', `/purchase-orders/${order.id}`, { supplierPhone: '021 555' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').first()).toContainText('Somebody else changed this meanwhile');
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
  await expect(form.getByLabel('Supplier Phone')).toHaveValue('021 555');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText(`${name} x 1 @ Rs. 0`);
  expect(await staff.call('GET', `/purchase-orders/${order.id}`)).toMatchObject({
    supplierPhone: '021 555',
    totalAmount: 8762.5,
  });

  await details.getByRole('combobox', { name: `Status of purchase order ${order.orderNumber}` }).click();
  await page.getByRole('option', { name: 'Received' }).click();
  await expect(page.getByText('26 pieces added to stock').first()).toBeVisible();
  // It has left the list, which shows what is pending, but not the dialog.
  await expect(page.getByText('No purchase orders found')).toBeAttached();
  await expect(details.getByRole('combobox')).toHaveText('Received');
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(form).toContainText('Pieces of it were received.');
  await expect(form.getByLabel('Product')).toBeHidden();
  forgive(/409/);
});

test('a purchase order is entered without the mouse: what is missing is said, item after item with a running total, one not yet added is asked about', async ({
  page,
}) => {
  const supplier = own('Keyboard Beads');
  await page.goto(`/admin/purchase-orders?supplierName=${supplier}`);
  await page.getByRole('button', { name: 'Create Purchase Order' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
  const banner = form.getByRole('alert').first();
  await form.getByRole('button', { name: 'Create Order' }).press('Enter');
  await expect(banner).toHaveText('Please fill supplier name and add at least one item');
  await form.getByLabel('Quantity').fill('2');
  await form.getByRole('button', { name: 'Add Item' }).press('Enter');
  await expect(form.getByRole('region', { name: 'Items' }).getByRole('alert')).toHaveText('Please fill all item fields');
  await form.getByLabel('Supplier Name').fill(supplier);

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

  await form.getByLabel('Quantity').fill('3');
  await form.getByLabel('Supplier Name').press('Enter');
  await expect(banner).toHaveText('The last item has not been added yet. Add it, or clear its fields.');
  await form.getByLabel('Quantity').fill('');

  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByLabel('Supplier Name').press('Enter');
  expect((await sent).postDataJSON()).not.toHaveProperty('expectedDeliveryDate');
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: supplier });
  await expect(row).toContainText('Rs. 3,505');
  await expect(row).toContainText('1 item');
  await expect(row).toContainText('10 pieces');
});

test('Enter pressed before the search has answered does not choose a product of the previous search; Cancel clears the form', async ({
  page,
}) => {
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

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  await expect(product).toHaveValue('');
});
