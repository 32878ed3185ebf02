import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/axe.ts';
import { paste } from '#tests/setup/paste.ts';
import { expect, test } from '#tests/setup/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  isOrder,
  keep,
  LIPSTICK,
  MOON,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/shopper.ts';

const heading = (page: Page) => page.locator('#step-title');

test('the steps go forward without validation and back, and Back shows from step 2', async ({ page }) => {
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

test('on a phone the folded summary says that prices have changed, without a layout shift', async ({ page }) => {
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

test('a reload keeps the input and the step', async ({ page }) => {
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

test('the checkout is filled in from this device’s profile', async ({ page }) => {
  await keep(page, {
    profile_v1: { name: 'Ayesha Noor Khan', email: 'ayesha@example.com', phone: '0300 1112223', address: '12 Mall Road' },
  });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await expect(page.getByLabel('First name')).toHaveValue('Ayesha');
  await expect(page.getByLabel('Last name')).toHaveValue('Noor Khan');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0300 1112223');
});

test('the browser’s Back and Forward go through the steps, and the input stays', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { address: '5 Canal View, Lahore' });
  await page.goBack();
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('5 Canal View, Lahore');
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Information');
  await page.goForward();
  await expect(heading(page)).toHaveText('Shipping Address');

  // The page's own Back is the browser's: it leaves no entry behind.
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await page.reload();
  await expect(heading(page)).toHaveText('Shipping Address');
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Information');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('sana@example.com');
  await page.goBack();
  await expect(page).toHaveURL(/robots\.txt$/);
});

test('an address without a city asks for one before the order is sent', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { address: '12 Multan Road' });
  let sent = 0;
  page.on('request', (request) => isOrder(request) && sent++);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const city = page.getByRole('combobox', { name: 'City' });
  await expect(city).toBeFocused();
  await expect(city).toHaveAccessibleDescription(/Which city should we deliver to\?/);
  expect(sent).toBe(0);
  await city.fill('Lahore');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await completeOrder(page)).request().postDataJSON()).toMatchObject({
    customerAddress: '12 Multan Road',
    city: 'Lahore',
  });
  await orderNumberShown(page);
});

const CHAT = '[11:42 pm] Ayesha: Assalamualaikum\nName: Ayesha Khan\nHouse 15, Street 4, Gulshan e Iqbal, Karachi\n0321 7654321';

test('a chat pasted as the address is read when the shopper says so, can be undone, and stays whole otherwise', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const readers: string[] = [];
  page.on('request', (request) => /ChatQuestion/.test(request.url()) && readers.push(request.url()));
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByLabel('First name').fill('Sana');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const address = page.getByRole('textbox', { name: 'Address', exact: true });
  await paste(address, 'House 15, Street 4, Gulshan');
  const height = (await address.boundingBox())?.height ?? 0;
  expect(readers).toEqual([]);

  await paste(address, CHAT);
  expect((await address.boundingBox())?.height).toBeGreaterThan(height);
  const question = page.getByRole('status').filter({ hasText: 'This looks like a chat.' });
  await expect(question).toContainText('Ayesha Khan instead of Sana');
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await question.getByRole('button', { name: 'No, keep my text' }).click();
  await expect(address).toHaveValue(CHAT);

  await address.clear();
  await paste(address, CHAT);
  await page.getByRole('button', { name: 'Yes, use this' }).click();
  await expect(address).toHaveValue('House 15, Street 4, Gulshan e Iqbal, Karachi');
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Karachi');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(address).toHaveValue(CHAT);
  await address.clear();
  await paste(address, CHAT);
  await page.getByRole('button', { name: 'Yes, use this' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ayesha');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+923217654321');
});

test('a mistyped city is asked about, in its field or at the end of the address, and one press puts it right', async ({
  page,
}) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const city = page.getByRole('combobox', { name: 'City' });
  await city.fill('Karachii');
  await page.getByRole('button', { name: 'Did you mean Karachi?' }).click();
  await expect(city).toHaveValue('Karachi');
  await expect(city).toHaveAccessibleDescription(/^Delivery to Karachi/);
  await city.clear();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Mall Road, Lahroe');
  await expect(city).toHaveAccessibleDescription('Did you mean Lahore?');
});

test('with nothing left to buy the first step names the missing products, and goes no further', async ({ page }) => {
  const gone = { ...LIPSTICK, id: 'd'.repeat(24), name: 'Jade Bangle', stockQuantity: 0 };
  await openCheckout(page, [{ product: gone, quantity: 1 }]);
  const note = page.getByRole('alert');
  await expect(note).toContainText('Nothing in your cart is available any more.');
  await expect(note).toContainText('Jade Bangle');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(heading(page)).toHaveText('Contact Information');
  await note.getByRole('button', { name: 'Empty the cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

for (const [where, emptyCart] of [
  [
    'in its drawer',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Back to cart' }).click();
      const drawer = page.getByRole('dialog', { name: 'Shopping cart' });
      await drawer.getByRole('button', { name: /^Remove/ }).click();
      await drawer.getByRole('button', { name: 'Close' }).first().click();
    },
  ],
  [
    'in another tab',
    async (page: Page) => {
      const other = await page.context().newPage();
      await other.goto('/about');
      await other.getByRole('banner').getByRole('button', { name: /cart/i }).click();
      await other
        .getByRole('dialog', { name: 'Shopping cart' })
        .getByRole('button', { name: /^Remove/ })
        .click();
      await other.close();
    },
  ],
] as const) {
  test(`a cart that is emptied ${where} leaves no step to complete: not at once, nor after a reload, nor on the way back`, async ({
    page,
  }) => {
    await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
    await fillCheckout(page);
    await emptyCart(page);
    const isEmpty = async () => {
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Complete Order' })).toHaveCount(0);
      await expect(page.getByText('You pay')).toHaveCount(0);
    };
    await isEmpty();
    await page.reload();
    await isEmpty();
    await page.getByRole('link', { name: 'Start Shopping' }).click();
    await expect(page).toHaveURL(/\/products$/);
    await page.goBack();
    await isEmpty();
    await page.goBack();
    await isEmpty();
  });
}

test('the checkout page links to help and the cart, and nowhere else', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await expect(page.getByRole('banner')).toContainText('Secure checkout · Cash on Delivery');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Help by WhatsApp/ })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /^Phone/ })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.locator('a[href^="/category/"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText(LIPSTICK.name);
});

for (const width of [390, 1440]) {
  test(`Tab goes from the last field to Back and then to Continue, as they stand at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    const back = page.getByRole('button', { name: 'Back', exact: true });
    await back.focus();
    await page.keyboard.press('Tab');
    const on = page.getByRole('button', { name: 'Continue', exact: true });
    await expect(on).toBeFocused();
    const [first, second] = await Promise.all([back.boundingBox(), on.boundingBox()]);
    expect(first?.y).toBe(second?.y);
    expect(first?.x ?? 0).toBeLessThan(second?.x ?? 0);
  });
}
