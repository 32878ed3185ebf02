import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const PHOTO = /\/\.netlify\/images\?/;
const SCRIPT = /\/_astro\/[^?]+\.js/;

/** Holds photos back until the returned function is called. Gives what the page asks for meanwhile. */
async function holdPhotos(page: Page): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return { asked, release: await hold(page, PHOTO) };
}

/**
 * Stops the page's timers until the returned function lets so many milliseconds pass. Playwright's clock would also hide from the page how it was
 * navigated to.
 */
async function holdTimers(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  await page.addInitScript(() => {
    const timers: [() => void, number][] = [];
    const start = window.setTimeout;
    Object.assign(window, {
      timers,
      setTimeout: (act: () => void, ms = 0) => (ms < 100 ? start(act, ms) : timers.push([act, ms])),
    });
  });
  return (milliseconds) =>
    page.evaluate((until) => {
      for (const [act, ms] of Reflect.get(window, 'timers')) if (ms <= until) act();
    }, milliseconds);
}

const count = (asked: string[], kind: RegExp) => asked.filter((url) => kind.test(url)).length;

test.use({ viewport: { width: 390, height: 844 } });

test('pages ask for their scripts and for further photos only when their first picture is there', async ({ page, shop }) => {
  for (const [path, first] of [
    ['/', 1],
    // And the small one beside the heading.
    ['/category/rings', 3],
    // And the small one of the bar.
    [shop.productUrl('rose-gold-halo-ring'), 2],
  ] as const) {
    const { asked, release } = await holdPhotos(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-first-picture');
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect.poll(() => count(asked, PHOTO)).toBe(first);
    expect(count(asked, SCRIPT)).toBe(0);
    release();
    await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect.poll(() => count(asked, PHOTO)).toBeGreaterThan(first);
    await expect.poll(() => count(asked, SCRIPT)).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('who touches, scrolls, presses a key or clicks by a screen reader does not wait for the first picture', async ({ page }) => {
  await holdTimers(page);
  for (const act of [
    () => page.getByRole('button', { name: 'Open menu' }).click(),
    () =>
      page
        .getByRole('button', { name: 'Cart', exact: true })
        .first()
        .evaluate((button: HTMLElement) => button.click()),
    () => page.keyboard.press('Shift'),
    () => page.mouse.wheel(0, 300),
  ]) {
    const { asked, release } = await holdPhotos(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await act();
    await expect.poll(() => count(asked, SCRIPT), String(act)).toBeGreaterThan(0);
    release();
    await page.unrouteAll({ behavior: 'wait' });
  }
  // Whoever scrolls sees what is there.
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('a first picture that does not come is waited for two seconds', async ({ page }) => {
  const pass = await holdTimers(page);
  const { asked, release } = await holdPhotos(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await pass(1_900);
  await expect(page.locator('html')).toHaveAttribute('data-first-picture');
  expect(count(asked, SCRIPT)).toBe(0);
  await pass(2_000);
  await expect.poll(() => count(asked, SCRIPT)).toBeGreaterThan(0);
  release();
});

test('a first picture that the browser takes for a background is not waited for once it has come', async ({ page, shop }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const pass = await holdTimers(page);
  const plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';
  await page.route(PHOTO, (route) => route.fulfill({ contentType: 'image/svg+xml', body: plain }));
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  await expect(page.locator('html')).toHaveAttribute('data-first-picture');
  expect(count(asked, SCRIPT)).toBe(0);
  await pass(200);
  await expect.poll(() => count(asked, SCRIPT)).toBeGreaterThan(0);
});

test('a first picture that fails is not waited for', async ({ page, forgive }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await holdTimers(page);
  await page.route(PHOTO, (route) => route.abort());
  await page.goto('/products', { waitUntil: 'domcontentloaded' });
  await expect.poll(() => count(asked, SCRIPT)).toBeGreaterThan(0);
  forgive(/ERR_FAILED/);
});

test('a search is shown without waiting for the prebuilt photos, and a reload keeps its place', async ({ page }) => {
  await holdTimers(page);
  const { asked, release } = await holdPhotos(page);
  await page.goto('/products?search=ring', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('link', { name: 'Rose Gold Halo Ring' }).first()).toBeVisible();
  asked.length = 0;
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect.poll(() => count(asked, SCRIPT)).toBeGreaterThan(0);
  release();
});

test('a page does not move on a high screen when it is painted before all of its footer has come', async ({ page, shop }) => {
  const path = '/category/rings';
  const html = await (await fetch(shop.url + path)).text();
  const half = html.indexOf('</a>', html.lastIndexOf('<footer'));
  const { promise: isPainted, resolve: paint } = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    response.setHeader('Content-Type', 'text/html').write(html.slice(0, half));
    await isPainted;
    response.end(html.slice(half));
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  await page.route(
    ({ pathname }) => pathname !== path,
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: shop.url + pathname + search }) });
    },
  );
  await page.setViewportSize({ width: 1440, height: 2160 });
  const moved = await measureMoves(page);
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  paint();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await moved()).toBeLessThanOrEqual(0.005);
  server.close();
});

test('the tiles under the hero stand where they will stay, however much of the page has arrived', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const places = async () => {
    await page.goto('/');
    const tiles = page.getByRole('navigation', { name: 'Shop by kind' }).getByRole('listitem');
    return tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().left));
  };
  const whole = await places();
  expect(whole.length).toBeGreaterThan(4);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const [before, tiles] = (await response.text()).split('aria-label="Shop by kind"');
    const arrived = tiles?.split('</li>').slice(0, 3).join('</li>');
    await route.fulfill({ response, body: `${before}aria-label="Shop by kind"${arrived}</li>` });
  });
  expect(await places()).toEqual(whole.slice(0, 3));
});
