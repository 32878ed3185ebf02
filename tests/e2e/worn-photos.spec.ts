import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

/** The first card of a page that has a worn photo, the photo, and how often the page asks for it from now on. */
async function firstWorn(page: Page): Promise<{ card: Locator; worn: Locator; asked: string[] }> {
  const asked: string[] = [];
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('[data-worn]') })
    .first();
  const worn = card.locator('[data-worn]');
  const src = (await worn.getAttribute('src')) ?? '';
  page.on('request', (request) => request.url().endsWith(src) && asked.push(src));
  return { card, worn, asked };
}

/** Moves a finger over the photo of a card. */
async function swipe(page: Page, card: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  // Until the page stands still: the movement before may still be scrolling it.
  await card.tap({ trial: true });
  const box = await card.boundingBox();
  const start = { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 60 };
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [start]);
  for (const part of [0.5, 1]) await send('touchMove', [{ x: start.x + x * part, y: start.y + y * part }]);
  await send('touchEnd', []);
  await touch.detach();
}

test('with the mouse over a card the piece is worn; the photo is loaded only then, and nothing moves', async ({ page }) => {
  const pictures: string[] = [];
  page.on('request', (request) => /-worn\.webp/.test(request.url()) && pictures.push(request.url()));
  await page.goto('/category/rings', { waitUntil: 'networkidle' });
  const { card, worn, asked } = await firstWorn(page);
  await expect(worn).toBeHidden();
  expect(pictures).toEqual([]);
  await card.scrollIntoViewIfNeeded();
  const before = await card.boundingBox();
  await card.hover();
  await expect(worn).toBeVisible();
  await expect.poll(() => worn.evaluate((photo: HTMLImageElement) => photo.naturalWidth)).toBeGreaterThan(0);
  expect(asked).toHaveLength(1);
  expect(pictures).toHaveLength(1);
  expect(await card.boundingBox()).toEqual(before);
  expect(await worn.boundingBox()).toEqual(await worn.locator('..').boundingBox());
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(worn).toBeHidden();

  // A colour that is looked for has no worn photo.
  await page.goto('/products?category=rings&color=Silver');
  const ring = page.getByRole('article', { name: 'Rose Gold Halo Ring' });
  await expect(ring.locator('img').first()).toHaveAttribute('src', /halo-ring-silver/);
  await expect(ring.locator('[data-worn]')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const path of ['/', '/category/rings', '/product/pearl-open-cuff']) {
    test(`a swipe over the photo of a card of ${path} shows the piece worn, the next one as before; the photo is loaded only then`, async ({
      page,
      shop,
    }) => {
      const product = /^\/product\/(.+)/.exec(path)?.[1];
      await page.goto(product ? shop.productUrl(product) : path);
      const { card, worn, asked } = await firstWorn(page);
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('img').first()).toBeInViewport();
      // The first touch fetches the script.
      await expect(async () => {
        await swipe(page, card, { x: -60, y: 5 });
        await expect(worn).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect.poll(() => worn.evaluate((photo: HTMLImageElement) => photo.naturalWidth)).toBeGreaterThan(0);
      expect(asked).toHaveLength(1);
      await swipe(page, card, { x: 35, y: -40 });
      await expect(worn).toBeVisible();
      await swipe(page, card, { x: 70, y: -5 });
      await expect(worn).toBeHidden();
    });
  }
});
