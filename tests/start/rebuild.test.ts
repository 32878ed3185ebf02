import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type ShopProcess, startShop } from './shop-process.ts';

let data: string;
let url: string;
let shop: ShopProcess;
let staff: string;
let password: string;
let database: (method: string, path: string, body: unknown) => Promise<Response>;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-rebuild-'));
  shop = startShop({ PORT: String(await freePort()), SHOP_DATA: data });
  await shop.ready();
  const access = JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));
  url = access.url;
  database = (method, path, body) =>
    fetch(`${access.supabaseUrl}/rest/v1/${path}`, {
      method,
      headers: { apikey: access.secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const session = await fetch(`${url}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(access.staff),
  });
  staff = (await session.json()).data.token;
  password = access.staff.password;
});
afterAll(async () => {
  shop.child.kill('SIGINT');
  await shop.ended;
  await rm(data, { recursive: true, force: true });
});

const setPrice = async (price: number) => {
  const response = await fetch(`${url}/api/products/${RING.id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${staff}` },
    body: JSON.stringify({ price }),
  });
  expect(response.status).toBe(200);
};
const livePrice = async () => (await (await fetch(`${url}/api/products/${RING.id}`)).json()).data.price;
const ringPage = async () => (await fetch(`${url}/product/${RING.id}`)).text();
const pageShows = async (price: number) => (await ringPage()).includes(`Rs.\u00a0${price.toLocaleString('en')}`);
const online = async () => (await fetch(`${url}/build.json`)).json();

describe('caching', () => {
  test('browsers always revalidate, except for files with a hash in their name', async () => {
    const page = await ringPage();
    const script = /\/_astro\/[\w.-]+\.js/.exec(page)?.[0] ?? 'none';
    const expected: Record<string, string> = {
      '/': 'public, max-age=0, must-revalidate',
      [`/product/${RING.id}`]: 'public, max-age=0, must-revalidate',
      '/catalog.json': 'public, max-age=0, must-revalidate',
      [script]: 'public, max-age=31536000, immutable',
      '/media/products/pave-eternity-band.webp': 'public, max-age=86400, stale-while-revalidate=604800',
      [`/api/products/${RING.id}`]: 'public, max-age=0, must-revalidate',
      '/api/health': 'no-store',
    };
    for (const [path, control] of Object.entries(expected)) {
      const { status, headers } = await fetch(`${url}${path}`);
      expect([status, headers.get('cache-control')], path).toEqual([200, control]);
    }
    const gone = await fetch(`${url}/_astro/gone.00000000.js`, { redirect: 'manual' });
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const { headers } = await fetch(`${url}/`);
    const again = await fetch(`${url}/`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('the CDN caches a product until it is written to, and never a missing one', async () => {
    const kept = async (id: string) => (await fetch(`${url}/api/products/${id}`)).headers.get('cache-status');
    await kept(PENDANT.id);
    expect(await kept(PENDANT.id)).toMatch(/hit/);
    await kept('68f0a1000000000000000999');
    expect(await kept('68f0a1000000000000000999')).toBeNull();
    await livePrice();
    await setPrice(1801);
    await expect.poll(livePrice, { timeout: 2_000, interval: 20 }).toBe(1801);
    expect(await kept(PENDANT.id)).toMatch(/hit/);
  });
});

/** Sends a request as staff and gives the answer's data. */
const asStaff = async (method: string, path: string, body: unknown) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${staff}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()).data;
};

test('a change in Settings reaches every page, its scripts, quotes and orders', async () => {
  const { claims } = DEMO_SETTINGS;
  const withoutClaims = Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, { ...claim, isShown: false }]));
  await asStaff('PUT', '/settings', {
    identity: { name: 'Zewar', legalName: 'Zewar & Daughters', tagline: 'Worn every day', founded: 2021 },
    proof: password,
    contact: {
      ...DEFAULT_SETTINGS.contact,
      phone: '042 3577 1234',
      whatsapp: '0321 7654321',
      email: 'salam@zewar.example',
      instagram: '',
    },
    delivery: { freeFrom: 4500, fee: 350 },
    returns: { days: 14 },
    announcement: { isShown: true, text: 'Free above {freeFrom} <b>', lines: ['Made in Multan'] },
    claims: withoutClaims,
    testimonials: { isShown: false, items: [] },
    listing: { order: 'newest' },
  });
  const text = async (path: string) => (await fetch(`${url}${path}`)).text();
  const isOnline = async () => (await text('/')).includes('Free above 4500 &lt;b&gt;');
  await expect.poll(isOnline, { timeout: 100_000, interval: 200 }).toBe(true);

  const paths = ['/', '/about', '/contact', '/shipping', '/terms', '/privacy', `/product/${RING.id}`, '/site.webmanifest'];
  const pages = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await text(path)])));
  const all = Object.values(pages).join('');
  for (const old of ['Naqsh', '2,999', 'Rs.\u00a0200', '30 Days', '30-day', 'care@', '300 1234567', 'instagram.com'])
    expect(all.includes(old), old).toBe(false);
  for (const claim of Object.values(claims)) {
    const words = 'figure' in claim ? `>${claim.figure}<` : claim.text;
    expect(all.includes(words), words).toBe(false);
  }
  expect(all.includes('What our customers say')).toBe(false);
  expect(pages['/']?.includes('Made in Multan')).toBe(true);
  expect(pages['/contact']?.includes('042 3577 1234')).toBe(true);
  expect(pages['/shipping']?.includes('salam@zewar.example')).toBe(true);
  for (const path of ['/', '/shipping', '/terms', `/product/${RING.id}`]) expect(pages[path]?.includes('4,500'), path).toBe(true);
  for (const path of ['/contact', '/shipping', '/terms']) expect(pages[path]?.includes('350'), path).toBe(true);

  // What the cart counts with before it has asked for a quote.
  const scripts = new Map<string, string>();
  const follow = async (address: string): Promise<void> => {
    if (scripts.has(address)) return;
    scripts.set(address, '');
    const script = await text(address);
    scripts.set(address, script);
    await Promise.all([...script.matchAll(/(?:\.|_astro)\/([\w.-]+\.js)/g)].map(([, name]) => follow(`/_astro/${name}`)));
  };
  const named = pages['/']?.match(/\/_astro\/[\w.-]+\.js/g) ?? [];
  await Promise.all(named.map(follow));
  expect([...scripts.values()].join('').includes('freeFrom:4500,fee:350')).toBe(true);
  const newest = (await (await fetch(`${url}/catalog.json`)).json()).items[0].id;
  expect(
    /data-product-id="(\w+)"|\/product\/(\w+)"/.exec((await text('/products')).split('id="listing"')[1] ?? '')?.slice(1),
  ).toContain(newest);

  const items = [{ productId: PENDANT.id, quantity: 1 }];
  const quote = await asStaff('POST', '/cart/quote', { items });
  expect(quote).toMatchObject({ shipping: 350, delivery: { freeFrom: 4500, fee: 350 } });
  expect(await asStaff('POST', '/orders', orderFor(items, quote.total))).toMatchObject({ shipping: 350 });
});

test('pages follow an edit, and visitors do not notice the switch of folders', async () => {
  const problems: string[] = [];
  let visited = 0;
  let open = true;
  const visitor = (async () => {
    while (open) {
      const page = await fetch(`${url}${visited % 2 ? '/' : `/product/${RING.id}`}`);
      const assets = [...new Set((await page.text()).matchAll(/\/_astro\/[\w.-]+\.(?:js|css)/g))].map(([path]) => path);
      if (page.status !== 200 || page.redirected || assets.length === 0) problems.push(`${page.url} ${page.status}`);
      for (const path of new Set(assets)) {
        const { status, headers } = await fetch(`${url}${path}`);
        if (status !== 200 || headers.get('content-type')?.startsWith('text/html')) problems.push(`${path} ${status}`);
      }
      visited += 1;
    }
  })();
  // The pages of the first price are being built when the second comes: the folders change twice.
  await setPrice(1810);
  await setPrice(1811);
  await expect.poll(() => pageShows(1811), { timeout: 100_000, interval: 200 }).toBe(true);
  open = false;
  await visitor;
  expect(problems).toEqual([]);
  expect(visited).toBeGreaterThan(5);
}, 150_000);

test('a catalogue that reads as empty fails the build and leaves the pages online', async () => {
  const before = await online();
  await database('PATCH', 'products?id=not.is.null', { archived_at: new Date().toISOString() });
  const category = await fetch(`${url}/api/categories`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${staff}` },
    body: JSON.stringify({ name: 'Maang Tikka' }),
  });
  expect(category.status).toBe(201);
  await expect.poll(shop.printed, { timeout: 100_000 }).toContain('The pages could not be built; the older ones stay online.');
  expect(shop.printed()).toContain('The shop has no products');
  expect(await online()).toEqual(before);
  expect(await pageShows(1811)).toBe(true);
}, 150_000);
