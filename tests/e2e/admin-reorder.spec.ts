import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('what runs short is chosen, its supplier typed once, and one press makes the purchase order', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/status of 422/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const product = await addProduct(staff, { stockQuantity: 4 });
  const items = [{ productId: product.id, quantity: 4 }];
  const { total } = await staff.call('POST', '/cart/quote', { items });
  await staff.order({ customerPhone: '03117654388', items, totalAmount: total });

  await page.goto('/admin/purchase-orders');
  await page.getByRole('main').getByRole('link', { name: 'Reorder' }).click();
  const row = page.getByRole('row', { name: product.name });
  await expect(row).toContainText('14 d');
  await row.getByLabel(`Pieces of ${product.name} to order`).fill('12');
  await expect(row.getByRole('checkbox')).toBeChecked();
  const make = page.getByRole('button', { name: 'Make Purchase Orders' });
  await make.click();
  await expect(row).toContainText('Who supplies it?');
  await expect(row).toContainText('What does a piece cost?');
  const supplier = own('Reorder Supplies');
  await row.getByLabel(`Supplier of ${product.name}`).fill(supplier);
  await row.getByLabel(`Rupees for one ${product.name}`).fill('410.50');
  await make.click();

  const details = page.getByRole('dialog', { name: 'Purchase Order Details' });
  await expect(details).toContainText(supplier);
  await expect(details).toContainText(product.name);
  await expect(details).toContainText(/4,926/);
  await expect(page).toHaveURL(/\/admin\/purchase-orders\/PO-\d+$/);
  await page.goto('/admin/reorder');
  await expect(page.getByRole('row', { name: product.name })).toHaveCount(0);
});
