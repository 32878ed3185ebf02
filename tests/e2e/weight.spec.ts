import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import { test as staffTest } from '#tests/setup/staff-test.ts';

const KB = 1024;

interface Weight {
  script: number;
  /** The part of the script that draws charts. */
  charts: number;
  style: number;
  requests: number;
}

/** Script and style a page loads before anybody touches or scrolls it, in bytes as gzip -9 packs them. `shown` is there when it has all come. */
async function weigh(page: Page, path: string, shown?: Locator): Promise<Weight> {
  const loads: Promise<{ type: string; bytes: number; isCharts?: boolean }>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    const isCharts = /\/Chart\.[^/]+\.js$/.test(response.url());
    loads.push(
      response.body().then(
        (body) => ({ type, bytes: gzipSync(body, { level: 9 }).length, isCharts }),
        () => ({ type, bytes: 0 }),
      ),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await shown?.waitFor();
  const inline = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
  const loaded = await Promise.all(loads);
  const sum = (wanted: string) => loaded.filter(({ type }) => type === wanted).reduce((total, { bytes }) => total + bytes, 0);
  return {
    script: sum('script') + (inline.length > 0 ? gzipSync(inline.join('\n'), { level: 9 }).length : 0),
    charts: loaded.filter(({ isCharts }) => isCharts).reduce((total, { bytes }) => total + bytes, 0),
    style: sum('stylesheet'),
    requests: loaded.filter(({ type }) => type !== 'image').length,
  };
}

/** Pages that are static until touched, and those that React draws at once. */
const CONTENT = 12;
const BROWSING = 14;
const DRAWN = 110;

const BUDGETS: [path: string, scriptKb: number][] = [
  ['/', BROWSING],
  ['/product/rose-gold-halo-ring', BROWSING],
  ['/products', BROWSING],
  ['/categories', CONTENT],
  ['/category/rings', CONTENT],
  ['/about', CONTENT],
  ['/contact', CONTENT],
  ['/privacy', CONTENT],
  ['/terms', CONTENT],
  ['/shipping', CONTENT],
  ['/track', CONTENT],
  ['/login', CONTENT],
  ['/products?search=ring', DRAWN],
  ['/products?filter=bestseller', DRAWN],
  ['/favorites', DRAWN],
  ['/profile', DRAWN],
  ['/checkout', DRAWN],
  // Newer than the pages, or unknown: the shells.
  ['/category/zzz', DRAWN],
  ['/product/zzz', DRAWN],
];

for (const [path, budget] of BUDGETS) {
  test(`${path} loads at most ${budget} KB of script, 14 KB of styles and makes 12 requests besides images`, async ({
    page,
    shop,
    forgive,
  }) => {
    const name = /^\/product\/(.+-.+)$/.exec(path)?.[1];
    const weight = await weigh(page, name ? shop.productUrl(name) : path);
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) });
    expect(weight.script).toBeLessThanOrEqual(budget * KB);
    expect(weight.style).toBeLessThanOrEqual(14 * KB);
    expect(weight.requests).toBeLessThanOrEqual(12);
    // The product that is not there: the browser itself reports the API's 404.
    if (path === '/product/zzz') forgive(/404/);
  });
}

test('the back office’s login loads at most 250 KB of script', async ({ page }) => {
  expect((await weigh(page, '/admin/login')).script).toBeLessThanOrEqual(250 * KB);
});

staffTest('the back office’s first screen loads at most 250 KB of script, charts apart', async ({ page, staff }) => {
  await staff.order(); // a shop without orders has nothing to chart
  const { script, charts } = await weigh(page, '/admin', page.locator('canvas').last());
  staffTest.info().annotations.push({ type: 'weight', description: JSON.stringify({ script, charts }) });
  expect(charts).toBeGreaterThan(0);
  expect(script - charts).toBeLessThanOrEqual(250 * KB);
});

staffTest('a screen without charts loads nothing that draws them', async ({ page }) => {
  expect((await weigh(page, '/admin/inventory', page.getByRole('table'))).charts).toBe(0);
});
