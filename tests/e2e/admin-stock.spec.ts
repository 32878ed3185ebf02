import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

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

test('stock is filtered by part of the name, category and level, the address keeps the filters, and the export follows them', async ({
  page,
  staff,
}) => {
  const stone = `Zumurrud${randomUUID().slice(0, 6)}`;
  await addProduct(staff, `Eleven ${stone}`, 11);
  await addProduct(staff, `Ten ${stone}`, 10);
  const none = await addProduct(staff, `None ${stone}`, 0);
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
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
    '\uFEFFProduct,Category,Current Stock,Status,Color,Size,SKU',
    `${none.name},Rings,0,Out of Stock,,,${none.sku}`,
  ]);
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

test('stock is set exactly, product by product: the field has the current stock and the focus, Enter saves it, also over a sale in between, and opens the next', async ({
  page,
  staff,
}) => {
  const pile = randomUUID().slice(0, 6);
  const first = await addProduct(staff, `Pile${pile} Aigrette`, 12);
  const second = await addProduct(staff, `Pile${pile} Brooch`, 7);
  await page.goto(`/admin/inventory?search=pile${pile}&sortBy=name&sortOrder=asc`);
  await page.getByRole('button', { name: `Adjust Stock of ${first.name}` }).click();
  const form = page.getByRole('dialog', { name: `Adjust Stock - ${first.name}` });
  await expect(form.getByText('Current stock: 12')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Adjustment Type' })).toHaveText('Set Exact Quantity');
  const quantity = form.getByLabel('New Stock Quantity *');
  await expect(quantity).toHaveValue('12');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('20');
  await expect(form.getByText('New stock will be 20 (+8)')).toBeVisible();
  await staff.call('POST', '/stock-history/adjust', { productId: first.id, quantity: 2, transactionType: 'damage' });
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${first.name}: stock 10 → 20. It had changed from 12 meanwhile.`).first()).toBeVisible();

  const next = page.getByRole('dialog', { name: `Adjust Stock - ${second.name}` });
  await expect(next.getByLabel('New Stock Quantity *')).toBeFocused();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(next).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/inventory\?/);
  await expect(page.getByRole('row').filter({ hasText: first.name })).toContainText('20');
  expect((await staff.call('GET', `/products/${second.id}`)).stockQuantity).toBe(9);
  await page.getByRole('link', { name: `History of ${first.name}` }).click();
  await expect(page).toHaveURL(`/admin/history?productId=${first.id}`);
  await expect(page.getByText('Showing 3 of 3 records')).toBeVisible();
});

test('adding and removing start empty, cannot be saved empty, never remove more than there is, and lose no input when the shop cannot be reached', async ({
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
  const failing = Promise.withResolvers<void>();
  await page.route('**/api/stock-history/adjust', async (route) => {
    await failing.promise;
    await route.abort();
  });
  await save.click();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  failing.resolve();
  await expect(form.getByRole('alert')).toHaveText('Failed to adjust stock');
  await page.unroute('**/api/stock-history/adjust');
  await save.click();
  await expect(form).toBeHidden();
  const [newest] = await staff.call('GET', `/stock-history?productId=${id}`);
  expect(newest).toMatchObject({ transactionType: 'damage', quantity: -4, newStock: 0, notes: 'Fell off the bench' });
  forgive(/409|ERR_FAILED/);
});

test('the mouse wheel over a number scrolls, and the number stays what was typed', async ({ page, staff }) => {
  const product = await addProduct(staff, 'Steady', 40);
  await page.goto(`/admin/inventory/${product.id}`);
  const quantity = page.getByLabel('New Stock Quantity *');
  await quantity.fill('41');
  await quantity.hover();
  for (const step of [120, 120, -120, 240]) await page.mouse.wheel(0, step);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(quantity).toHaveValue('41');
  await quantity.press('ArrowUp');
  await expect(quantity).toHaveValue('42');
});

test('pieces of a choice that is no longer offered are listed above the stock, and booked out there', async ({ page, staff }) => {
  const product: any = await staff.call('POST', '/products', {
    name: `Left over ${randomUUID().slice(0, 6)}`,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    sizes: ['6', '7'],
    variants: [
      { size: '6', stockQuantity: 0 },
      { size: '7', stockQuantity: 2 },
    ],
  });
  const order = await staff.order({ items: [{ productId: product.id, quantity: 2, selectedSize: '7' }], totalAmount: 2000 });
  await staff.call('PUT', `/products/${product.id}`, { sizes: ['6'] });
  await staff.call('PUT', `/orders/${order.id}/status`, { status: 'cancelled' });
  await page.goto('/admin/inventory');
  const section = page.getByRole('region', { name: 'Pieces of choices you no longer offer' });
  await expect(section.getByRole('listitem').filter({ hasText: product.name })).toContainText('2');
  await section.getByRole('button', { name: `Adjust Stock of ${product.name} (7)` }).click();
  await page.getByLabel('New Stock Quantity *').fill('0');
  await page.getByRole('button', { name: 'Save Adjustment' }).click();
  await expect(section.getByText(product.name)).toHaveCount(0);
});
