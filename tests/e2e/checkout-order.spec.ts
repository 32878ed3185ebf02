import type { Page, Request } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import {
  cartOf,
  completeOrder,
  fillCheckout,
  isOrder,
  kept,
  LIPSTICK,
  MOON,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

const heading = (page: Page) => page.locator('#step-title');

test('on a phone an order is sent once, with the prices shown, and leads to its own page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, [{ product: MOON, quantity: 1, selectedColor: 'Silver' }]);
  await expect(page.locator('input[name*=card], input[name=cvv]')).toHaveCount(0);
  const customerAddress = `House ${crypto.randomUUID()}, Lahore`;
  await fillCheckout(page, { address: customerAddress });
  const sent: Request[] = [];
  page.on('request', (request) => isOrder(request) && sent.push(request));
  const release = await hold(page, '**/api/orders');
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  // The cart is still there: nobody has acknowledged anything.
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  const answer = page.waitForResponse(isOrder);
  release();
  const { orderNumber, pageKey } = (await (await answer).json()).data;
  expect(await orderNumberShown(page)).toBe(orderNumber);
  expect(await kept(page, 'cart_v1')).toEqual([]);
  expect(sent.map((request) => request.headers()['authorization'])).toEqual([undefined]);
  expect(sent[0]?.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[0]?.postDataJSON()).toMatchObject({ customerAddress, totalAmount: 1350, paymentMethod: 'cash_on_delivery' });

  const success = page.getByRole('dialog', { name: 'Order Submitted' });
  await expect(success).toContainText('We will contact you shortly to confirm your order.');
  await expect(success).toContainText('Rs. 1,350 in cash when it arrives');
  await expect(success.getByRole('button', { name: 'Continue Shopping' })).toBeFocused();
  expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber, totalAmount: 1350, phone: '+923017654321' }]);
  expect(await kept(page, 'page_keys_v1')).toEqual({ [orderNumber]: pageKey });
  await expect(success).toContainText('You find the page of your order by the link in our e-mail');
  const chat = await success.getByRole('link', { name: 'Confirm on WhatsApp' }).getAttribute('href');
  expect(new URL(chat ?? '').searchParams.get('text')).toMatch(new RegExp(`^I confirm my order ${orderNumber}\\. Code: \\d{4}$`));
  await expect(page).toHaveURL(new RegExp(`/order/${orderNumber}#${pageKey}$`));
  // A modal makes what is behind it inert, not invisible.
  await expect(page.locator('#tracked-title')).toHaveText(`Order ${orderNumber}`);
  await expect(page.locator('h1')).toHaveText('Your Order');
  await success.getByRole('link', { name: 'Track your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await page.goto(`/order/${orderNumber}#${pageKey}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Checkout' })).toHaveCount(0);
  await page.goto('/checkout');
  await page.getByRole('link', { name: orderNumber }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
});

test('an order can be placed by keyboard alone, and Escape leads to the products', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByRole('textbox', { name: 'Email', exact: true }).focus();
  await page.keyboard.type('sana@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sana');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('03017654321');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('7 Keyboard Lane, Lahore');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Shipping & Payment');
  await page.getByRole('button', { name: 'Complete Order' }).press('Enter');
  await orderNumberShown(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/products$/);
});

test('an order whose answer was lost is placed once, also after a reload and a 429', async ({ page, forgive }) => {
  forgive(/ERR_FAILED|429/);
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => isOrder(request) && keys.push(request.headers()['idempotency-key']));
  let placed = '';
  const press = () => page.getByRole('button', { name: 'Complete Order' }).click();
  await page.route('**/api/orders', async (route) => {
    placed = (await (await route.fetch()).json()).data.orderNumber;
    await route.abort();
  });
  await press();
  await expect(page.getByRole('alert')).toContainText('We cannot reach the shop.');
  await expect(page.getByRole('alert')).toContainText('the same order is never placed twice');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  await page.unroute('**/api/orders');
  const refusal = { success: false, message: 'Too many requests.', code: 'too_many_requests' };
  await page.route('**/api/orders', (route) => route.fulfill({ status: 429, json: refusal }), { times: 1 });
  await press();
  await expect(page.getByRole('alert')).toContainText('Too many requests.');
  // Today's stock must not change the cart meanwhile: it would be another order.
  await page.route('**/api/cart/quote', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { items: [{ productId: LIPSTICK.id, name: LIPSTICK.name, image: null, price: 1190, available: 0, quantity: 0 }] },
      },
    }),
  );

  await page.reload();
  await expect(page.getByRole('alert')).toContainText('We did not hear back about your order.');
  await expect(heading(page)).toHaveText('Shipping & Payment');
  await page.getByRole('button', { name: 'Back to cart' }).click();
  await expect(cartOf(page).getByText('No longer available')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await completeOrder(page);
  expect(await orderNumberShown(page)).toBe(placed);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('an order sent again without its key is a second one only if the shopper confirms it', async ({ page, forgive }) => {
  forgive(/ERR_FAILED|409/);
  const line = { product: LIPSTICK, quantity: 2 };
  await openCheckout(page, [line]);
  await fillCheckout(page);
  const alert = page.getByRole('alert');
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(alert).toContainText('the same order is never placed twice');
  await page.unroute('**/api/orders');
  // As in a browser that could keep nothing.
  await page.evaluate(() => localStorage.removeItem('checkout_attempt_v1'));
  await page.reload();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(alert).toContainText('You placed this same order a moment ago');
  const asked = await alert.textContent();
  await page.getByRole('button', { name: 'No, one order is enough' }).click();
  const first = await orderNumberShown(page);
  expect(asked).toContain(first);
  expect(await kept(page, 'cart_v1')).toEqual([]);
  expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber: first, totalAmount: 2580, phone: '+923017654321' }]);

  await openCheckout(page, [line]);
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(alert).toContainText(first);
  await page.getByRole('button', { name: 'Yes, order again' }).click();
  expect(await orderNumberShown(page)).not.toBe(first);
  expect(await kept(page, 'cart_v1')).toEqual([]);
});
