import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/axe.ts';
import { measureMoves } from '#tests/setup/moves.ts';
import { expect, test } from '#tests/setup/shop-test.ts';
import { load, weigh, weighFirstScreen } from '#tests/setup/weigh.ts';

const KB = 1024;

/** What a page may weigh in script: static until touched; with a listing; drawn by React at once; the checkout, which also asks and refuses; the back office. */
const CONTENT = 12;
const BROWSING = 14;
const DRAWN = 110;
const CHECKOUT = 113;
const OFFICE = 250;

interface Visited {
  path: string;
  script: number;
  /** What search engines are told it is, and the way to it; empty where they are kept away from what is one shopper's. */
  found?: string[];
  /** A request beside the twelve of other pages. */
  oneMore?: string;
  /** The browser itself reports an answer that is no success. */
  complains?: RegExp;
  /** Whether it is made like another page here, of whose parts no fault is asked again. */
  isLike?: true;
  /** Whether shoppers come here first: its first screen is weighed, and its layout for desktops asked for faults, too. */
  first?: true;
}

/** What a browser has to have before it can paint, and what the first screen of a phone shows, in bytes as brotli packs them. */
const FIRST = { html: 14 * KB, style: 9 * KB, fonts: 30 * KB, screen: 100 * KB };

// A phone's screen.
test.use({ deviceScaleFactor: 2 });

const PAGES: Visited[] = [
  { path: '/', script: BROWSING, found: ['WebPage', 'Home'], first: true },
  { path: '/products', script: BROWSING, found: ['CollectionPage', 'Home', 'Our Products'], first: true },
  { path: '/products?search=ring', script: DRAWN },
  { path: '/categories', script: CONTENT, found: ['CollectionPage', 'Home', 'All Categories'] },
  { path: '/category/rings', script: CONTENT, found: ['CollectionPage', 'Home', 'Categories', 'Rings'], first: true },
  { path: '/product/rose-gold-halo-ring', script: BROWSING, first: true },
  { path: '/about', script: CONTENT, found: ['AboutPage', 'Home', 'About Us'] },
  { path: '/contact', script: CONTENT, found: ['ContactPage', 'Home', 'Contact'] },
  { path: '/privacy', script: CONTENT, found: ['WebPage', 'Home', 'Privacy'] },
  { path: '/terms', script: CONTENT, found: ['WebPage', 'Home', 'Terms'], isLike: true },
  { path: '/shipping', script: CONTENT, found: ['WebPage', 'Home', 'Shipping & Returns'], isLike: true },
  { path: '/track', script: CONTENT },
  { path: '/login', script: CONTENT, found: [] },
  { path: '/forgot-password', script: CONTENT, found: [], isLike: true },
  { path: '/reset-password', script: DRAWN, found: [] },
  { path: '/confirm-address', script: DRAWN, found: [], isLike: true },
  { path: '/favorites', script: DRAWN, found: [] },
  { path: '/profile', script: DRAWN, found: [] },
  { path: '/checkout', script: CHECKOUT, found: [], oneMore: 'its store, which the saved addresses share when they come' },
  // Newer than the pages, or unknown: the shells.
  { path: '/category/zzz', script: DRAWN },
  { path: '/product/zzz', script: DRAWN, oneMore: 'the catalogue, for what sells best', complains: /404/ },
  { path: '/admin/login', script: OFFICE },
  { path: '/admin/forgot-password', script: OFFICE, isLike: true },
  { path: '/admin/reset-password', script: OFFICE, complains: /422/ },
];

const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

