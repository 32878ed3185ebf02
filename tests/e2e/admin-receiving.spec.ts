import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { PENDANT } from '#tests/setup/samples/products.ts';

/** A purchase order of ten pieces of a product of its own, and of three pendants. */
async function purchase(staff: Staff) {
  const product = await addProduct(staff, { stockQuantity: 2 });
  const order = await staff.call('POST', '/purchase-orders', {
    supplierName: own('Receiving Supplies'),
    items: [
      { productId: product.id, quantity: 10, unitCost: 350 },
      { productId: PENDANT.id, quantity: 3, unitCost: 200 },
    ],
  });
  return { product, order };
}
const stockOf = async (staff: Staff, id: string) => (await staff.call('GET', `/products/${id}`)).stockQuantity;

test('deliveries are received line by line, more than ordered only after confirming, and one is undone', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/status of 409/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { product, order } = await purchase(staff);
  await page.goto(`/admin/purchase-orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Purchase Order Details' });
  await details.getByRole('button', { name: 'Receive delivery' }).click();

  const form = page.getByRole('dialog', { name: `Receive a delivery of ${order.orderNumber}` });
  const line = form.getByRole('listitem').filter({ hasText: product.name });
  await expect(line).toContainText('10 ordered, 0 received before');
  await expect(line.getByLabel('Arrives now')).toHaveValue('10');
  await expect(form.getByRole('listitem').filter({ hasText: PENDANT.name }).getByLabel('Arrives now')).toHaveValue('3');
  await line.getByLabel('Arrives now').fill('4');
  await line.getByLabel('Damaged').fill('5');
  await form.getByRole('button', { name: 'Receive delivery', exact: true }).click();
  await expect(line.getByText('Not more than arrived')).toBeVisible();
  await line.getByLabel('Damaged').fill('1');
  await form.getByRole('button', { name: 'Receive delivery', exact: true }).click();
  await expect(page.getByText(`${order.orderNumber}: 6 pieces added to stock`).first()).toBeVisible();
  await expect(details.getByRole('combobox', { name: `Status of purchase order ${order.orderNumber}` })).toHaveText('Partial');
  await expect(details.getByText('4 of 10 received, 1 damaged')).toBeVisible();
  expect(await stockOf(staff, product.id)).toBe(5);

  await details.getByRole('button', { name: 'Receive delivery' }).click();
  await expect(line.getByLabel('Arrives now')).toHaveValue('6');
  await line.getByLabel('Arrives now').fill('7');
  await form.getByRole('button', { name: 'Receive delivery', exact: true }).click();
  await expect(form.getByRole('alert').first()).toHaveText(`More than was ordered. ${product.name}: 7 arrived, 6 missing`);
  await form.getByRole('button', { name: 'Receive more than was ordered' }).click();
  await expect(form).toBeHidden();
  expect(await stockOf(staff, product.id)).toBe(12);

  const deliveries = details.getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: `Take back delivery ${order.orderNumber}-R1` }).click();
  const question = page.getByRole('alertdialog', { name: `Take back delivery ${order.orderNumber}-R1?` });
  await expect(question).toContainText('6 pieces leave the stock again.');
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect(question).toBeHidden();
  await expect(deliveries.getByText(/^Taken back .+ by \w+$/)).toHaveCount(1);
  expect(await stockOf(staff, product.id)).toBe(9);
});

test('on a phone closing a line short asks before it forgets what was typed for it, arrived or damaged, and keeps the other lines; what a colleague received is not received twice', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/status of 409/);
  await page.setViewportSize({ width: 390, height: 900 });
  const { product, order } = await purchase(staff);
  await page.goto(`/admin/purchase-orders/${order.orderNumber}/receive`);
  const form = page.getByRole('dialog', { name: `Receive a delivery of ${order.orderNumber}` });
  const pendants = form.getByRole('listitem').filter({ hasText: PENDANT.name });
  const others = form.getByRole('listitem').filter({ hasText: product.name });
  const question = page.getByRole('alertdialog', { name: `Close ${PENDANT.name} short?` });
  await others.getByLabel('Arrives now').fill('7');
  for (const [field, typed, before] of [
    ['Arrives now', '2', '3'],
    ['Damaged', '1', '0'],
  ] as const) {
    await pendants.getByLabel(field).fill(typed);
    await pendants.getByRole('button', { name: 'Close short' }).click();
    await expect(question).toContainText('is not booked yet, and is lost');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(pendants.getByLabel(field)).toHaveValue(typed);
    if (field === 'Arrives now') await pendants.getByLabel(field).fill(before);
  }
  await pendants.getByRole('button', { name: 'Close short' }).click();
  await question.getByRole('button', { name: 'Close short' }).click();
  await expect(pendants).toContainText('Closed short: 3 will not come.');
  await expect(others.getByLabel('Arrives now')).toHaveValue('7');
  // Opened again it begins anew, and without anything typed nothing is asked.
  await pendants.getByRole('button', { name: 'Open again' }).click();
  await expect(pendants.getByLabel('Damaged')).toHaveValue('0');
  await pendants.getByRole('button', { name: 'Close short' }).click();
  await expect(pendants).toContainText('Closed short: 3 will not come.');

  await staff.call('POST', `/purchase-orders/${order.id}/receipts`, { items: [{ itemId: order.items[0].id, received: 4 }] });
  await form.getByRole('button', { name: 'Receive delivery', exact: true }).click();
  await expect(form.getByRole('alert').first()).toContainText('Somebody else changed this meanwhile');
  await form.getByRole('button', { name: 'Show what is missing now' }).click();
  const line = form.getByRole('listitem').filter({ hasText: `${product.name}10 ordered` });
  await expect(line).toContainText('4 received before');
  await expect(line.getByLabel('Arrives now')).toHaveValue('6');
  await form.getByRole('button', { name: 'Receive delivery', exact: true }).click();
  await expect(form).toBeHidden();
  expect(await stockOf(staff, product.id)).toBe(12);
  expect((await staff.call('GET', `/purchase-orders/${order.id}`)).status).toBe('received');
});
