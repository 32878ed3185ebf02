import type { Page } from '@playwright/test';
import { bundled } from '#build/worker-script.ts';
import { keptPaths, openAndKeep } from '#tests/setup/line.ts';
import { expect, test } from '#tests/setup/offline-test.ts';

const bar = (page: Page) => page.locator('[data-offline-bar]');

// What the browser itself reports when nobody answers.
test.beforeEach(({ forgive }) =>
  forgive(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|FAILED)/),
);

test('offline, pages seen before open with photos and cart, and say from when their prices are', async ({ page, line, shop }) => {
  const product = `/product/${shop.productId('velvet-matte-lipstick-duo')}`;
  await openAndKeep(page, product);
  await page.reload();
  await expect(bar(page)).toBeEmpty();
  await line.cut();

  await page.goto(product);
  await expect(bar(page)).toHaveText(/^The shop could not be reached\. Prices and stock are from \d\d:\d\d\.Try again$/);
  await expect(page.locator('main img').first()).toHaveJSProperty('complete', true);
  expect(
    await page
      .locator('main img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' }).getByRole('link', { name: /Checkout/ })).toBeVisible();

  await line.mend();
  await page.keyboard.press('Escape');
  await bar(page).getByRole('link', { name: 'Try again' }).click();
  await expect(bar(page)).toBeEmpty();
});

test('a page never seen offers a search of the whole catalogue, whose results can go into the cart', async ({
  page,
  line,
  shop,
}) => {
  await openAndKeep(page, '/about');
  await line.cut();
  await page.goto(`/product/${shop.productId('velvet-matte-lipstick-duo')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page was never opened here');
  // The piece of this address, as the index knows it.
  await expect(page.getByRole('main').getByRole('link', { name: 'Velvet Matte Lipstick Duo' }).first()).toBeVisible();
  await page.getByLabel('Search all pieces').fill('nail polish');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await expect(bar(page)).toContainText('Prices and stock are from');
  await page
    .getByRole('button', { name: /Add .*Gel Shine Nail Polish Trio.* to cart|Add to Cart/i })
    .first()
    .click();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
});

test('online the page comes from the shop, never from the device', async ({ page, line }) => {
  await openAndKeep(page, '/about');
  await page.reload();
  const body = (text: string) => ({ type: 'text/html', body: `<!doctype html><title>About</title><h1>${text}</h1>` });
  line.replaced.set('/about', body('Changed today'));
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changed today');
});

test('on a connection too slow to answer, a page seen before shows after three seconds and says from when it is', async ({
  page,
  line,
}) => {
  await openAndKeep(page, '/about');
  await page.reload();
  line.replaced.set('/about', 'silence');
  await page.goto('/about');
  await expect(bar(page)).toContainText('The shop could not be reached. Prices and stock are from');
});

test('going offline while a page is open is said at once, and taken back when it is online again', async ({ page, context }) => {
  await openAndKeep(page, '/about');
  await context.setOffline(true);
  await expect(bar(page)).toHaveText(/^You are offline\. Prices and stock are from \d\d:\d\d\.$/);
  await expect(bar(page)).toHaveRole('status');
  await context.setOffline(false);
  await expect(bar(page)).toBeEmpty();
});

test('nothing about a person is kept: no answer of the API, no page of an account, an order or the back office', async ({
  page,
  forgive,
}) => {
  await openAndKeep(page, '/products?search=ring');
  for (const path of [
    '/login',
    '/profile',
    '/track?orderNumber=ORD-1&phone=0300',
    '/admin/login',
    '/api/products',
    '/favorites',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const kept = await keptPaths(page);
  expect(kept).toContain('/favorites');
  expect(kept.filter((path) => /^\/(api|admin|login|profile|track)|ORD-1|search=/.test(path))).toEqual([]);
  forgive(/404/);
});

test('at most 30 MB are kept: photos used least recently go first', async ({ page, line }) => {
  test.setTimeout(120_000);
  await openAndKeep(page, '/about');
  await page.reload();
  const photo = (number: number) => `/media/products/large-${number}.webp`;
  const numbers = Array.from({ length: 34 }, (_, number) => number);
  for (const number of numbers) line.replaced.set(photo(number), { type: 'image/webp', body: Buffer.alloc(1_000_000, number) });
  const load = (path: string) => page.evaluate(async (url) => (await (await fetch(url)).blob()).size, path);
  for (const number of numbers) {
    expect(await load(photo(number))).toBe(1_000_000);
    // The first one is looked at again and again.
    await load(photo(0));
    await expect.poll(() => keptPaths(page)).toContain(photo(number));
  }
  await expect.poll(() => keptPaths(page)).not.toContain(photo(1));
  const kept = await keptPaths(page);
  expect(kept).toEqual(expect.arrayContaining([photo(0), photo(33)]));
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
  const photo = (number: number) => `/media/products/large-${number}.webp`;
  for (const number of [0, 1, 2, 3, 4, 5, 6, 7]) {
    line.replaced.set(photo(number), { type: 'image/webp', body: Buffer.alloc(1_000_000, number) });
    expect(await page.evaluate(async (url) => (await fetch(url)).status, photo(number))).toBe(200);
  }
  // A page that found no room has made some for its next visit.
  await expect(async () => {
    await page.goto('/contact');
    expect(await keptPaths(page)).toContain('/contact');
  }).toPass();
});

test.describe('a deploy', () => {
  test('with a new worker takes over at once, drops the caches of an older one and keeps pages working', async ({
    page,
    line,
  }) => {
    await openAndKeep(page, '/about');
    await page.evaluate(async () => (await caches.open('shop-pages-0')).put('/about', new Response('old')));
    const worker = await (await page.request.get('/sw.js')).text();
    line.replaced.set('/sw.js', { type: 'text/javascript', body: `${worker};self.version = 2` });
    const other = await page.context().newPage();
    await other.goto('/contact');
    await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('shop-pages-0');
    await line.cut();
    for (const open of [page, other]) {
      await open.reload();
      await expect(bar(open)).toContainText('Prices and stock are from');
      await open.getByRole('button', { name: 'Cart' }).click();
      await expect(open.getByRole('dialog', { name: 'Shopping cart' }).getByText('Your cart is empty')).toBeVisible();
    }
  });

  test('that switches the worker off removes it with all it kept from every device', async ({ page, line }) => {
    await openAndKeep(page, '/about');
    line.replaced.set('/sw.js', { type: 'text/javascript', body: await bundled('retired-worker') });
    await page.goto('/contact');
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await expect.poll(() => keptPaths(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  });
});

test('the shop can be installed: name, icons also in a safe shape, start page and scope', async ({ page }) => {
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'minimal-ui' });
  await page.goto('/');
  for (const { src, sizes, purpose } of manifest.icons) {
    const drawn = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
      return `${width}x${height}`;
    }, src);
    expect(drawn, src).toBe(sizes);
    expect(['any', 'maskable'], src).toContain(purpose);
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // A test's window keeps nothing, and a full Chromium installs nothing from such a window. The headless shell does not look.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
