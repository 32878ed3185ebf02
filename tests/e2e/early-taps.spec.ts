import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import { fillCheckout, isOrder, LIPSTICK, openCheckout } from '#tests/setup/shopper.ts';

/** Holds every script file back, as a weak network does, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const cartOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart_v1') ?? '[]'));

test.use({ viewport: { width: 390, height: 844 } });

test('Add to Cart pressed before its script has loaded reacts at once and adds one piece afterwards', async ({ page, shop }) => {
  const release = await holdScripts(page);
  await page.goto(shop.productUrl('layered-coin-chain-necklace'), { waitUntil: 'commit' });
  const button = page.locator('#product').getByRole('button', { name: 'Add to Cart' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  expect(await cartOf(page)).toEqual([]);
  release();
  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(cart).toContainText('Layered Coin Chain Necklace');
  await expect(button).not.toHaveAttribute('aria-busy');
  expect((await cartOf(page)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([1]);
});

test('hearts, the menu and the cart button wait for their script; links do not', async ({ page }) => {
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
  release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
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
  await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toBeVisible();
});

test('the search box opens and keeps what was typed before its script has loaded', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const search = page.locator('#header-search');
  await search.locator('summary').click();
  await search.getByLabel('Search products').fill('halo ring');
  release();
  await search.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(/\/products\?search=halo(\+|%20)ring$/);
  await expect(page.getByRole('main').getByRole('link', { name: 'Rose Gold Halo Ring' }).first()).toBeVisible();
});

test('a filter chosen before the scripts have loaded is applied when they have', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: High to Low');
  release();
  await expect(page).toHaveURL(/\/products\?sort=price-desc$/);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('price-desc');
});

test('a colour and a city chosen before their script has loaded take effect when it has', async ({ page, shop }) => {
  const release = await holdScripts(page);
  await page.goto(shop.productUrl('rose-gold-halo-ring'), { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Silver' }).check();
  await page.getByRole('list', { name: 'Delivery and payment' }).getByRole('combobox').selectOption('Lahore');
  release();
  await expect(page.getByRole('link', { name: 'Show photo 4 of 4' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('list', { name: 'Delivery and payment' })).toContainText('2–3 working days');
});

test('Read More pressed before its script has loaded shows the rest when it has', async ({ page, request }) => {
  const { data } = await (await request.get('/api/products')).json();
  const long = data.find(({ description }: { description: string }) => description.length > 200);
  const release = await holdScripts(page);
  await page.goto(`/product/${long.id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Read More' }).click();
  release();
  await expect(page.locator('[data-rest]')).toBeVisible();
});

test('a photo tapped before its script has loaded is enlarged when it has, and the page is not left', async ({ page, shop }) => {
  const release = await holdScripts(page);
  await page.goto(shop.productUrl('pearl-open-cuff'), { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Zoom photo 1 of 2' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Pearl Open Cuff' }).getByRole('img')).toBeVisible();
});

test('a script that never loads shows a message with what to do', async ({ page, shop, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.goto(shop.productUrl('layered-coin-chain-necklace'));
  const words = page.getByRole('alert').filter({ hasText: 'did not work' });
  await expect(words.getByRole('button', { name: 'reload the page' })).toBeVisible();
  await expect(words.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  await page.unrouteAll();
  await words.getByRole('button', { name: 'reload the page' }).click();
  await page.locator('#product').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Layered Coin Chain Necklace');
  await expect(words).toBeHidden();
});

for (const [how, press] of [
  ['the button', (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()],
  ['Enter', (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true }).press('Enter')],
] as const) {
  test(`Continue pressed by ${how} before a reload has restored the last step completes no order`, async ({ page }) => {
    await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
    await fillCheckout(page);
    let orders = 0;
    page.on('request', (request) => {
      if (isOrder(request)) orders += 1;
    });
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await press(page);
    release();
    const complete = page.getByRole('button', { name: 'Complete Order' });
    await expect(complete).toBeEnabled();
    // Whatever a held press would set off has been set off by then.
    await page.getByRole('button', { name: 'Edit: Contact' }).click();
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
    expect(orders).toBe(0);
  });
}
