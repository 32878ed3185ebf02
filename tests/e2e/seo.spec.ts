import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

const LISTED = ['/', '/products', '/categories', '/category/rings', '/about', '/contact', '/privacy', '/terms', '/shipping'];
const UNLISTED = ['/favorites', '/checkout', '/login', '/forgot-password', '/reset-password', '/confirm-address', '/profile'];

const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

/** The structured data of a page, by its type. */
async function structured(page: Page): Promise<Map<string, any>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return new Map(texts.map((text) => JSON.parse(text)).map((thing) => [thing['@type'], thing]));
}

for (const path of [...LISTED, ...UNLISTED]) {
  test(`${path} has its title, description, keywords, canonical address and picture`, async ({ page, shop }) => {
    await page.goto(path);
    expect(await page.title()).toMatch(/Naqsh/);
    const description = (await meta(page, 'description')) ?? '';
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(await meta(page, 'keywords')).toContain('artificial jewellery');
    const address = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(address ?? '').pathname).toBe(path);
    expect(new URL(address ?? '').origin).toBe(shop.url);
    expect(await meta(page, 'og:url')).toBe(address);
    for (const site of ['og', 'twitter']) {
      expect(await meta(page, `${site}:title`)).toBe(await page.title());
      expect(await meta(page, `${site}:description`)).toBe(description);
    }
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(new URL((await meta(page, 'og:image')) ?? '').origin).toBe(shop.url);
    expect(await page.locator('meta[name=robots]').count()).toBe(UNLISTED.includes(path) ? 1 : 0);
  });
}

test('titles and descriptions are unique', async ({ page }) => {
  const seen = new Set<string>();
  for (const path of LISTED) {
    await page.goto(path);
    seen.add(await page.title());
    seen.add((await meta(page, 'description')) ?? '');
  }
  expect(seen.size).toBe(2 * LISTED.length);
});

