import { openAndKeep } from '#tests/setup/browsers/line.ts';
import { expect, test } from '#tests/setup/browsers/offline-test.ts';

// A phone with a sharp screen, which asks for the largest photos.
test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

/** The widths asked of the image CDN. */
function widths(asked: string[]): number[] {
  return asked.flatMap((one) => /images\?.*[?&]w=(\d+)/.exec(one)?.slice(1).map(Number) ?? []);
}

test('photos further down are small on the first visit over a slow or saving connection', async ({ page }) => {
  const last = page.locator('main img[loading=lazy]:not([data-worn])').last();
  await page.goto('/products');
  await expect(last).toHaveAttribute('srcset', / (640|[89]\d\d|\d{4})w/);
  for (const connection of [{ saveData: true }, { effectiveType: '3g' }]) {
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
      connection,
    );
    await page.goto('/products');
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)).toContain('w=');
    const lazy = await page
      .locator('main img[loading=lazy]:not([data-worn])')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
    expect(Math.max(...widths(lazy.filter(Boolean)))).toBeLessThanOrEqual(480);
  }
});

test('on later visits over such a line no photo is wider than 480 pixels', async ({ page, context, line }) => {
  await openAndKeep(page, '/about');
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  line.asked.length = 0;
  await page.goto('/', { waitUntil: 'networkidle' });
  const asked = widths(line.asked);
  expect(asked.length).toBeGreaterThan(0);
  expect(Math.max(...asked)).toBeLessThanOrEqual(480);
});
