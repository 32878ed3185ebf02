import { brotliCompressSync, gzipSync } from 'node:zlib';
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
    // A full browser draws a sign on its tab and calls that something else.
    const type = response.url().endsWith('/favicon.svg') ? 'image' : response.request().resourceType();
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
  const styles = await page.locator('style').allTextContents();
  const loaded = await Promise.all(loads);
  const sum = (wanted: string) => loaded.filter(({ type }) => type === wanted).reduce((total, { bytes }) => total + bytes, 0);
  return {
    script: sum('script') + (inline.length > 0 ? gzipSync(inline.join('\n'), { level: 9 }).length : 0),
    charts: loaded.filter(({ isCharts }) => isCharts).reduce((total, { bytes }) => total + bytes, 0),
    style: sum('stylesheet') + gzipSync(styles.join('\n'), { level: 9 }).length,
    requests: loaded.filter(({ type }) => type !== 'image').length,
  };
}

/** Pages that are static until touched, and those that React draws at once. */
const CONTENT = 12;
const BROWSING = 14;
const DRAWN = 110;
/** The one that also asks, refuses and says what became of an order. */
const CHECKOUT = 113;

/** Pages that make one request more than others, and for what. */
const ONE_MORE: Record<string, string> = {
  '/product/zzz': 'the catalogue, for what sells best',
  '/checkout': 'its store, which the saved addresses share when they come',
};

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
  ['/forgot-password', CONTENT],
  ['/products?search=ring', DRAWN],
  ['/products?filter=bestseller', DRAWN],
  ['/favorites', DRAWN],
  ['/profile', DRAWN],
  ['/reset-password', DRAWN],
  ['/confirm-address', DRAWN],
  ['/checkout', CHECKOUT],
  // Newer than the pages, or unknown: the shells.
  ['/category/zzz', DRAWN],
  ['/product/zzz', DRAWN],
];

for (const [path, budget] of BUDGETS) {
  test(`${path} loads at most ${budget} KB of script, 11 KB of styles and makes 12 requests besides images`, async ({
    page,
    shop,
    forgive,
  }) => {
    // The product that is not there: the browser itself reports the API's 404.
    if (path === '/product/zzz') forgive(/404/);
    const name = /^\/product\/(.+-.+)$/.exec(path)?.[1];
    const weight = await weigh(page, name ? shop.productUrl(name) : path);
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) });
    expect(weight.script).toBeLessThanOrEqual(budget * KB);
    expect(weight.style).toBeLessThanOrEqual(11 * KB);
    expect(weight.requests).toBeLessThanOrEqual(ONE_MORE[path] ? 13 : 12);
  });
}

/** What a browser has to have before it can paint, and what the first screen of a phone shows, in bytes as brotli packs them. */
const FIRST = { html: 14 * KB, style: 9 * KB, fonts: 30 * KB, screen: 100 * KB };

for (const path of ['/', '/products', '/category/rings', '/product/rose-gold-halo-ring']) {
  test(`${path} paints after 14 KB of HTML and 9 KB of styles, and its first screen is complete with 100 KB`, async ({
    browser,
    shop,
  }) => {
    const name = /^\/product\/(.+)$/.exec(path)?.[1];
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    const bodies = new Map<string, Promise<{ type: string; body: Buffer }>>();
    page.on('response', (response) => {
      const type = response.request().resourceType();
      bodies.set(
        response.url(),
        response.body().then(
          (body) => ({ type, body }),
          () => ({ type, body: Buffer.alloc(0) }),
        ),
      );
    });
    await page.goto(name ? shop.productUrl(name) : `${shop.url}${path}`, { waitUntil: 'networkidle' });
    // The first page fetches them, the next ones show them.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('fonts_v1'))).toBe('1');
    const inSight = await page.locator('img').evaluateAll((photos) =>
      (photos as HTMLImageElement[])
        .filter((photo) => {
          const { top, bottom, left, right } = photo.getBoundingClientRect();
          return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
        })
        .map(({ currentSrc }) => currentSrc),
    );
    await context.close();

    const loaded = await Promise.all([...bodies].map(async ([url, body]) => ({ url, ...(await body) })));
    const sum = (wanted: string) =>
      loaded.filter(({ type }) => type === wanted).reduce((total, { body }) => total + body.length, 0);
    const html = loaded.find(({ type }) => type === 'document')?.body.toString() ?? '';
    const style = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet]) => sheet).join('');
    const scripts = loaded.filter(({ type }) => type === 'script').map(({ body }) => packed(body));
    const weight = {
      html: packed(html.replaceAll(/<style>[\s\S]*?<\/style>/g, '')),
      style: packed(style),
      fonts: sum('font'),
      screen:
        packed(html) +
        sum('font') +
        scripts.reduce((total, bytes) => total + bytes, 0) +
        loaded.filter(({ url }) => inSight.includes(url)).reduce((total, { body }) => total + body.length, 0),
    };
    test.info().annotations.push({ type: 'first screen', description: JSON.stringify(weight) });
    expect(sum('stylesheet')).toBe(0);
    expect(inSight.length).toBeGreaterThan(0);
    for (const key of Object.keys(FIRST) as (keyof typeof FIRST)[]) expect(weight[key], key).toBeLessThanOrEqual(FIRST[key]);
  });
}

function packed(content: string | Buffer): number {
  return content.length === 0 ? 0 : brotliCompressSync(content).length;
}

for (const path of ['/admin/login', '/admin/forgot-password', '/admin/reset-password']) {
  test(`${path} loads at most 250 KB of script`, async ({ page, forgive }) => {
    if (path === '/admin/reset-password') forgive(/422/);
    expect((await weigh(page, path)).script).toBeLessThanOrEqual(250 * KB);
  });
}

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