/** What a page of the shop says of itself to search engines and to whoever is sent its link. */
async function expectHead(page: Page, origin: string, { path, found: [type, ...way] = [] }: Visited): Promise<void> {
  const description = (await meta(page, 'description')) ?? '';
  const address = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';
  expect.soft(await page.title()).toMatch(/Naqsh/);
  expect.soft(description).toMatch(/^.{21,160}$/);
  expect.soft(await meta(page, 'keywords')).toContain('artificial jewellery');
  expect.soft(address).toBe(origin + path);
  expect.soft(await meta(page, 'og:url')).toBe(address);
  for (const site of ['og', 'twitter']) {
    expect.soft(await meta(page, `${site}:title`)).toBe(await page.title());
    expect.soft(await meta(page, `${site}:description`)).toBe(description);
  }
  expect.soft(await meta(page, 'twitter:card')).toBe('summary_large_image');
  expect.soft(new URL((await meta(page, 'og:image')) ?? '').origin).toBe(origin);
  expect.soft(await page.locator('meta[name=robots]').count()).toBe(type ? 0 : 1);
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const things = new Map<string, any>(texts.map((text) => JSON.parse(text)).map((thing) => [thing['@type'], thing]));
  if (!type) return expect.soft(things.size).toBe(0);
  expect.soft(things.get(type)).toMatchObject({ url: address, description, isPartOf: { name: 'Naqsh' } });
  const steps = things.get('BreadcrumbList').itemListElement;
  expect.soft(steps.map(({ name }: { name: string }) => name)).toEqual(way);
  expect.soft(steps.at(-1).item).toBe(address);
}

for (const visited of PAGES) {
  const { path, script, found, oneMore, complains, isLike, first } = visited;
  test(`${path} is light, does not shift, fits every screen, and axe finds no fault`, async ({ page, shop, forgive }) => {
    if (complains) forgive(complains);
    const product = /^\/product\/(.+-.+)$/.exec(path)?.[1];
    const moved = await measureMoves(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const loaded = await load(page, product ? shop.productUrl(product) : path);
    const weight = await weigh(page, loaded);
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) });
    expect.soft(weight.script).toBeLessThanOrEqual(script * KB);
    if (script !== OFFICE) {
      expect.soft(weight.style).toBeLessThanOrEqual(11 * KB);
      expect.soft(weight.requests).toBeLessThanOrEqual(oneMore ? 13 : 12);
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect.soft(await moved(), 'on a phone').toBeLessThanOrEqual(0.01);
    if (first) {
      // The first page fetches fonts, the next ones show them.
      expect.soft(await page.evaluate(() => localStorage.getItem('fonts_v1'))).toBe('1');
      const screen = await weighFirstScreen(page, loaded);
      test.info().annotations.push({ type: 'first screen', description: JSON.stringify(screen) });
      expect.soft(loaded.filter(({ type }) => type === 'stylesheet')).toEqual([]);
      expect.soft(screen.photos).toBeGreaterThan(0);
      for (const [key, budget] of Object.entries(FIRST))
        expect.soft(screen[key as keyof typeof FIRST], key).toBeLessThanOrEqual(budget);
    }
    if (found !== undefined) await expectHead(page, shop.url, visited);

    // What is written moves on a desktop no more than on a phone.
    if (script !== CONTENT) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.reload({ waitUntil: 'networkidle' });
      expect.soft(await moved(), 'on a desktop').toBeLessThanOrEqual(0.01);
    }
    // The narrowest phone, and the last width before the large layout.
    for (const width of [320, 390, 1023, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(tooWide, `${width} px`).toBe(0);
    }
    if (!isLike) await expectNoFindings(page, first ? {} : { widths: [390] });
  });
}

test('what is no page leads home without a history entry: unknown addresses and the fallback pages', async ({ page, shop }) => {
  await page.goto('/about');
  await page.goto('/there/is/nothing/here');
  expect(page.url()).toBe(`${shop.url}/`);
  await page.goBack();
  expect(page.url()).toBe(`${shop.url}/about`);

  const goes = async (path: string) => new URL((await page.request.get(path)).url()).pathname;
  for (const path of ['/product', '/product/', '/category', '/category/', '/product-shell', '/category-shell'])
    expect([path, await goes(path)]).toEqual([path, '/']);
  for (const path of ['/order', '/order-shell']) expect([path, await goes(path)]).toEqual([path, '/track']);
  expect(await goes('/product/zzz')).toBe('/product/zzz');

  const unknown = await page.request.get('/api/nothing');
  expect([unknown.status(), await unknown.json()]).toMatchObject([404, { success: false, code: 'not_found' }]);
  expect((await page.request.get('/product/%E0%A4%A')).status()).toBe(400);
  expect((await page.request.get('/about')).status()).toBe(200);
});
