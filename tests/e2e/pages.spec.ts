import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { load, weigh, weighFirstScreen } from '#tests/setup/browsers/weigh.ts';

const KB = 1024;

/** What a page may weigh in script: static until touched; with a listing; drawn by React at once; the back office. */
const CONTENT = 12;
const BROWSING = 14;
const DRAWN = 110;
const OFFICE = 250;

interface Visited {
  path: string;
  script: number;
  /** Requests beside the twelve of other pages. */
  more?: string[];
  /** The browser itself reports an answer that is no success. */
  complains?: RegExp;
  /** Whether it is made like another page here, of whose parts no fault is asked again. */
  isLike?: true;
  /** Whether shoppers come here first: its first screen is weighed. */
  first?: true;
}

/** What a browser has to have before it can paint, and what the first screen of a phone shows, in bytes as brotli packs them. */
const FIRST = { html: 14 * KB, style: 9 * KB, fonts: 30 * KB, screen: 100 * KB };

// A phone's screen.
test.use({ deviceScaleFactor: 2 });

const PAGES: Visited[] = [
  { path: '/', script: BROWSING, first: true },
  { path: '/products', script: BROWSING, first: true },
  { path: '/products?search=ring', script: DRAWN },
  { path: '/categories', script: CONTENT },
  { path: '/category/rings', script: CONTENT, first: true },
  { path: '/product/rose-gold-halo-ring', script: BROWSING, first: true },
  { path: '/about', script: CONTENT },
  { path: '/contact', script: CONTENT },
  { path: '/privacy', script: CONTENT },
  { path: '/terms', script: CONTENT, isLike: true },
  { path: '/shipping', script: CONTENT, isLike: true },
  { path: '/track', script: CONTENT },
  { path: '/login', script: CONTENT },
  { path: '/forgot-password', script: CONTENT, isLike: true },
  { path: '/reset-password', script: DRAWN },
  { path: '/confirm-address', script: DRAWN, isLike: true },
  { path: '/favorites', script: DRAWN },
  { path: '/profile', script: DRAWN },
  {
    path: '/checkout',
    script: DRAWN,
    more: ['its store, which the saved addresses share when they come', 'what it shares with suggestions'],
  },
  // What there is not.
  { path: '/category/zzz', script: CONTENT, complains: /404/ },
  { path: '/product/zzz', script: CONTENT, complains: /404/, isLike: true },
  // Newer than the pages: the shells.
  {
    path: '/shell/category',
    script: DRAWN,
    more: ['what it shares with suggestions', 'how a renamed category is found, which lists load when they meet one'],
  },
  {
    path: '/shell/product',
    script: DRAWN,
    more: ['the catalogue, for what sells best', 'what it shares with suggestions'],
    complains: /404/,
  },
  { path: '/admin/login', script: OFFICE },
  { path: '/admin/forgot-password', script: OFFICE, isLike: true },
  { path: '/admin/reset-password', script: OFFICE, complains: /422/ },
];

for (const { path, script, more = [], complains, isLike, first } of PAGES) {
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
      expect.soft(weight.requests).toBeLessThanOrEqual(12 + more.length);
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
    // What is only written has the same elements on a desktop.
    if (!isLike) await expectNoFindings(page, script === CONTENT && !first ? { widths: [390] } : {});
  });
}

// Where other addresses lead: tests/netlify/rules.test.ts.
test('what is no page leads home without a history entry, and a broken address is refused', async ({ page, shop }) => {
  await page.goto('/about');
  await page.goto('/there/is/nothing/here');
  expect(page.url()).toBe(`${shop.url}/`);
  await page.goBack();
  expect(page.url()).toBe(`${shop.url}/about`);
  expect((await page.request.get('/product/%E0%A4%A')).status()).toBe(400);
  expect((await page.request.get('/about')).status()).toBe(200);
});
