import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a new supplier’s pieces come, are owed, are paid, and the next order knows the supplier', async ({ page, staff }) => {
  const name = own('Anarkali Beads');
  const { id } = await addProduct(staff, { stockQuantity: 0 });
  const order = await staff.call('POST', '/purchase-orders', {
    supplierName: name,
    supplierPhone: '0300 1112233',
    items: [{ productId: id, quantity: 4, unitCost: 250 }],
  });
  await staff.call('PUT', `/purchase-orders/${order.id}/status`, { status: 'received' });

  await page.goto(`/admin/suppliers?name=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).first().click();
  const details = page.getByRole('dialog', { name: 'Supplier Details' });
  await expect(details.getByText('Rs. 1,000 received')).toBeVisible();
  await details.getByRole('button', { name: 'Pay', exact: true }).click();
  const paying = page.getByRole('dialog', { name: 'Pay Supplier' });
  await expect(paying.getByLabel('Rupees *')).toHaveValue('1000');
  await paying.getByRole('button', { name: 'Book payment' }).click();
  await expect(paying).toBeHidden();
  await expect(details.getByText('Paid to supplier')).toBeVisible();
  expect(await staff.call('GET', `/suppliers/${order.supplierId}`)).toMatchObject({ owed: 0, paid: 1000 });

  await page.goto('/admin/purchase-orders/new');
  const form = page.getByRole('dialog', { name: 'Create Purchase Order' });
  await form.getByLabel('Supplier Name *').fill(name);
  await expect(form.getByLabel('Supplier Phone')).toHaveValue('+923001112233');
});
