import { expect, test } from '#tests/setup/shop-test.ts';

const PAGES = [
  '/',
  '/products',
  '/products?filter=new',
  '/products?search=ring',
  '/categories',
  '/category/rings',
  '/category/zzz',
  '/product/rose-gold-halo-ring',
  '/product/zzz',
  '/favorites',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/shipping',
  '/checkout',
  '/track',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/confirm-address',
  '/profile',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/reset-password',
];

for (const path of PAGES) {
  for (const width of [390, 1440]) {
    test(`${path} at ${width} px has one main heading, fits the screen, does not shift and logs no error`, async ({
      page,
      shop,
      forgive,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + shift.value });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const product = /^\/product\/(.+-.+)$/.exec(path)?.[1];
      await page.goto(product ? shop.productUrl(product) : path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.01);
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await tooWide()).toBe(0);
      // The narrowest phone, and the last width before the large layout.
      await page.setViewportSize({ width: width === 390 ? 320 : 1023, height: 900 });
      expect(await tooWide()).toBe(0);
      // The product that is not there: the browser itself reports the API's 404.
      if (path === '/product/zzz') forgive(/404/);
      // The same for a link without a token.
      if (path === '/admin/reset-password') forgive(/422/);
    });
  }
}

test('a product page shows its product, and updates price and stock after loading', async ({ page, shop }) => {
  await page.goto(shop.productUrl('emerald-drop-earrings'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emerald Drop Earrings');
  await expect(page.getByText('In Stock', { exact: true }).first()).toBeVisible();
});

test('a sold-out product cannot be added', async ({ page, shop }) => {
  await page.goto(shop.productUrl('ruby-flower-stud-earrings'));
  await expect(page.getByRole('button', { name: 'Out of Stock' }).first()).toBeDisabled();
});

test('an unknown product shows the loading screen, then not found', async ({ page, forgive }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products/zzz', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/product/zzz');
  await expect(page.getByText('Loading product…')).toBeVisible();
  await expect(page.getByText('Product not found')).toBeHidden();
  answer();
  await expect(page.getByText('Product not found')).toBeVisible();
  // The browser itself reports the API's 404.
  forgive(/404/);
});

test('any other path redirects home without a history entry', async ({ page, shop }) => {
  await page.goto('/about');
  await page.goto('/there/is/nothing/here');
  expect(page.url()).toBe(`${shop.url}/`);
  await page.goBack();
  expect(page.url()).toBe(`${shop.url}/about`);
});

test('the fallback pages for products and categories are not pages of their own', async ({ page, shop }) => {
  for (const path of ['/product', '/product/', '/category', '/category/', '/product-shell', '/category-shell']) {
    await page.goto(path);
    expect([path, page.url()]).toEqual([path, `${shop.url}/`]);
  }
  const shell = await page.request.get('/product/zzz');
  expect([shell.status(), new URL(shell.url()).pathname]).toEqual([200, '/product/zzz']);
});

test('an unknown address under /api is a JSON failure, not a page', async ({ request }) => {
  const response = await request.get('/api/nothing');
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ success: false, code: 'not_found' });
});

test('an address with broken escapes is refused, and the shop keeps running', async ({ request }) => {
  expect((await request.get('/product/%E0%A4%A')).status()).toBe(400);
  expect((await request.get('/about')).status()).toBe(200);
});
