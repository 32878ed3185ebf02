import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A product with a history: created, restocked, damaged, counted, sold. */
async function livedProduct(staff: Staff, name: string): Promise<any> {
  const product = await staff.call('POST', '/products', {
    name: `${name} ${randomUUID().slice(0, 6)}`,
    price: 3000,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    stockQuantity: 10,
  });
  const adjust = (transactionType: string, quantity: number, notes = '') =>
    staff.call('POST', '/stock-history/adjust', { productId: product.id, transactionType, quantity, notes });
  await adjust('purchase', 5, 'From Anarkali');
  await adjust('damage', 2);
  await adjust('adjustment', 12);
  const order = await staff.order({ items: [{ productId: product.id, quantity: 3 }], totalAmount: 9000 });
  return { ...product, order };
}

test('every stock change shows its type, sign, stock before and after, reason and author, also in the export, and also when the product was deleted', async ({
  page,
  staff,
}) => {
  const { id, name, order } = await livedProduct(staff, 'Chronicle Choora');
  await page.goto(`/admin/history?productId=${id}`);
  await expect(page.getByText('Showing 5 of 5 records')).toBeVisible();
  const row = (type: string) => page.getByRole('row').filter({ has: page.getByText(type, { exact: true }) });

  await expect(row('Sale')).toHaveText(new RegExp(`${name} [A-Z]{3}-\\d+Sale-3129${order.orderNumber}.*Customer$`));
  await expect(row('Adjustment').last()).toHaveText(/Adjustment\+10010ManualOpening stockstaff$/);
  await expect(row('Adjustment').first()).toHaveText(/Adjustment-11312ManualN\/Astaff$/);
  await expect(row('Damage')).toHaveText(/Damage-21513ManualN\/Astaff$/);
  await expect(row('Purchase')).toHaveText(/Purchase\+51015ManualFrom Anarkalistaff$/);
  await expect(row('Sale').getByText('9', { exact: true })).toHaveClass(/text-danger/);
  await expect(row('Purchase').getByText('15', { exact: true })).toHaveClass(/text-leaf/);

  await page.getByRole('combobox', { name: 'Transaction Type' }).click();
  await page.getByRole('option', { name: 'Purchase' }).click();
  await expect(page.getByText('Showing 1 of 1 records')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^stock-history-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFDate & Time,Product,Type,Quantity,Previous Stock,New Stock,Reference,Notes,By,Color,Size,SKU');
  expect(lines[1]).toContain(`,${name},Purchase,5,10,15,Manual,From Anarkali,staff`);
  expect(lines).toHaveLength(2);

  await staff.call('DELETE', `/products/${id}`);
  await page.reload();
  await expect(page.getByText('Showing 1 of 1 records')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue(name);
});

test('records are filtered by a product that is searched for, and sorted by the size of the change, also on a phone; Clear Filters keeps the sorting', async ({
  page,
  staff,
}) => {
  const { id, name } = await livedProduct(staff, 'Ranked Ranihaar');
  await page.goto('/admin/history');
  await page.getByRole('combobox', { name: 'Product' }).fill(name.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect(page.getByText('Showing 5 of 5 records')).toBeVisible();
  const quantity = page.getByRole('columnheader', { name: 'Quantity' });
  await quantity.getByRole('button').click();
  await expect(quantity).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('+10');
  await quantity.getByRole('button').click();
  await expect(page).toHaveURL(`/admin/history?productId=${id}&sortBy=quantity&sortOrder=asc`);
  await expect(page.getByRole('row').nth(1)).toContainText('Sale-3');

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'records' }).getByRole('listitem');
  await expect(cards.first()).toContainText(/Sale.*-3/s);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Sort by Type' }).click();
  await expect(cards.first()).toContainText(/Purchase.*\+5/s);
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(cards.first()).toContainText(/Damage.*-2/s);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/admin/history?sortBy=transactionType');
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('');
});
