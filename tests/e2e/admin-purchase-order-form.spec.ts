import { PENDANT, RING } from '#tests/setup/products.ts';
import { own } from '#tests/setup/staff-products.ts';
import { expect, test } from '#tests/setup/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a purchase order is entered without the mouse: item after item with a running total, and an expected delivery only when it is known', async ({
  page,
}) => {
  const supplier = own('Keyboard Beads');
  await page.goto(`/admin/purchase-orders?supplierName=${supplier}`);
  await page.getByRole('button', { name: 'Create Purchase Order' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
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

  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByLabel('Supplier Name').press('Enter');
  expect((await sent).postDataJSON()).not.toHaveProperty('expectedDeliveryDate');
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: supplier });
  await expect(row).toContainText('Rs. 3,505');
  await expect(row).toContainText('1 item');
  await expect(row).toContainText('10 pieces');
});

test('Enter pressed before the search has answered does not choose a product of the previous search', async ({ page }) => {
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

test('an incomplete purchase order shows what is missing, an item not yet added is asked about, and Cancel clears the form', async ({
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
