import { expect, test } from '#tests/setup/browsers/shop-test.ts';

test('on a phone the first product is within two screens, and pause switches can be tapped', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const first = await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
    .boundingBox();
  expect(first?.y).toBeLessThan(2 * 844);
  for (const hold of await page.locator('.pause-switch').all()) {
    // What is far below is not laid out before.
    await hold.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await hold.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect(Math.max(width, height)).toBeLessThanOrEqual(32);
  }
});
