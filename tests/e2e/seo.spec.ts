import type { APIRequestContext } from '@playwright/test';
import { builtPages } from '#tests/setup/built-site.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

// What each page says of itself: tests/e2e/pages.spec.ts.
const LISTED = ['/', '/products', '/categories', '/category/rings', '/about', '/contact', '/privacy', '/terms', '/shipping'];

const meta = (html: string, name: string) =>
  (new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '').replace(/&amp;|&#38;/g, '&');

/** A page as it is sent, and its structured data by their type. */
async function read(request: APIRequestContext, path: string): Promise<{ html: string; things: Map<string, any> }> {
  const html = await (await request.get(path)).text();
  const texts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)].map(([, text = '']) => JSON.parse(text));
  return { html, things: new Map(texts.map((thing) => [thing['@type'], thing])) };
}

test('titles and descriptions are unique', async () => {
  const pages = (await builtPages()).filter(({ text }) => !text.includes('name="robots"'));
  const titles = pages.map(({ text }) => /<title>([^<]*)/.exec(text)?.[1]);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  const described = new Set(
    pages.filter(({ name }) => !name.startsWith('product/')).map(({ text }) => meta(text, 'description')),
  );
  expect(described.size).toBe(pages.filter(({ name }) => !name.startsWith('product/')).length);
});

test('the picture for shared links is 1200 by 630, and a product and a category show their own photo in that shape', async ({
  page,
  request,
  shop,
}) => {
  await page.goto('/robots.txt');
  for (const path of ['/about', shop.productUrl('emerald-drop-earrings'), '/category/rings']) {
    const { html } = await read(request, path);
    const [width = 0, height = 1] = await page.evaluate(
      async (src) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      meta(html, 'og:image').replaceAll('&amp;', '&'),
    );
    // The image CDN never blows a photo up: the demo's are 1000 px wide.
    expect(width).toBeGreaterThanOrEqual(path === '/about' ? 1200 : 800);
    expect(width / height).toBeCloseTo(1200 / 630, 2);
  }
});

test('the home page has structured data for the shop and its search', async ({ request, shop }) => {
  const { things } = await read(request, '/');
  expect(things.get('Organization')).toMatchObject({ name: 'Naqsh Jewellery', url: `${shop.url}/`, foundingDate: '2019' });
  expect(things.get('WebSite').potentialAction).toMatchObject({
    '@type': 'SearchAction',
    target: { urlTemplate: `${shop.url}/products?search={search_term_string}` },
  });
  expect(things.get('ItemList').itemListElement[0]).toMatchObject({ position: 1, url: expect.stringContaining('/product/') });
});

test('a product has structured data for price, stock, rating and breadcrumbs', async ({ request, shop }) => {
  const { html, things } = await read(request, shop.productUrl('emerald-drop-earrings'));
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
  expect(meta(html, 'og:type')).toBe('product');
});

test('lists have structured data', async ({ request, shop }) => {
  for (const [path, name] of [
    ['/products', 'Our Products'],
    ['/categories', 'All Categories'],
    ['/category/rings', 'Rings Products'],
  ] as const) {
    const list = (await read(request, path)).things.get('ItemList');
    expect(list).toMatchObject({ name, itemListElement: expect.arrayContaining([expect.objectContaining({ position: 1 })]) });
    expect(list.numberOfItems).toBeGreaterThanOrEqual(list.itemListElement.length);
    for (const { url } of list.itemListElement) expect(url).toContain(`${shop.url}/`);
  }
});

test('the contact page has structured data for its FAQ', async ({ request }) => {
  const { html, things } = await read(request, '/contact');
  const faq = things.get('FAQPage');
  expect(faq.mainEntity.length).toBeGreaterThan(3);
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    expect(html).toContain(name.replaceAll('&', '&amp;'));
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
  expect(pages.filter((page) => ['/admin', '/offline', '/product-shell'].includes(page))).toEqual([]);
  for (const page of pages.filter((path) => !path.startsWith('/product/'))) {
    expect(await (await request.get(page)).text(), page).not.toContain('name="robots"');
  }
});

test('the web manifest and its icons exist', async ({ request }) => {
  const { html } = await read(request, '/about');
  const manifest = await (await request.get(/<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Naqsh Jewellery', short_name: 'Naqsh', start_url: '/' });
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  for (const icon of [...icons, '/favicon.svg', '/favicon.png', '/apple-touch-icon.png'])
    expect((await request.get(icon)).headers()['content-type']).toMatch(/^image\//);
});
