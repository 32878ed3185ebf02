import type { Page } from '@playwright/test';
import type { CartLine } from '#features/cart/cart-line.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  kept,
  LIPSTICK,
  MOON,
  NAIL_POLISH,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

const INCOMPLETE = 'Please fill required fields (email, first name, phone, address) and ensure cart is not empty.';
const LOCAL_ONLY = 'One or more items are not available for checkout yet. Please remove items added locally or try again later.';

const heading = (page: Page) => page.locator('#step-title');
const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });

/** Opens the checkout with another cart at its last step. What was typed is still there. */
async function openAgain(page: Page, lines: CartLine[]): Promise<void> {
  await openCheckout(page, lines);
  for (const step of ['Shipping Address', 'Shipping & Payment']) {
    await next(page).click();
    // Pressed before that, the button would still be the one of the step before.
    await expect(heading(page)).toHaveText(step);
  }
}

test('what is missing or refused is said at its field, and what was typed stays whole', async ({ page, forgive }) => {
  forgive(/422/);
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const address = page.getByRole('textbox', { name: 'Address', exact: true });
  await email.fill('nobody');
  await page.getByLabel('First name').fill('Sana');
  await phone.fill('12');
  // The message about the phone, which is left by this press, does not move the button away from under it.
  await next(page).click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await next(page).click();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText(INCOMPLETE);
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(address).toBeFocused();
  await expect(page.getByText('Please enter your address')).toBeVisible();

  const short = `House ${crypto.randomUUID()}, Lahore`;
  const long = `${short}, ${'opposite the old cinema, '.repeat(20)}`;
  await paste(address, long);
  await next(page).click();
  expect((await completeOrder(page)).status()).toBe(422);
  await expect(heading(page)).toHaveText('Contact Information');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter a valid e-mail address', { exact: true })).toBeInViewport();
  await expect(page.getByText('Enter a valid phone number', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Please check what is marked above.');
  await email.fill('sana@example.com');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await phone.fill('0301 7654321');
  await next(page).click();
  await expect(address).toHaveAccessibleDescription('At most 500 characters');
  await expect(address).toHaveValue(long);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await address.fill(short);
  await next(page).click();
  expect((await completeOrder(page)).status()).toBe(201);
});

test('new prices, short stock and a choice no longer offered are decided by the shopper', async ({ page, forgive }) => {
  forgive(/ERR_FAILED|409/);
  await page.route('**/api/cart/quote', (route) => route.abort());
  const soldOut = { ...LIPSTICK, id: '68f0a1000000000000000206', name: 'Ruby Flower Stud Earrings', price: 690 };
  await openCheckout(page, [
    { product: NAIL_POLISH, quantity: 90 },
    { product: soldOut, quantity: 1 },
  ]);
  await expect(page.getByText('Prices are confirmed when you complete the order.')).toHaveCount(1);
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
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: NAIL_POLISH.id }, quantity: left }]);

  await openAgain(page, [
    { product: MOON, quantity: 1, selectedColor: 'Octarine' },
    { product: LIPSTICK, quantity: 1 },
  ]);
  expect((await completeOrder(page)).status()).toBe(409);
  await expect(alert).toContainText('Crescent Moon & Star Pendant (Colour: Octarine) is no longer offered in this choice.');
  await expect(alert.getByRole('link', { name: 'Choose another' })).toHaveAttribute('href', `/product/${MOON.id}`);
  await alert.getByRole('button', { name: 'Remove' }).click();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: LIPSTICK.id } }]);

  await openAgain(page, [{ product: { ...LIPSTICK, price: 1000 }, quantity: 1 }]);
  expect((await completeOrder(page)).status()).toBe(409);
  await expect(alert).toContainText('Price is now Rs. 1,190 (was Rs. 1,000)');
  await expect(alert).toContainText('The new total is Rs. 1,390.');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  expect((await completeOrder(page)).status()).toBe(201);
  await orderNumberShown(page);
});

test('an order too large, without an answer or of this browser’s products keeps the cart', async ({ page, forgive }) => {
  forgive(/422/);
  // The shop of these tests counts no strangers.
  const text = 'Online you can order at most 20 of Gel Shine Nail Polish Trio in one order. For more, please write to us.';
  const items = [{ productId: NAIL_POLISH.id, name: NAIL_POLISH.name, available: 20 }];
  const answer = { success: false, code: 'order_too_large', message: text, details: { items } };
  await page.route('**/api/orders', (route) => route.fulfill({ status: 422, json: answer }));
  await openCheckout(page, [{ product: NAIL_POLISH, quantity: 25 }]);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(422);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(text);
  await expect(alert.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /wa\.me/);
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 25 }]);
  await alert.getByRole('button', { name: 'Take 20' }).click();
  await expect(alert).toBeEmpty();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 20 }]);

  await page.route('**/api/orders', (route) => route.fulfill({ status: 200, json: { success: true } }));
  // The page asks for it, to learn whether the shop is there at all: after five seconds without an answer it keeps the order instead.
  await page.route('**/build.json', (route) => route.fulfill({ status: 200 }));
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(alert).toContainText('Failed to create order');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  await page.unrouteAll();

  await openAgain(page, [{ product: { ...LIPSTICK, id: 'c_1', name: 'My own draft' }, quantity: 1 }]);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(alert).toContainText(LOCAL_ONLY);
  await openAgain(page, [{ product: { ...LIPSTICK, id: 'c_2', name: 'velvet matte LIPSTICK duo' }, quantity: 1 }]);
  const placed = await completeOrder(page);
  expect(placed.request().postDataJSON().items[0].productId).toBe(LIPSTICK.id);
  expect(placed.status()).toBe(201);
});
