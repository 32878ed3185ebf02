import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { serveFolder } from '#local/netlify/static-site.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

/** The pages of a build, served by the rules of netlify.toml. */
const folder = await mkdtemp(join(tmpdir(), 'shop-pages-'));
for (const name of ['category-shell', 'product-shell', 'no-category', 'no-product'])
  await writeFile(join(folder, `${name}.html`), name);
const serve = serveFolder(folder, undefined);
const pages = createServer(getRequestListener((request) => serve(request), { overrideGlobalObjects: false }));
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
process.env.URL = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
afterAll(async () => {
  pages.close();
  pages.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const shop = await staffedShop();
const { staff } = shop;

const get = async (path: string, method = 'GET') => {
  const answer = await shop.ask(new Request(`http://shop.test${path}`, { method }));
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('the address that a category had before leads to the one that it has now, with all that stands behind it', async () => {
  const { id } = (await staff('POST', '/api/categories', { name: 'Hath Phool' })).json.data;
  await staff('PUT', `/api/categories/${id}`, { slug: 'panja' });
  await staff('PUT', `/api/categories/${id}`, { slug: 'hath-panja' });
  for (const old of ['hath-phool', 'panja', 'Hath%20Panja', 'hath-phool/']) {
    const { status, headers } = await get(`/category/${old}?sort=price-asc`);
    expect([status, headers.get('location')], old).toEqual([301, '/category/hath-panja?sort=price-asc']);
    // Another category may get the address.
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  }
  // Until the next build it has no page of its own.
  expect(await get('/category/hath-panja')).toMatchObject({ status: 200, text: 'category-shell' });
  await staff('PUT', `/api/categories/${id}/toggle-status`);
  for (const hidden of ['hath-panja', 'panja']) expect((await get(`/category/${hidden}`)).status, hidden).toBe(404);
});

test('of a category or product that there is not is said what there is, with status 404', async () => {
  for (const path of ['/category/pendants', '/category/rings/gold', '/category/', '/category/%D9%84', '/category/..%2Fadmin'])
    expect(await get(path), path).toMatchObject({ status: 404, text: 'no-category' });
  for (const path of ['/product/zzz', '/product/ffffffffffffffffffffffff', `/product/${RING.id}/x`])
    expect(await get(path), path).toMatchObject({ status: 404, text: 'no-product' });
  const { headers } = await get('/category/pendants');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-type')).toMatch(/^text\/html/);
});

test('a product newer than the pages is shown, and one that was deleted no more', async () => {
  expect(await get(`/product/${RING.id}`)).toMatchObject({ status: 200, text: 'product-shell' });
  expect((await get(`/product/${RING.id.toUpperCase()}?code=EID10`)).headers.get('location')).toBe(
    `/product/${RING.id}?code=EID10`,
  );
  await staff('DELETE', `/api/products/${RING.id}`);
  expect((await get(`/product/${RING.id}`)).status).toBe(404);
});

test('nothing but pages is asked for', async () => {
  expect((await get('/category/pendants', 'POST')).status).toBe(405);
  expect(await get('/category/pendants', 'HEAD')).toMatchObject({ status: 404 });
});

test('where the page itself cannot be fetched, a small one says so', async () => {
  provokes('fetching a page of the last build: ');
  await rm(join(folder, 'no-category.html'));
  const { status, text } = await get('/category/pendants');
  expect(status).toBe(404);
  expect(text).toContain('There is no such page');
});
