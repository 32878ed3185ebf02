import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('what a piece costs is said once, and an order that is sent earns what is left of it, on the screen and in the file', async ({
  page,
  staff,
}) => {
  const name = 'Meenakari Toe Ring';
  const product = await staff.call('POST', '/products', {
    name,
    price: 900,
    category: 'rings',
    description: 'Enamelled by hand.',
    material: 'Brass',
    images: ['/media/products/stackable-ring-trio.webp'],
    stockQuantity: 9,
  });
  await page.goto('/admin/profit/stock?first=uncosted&limit=100');
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('Unknown');
  await row.getByRole('button', { name: `Cost of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Cost of ${name}` });
  await dialog.getByLabel('Rupees a piece').fill('-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Not below 0');
  await dialog.getByLabel('Rupees a piece').fill('310.50');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toHaveCount(0);

  const order = await staff.order({
    customerPhone: '03117654329',
    items: [{ productId: product.id, quantity: 2 }],
    totalAmount: 2000,
  });
  await staff.call('PUT', `/orders/${order.id}/status`, { status: 'delivered', cashWith: 'us' });
  // Dearer from now on, which changes nothing of what is sent.
  await staff.call('PUT', `/products/${product.id}/cost`, { unitCost: 500 });

  await page.goto('/admin/profit');
  const earned = page.getByRole('row', { name });
  await expect(earned.getByRole('cell').last()).toHaveText(/^Rs\.\s1,379$/);
  await expect(earned).toContainText(/Rs\.\s621/);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Profit CSV' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines.find((line) => line.startsWith(name))).toBe(`${name},1,1,0,2000,2000,2,621,0,0,0,0,1379`);

  await page.getByRole('link', { name: 'Day by day' }).click();
  const today = page.getByRole('table', { name: 'Orders by day' }).getByRole('row').last();
  await expect(today.getByRole('cell').nth(4)).toContainText(/Rs\.\s/);
  await page.getByRole('button', { name: 'Came back' }).click();
  await expect(page.getByRole('heading', { name: 'Came back, day by day' })).toBeVisible();
  await page.getByRole('combobox', { name: 'By', exact: true }).click();
  await page.getByRole('option', { name: 'Order day' }).click();
  await expect(page).toHaveURL(/by=order/);
  await expect(page.getByText('each on the day it was placed')).toBeVisible();
  const [days] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Days CSV' }).click()]);
  expect(await readFile(await days.path(), 'utf8')).toContain('Day,Placed,"Placed, rupees",Confirmed');
});

test('what was spent on advertising stands beside what its source brought, and is taken back on Payments', async ({
  page,
  staff,
}) => {
  const order = await staff.order({ customerPhone: '03117654330' });
  await staff.call('PUT', `/orders/${order.id}/status`, { status: 'delivered', cashWith: 'us' });
  await page.goto('/admin/profit?by=source');
  await page.getByRole('button', { name: 'Book advertising' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book Expense' });
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog).toContainText('Which orders is it to bring?');
  await expect(dialog).toContainText('Enter an amount');
  await choose('To bring orders from *', 'Instagram');
  await dialog.getByLabel('Rupees *').fill('640');
  await dialog.getByRole('button', { name: 'Book and next' }).click();
  await expect(page.getByText('Rs. 640 for Advertising booked')).toBeVisible();
  await expect(dialog.getByLabel('Rupees *')).toHaveValue('');
  await choose('To bring orders from *', 'Website');
  await dialog.getByLabel('Rupees *').fill('100');
  await dialog.getByLabel('Note').fill('Boosted the ring');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Instagram' })).toContainText('640');
  await expect(page.getByRole('row', { name: 'Website' })).toContainText(/[1-9][\d.]* ×/);

  await page.getByRole('button', { name: 'Change the cost of packing' }).click();
  const packing = page.getByRole('dialog', { name: 'Cost of Packing' });
  await packing.getByLabel('Rupees a parcel').fill('-2');
  await packing.getByRole('button', { name: 'Save' }).click();
  await expect(packing).toContainText('Not below 0');
  await packing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/admin/payments?kind=expense');
  await page.getByRole('row', { name: 'Boosted the ring' }).getByRole('button', { name: 'Take back' }).click();
  const reason = page.getByRole('dialog', { name: 'Take Back' });
  await reason.getByRole('textbox').fill('Typed twice');
  await reason.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('row', { name: 'Typed twice' })).toContainText('Expense, taken back');

  await page.goto(`/admin/orders/${order.orderNumber}`);
  const earned = page.getByRole('region', { name: 'Earnings' });
  await expect(earned).toContainText('Paid and kept, or still due');
  await expect(earned).toContainText('Left for advertising');
  await page.goto('/admin/profit');
});
