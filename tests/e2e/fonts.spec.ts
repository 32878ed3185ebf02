import type { Page } from '@playwright/test';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

/** A phone's line in a crowded cell: bytes per second, milliseconds there and back. */
const SLOW_4G = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

/** The fonts that the browser draws the page's texts with, as they name themselves. */
async function drawnFonts(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'h1, h2, h3, p, a, button' });
  const drawn = await Promise.all(nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })));
  await devtools.detach();
  return [...new Set(drawn.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName)))].sort();
}

// Nothing else moves on other pages: tests/e2e/pages.spec.ts.
for (const path of ['/', '/checkout']) {
  test(`the first visit to ${path} ends in the shop’s fonts, and nothing moves when they come`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW_4G);
    const moved = await measureMoves(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

    // React may draw a part anew while the browser is asked.
    await expect(async () =>
      expect(await drawnFonts(page)).toEqual([expect.stringContaining('Cormorant Garamond'), 'Inter']),
    ).toPass();
    expect(await moved()).toBeLessThanOrEqual(0.01);
    // Once, and after the scripts that the page cannot do without.
    const order = asked.flatMap((url) => /_astro\/.*\.(js|woff2)$/.exec(url)?.[1] ?? []);
    expect(order.filter((kind) => kind === 'woff2')).toHaveLength(2);
    expect(order[0]).toBe('js');
  });
}

test('fonts that do not come leave the page in those of the device, and the next page asks again', async ({ page, forgive }) => {
  let isCut = true;
  await page.route(/\.woff2$/, (route) => (isCut ? route.abort() : route.continue()));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.woff2'));
  await page.goto('/about');
  await failed;
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
  isCut = false;
  await page.goto('/shipping');
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  forgive(/ERR_FAILED/);
});
