import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { keep, LIPSTICK, openCart, openCheckout } from '#tests/setup/browsers/shopper.ts';

const LAHORE = 'Delivery to Lahore: 2–3 working days';

test('the delivery days follow the city, chosen or typed, and nothing moves', async ({ page, shop }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto(shop.productUrl('pearl-open-cuff'));
  const cart = await openCart(page);
  await expect(cart.getByText('Subtotal')).toBeVisible();
  await expect(cart.getByText(/^Delivery.*working days/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  const beside = page.getByRole('list', { name: 'Delivery and payment' });
  await beside.getByRole('combobox').selectOption('Another city');
  await expect(beside).toContainText('3–7 working days');
  await beside.getByRole('combobox').selectOption('Lahore');
  await expect(beside).toContainText('2–3 working days');
  await page.goto('/about');
  await openCart(page);
  await expect(cart).toContainText(LAHORE);
  await cart.getByRole('link', { name: 'Checkout' }).click();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(LAHORE);

  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await next.click();
  const told = page.getByRole('form', { name: 'Checkout' }).getByRole('status');
  const city = page.getByRole('combobox', { name: 'City' });
  await expect(city).toBeVisible();
  // Every shift from now on, those that follow what is typed, too.
  await page.evaluate(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift' });
  });
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Canal View, Lahore');
  await expect(told).toHaveText(LAHORE);
  await expect(city).toHaveAccessibleDescription(LAHORE);
  await city.fill('Xyzpur');
  await expect(told).toBeEmpty();
  await expect(city).toHaveAccessibleDescription(/^For example Lahore/);
  await expect(summary).toContainText('Rs. 1,390');
  await expect(summary).not.toContainText('working days');
  await city.fill('Pindi');
  await expect(told).toHaveText('Delivery to Rawalpindi: 2–3 working days');
  await expect(summary).toContainText('Delivery to Rawalpindi: 2–3 working days');
  const shifted = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(Reflect.get(window, 'shifted')))));
  expect(await shifted()).toBe(0);

  // An order to another country is not told the days to a city here.
  await page.getByLabel('Country').selectOption('ae');
  await expect(summary).not.toContainText('working days');
  await page.getByLabel('Country').selectOption('pk');
  // On a phone the last step says them, too, since the summary is folded.
  await page.setViewportSize({ width: 390, height: 844 });
  await city.fill('Gilgit');
  await next.click();
  const said = page.getByRole('form', { name: 'Checkout' }).getByText('Delivery to Gilgit: 5–7 working days');
  await expect(said).toBeInViewport({ ratio: 1 });
  await page.goto(shop.productUrl('pearl-open-cuff'));
  await expect(beside).toContainText('5–7 working days');
});

test('the delivery days are told even when the list of cities comes after the shopper has gone on', async ({ page }) => {
  const release = await hold(page, /\/_astro\/cities\..*\.js/);
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  const asked = page.waitForRequest(/\/_astro\/cities\./);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await next.click();
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  await asked;
  await next.click();
  await expect(page.getByRole('heading', { name: 'Shipping & Payment' })).toBeVisible();
  release();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(LAHORE);
});
