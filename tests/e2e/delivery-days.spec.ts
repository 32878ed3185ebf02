import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import { keep, LIPSTICK, openCheckout } from '#tests/setup/shopper.ts';

const LAHORE = 'Delivery to Lahore: 2–3 working days';

/** Counts every layout shift from now on, those that follow what is typed, too. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift' });
  });
  return () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(Reflect.get(window, 'shifted')))));
}

const addressStep = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

test('the city chosen beside a product is the one that cart and checkout tell the delivery days of', async ({ page, shop }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto(shop.productUrl('pearl-open-cuff'));
  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
  await expect(cart.getByText('Subtotal')).toBeVisible();
  await expect(cart.getByText(/^Delivery.*working days/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('list', { name: 'Delivery and payment' }).getByRole('combobox').selectOption('Lahore');
  await page.goto('/about');
  await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
  await expect(cart).toContainText(LAHORE);
  await cart.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(LAHORE);
});

test('the delivery days follow the city that is typed at the checkout, and nothing moves', async ({ page, shop }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await addressStep(page);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const told = page.getByRole('form', { name: 'Checkout' }).getByRole('status');
  const city = page.getByRole('combobox', { name: 'City' });
  await expect(city).toBeVisible();
  const shifts = await countShifts(page);

  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Canal View, Lahore');
  await expect(told).toHaveText(LAHORE);
  await expect(city).toHaveAccessibleDescription(LAHORE);
  await expect(summary).toContainText(LAHORE);

  await city.fill('Pindi');
  await expect(told).toHaveText('Delivery to Rawalpindi: 2–3 working days');
  await expect(summary).toContainText('Delivery to Rawalpindi: 2–3 working days');

  await city.fill('Xyzpur');
  await expect(told).toBeEmpty();
  await expect(city).toHaveAccessibleDescription(/^For example Lahore/);
  await expect(summary).toContainText('Rs. 1,390');
  await expect(summary).not.toContainText('working days');

  await city.fill('Gilgit');
  await expect(summary).toContainText('Delivery to Gilgit: 5–7 working days');
  expect(await shifts()).toBe(0);

  await page.goto(shop.productUrl('pearl-open-cuff'));
  await expect(page.getByRole('list', { name: 'Delivery and payment' })).toContainText('5–7 working days');
});

test('an order to another country is not told the days to a city here', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await addressStep(page);
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(LAHORE);
  await page.getByLabel('Country').selectOption('ae');
  await expect(summary).not.toContainText('working days');
});

test('the delivery days are told even when the list of cities comes after the shopper has gone on', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/cities\..*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  const asked = page.waitForRequest(/\/_astro\/cities\./);
  await addressStep(page);
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  await asked;
  await addressStep(page);
  await expect(page.getByRole('heading', { name: 'Shipping & Payment' })).toBeVisible();
  release();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(LAHORE);
});

test('on a phone the last step says the delivery days, too, since the summary is folded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await addressStep(page);
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  await addressStep(page);
  await expect(page.getByRole('heading', { name: 'Shipping & Payment' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Checkout' }).getByText(LAHORE)).toBeInViewport({ ratio: 1 });
});
