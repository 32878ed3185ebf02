import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Staff, test } from '#tests/setup/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A product of the test's own, its name not to be found twice. */
function addProduct(staff: Staff, name: string, stockQuantity: number): Promise<any> {
  return staff.call('POST', '/products', {
    name: `${name} ${randomUUID().slice(0, 6)}`,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    stockQuantity,
  });
}

test('stock is filtered by part of the name, category and level, and the address keeps the filters', async ({ page, staff }) => {
  const stone = `Zumurrud${randomUUID().slice(0, 6)}`;
  await addProduct(staff, `Eleven ${stone}`, 11);
  await addProduct(staff, `Ten ${stone}`, 10);
  await addProduct(staff, `None ${stone}`, 0);
  await page.goto('/admin/inventory');
  await expect(page.getByText(/^Showing 20 of \d+ products$/)).toBeVisible();
  await page.getByRole('searchbox').first().click();
  await page.keyboard.type(stone.slice(1).toUpperCase());
  await expect(page.getByText('Showing 3 of 3 products')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: stone });
  const badge = (name: string) => rows.filter({ hasText: name }).locator('.badge');
  await expect(badge('Eleven')).toHaveText('In Stock');
  await expect(badge('Eleven')).toHaveClass(/tone-done/);
  await expect(badge('Ten')).toHaveText('In Stock');
  await expect(badge('Ten')).toHaveClass(/tone-stop/);
  await expect(badge('None')).toHaveText('Out of Stock');
  await expect(badge('None')).toHaveClass(/tone-stop/);

  await page.getByRole('combobox', { name: 'Stock Status' }).click();
  await page.getByRole('option', { name: 'Low Stock (10 or fewer)' }).click();
  await expect(page.getByText('Showing 2 of 2 products')).toBeVisible();
  await page.getByRole('button', { name: 'Current Stock' }).click();
  await expect(rows.first()).toContainText('None');
  await page.getByRole('combobox', { name: 'Stock Status' }).click();
  await page.getByRole('option', { name: 'Out of Stock' }).click();
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Watches' }).click();
  await expect(page.getByText('No products found')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveText('Watches');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByLabel('Search Products')).toHaveValue('');
  await expect(page.getByText(/^Showing 20 of \d+ products$/)).toBeVisible();
});

