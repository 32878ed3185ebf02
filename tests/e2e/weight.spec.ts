import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '#tests/setup/shop-test.ts';
import { test as staffTest } from '#tests/setup/staff-test.ts';
import { weigh } from '#tests/setup/weigh.ts';

const KB = 1024;

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
