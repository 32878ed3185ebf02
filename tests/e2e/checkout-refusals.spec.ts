import type { Page } from '@playwright/test';
import { paste } from '#tests/setup/paste.ts';
import { expect, test } from '#tests/setup/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  kept,
  LIPSTICK,
  MOON,
  NAIL_POLISH,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/shopper.ts';

const INCOMPLETE = 'Please fill required fields (email, first name, phone, address) and ensure cart is not empty.';
const LOCAL_ONLY = 'One or more items are not available for checkout yet. Please remove items added locally or try again later.';

const heading = (page: Page) => page.locator('#step-title');

test('an incomplete order shows what is missing, and goes to the first incomplete step', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('sana@example.com');
  await page.getByLabel('First name').fill('Sana');
  await page.getByRole('textbox', { name: 'Phone' }).fill('0301 7654321');
  await next.click();
  await next.click();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText(INCOMPLETE);
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeFocused();
  await expect(page.getByText('Please enter your address')).toBeVisible();
});

test('on a phone, a pasted address that is too long stays whole, is refused at its field, and is taken when it is shorter', async ({
  page,
  forgive,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  await page.goBack();
  const address = page.getByRole('textbox', { name: 'Address', exact: true });
  const short = `House ${crypto.randomUUID()}, Lahore`;
  const long = `${short}, ${'opposite the old cinema, '.repeat(20)}`;
  await paste(address, long);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await completeOrder(page)).status()).toBe(422);
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(address).toHaveAccessibleDescription('At most 500 characters');
  await expect(address).toHaveValue(long);
  await expect(address).toBeFocused();
  await expect(page.getByText('At most 500 characters')).toBeInViewport();
  await expect(page.getByRole('alert')).toHaveText('Please check what is marked above.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await address.fill(short);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await completeOrder(page)).status()).toBe(201);
  forgive(/422/);
});

test('a cart that is filled again finds what was typed', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { address: 'House 7, Lahore' });
  await page.evaluate(() => localStorage.setItem('cart_v1', '[]'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.evaluate((line) => localStorage.setItem('cart_v1', JSON.stringify([line])), { product: LIPSTICK, quantity: 1 });
  await page.reload();
  await expect(page.getByText('House 7, Lahore')).toBeVisible();
  expect((await completeOrder(page)).status()).toBe(201);
});

test('a changed price is shown before the shopper confirms again', async ({ page, forgive }) => {
  await page.route('**/api/cart/quote', (route) => route.abort());
  await openCheckout(page, [{ product: { ...LIPSTICK, price: 1000 }, quantity: 1 }]);
  await expect(page.getByText('Prices are confirmed when you complete the order.')).toHaveCount(1);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(409);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Price is now Rs. 1,190 (was Rs. 1,000)');
  await expect(alert).toContainText('The new total is Rs. 1,390.');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  expect((await completeOrder(page)).status()).toBe(201);
  await orderNumberShown(page);
  forgive(/ERR_FAILED|409/);
});

test('a product short in stock can be reduced to what is left, and a sold-out one be removed', async ({ page, forgive }) => {
  await page.route('**/api/cart/quote', (route) => route.abort());
  const soldOut = { ...LIPSTICK, id: '68f0a1000000000000000206', name: 'Ruby Flower Stud Earrings', price: 690 };
  await openCheckout(page, [
    { product: NAIL_POLISH, quantity: 90 },
    { product: soldOut, quantity: 1 },
  ]);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(409);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/Gel Shine Nail Polish Trio: only \d+ left, you asked for 90\./);
  await expect(alert).toContainText('Ruby Flower Stud Earrings is no longer available.');
  await alert.getByRole('button', { name: 'Remove' }).click();
  const take = alert.getByRole('button', { name: /^Take \d+$/ });
  const left = Number(/\d+/.exec((await take.textContent()) ?? '')?.[0]);
  await take.click();
  await expect(alert).toBeEmpty();
  const lines = await kept(page, 'cart_v1');
  expect(lines).toMatchObject([{ product: { id: NAIL_POLISH.id }, quantity: left }]);
  forgive(/ERR_FAILED|409/);
});

test('an order that is too large keeps the cart, and offers fewer pieces and a message to the shop', async ({
  page,
  forgive,
}) => {
  // The shop of these tests counts no strangers.
  const text = 'Online you can order at most 20 of Gel Shine Nail Polish Trio in one order. For more, please write to us.';
  const items = [{ productId: NAIL_POLISH.id, name: NAIL_POLISH.name, available: 20 }];
  const answer = { success: false, code: 'order_too_large', message: text, details: { items } };
  await page.route('**/api/orders', (route) => route.fulfill({ status: 422, json: answer }));
  await openCheckout(page, [
    { product: NAIL_POLISH, quantity: 25 },
    { product: LIPSTICK, quantity: 1 },
  ]);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(422);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(text);
  await expect(alert.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /wa\.me/);
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 25 }, { quantity: 1 }]);
  await alert.getByRole('button', { name: 'Take 20' }).click();
  await expect(alert).toBeEmpty();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 20 }, { quantity: 1 }]);
  forgive(/422/);
});

test('an item in a colour no longer offered can be removed, or another colour be chosen', async ({ page, forgive }) => {
  await openCheckout(page, [
    { product: MOON, quantity: 1, selectedColor: 'Octarine' },
    { product: LIPSTICK, quantity: 1 },
  ]);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(409);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Crescent Moon & Star Pendant (Color: Octarine) is not offered like this any more.');
  await expect(alert.getByRole('link', { name: 'Choose another' })).toHaveAttribute('href', `/product/${MOON.id}`);
  await alert.getByRole('button', { name: 'Remove' }).click();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: LIPSTICK.id } }]);
  forgive(/409/);
});

test('the server’s field errors show at their fields', async ({ page, forgive }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { email: 'nobody', phone: '12' });
  expect((await completeOrder(page)).status()).toBe(422);
  await expect(heading(page)).toHaveText('Contact Information');
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await expect(page.getByText('Enter a valid e-mail address', { exact: true })).toBeVisible();
  await expect(page.getByText('Enter a valid phone number', { exact: true })).toBeVisible();
  await email.fill('sana@example.com');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  forgive(/422/);
});

test('an answer without an order does not count as success', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  await page.route('**/api/orders', (route) => route.fulfill({ status: 200, json: { success: true } }));
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to create order');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
});

test('a product that exists only in this browser is refused, unless the shop sells it under another id', async ({ page }) => {
  const draft = { ...LIPSTICK, id: 'c_1', name: 'My own draft' };
  await openCheckout(page, [{ product: draft, quantity: 1 }]);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText(LOCAL_ONLY);

  await openCheckout(page, [{ product: { ...LIPSTICK, id: 'c_2', name: 'velvet matte LIPSTICK duo' }, quantity: 1 }]);
  // What was typed is still there.
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const answer = await completeOrder(page);
  expect(answer.request().postDataJSON().items[0].productId).toBe(LIPSTICK.id);
  expect(answer.status()).toBe(201);
});
