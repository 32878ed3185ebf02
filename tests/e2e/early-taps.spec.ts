import type { Page } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf, fillCheckout, isOrder, kept, LIPSTICK, openCheckout } from '#tests/setup/browsers/shopper.ts';

const holdScripts = (page: Page) => hold(page, /\/_astro\/.*\.js/);

test.use({ viewport: { width: 390, height: 844 } });

test('what is pressed or chosen before a product’s script has loaded takes effect once', async ({ page, shop }) => {
  let release = await holdScripts(page);
  await page.goto(shop.productUrl('layered-coin-chain-necklace'), { waitUntil: 'commit' });
  const button = page.locator('#product').getByRole('button', { name: 'Add to Cart' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  expect(await kept(page, 'cart_v1')).toBeNull();
  release();
  await expect(cartOf(page)).toContainText('Layered Coin Chain Necklace');
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 1 }]);

  await page.unrouteAll();
  release = await holdScripts(page);
  await page.goto(shop.productUrl('rose-gold-halo-ring'), { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Silver' }).check();
  await page.getByRole('list', { name: 'Delivery and payment' }).getByRole('combobox').selectOption('Lahore');
  await page.getByRole('button', { name: 'Read More' }).click();
  await page.getByRole('link', { name: 'Zoom photo 1 of 5' }).click();
  release();
  // The page is not left.
  await expect(page.getByRole('dialog', { name: 'Rose Gold Halo Ring' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Show photo 5 of 5' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('list', { name: 'Delivery and payment' })).toContainText('2–3 working days');
  await expect(page.locator('[data-rest]')).toBeVisible();
});

test('hearts, menu, cart, search and filters wait for their script; links do not', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  const heart = page.getByRole('button', { name: /^Favorite: / }).first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-busy', 'true');
  // As in a browser that does not open dialogs from a button's attributes.
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.evaluate((button) => button.removeAttribute('commandfor'));
  await menu.click();
  await expect(menu).toHaveAttribute('aria-busy', 'true');
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.selectOption('Price: High to Low');
  release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page).toHaveURL(/\/products\?sort=price-desc$/);
  await expect(sort).toHaveValue('price-desc');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('favorites_v1') ?? '[]').length)).toBe(1);

  await page.unrouteAll();
  const releaseAgain = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await expect(page).toHaveURL(/\/favorites$/);
  const bag = page.getByRole('button', { name: 'Cart' });
  await bag.click();
  await expect(bag).toHaveAttribute('aria-busy', 'true');
  releaseAgain();
  await expect(cartOf(page)).toBeVisible();

  await page.unrouteAll();
  const releaseSearch = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const search = page.locator('#header-search');
  await search.locator('summary').click();
  await search.getByLabel('Search products').fill('halo ring');
  releaseSearch();
  await search.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(/\/products\?search=halo(\+|%20)ring$/);
});

test('a script that never loads shows a message with what to do', async ({ page, shop, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  const told = page.waitForRequest('**/api/browser-errors');
  await page.goto(`${shop.productUrl('layered-coin-chain-necklace')}?utm_source=sara`);
  // The shop hears of it, without the address.
  expect((await told).postDataJSON()).toMatchObject({
    message: 'A script did not load',
    page: '/product/*',
    place: expect.stringMatching(/^\/_astro\/[\w.-]+\.js$/),
  });
  const words = page.getByRole('alert').filter({ hasText: 'did not work' });
  await expect(words.getByRole('button', { name: 'reload the page' })).toBeVisible();
  await expect(words.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  await page.unrouteAll();
  await words.getByRole('button', { name: 'reload the page' }).click();
  await page.locator('#product').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartOf(page)).toContainText('Layered Coin Chain Necklace');
  await expect(words).toBeHidden();
});

test('the shop is told of three failures of a page at most, each without what may be somebody’s', async ({ page }) => {
  await page.goto('/admin/login');
  const sent: unknown[] = [];
  await page.route('**/api/browser-errors', (route) => {
    sent.push(route.request().postDataJSON());
    return route.continue();
  });
  const scripts = page.locator('script[src^="/report.js?"]');
  for (let failures = 0; failures < 5; failures += 1)
    await page.evaluate(() =>
      dispatchEvent(new CustomEvent('shop:failure', { detail: new TypeError('"Sara" is not iterable') })),
    );
  await expect(scripts).toHaveCount(3);
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[0]).toEqual({ message: 'TypeError: "…" is not iterable', page: '/admin/login', release: '1.0.0', place: '' });
});

test('Continue pressed before a reload has restored the last step completes no order', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page);
  let orders = 0;
  page.on('request', (request) => {
    if (isOrder(request)) orders += 1;
  });
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  for (const press of [() => page.getByRole('button', { name: 'Continue', exact: true }).click(), () => email.press('Enter')]) {
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await press();
    release();
    await expect(page.getByRole('button', { name: 'Complete Order' })).toBeEnabled();
    // Whatever a held press would set off has been set off by then.
    await page.getByRole('button', { name: 'Edit: Contact' }).click();
    await expect(email).toBeVisible();
    expect(orders).toBe(0);
    await page.unrouteAll();
    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Continue', exact: true }).click();
  }
});
