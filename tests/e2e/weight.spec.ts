import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

const KB = 1024;

/** Script and style a page loads before anybody touches or scrolls it, in bytes as gzip -9 packs them. */
async function weigh(page: Page, path: string): Promise<{ script: number; style: number; requests: number }> {
  const loads: Promise<{ type: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    loads.push(
      response.body().then(
        (body) => ({ type, bytes: gzipSync(body, { level: 9 }).length }),
        () => ({ type, bytes: 0 }),
      ),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const inline = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
  const loaded = await Promise.all(loads);
  const sum = (wanted: string) => loaded.filter(({ type }) => type === wanted).reduce((total, { bytes }) => total + bytes, 0);
  return {
    script: sum('script') + (inline.length > 0 ? gzipSync(inline.join('\n'), { level: 9 }).length : 0),
    style: sum('stylesheet'),
    requests: loaded.filter(({ type }) => type !== 'image').length,
  };
}

const BUDGETS: [path: string, scriptKb: number][] = [
  ['/', 14],
  ['/product/rose-gold-halo-ring', 14],
  ['/products', 14],
  ['/categories', 10],
  ['/category/rings', 10],
  ['/about', 10],
  ['/contact', 10],
  ['/shipping', 10],
  ['/track', 10],
  ['/login', 10],
  ['/checkout', 110],
  ['/profile', 110],
  ['/products?search=ring', 110],
];

for (const [path, budget] of BUDGETS) {
  test(`${path} loads at most ${budget} KB of script, 14 KB of style and 12 requests besides images`, async ({ page, shop }) => {
    const name = /^\/product\/(.+)$/.exec(path)?.[1];
    const weight = await weigh(page, name ? shop.productUrl(name) : path);
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) });
    expect(weight.script).toBeLessThanOrEqual(budget * KB);
    expect(weight.style).toBeLessThanOrEqual(14 * KB);
    expect(weight.requests).toBeLessThanOrEqual(12);
  });
}

test('the back office’s first screen loads at most 250 KB of script', async ({ page }) => {
  expect((await weigh(page, '/admin/login')).script).toBeLessThanOrEqual(250 * KB);
});
