import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  forgive,
  isOrder,
  keep,
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

test('the steps go forward without checks and back, and Back shows from step 2', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await expect(heading(page)).toHaveText('Contact Information');
  await expect(back).toHaveCount(0);
  await next.click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(heading(page)).toBeFocused();
  await next.click();
  await expect(heading(page)).toHaveText('Shipping & Payment');
  await expect(page.getByText('Payment method: Cash on Delivery')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeVisible();
  await back.click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await back.click();
  await expect(heading(page)).toHaveText('Contact Information');
});

test('the summary shows name, quantity, line total, subtotal, shipping and total', async ({ page }) => {
  await openCheckout(page, [
    { product: LIPSTICK, quantity: 2 },
    { product: MOON, quantity: 1, selectedColor: 'Gold' },
  ]);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const line = summary.getByRole('listitem').filter({ hasText: LIPSTICK.name });
  await expect(line).toContainText('Qty: 2');
  await expect(line).toContainText('Rs. 2,380');
  await expect(line.locator('img')).toHaveCount(1);
  await expect(summary.locator('dl')).toContainText('SubtotalRs. 3,530');
  await expect(summary.locator('dl')).toContainText('ShippingFree');
  await expect(summary.locator('dl')).toContainText('TotalRs. 3,530');
});

test('there are about 190 countries or more, Pakistan first', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const options = page.getByLabel('Country').locator('option');
  await expect(options.first()).toHaveText('Pakistan');
  expect(await options.count()).toBeGreaterThanOrEqual(190);
  const codes = await options.evaluateAll((found) => found.map((option) => (option as HTMLOptionElement).value));
  expect(codes.every((code) => /^[a-z]{2}$/.test(code))).toBe(true);
});

test('an order that lacks something says what, and goes to the first step that lacks it', async ({ page }) => {
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

test('an empty cart cannot be ordered', async ({ page }) => {
  await openCheckout(page, []);
  await expect(page.getByText('Your cart is empty.')).toHaveCount(1);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText(INCOMPLETE);
});

test('while the order is on its way the button says Sending... and cannot be pressed again', async ({ page }) => {
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

test('success shows the order number and leads to where the order is', async ({ page }) => {
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
  await success.getByRole('link', { name: 'Track your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
});

test('Continue Shopping and Escape lead from the success dialog to the products', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  await completeOrder(page);
  await orderNumberShown(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/products$/);
});

test('on a phone the folded summary says that today’s prices changed the order, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openCheckout(page, [{ product: { ...LIPSTICK, price: 1000 }, quantity: 1 }]);
  await expect(page.getByText('Your order has changed')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.005);
  await page.getByRole('button', { name: 'Show the order, total Rs. 1,390' }).click();
  await expect(page.getByText('Price is now Rs. 1,190 (was Rs. 1,000)', { exact: true })).toBeVisible();
  await expect(page.getByText('Your order has changed')).toHaveCount(0);
});

test('the order carries what was seen, the note, and no card', async ({ page }) => {
  await openCheckout(page, [{ product: MOON, quantity: 1, selectedColor: 'Silver' }]);
  await expect(page.locator('input[name*=card], input[name=cvv]')).toHaveCount(0);
  await fillCheckout(page);
  const request = (await completeOrder(page)).request();
  expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(request.headers().authorization).toBeUndefined();
  expect(request.postDataJSON()).toMatchObject({
    customerName: 'Sana',
    customerEmail: 'sana@example.com',
    customerPhone: '0301 7654321',
    customerAddress: '5 Canal View',
    country: 'pk',
    items: [{ productId: MOON.id, productName: MOON.name, quantity: 1, price: 1150, selectedColor: 'Silver' }],
    totalAmount: 1350,
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
  });
});

test('a changed price is shown before the shopper confirms again', async ({ page, consoleErrors }) => {
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
  forgive(consoleErrors, /ERR_FAILED|409/);
});

test('a piece that ran short can be taken in the number that is left, and one that is gone be removed', async ({
  page,
  consoleErrors,
}) => {
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
  forgive(consoleErrors, /ERR_FAILED|409/);
});

test('a colour that is not offered any more can be removed, or another be chosen', async ({ page, consoleErrors }) => {
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
  forgive(consoleErrors, /409/);
});

test('what the server does not accept is said at its field', async ({ page, consoleErrors }) => {
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
  forgive(consoleErrors, /422/);
});

test('an order whose answer was lost is placed once, over a reload, though its pieces may be the last', async ({
  page,
  consoleErrors,
}) => {
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
  await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' }).getByText('No longer available')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await completeOrder(page);
  expect(await orderNumberShown(page)).toBe(placed);
  forgive(consoleErrors, /ERR_FAILED/);
});

test('a busy answer in between does not make a lost order two', async ({ page, consoleErrors }) => {
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
  forgive(consoleErrors, /ERR_FAILED|429/);
});

test('the keyboard alone brings an order home', async ({ page }) => {
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
  await page.keyboard.type('5 Canal View');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Shipping & Payment');
  await page.getByRole('button', { name: 'Complete Order' }).press('Enter');
  await orderNumberShown(page);
});

test('what is put in from another tab while the order is on its way stays in the cart', async ({ page, context }) => {
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
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: NAIL_POLISH.id }, quantity: 1 }]);
});

test('a reload keeps what was typed and the step', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('sana@example.com');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('5 Canal View');
  await page.reload();
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('5 Canal View');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('sana@example.com');
});

test('the checkout begins with the profile of this device', async ({ page }) => {
  await keep(page, {
    profile_v1: { name: 'Ayesha Noor Khan', email: 'ayesha@example.com', phone: '0300 1112223', address: '12 Mall Road' },
  });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await expect(page.getByLabel('First name')).toHaveValue('Ayesha');
  await expect(page.getByLabel('Last name')).toHaveValue('Noor Khan');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0300 1112223');
});

test('a product of this browser only is refused, unless the shop sells it under another id', async ({ page }) => {
  const draft = { ...LIPSTICK, id: 'c_1', name: 'My own draft' };
  await openCheckout(page, [{ product: draft, quantity: 1 }]);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('alert')).toContainText(LOCAL_ONLY);

  await openCheckout(page, [{ product: { ...LIPSTICK, id: 'c_2', name: 'velvet matte LIPSTICK duo' }, quantity: 1 }]);
  const answer = await completeOrder(page);
  expect(answer.request().postDataJSON().items[0].productId).toBe(LIPSTICK.id);
  expect(answer.status()).toBe(201);
});
