import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  isOrder,
  kept,
  LIPSTICK,
  MOON,
  NAIL_POLISH,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/shopper.ts';

const heading = (page: Page) => page.locator('#step-title');

test('while the order is being sent the button says Sending... and is disabled', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route('**/api/orders', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  // The cart is still there: nobody has acknowledged anything.
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  release();
  await orderNumberShown(page);
  expect(calls).toBe(1);
  expect(await kept(page, 'cart_v1')).toEqual([]);
});

test('success shows the order number and links to tracking', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  const answer = await (await completeOrder(page)).json();
  const number = await orderNumberShown(page);
  expect(answer.data.orderNumber).toBe(number);
  const success = page.getByRole('dialog', { name: 'Order Submitted' });
  await expect(success).toContainText('We will contact you shortly to confirm your order.');
  await expect(success).toContainText('Rs. 1,390 in cash when it arrives');
  await expect(success.getByRole('button', { name: 'Continue Shopping' })).toBeFocused();
  expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber: number, totalAmount: 1390, phone: '+923017654321' }]);
  const chat = await success.getByRole('link', { name: 'Confirm on WhatsApp' }).getAttribute('href');
  expect(new URL(chat ?? '').searchParams.get('text')).toMatch(new RegExp(`^I confirm my order ${number}\\. Code: \\d{4}$`));
  await success.getByRole('link', { name: 'Track your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
});

test('on a phone the order’s own page stands behind the dialog and after a reload, and the checkout, opened again, tells of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  const { orderNumber, pageKey } = (await (await completeOrder(page)).json()).data;
  await orderNumberShown(page);
  await expect(page).toHaveURL(new RegExp(`/order/${orderNumber}#${pageKey}$`));
  // A modal makes what is behind it inert, not invisible.
  await expect(page.locator('#tracked-title')).toHaveText(`Order ${orderNumber}`);
  await expect(page.locator('h1')).toHaveText('Your Order');
  await page.reload();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Checkout' })).toHaveCount(0);
  await page.goto('/checkout');
  await page.getByRole('link', { name: orderNumber }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
});

test('Continue Shopping and Escape in the success dialog lead to the products', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  await completeOrder(page);
  await orderNumberShown(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/products$/);
});

test('the order has the prices shown, the note, and no card data', async ({ page }) => {
  await openCheckout(page, [{ product: MOON, quantity: 1, selectedColor: 'Silver' }]);
  await expect(page.locator('input[name*=card], input[name=cvv]')).toHaveCount(0);
  await fillCheckout(page, { address: '5 Canal View, Lahore' });
  const request = (await completeOrder(page)).request();
  expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(request.headers().authorization).toBeUndefined();
  expect(request.postDataJSON()).toMatchObject({
    customerName: 'Sana',
    customerEmail: 'sana@example.com',
    customerPhone: '0301 7654321',
    customerAddress: '5 Canal View, Lahore',
    country: 'pk',
    items: [{ productId: MOON.id, productName: MOON.name, quantity: 1, price: 1150, selectedColor: 'Silver' }],
    totalAmount: 1350,
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
  });
});

test('an order can be placed by keyboard alone', async ({ page }) => {
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
});

test('items added in another tab while the order is being sent stay in the cart', async ({ page, context }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  await page.route('**/api/orders', async (route) => {
    const other = await context.newPage();
    await other.goto(`/product/${NAIL_POLISH.id}`);
    await other.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(other.locator('[data-cart-count]').first()).toHaveText('2');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await orderNumberShown(page);
  // The other tab learns today's prices at the same time, and may write the cart of before the order once more.
  await expect.poll(() => kept(page, 'cart_v1')).toMatchObject([{ product: { id: NAIL_POLISH.id }, quantity: 1 }]);
});

test('an order whose answer was lost is placed once, also after a reload and with the last pieces', async ({ page, forgive }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  let placed = '';
  await page.route('**/api/orders', async (route) => {
    const answer = await route.fetch();
    placed = (await answer.json()).data.orderNumber;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText('the same order is never placed twice');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  await page.unroute('**/api/orders');
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
  await expect(page.getByRole('dialog', { name: 'Shopping cart' }).getByText('No longer available')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await completeOrder(page);
  expect(await orderNumberShown(page)).toBe(placed);
  forgive(/ERR_FAILED/);
});

test('a 429 on a retry does not duplicate the order', async ({ page, forgive }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => isOrder(request) && keys.push(request.headers()['idempotency-key']));
  await page.route('**/api/orders', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText('We cannot reach the shop.');
  await page.route(
    '**/api/orders',
    (route) => route.fulfill({ status: 429, json: { success: false, message: 'Too many requests.', code: 'too_many_requests' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText('Too many requests.');
  await completeOrder(page);
  await orderNumberShown(page);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  forgive(/ERR_FAILED|429/);
});

test.describe('an order sent again without its key', () => {
  test.beforeEach(async ({ page }) => {
    await openCheckout(page, [{ product: LIPSTICK, quantity: 2 }]);
    await fillCheckout(page);
    await page.route('**/api/orders', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Complete Order' }).click();
    await expect(page.getByRole('alert')).toContainText('the same order is never placed twice');
    await page.unroute('**/api/orders');
    // As in a browser that could keep nothing.
    await page.evaluate(() => localStorage.removeItem('checkout_attempt_v1'));
    await page.reload();
    await page.getByRole('button', { name: 'Complete Order' }).click();
    await expect(page.getByRole('alert')).toContainText('You placed this same order a moment ago');
  });
  test.beforeEach(({ forgive }) => forgive(/ERR_FAILED|409/));

  test('is the first order, if the shopper wants one', async ({ page }) => {
    const asked = await page.getByRole('alert').textContent();
    await page.getByRole('button', { name: 'No, one order is enough' }).click();
    const number = await orderNumberShown(page);
    expect(asked).toContain(number);
    expect(await kept(page, 'cart_v1')).toEqual([]);
    expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber: number, totalAmount: 2580, phone: '+923017654321' }]);
  });

  test('is a second order, if the shopper confirms it', async ({ page }) => {
    const asked = await page.getByRole('alert').textContent();
    await page.getByRole('button', { name: 'Yes, order again' }).click();
    expect(asked).not.toContain(await orderNumberShown(page));
    expect(await kept(page, 'cart_v1')).toEqual([]);
  });
});
