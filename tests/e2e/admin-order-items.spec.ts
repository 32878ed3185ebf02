import { addBangles } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

/** Bangles of the test's own, and an order of one of 2.4. */
async function orderBangle(staff: Staff) {
  const bangles = await addBangles(staff, { '2.4': 5, '2.6': 7, '2.8': 0 }, { price: 1200 });
  const items = [{ productId: bangles.id, quantity: 1, selectedSize: '2.4' }];
  const order = await staff.order({ items, totalAmount: 1400 });
  return { bangles, order };
}

const stockOf = async (staff: Staff, id: string) =>
  (await staff.call('GET', `/products/${id}`)).variants.map((variant: any) => [variant.size, variant.stockQuantity]);

test('a size is exchanged and a piece added; what more is to collect is shown before it is saved, over what a colleague changed; a packed one offers no change', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { bangles, order } = await orderBangle(staff);
  await page.goto(`/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Change items' }).click();
  const dialog = page.getByRole('dialog', { name: `Items of ${order.orderNumber}`, exact: true });
  await expect(dialog.getByText('Nothing changed yet')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save items' })).toBeDisabled();
  await staff.call('PUT', `/orders/${order.id}`, { notes: 'Ring twice' });
  await dialog.getByRole('button', { name: `One ${bangles.name} more` }).click();
  await dialog.getByRole('button', { name: 'Load the items as they are now' }).click();
  await expect(dialog.getByText('Nothing changed yet')).toBeVisible();

  const line = dialog.getByRole('list', { name: 'Items of the order' }).getByRole('listitem', { name: bangles.name });
  await expect(line.getByRole('button', { name: /^2\.8/ })).toBeDisabled();
  await line.getByRole('button', { name: /^2\.6/ }).click();
  await expect(dialog.getByText('Rs. 1,400 → Rs. 1,400')).toBeVisible();
  await line.getByRole('button', { name: `One ${bangles.name} more` }).click();
  await expect(dialog.getByText('Rs. 1,400 → Rs. 2,600')).toBeVisible();
  await expect(dialog.getByText('Rs. 1,200 more to collect')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save items' }).click();

  await expect(dialog).toBeHidden();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('region', { name: 'Items' })).toContainText('Rs. 2,600');
  await expect(details.getByRole('region', { name: 'What happened' })).toContainText(bangles.name);
  expect(await stockOf(staff, bangles.id)).toEqual([
    ['2.4', 5],
    ['2.6', 5],
    ['2.8', 0],
  ]);

  await staff.call('POST', '/shipments', { orderId: order.id, carrier: 'TCS' });
  await page.goto(`/admin/orders/${order.orderNumber}`);
  await expect(page.getByRole('button', { name: 'Packing slip' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change items' })).toBeHidden();
});

test('a corrected size keeps the code as the order has it; today’s rules are a choice, whose difference is shown before it is saved', async ({
  page,
  staff,
}) => {
  const bangles = await addBangles(staff, { '2.4': 5, '2.6': 7 }, { price: 1200 });
  const code = `KEPT${Math.floor(Math.random() * 1_000_000)}`;
  const terms = { code, name: '', kind: 'percent', target: 'lines', value: 50, minimum: 0, productIds: [], categories: [] };
  const rules = { startsAt: null, endsAt: null, maxUses: null, oncePerPhone: false, newCustomersOnly: false, isPaused: false };
  const added = await staff.call('POST', '/discount-codes', { ...terms, ...rules });
  const items = [{ productId: bangles.id, quantity: 1, selectedSize: '2.4' }];
  const order = await staff.order({ items, code, totalAmount: 800 });
  const { updatedAt } = added;
  await staff.call('PUT', `/discount-codes/${added.id}`, { ...terms, ...rules, isPaused: true, updatedAt });

  await page.goto(`/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Change items' }).click();
  const dialog = page.getByRole('dialog', { name: `Items of ${order.orderNumber}`, exact: true });
  const today = dialog.getByRole('checkbox', { name: 'Use today’s delivery rule and code' });
  await expect(dialog.getByText('By today’s it costs Rs. 1,400, Rs. 600 more')).toBeVisible();
  const line = dialog.getByRole('list', { name: 'Items of the order' }).getByRole('listitem', { name: bangles.name });
  await line.getByRole('button', { name: /^2\.6/ }).click();
  await expect(dialog.getByText('Rs. 800 → Rs. 800')).toBeVisible();
  await today.check();
  await expect(dialog.getByText('Rs. 800 → Rs. 1,400')).toBeVisible();
  await expect(dialog.getByText(`The order is without its code ${code}.`)).toBeVisible();
  await today.uncheck();
  await expect(dialog.getByText('Rs. 800 → Rs. 800')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save items' }).click();
  await expect(dialog).toBeHidden();
  expect((await staff.call('GET', `/orders/${order.id}`)).totalAmount).toBe(800);
});

test('an order is tagged, a tag that is too long says so and stays, and is taken off again; an activity that cannot be loaded says so and is loaded again', async ({
  page,
  staff,
  forgive,
}) => {
  const { order } = await orderBangle(staff);
  await page.route('**/timeline', (route) => route.abort());
  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  const activity = page.getByRole('region', { name: 'What happened' });
  await expect(activity.getByRole('alert')).toContainText('What happened could not be loaded.');
  await page.unroute('**/timeline');
  await activity.getByRole('button', { name: 'Try again' }).click();
  await expect(activity.getByRole('listitem')).not.toHaveCount(0);
  await expect(activity.getByRole('alert')).toBeHidden();
  forgive(/ERR_FAILED/);

  const box = details.getByRole('textbox', { name: 'Add a tag' });
  await box.fill(`${'g'.repeat(41)}, gift`);
  await box.press('Enter');
  await expect(box).toHaveAccessibleDescription('gggggggggggggggggggg…: At most 40 characters');
  await expect(box).toHaveValue(`${'g'.repeat(41)}, gift`);
  await box.fill('gift,  gift');
  await box.press('Enter');
  await expect(details.getByRole('button', { name: 'Take off the tag gift' })).toBeVisible();
  expect((await staff.call('GET', `/orders/${order.id}`)).tags).toEqual(['gift']);
  await details.getByRole('button', { name: 'Take off the tag gift' }).click();
  await expect(details.getByRole('button', { name: 'Take off the tag gift' })).toBeHidden();
  expect((await staff.call('GET', `/orders/${order.id}`)).tags).toEqual([]);
});
