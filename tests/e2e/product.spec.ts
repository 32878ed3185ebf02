import type { Page } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, type Shop, test } from '#tests/setup/browsers/shop-test.ts';
import { keep } from '#tests/setup/browsers/shopper.ts';

const CUFF = 'pearl-open-cuff';
const KARA = 'carved-gold-kara-pair';
const JHUMKA = 'gold-jhumka-earrings';

/** Keeps what an address is answered with away: the shell stands there, as for a product newer than the pages. */
async function showShellAt(page: Page, shop: Shop, address: string): Promise<void> {
  await page.route(address, async (route) => {
    await route.fulfill({ response: await route.fetch({ url: `${shop.url}/shell/product` }) });
  });
}

test('thumbnails and colours switch photos, a click enlarges, arrows change the photo and Esc closes', async ({ page, shop }) => {
  await page.goto(shop.productUrl(CUFF));
  const last = page.getByRole('link', { name: 'Show photo 4 of 4' });
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Show photo 1 of 4' })).not.toHaveAttribute('aria-current', 'true');

  const link = page.getByRole('link', { name: 'Zoom photo 4 of 4' });
  await link.click();
  const closer = page.getByRole('dialog', { name: 'Pearl Open Cuff' });
  const photo = closer.getByRole('img');
  await expect(photo).toHaveAttribute('alt', 'Pearl Open Cuff, view 4');
  // All of it, as high as the screen.
  const width = 720;
  await expect.poll(async () => (await photo.boundingBox())?.width).toBe(width);
  await expect(photo).toHaveAttribute('src', /w=2000/);
  await closer.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(async () => (await photo.boundingBox())?.width).toBe(width * 2);
  expect(await closer.evaluate((dialog) => dialog.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect(photo).toHaveAttribute('alt', 'Pearl Open Cuff');
  await closer.getByRole('button', { name: 'Previous photo' }).click();
  await expect(photo).toHaveAttribute('alt', 'Pearl Open Cuff, view 4');
  await page.keyboard.press('Escape');
  await expect(closer).toBeHidden();
  await expect(link).toBeFocused();

  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  await page.getByRole('radio', { name: 'Silver' }).check();
  await expect(page.getByRole('link', { name: 'Show photo 5 of 5' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('radio', { name: 'Rose Gold' }).check();
  await expect(page.getByRole('link', { name: 'Show photo 1 of 5' })).toHaveAttribute('aria-current', 'true');
});

test('a colour without a photograph says so', async ({ page, shop }) => {
  await showShellAt(page, shop, shop.productUrl(JHUMKA));
  await page.route(`**/api/products/${shop.productId(JHUMKA)}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const photoColors = answer.data.photoColors.filter(({ color }: { color: string }) => color !== 'Green');
    await route.fulfill({ json: { ...answer, data: { ...answer.data, photoColors } } });
  });
  await page.goto(shop.productUrl(JHUMKA));
  await page.getByRole('radio', { name: 'Green' }).check();
  await expect(page.getByText('No photo in Green yet: the photos show Red and White.')).toBeVisible();
  await page.getByRole('radio', { name: 'White' }).check();
  await expect(page.locator('[data-photo-note]')).toBeEmpty();
  await expect(page.getByRole('link', { name: 'Show photo 5 of 5' })).toHaveAttribute('aria-current', 'true');
});

test('on a phone a bar has price, choice and button, and says which choice is missing', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  const bar = page.locator('.buy-bar');
  await expect(bar).toContainText('Rs. 1,850');
  await expect(bar).toContainText('Choose colour and size');
  const box = await bar.boundingBox();
  expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844]);
  const contact = await page.getByRole('complementary', { name: 'Contact us' }).boundingBox();
  expect((contact?.y ?? 0) + (contact?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  const add = page.locator('#product').getByRole('button', { name: 'Add to Cart' });
  await expect(add).toBeInViewport({ ratio: 1 });

  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    dialog.accept();
  });
  const firstColor = page.locator('input[name=color]').first();
  await expect(firstColor).not.toBeInViewport({ ratio: 1 });
  await add.click();
  await expect(firstColor).toBeFocused();
  await expect(firstColor).toBeInViewport({ ratio: 1 });
  const chip = await firstColor.boundingBox();
  expect((chip?.y ?? 0) + (chip?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  await page.getByRole('radio', { name: 'Silver' }).check();
  await add.click();
  expect(said).toEqual(['Please select a color', 'Please select a size']);
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await expect(bar).toContainText('7, Silver');
  await expect(bar.locator('img')).toHaveAttribute('src', /halo-ring-silver/);

  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await expect(quantity).toHaveValue('1');
  await page.getByRole('button', { name: 'Decrease quantity' }).first().click();
  await expect(quantity).toHaveValue('1');
  await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  const release = await hold(page, /\/api\/cart\/quote/);
  await add.click();
  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(cart).toContainText('Size: 7');
  await expect(cart.getByRole('listitem').first().locator('img')).toHaveAttribute('src', /halo-ring-silver/);
  release();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('3');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded();
  await expect(add).not.toBeInViewport();
});

test('on a laptop of 1366 × 768 the button is visible without scrolling, whatever the options', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const product of ['pave-eternity-band', 'rose-gold-halo-ring', 'classic-pearl-strand']) {
    await page.goto(shop.productUrl(product));
    await expect(page.locator('#product').getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 });
    const contact = await page.getByRole('complementary', { name: 'Contact us' }).boundingBox();
    const button = await page.locator('.buy-bar').boundingBox();
    expect(contact?.y ?? 0).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
  }
});

test('price, stock and rating are updated after loading; Read More shows the rest', async ({ page, shop }) => {
  await page.route(`**/api/products/${shop.productId(CUFF)}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const now = { price: 1_234_567, originalPrice: null, inStock: false, stockQuantity: 0, rating: 3.3, reviewCount: 9 };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...now } } });
  });
  await page.goto(shop.productUrl(CUFF));
  await expect(page.locator('[data-live=price]')).toHaveText('Rs. 1,234,567');
  await expect(page.locator('[data-live=saved]')).toBeHidden();
  await expect(page.locator('[data-live=availability]')).toHaveText('Out of Stock');
  await expect(page.locator('#product').getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await expect(page.locator('#product').getByText('3.3 (9 reviews)')).toBeVisible();
  await expect(page.locator('#product').getByRole('img', { name: '3.3 out of 5 stars' })).toBeVisible();

  const { data } = await (await page.request.get('/api/products')).json();
  const long = data.find(({ description }: { description: string }) => description.length > 200);
  await page.goto(`/product/${long.id}`);
  const rest = page.locator('[data-rest]');
  await expect(rest).toBeHidden();
  await page.getByRole('button', { name: 'Read More' }).click();
  await expect(rest).toBeVisible();
  await page.getByRole('button', { name: 'Show Less' }).click();
  await expect(rest).toBeHidden();
});

test('a photo that fails to load is replaced by the second one, then by the placeholder', async ({ page, shop, forgive }) => {
  await page.route(/pearl-open-cuff\.webp/, (route) => route.abort());
  await page.goto(shop.productUrl(CUFF));
  const first = page.locator('[data-gallery] img').first();
  await expect(first).toHaveAttribute('src', /pearl-open-cuff-worn/);
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  forgive(/ERR_FAILED/);
});

test('a product newer than the pages is shown by the fallback page, with its reviews', async ({ page, shop }) => {
  await showShellAt(page, shop, shop.productUrl(KARA));
  await page.goto(shop.productUrl(KARA));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carved Gold Kara Pair');
  await expect(page).toHaveTitle(/^Carved Gold Kara Pair \|/);
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
});

test('an unknown product or category offers the search, the categories and what sells best', async ({ page, forgive }) => {
  forgive(/404/);
  for (const [path, says] of [
    ['/product/zzz', 'Product not found'],
    ['/category/zzz', 'Category not found'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(404);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(says);
    const categories = main.getByRole('region', { name: 'What there is' });
    await expect(categories.getByRole('link', { name: /^Rings/ })).toHaveAttribute('href', '/category/rings');
    await expect(main.getByRole('region', { name: 'What sells best' }).getByRole('article')).toHaveCount(4);
    await main.getByRole('searchbox', { name: 'Search all pieces' }).fill('jhumka');
    await main.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/products?search=jhumka');
  }
});

test('an unknown product shows an error, and a draft of this browser, when the shop is down', async ({ page, shop, forgive }) => {
  forgive(/ERR_FAILED/);
  await keep(page, { products_v1: [{ id: 'c_7', name: 'Aquamarine Draft Ring', price: 990 }] });
  await page.route('**/api/**', (route) => route.abort());
  await showShellAt(page, shop, '**/product/*');
  await page.goto('/product/ffffffffffffffffffffffff');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load products');
  await page.goto('/product/c_7');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aquamarine Draft Ring');
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeHidden();
});

test('a piece is shared by the device, and where it cannot, its link is copied', async ({ page, shop }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${shop.productUrl(CUFF)}?utm_source=x#reviews`);
  const stub = (name: string) =>
    page.evaluate((name) => {
      const fail = name ? () => Promise.reject(new DOMException('', name)) : undefined;
      Object.defineProperty(navigator, 'share', { value: fail, configurable: true });
    }, name);
  const shared = page.evaluate(
    () =>
      new Promise((share) =>
        Object.defineProperty(navigator, 'share', { value: (data: unknown) => Promise.resolve(share(data)), configurable: true }),
      ),
  );
  const button = page.getByRole('button', { name: 'Share this piece' });
  await button.click();
  expect(await shared).toEqual({ title: 'Pearl Open Cuff | Naqsh', url: shop.productUrl(CUFF) });

  // Closing the device's sheet is no failure.
  await stub('AbortError');
  await button.click();
  await expect(button).toBeVisible();
  for (const name of ['NotAllowedError', '']) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await stub(name);
    await page.locator('[data-share]').click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    await expect(page.getByText('Link copied', { exact: true })).toHaveCount(2);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shop.productUrl(CUFF));
  }
});
