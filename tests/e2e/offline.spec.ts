import type { Page } from '@playwright/test';
import { bundled } from '#build/worker-script.ts';
import { keptPaths, OFTEN, openAndKeep } from '#tests/setup/browsers/line.ts';
import { expect, test } from '#tests/setup/browsers/offline-test.ts';
import { cartOf } from '#tests/setup/browsers/shopper.ts';

const bar = (page: Page) => page.locator('[data-offline-bar]');

// What the browser itself reports when nobody answers.
test.beforeEach(({ forgive }) =>
  forgive(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|FAILED)/),
);

test('pages come from the shop while it answers, and from the device when not', async ({ page, context, line, shop }) => {
  const product = `/product/${shop.productId('velvet-matte-lipstick-duo')}`;
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  await openAndKeep(page, product);
  // Many scripts mention the same one: it is asked for by the page and by what keeps it ahead, not by each of them.
  const repeated = asked.filter((path) => path.startsWith('/_astro/') && asked.filter((other) => other === path).length > 4);
  expect([...new Set(repeated)]).toEqual([]);
  // Whatever it loads by itself comes from the shop: with an index that comes from the device, it would go on saying so.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(bar(page)).toBeEmpty();
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // A test's window keeps nothing, and a full Chromium installs nothing from such a window. The headless shell does not look.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  // Going offline while a page is open is said at once, and taken back.
  await context.setOffline(true);
  await expect(bar(page)).toHaveText(/^You are offline\. Prices and stock are from \d\d:\d\d\.$/);
  await expect(bar(page)).toHaveRole('status');
  await context.setOffline(false);
  await expect(bar(page)).toBeEmpty();

  await page.goto('/about');
  await expect.poll(() => keptPaths(page), OFTEN).toContain('/about');
  line.replaced.set('/about', { type: 'text/html', body: '<!doctype html><title>About</title><h1>Changed today</h1>' });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changed today');

  // A line too slow to answer is given three seconds.
  line.replaced.set(product, 'silence');
  await page.goto(product);
  await expect(bar(page)).toContainText('The shop could not be reached. Prices and stock are from');
  line.replaced.clear();

  await line.cut();
  await page.goto(product);
  await expect(bar(page)).toHaveText(/^The shop could not be reached\. Prices and stock are from \d\d:\d\d\.Try again$/);
  const photo = page.locator('main img').first();
  await expect(photo).toHaveJSProperty('complete', true);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cartOf(page).getByRole('link', { name: /Checkout/ })).toBeVisible();

  // A page never seen offers its piece, as the index knows it, and a search of the whole catalogue.
  await page.goto(`/product/${shop.productId('gel-shine-nail-polish-trio')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page was never opened here');
  await expect(page.getByRole('main').getByRole('link', { name: 'Gel Shine Nail Polish Trio' }).first()).toBeVisible();
  await page.getByLabel('Search all pieces').fill('nail polish');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await expect(bar(page)).toContainText('Prices and stock are from');
  await page
    .getByRole('button', { name: /Add .*Gel Shine Nail Polish Trio.* to cart|Add to Cart/i })
    .first()
    .click();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('2');

  await line.mend();
  await page.keyboard.press('Escape');
  // A shop that takes longer than three seconds to come back is tried once more.
  await expect(async () => {
    const again = bar(page).getByRole('link', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
    await expect(bar(page)).toBeEmpty({ timeout: 5_000 });
  }).toPass();
});

test('nothing about a person is kept: of the API, an account, an order or the back office', async ({ page, forgive }) => {
  forgive(/404|422/);
  await openAndKeep(page, '/products?search=ring');
  for (const path of [
    '/login',
    '/profile',
    '/track?orderNumber=ORD-1&phone=0300',
    '/order/ORD-1',
    '/admin/login',
    '/api/products',
  ])
    await page.goto(path);
  // What follows them is kept.
  await page.goto('/favorites');
  await expect.poll(() => keptPaths(page), OFTEN).toContain('/favorites');
  expect((await keptPaths(page)).filter((path) => /^\/(api|admin|login|profile|track|order)|ORD-1|search=/.test(path))).toEqual(
    [],
  );
});

/** Photos of two megabytes that the shop seems to have. */
const photo = (number: number) => ({
  path: `/media/products/large-${number}.webp`,
  answer: { type: 'image/webp', body: Buffer.alloc(2_000_000, number) },
});

test('at most 30 MB are kept: photos used least recently go first', async ({ page, line }) => {
  await openAndKeep(page, '/about');
  await page.reload();
  const load = (path: string) => page.evaluate(async (url) => (await (await fetch(url)).blob()).size, path);
  for (let number = 0; number < 17; number++) {
    const { path, answer } = photo(number);
    line.replaced.set(path, answer);
    expect(await load(path)).toBe(2_000_000);
    // The first one is looked at again and again.
    await load(photo(0).path);
    await expect.poll(() => keptPaths(page), OFTEN).toContain(path);
  }
  await expect.poll(() => keptPaths(page), OFTEN).not.toContain(photo(1).path);
  const kept = await keptPaths(page);
  expect(kept).toEqual(expect.arrayContaining([photo(0).path, photo(16).path]));
  const bytes = await page.evaluate(async (paths) => {
    const sizes = await Promise.all(
      paths.map(async (path) => (await (await caches.match(path, { ignoreVary: true }))?.blob())?.size ?? 0),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }, kept);
  expect(bytes).toBeGreaterThan(15_000_000);
  expect(bytes).toBeLessThanOrEqual(30_000_000);
});

test('a device that gives little room keeps pages rather than photos, and the shop works on', async ({ page, context, line }) => {
  await openAndKeep(page, '/about');
  await page.reload();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 6_000_000 });
  for (const number of [0, 1, 2, 3]) {
    const { path, answer } = photo(number);
    line.replaced.set(path, answer);
    expect(await page.evaluate(async (url) => (await fetch(url)).status, path)).toBe(200);
  }
  // A page that found no room has made some for its next visit.
  await expect(async () => {
    await page.goto('/contact');
    expect(await keptPaths(page)).toContain('/contact');
  }).toPass();
});

test('a deploy takes over at once and keeps pages working, or removes all that was kept', async ({ page, line }) => {
  await openAndKeep(page, '/about');
  await page.evaluate(async () => (await caches.open('shop-pages-0')).put('/about', new Response('old')));
  const worker = await (await page.request.get('/sw.js')).text();
  line.replaced.set('/sw.js', { type: 'text/javascript', body: `${worker};self.version = 2` });
  const other = await page.context().newPage();
  await other.goto('/contact');
  await expect.poll(() => page.evaluate(() => caches.keys()), OFTEN).not.toContain('shop-pages-0');
  await line.cut();
  for (const open of [page, other]) {
    await open.reload();
    await expect(bar(open)).toContainText('Prices and stock are from');
    await open.getByRole('button', { name: 'Cart' }).click();
    await expect(cartOf(open).getByText('Your cart is empty')).toBeVisible();
  }

  await line.mend();
  await other.close();
  line.replaced.set('/sw.js', { type: 'text/javascript', body: await bundled('retired-worker') });
  await page.goto('/contact');
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registered, OFTEN).toBe(0);
  await expect.poll(() => keptPaths(page), OFTEN).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
