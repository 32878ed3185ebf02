import { completeOrder, fillCheckout, keep, kept, LIPSTICK, openCart, orderNumberShown } from '#tests/setup/browsers/shopper.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ signedIn: false });

test('the code of a link takes its sum off from the summary to the page of the order', async ({ page, staff }) => {
  const code = `LINK${Date.now().toString(36).toUpperCase()}`;
  await staff.call('POST', '/discount-codes', { code, kind: 'sum', value: 150 });
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto(`/product/${LIPSTICK.id}?code=${code.toLowerCase()}`);
  await expect(page.locator('main').getByRole('status').filter({ hasText: code })).toHaveText(`Rs. 150 off with ${code}`);
  const cart = await openCart(page);
  await expect(cart).toContainText(`Discount (${code})−Rs. 150`);
  await expect(cart).toContainText('TotalRs. 1,240');

  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(`Discount (${code})−Rs. 150`);
  await expect(summary).toContainText('TotalRs. 1,240');
  await page.reload();
  await fillCheckout(page, { phone: `0333 ${String(Date.now()).slice(-7)}` });
  await expect(page.getByText('You pay Rs. 1,240 in cash')).toBeVisible();
  const order = (await (await completeOrder(page)).json()).data;
  expect(order).toMatchObject({ totalAmount: 1240, discount: 150, discountCode: code });
  await orderNumberShown(page);
  expect(await kept(page, 'code_v1')).toMatchObject({ code: '' });
  // Behind the dialog.
  await expect(page.locator('section', { has: page.locator('#tracked-title') })).toContainText(`Discount (${code})−Rs. 150`);
});

test('a code is refused at its field, and one that ends meanwhile before the order is placed', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/);
  const code = `ENDS${Date.now().toString(36).toUpperCase()}`;
  const fields = { code, kind: 'sum', value: 150 };
  const { id } = await staff.call('POST', '/discount-codes', fields);
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await summary.getByRole('button', { name: 'Have a code?' }).click();
  const field = summary.getByRole('textbox', { name: 'Discount code' });
  await expect(field).toBeFocused();
  await field.fill('NO-SUCH-CODE');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('We do not know this code. Check its letters and digits.');
  await field.fill(code);
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByRole('button', { name: `Remove: ${code}` })).toBeFocused();
  await expect(summary).toContainText('TotalRs. 1,240');

  await fillCheckout(page, { phone: `0334 ${String(Date.now()).slice(-7)}` });
  await staff.call('PUT', `/discount-codes/${id}`, { ...fields, isPaused: true });
  expect((await completeOrder(page)).status()).toBe(409);
  const problem = page.getByRole('alert').filter({ hasText: code });
  await expect(problem).toContainText(`${code} has ended.`);
  await expect(problem).toContainText('The new total is Rs. 1,390');
  await expect(page.getByText('You pay Rs. 1,390 in cash')).toBeVisible();
  expect((await completeOrder(page)).status()).toBe(201);
});

test('a link on any page says what its code is good for, or why it is not, also above a folded summary', async ({
  page,
  staff,
  forgive,
}) => {
  // A code that is longer than any.
  forgive(/422/);
  const mark = Date.now().toString(36).toUpperCase();
  const [code, paused] = [`FROM${mark}`, `OVER${mark}`];
  await staff.call('POST', '/discount-codes', { code, kind: 'percent', value: 15, minimum: 9000, categories: ['cosmetics'] });
  await staff.call('POST', '/discount-codes', { code: paused, kind: 'percent', value: 15, isPaused: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const note = page.locator('main').getByRole('status');
  for (const path of ['/', '/products', '/category/rings', '/about']) {
    await page.goto(`${path}?code=${code}`);
    await expect(note.filter({ hasText: code })).toHaveText(`15% off Cosmetics, code ${code}, from Rs. 9,000`);
  }
  // A code that is good for nothing does not take the place of one that may be.
  await page.goto(`/categories?code=${paused}`);
  await expect(note.filter({ hasText: paused })).toHaveText(`${paused} has ended.`);
  expect(await kept(page, 'code_v1')).toMatchObject({ code });
  await page.goto(`/categories?code=${'X'.repeat(60)}`);
  await expect(note.filter({ hasText: 'code' })).toHaveText('We do not know this code. Check its letters and digits.');

  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto(`/checkout?code=${code}`);
  const missing = `Rs. 7,810 to go until ${code} can be used.`;
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText(missing).first()).toBeVisible();
  // Its whole title row unfolds it.
  await summary.click({ position: { x: 40, y: 28 } });
  await expect(summary.getByRole('textbox', { name: 'Discount code' })).toHaveAccessibleDescription(missing);
  await expect(summary.getByRole('button', { name: 'Show the order' })).toHaveAttribute('aria-expanded', 'true');
});