/** Width and height of a page's picture for shared links. */
function pictureSize(page: Page): Promise<number[]> {
  return page.locator('meta[property="og:image"]').evaluate(async (tag) => {
    const image = new Image();
    image.src = tag.getAttribute('content') ?? '';
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
}

test('the picture for shared links is 1200 by 630', async ({ page }) => {
  await page.goto('/about');
  expect(await pictureSize(page)).toEqual([1200, 630]);
  expect([await meta(page, 'og:image:width'), await meta(page, 'og:image:height')]).toEqual(['1200', '630']);
});

test('a product and a category are shared with their own photo, cut to the same shape', async ({ page, shop }) => {
  for (const path of [shop.productUrl('emerald-drop-earrings'), '/category/rings']) {
    await page.goto(path);
    const [width = 0, height = 1] = await pictureSize(page);
    // The image CDN never blows a photo up: the demo's are 1000 px wide.
    expect(width).toBeGreaterThanOrEqual(800);
    expect(width / height).toBeCloseTo(1200 / 630, 2);
  }
});

test('a long description is cut at 157 characters and an ellipsis', async ({ page, shop, request }) => {
  const products = (await (await request.get('/api/products')).json()).data as { id: string; description: string }[];
  const long = products.find(({ description }) => description.length > 160);
  if (!long) throw new Error('The demo shop has no product with a long description');
  await page.goto(`${shop.url}/product/${long.id}`);
  const description = await meta(page, 'description');
  expect(description).toHaveLength(158);
  expect(description).toMatch(/…$/);
});

for (const [path, type, way] of [
  ['/', 'WebPage', ['Home']],
  ['/products', 'CollectionPage', ['Home', 'Our Products']],
  ['/categories', 'CollectionPage', ['Home', 'All Categories']],
  ['/category/pendant', 'CollectionPage', ['Home', 'Categories', 'Pendants']],
  ['/about', 'AboutPage', ['Home', 'About Us']],
  ['/contact', 'ContactPage', ['Home', 'Contact']],
  ['/privacy', 'WebPage', ['Home', 'Privacy']],
  ['/terms', 'WebPage', ['Home', 'Terms']],
  ['/shipping', 'WebPage', ['Home', 'Shipping & Returns']],
] as const) {
  test(`${path} has structured data for its page type and breadcrumbs`, async ({ page }) => {
    await page.goto(path);
    const things = await structured(page);
    const address = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(things.get(type)).toMatchObject({
      url: address,
      description: await meta(page, 'description'),
      isPartOf: { name: 'Naqsh' },
    });
    const steps = things.get('BreadcrumbList').itemListElement;
    expect(steps.map(({ name }: { name: string }) => name)).toEqual(way);
    expect(steps.at(-1).item).toBe(address);
  });
}

test('personal pages have no structured data', async ({ page }) => {
  for (const path of [...UNLISTED, '/track']) {
    await page.goto(path);
    expect([path, (await structured(page)).size]).toEqual([path, 0]);
  }
});

test('the home page has structured data for the shop and its search', async ({ page, shop }) => {
  await page.goto('/');
  const things = await structured(page);
  expect(things.get('Organization')).toMatchObject({ name: 'Naqsh Jewellery', url: `${shop.url}/`, foundingDate: '2019' });
  expect(things.get('WebSite').potentialAction).toMatchObject({
    '@type': 'SearchAction',
    target: { urlTemplate: `${shop.url}/products?search={search_term_string}` },
  });
  expect(things.get('ItemList').itemListElement[0]).toMatchObject({ position: 1, url: expect.stringContaining('/product/') });
});

test('a product has structured data for price, stock, rating and breadcrumbs', async ({ page, shop }) => {
  await page.goto(shop.productUrl('emerald-drop-earrings'));
  const things = await structured(page);
  const product = things.get('Product');
  expect(product).toMatchObject({
    name: 'Emerald Drop Earrings',
    url: shop.productUrl('emerald-drop-earrings'),
    offers: {
      '@type': 'Offer',
      priceCurrency: 'PKR',
      price: expect.any(Number),
      availability: expect.stringMatching(/InStock|OutOfStock/),
      priceValidUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      shippingDetails: { shippingRate: { currency: 'PKR' }, shippingDestination: { addressCountry: 'PK' } },
      hasMerchantReturnPolicy: { merchantReturnDays: expect.any(Number), applicableCountry: 'PK' },
    },
  });
  if (product.aggregateRating) expect(product.aggregateRating.ratingValue).toBeLessThanOrEqual(5);
  expect(things.get('BreadcrumbList').itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    'Home',
    'Earrings',
    'Emerald Drop Earrings',
  ]);
  expect(await meta(page, 'og:type')).toBe('product');
});

for (const [path, name] of [
  ['/products', 'Our Products'],
  ['/categories', 'All Categories'],
  ['/category/rings', 'Rings Products'],
] as const) {
  test(`${path} has structured data for its list`, async ({ page, shop }) => {
    await page.goto(path);
    const list = (await structured(page)).get('ItemList');
    expect(list).toMatchObject({ name, itemListElement: expect.arrayContaining([expect.objectContaining({ position: 1 })]) });
    expect(list.numberOfItems).toBeGreaterThanOrEqual(list.itemListElement.length);
    for (const { url } of list.itemListElement) expect(url).toContain(`${shop.url}/`);
  });
}

test('the contact page has structured data for its FAQ', async ({ page }) => {
  await page.goto('/contact');
  const faq = (await structured(page)).get('FAQPage');
  expect(faq.mainEntity.length).toBeGreaterThan(3);
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    expect(acceptedAnswer.text.length).toBeGreaterThan(10);
  }
});

test('the sitemap lists the pages that search engines may show, and no others', async ({ request, shop }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  const index = /Sitemap: (\S+)/.exec(robots)?.[1] ?? '';
  expect(index).toBe(`${shop.url}/sitemap-index.xml`);
  const part = /<loc>([^<]+)<\/loc>/.exec(await (await request.get(index)).text())?.[1] ?? '';
  const listed = await (await request.get(part)).text();
  const pages = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page).pathname);
  expect(pages).toEqual(expect.arrayContaining(LISTED));
  const earrings = shop.productUrl('emerald-drop-earrings');
  expect(pages).toContain(new URL(earrings).pathname);
  const changed = new RegExp(`<loc>${earrings}</loc><lastmod>([^<]+)</lastmod>`).exec(listed)?.[1] ?? '';
  const { updatedAt } = (await (await request.get(`/api/products/${earrings.split('/').at(-1)}`)).json()).data;
  expect(Date.parse(changed)).toBeLessThanOrEqual(Date.parse(updatedAt));
  expect(pages.filter((page) => [...UNLISTED, '/admin', '/offline', '/product-shell'].includes(page))).toEqual([]);
  for (const page of pages.filter((path) => !path.startsWith('/product/'))) {
    expect(await (await request.get(page)).text(), page).not.toContain('name="robots"');
  }
});

test('the web manifest and its icons exist', async ({ page, request }) => {
  await page.goto('/about');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(address ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Naqsh Jewellery', short_name: 'Naqsh', start_url: '/' });
  const icons = [
    ...manifest.icons.map(({ src }: { src: string }) => src),
    '/favicon.svg',
    '/favicon.png',
    '/apple-touch-icon.png',
  ];
  for (const icon of icons) expect((await request.get(icon)).headers()['content-type']).toMatch(/^image\//);
});