test('stock is set exactly: the field starts with the current stock, Enter saves, and list and history show it', async ({
  page,
  staff,
}) => {
  const { id, name } = await addProduct(staff, 'Counted Kangan', 12);
  await page.goto(`/admin/inventory?search=${name}`);
  await page.getByRole('button', { name: `Adjust Stock of ${name}` }).click();
  const form = page.getByRole('dialog', { name: `Adjust Stock - ${name}` });
  await expect(form.getByText('Current stock: 12')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Adjustment Type' })).toHaveText('Set Exact Quantity');
  const quantity = form.getByLabel('New Stock Quantity *');
  await expect(quantity).toHaveValue('12');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('20');
  await expect(form.getByText('New stock will be 20 (+8)')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText(`${name}: stock 12 → 20`).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('20');

  await page.getByRole('link', { name: `History of ${name}` }).click();
  await expect(page).toHaveURL(`/admin/history?productId=${id}`);
  await expect(page.getByText('Showing 2 of 2 records')).toBeVisible();
});

test('adding and removing start empty, cannot be saved empty, and never remove more than there is', async ({
  page,
  staff,
  forgive,
}) => {
  const { id, name } = await addProduct(staff, 'Damaged Dastband', 4);
  await page.goto(`/admin/inventory?search=${name}`);
  await page.getByRole('button', { name: `Adjust Stock of ${name}` }).click();
  const form = page.getByRole('dialog', { name: `Adjust Stock - ${name}` });
  const save = form.getByRole('button', { name: 'Save Adjustment' });
  const choose = async (type: string) => {
    await form.getByRole('combobox', { name: 'Adjustment Type' }).click();
    await page.getByRole('option', { name: type }).click();
  };

  for (const type of ['Add Stock (Purchase)', 'Add Stock (Return)', 'Remove Stock (Damage)']) {
    await choose(type);
    await expect(form.getByLabel('Quantity *', { exact: true })).toHaveValue('');
    await expect(save).toBeDisabled();
  }
  const quantity = form.getByLabel('Quantity *', { exact: true });
  await quantity.fill('0');
  await save.click();
  await expect(quantity).toHaveAccessibleDescription('Please enter quantity');
  await form.getByLabel('Notes').fill('Fell off the bench');
  await quantity.fill('5');
  await expect(quantity).toHaveAccessibleDescription('Only 4 in stock to remove');
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Not enough stock');
  await quantity.fill('4');
  await save.click();
  await expect(form).toBeHidden();
  const [newest] = await staff.call('GET', `/stock-history?productId=${id}`);
  expect(newest).toMatchObject({ transactionType: 'damage', quantity: -4, newStock: 0, notes: 'Fell off the bench' });
  forgive(/409/);
});

test('stock is set exactly even if pieces were sold in between, and the message shows the real stock before', async ({
  page,
  staff,
}) => {
  const { id, name } = await addProduct(staff, 'Meanwhile Maang Tikka', 12);
  await page.goto(`/admin/inventory?search=${name}`);
  await page.getByRole('button', { name: `Adjust Stock of ${name}` }).click();
  await page.getByLabel('New Stock Quantity *').fill('30');
  await staff.call('POST', '/stock-history/adjust', { productId: id, quantity: 2, transactionType: 'damage' });
  await page.getByRole('button', { name: 'Save Adjustment' }).click();
  await expect(page.getByText(`${name}: stock 10 → 30. It had changed from 12 meanwhile.`).first()).toBeVisible();
});

test('an adjustment shows that it is being saved; when the shop cannot be reached no input is lost', async ({
  page,
  staff,
  forgive,
}) => {
  const { name } = await addProduct(staff, 'Unreachable Jhoomar', 3);
  await page.goto(`/admin/inventory?search=${name}`);
  await page.getByRole('button', { name: `Adjust Stock of ${name}` }).click();
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/stock-history/adjust', async (route) => {
    await failing;
    await route.abort();
  });
  const form = page.getByRole('dialog');
  await form.getByLabel('New Stock Quantity *').fill('8');
  await form.getByRole('button', { name: 'Save Adjustment' }).click();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  fail();
  await expect(form.getByRole('alert')).toHaveText('Failed to adjust stock');
  await expect(form.getByLabel('New Stock Quantity *')).toHaveValue('8');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  forgive(/ERR_FAILED/);
});

test('the CSV export follows the filters', async ({ page, staff }) => {
  const { name, sku } = await addProduct(staff, 'Exported Earcuff', 6);
  await page.goto(`/admin/inventory?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Rings');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
    '\uFEFFProduct,Category,Current Stock,Status,Color,Size,SKU',
    `${name},Rings,6,In Stock,,,${sku}`,
  ]);
});

test('stocktaking goes product by product: the number is focused, and Enter saves it and opens the next', async ({
  page,
  staff,
}) => {
  const first = await addProduct(staff, 'Countable Aigrette', 5);
  const second = await addProduct(staff, 'Countable Brooch', 7);
  await page.goto(`/admin/inventory?search=countable&sortBy=name&sortOrder=asc`);
  await page.getByRole('button', { name: `Adjust Stock of ${first.name}` }).click();
  await expect(page.getByLabel('New Stock Quantity *')).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  const next = page.getByRole('dialog', { name: `Adjust Stock - ${second.name}` });
  await expect(next.getByLabel('New Stock Quantity *')).toBeFocused();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(next).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/inventory\?/);
  const stock = async ({ id }: { id: string }) => (await staff.call('GET', `/products/${id}`)).stockQuantity;
  expect([await stock(first), await stock(second)]).toEqual([4, 9]);
});
