import { afterAll, describe, expect, test } from 'vitest';
import { createCdnCache } from '#local/netlify/cdn-cache.ts';
import { startNetlifyReceiver } from '#tests/setup/doubles/netlify-receiver.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import type { Answered } from '#tests/setup/stack/embedded-shop.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** What shoppers are shown by the operations that the CDN keeps, each by an address that is not about what the examples make. */
const KEPT: Record<string, string[]> = {
  [`/api/products/${RING.id}`]: [`product-${RING.id}`, 'single-products'],
  [`/api/products/${PENDANT.id}`]: [`product-${PENDANT.id}`, 'single-products'],
  '/api/products': ['products'],
  '/api/products?limit=2&sortBy=rating&sortOrder=desc': ['products'],
  '/api/products/featured': ['products'],
  '/api/products/new': ['products'],
  '/api/products/bestsellers': ['products'],
  '/api/products/search?q=ring': ['products'],
  '/api/products/category/rings': ['products'],
  '/api/categories': ['categories'],
  '/api/categories/slug/rings': ['categories'],
  '/api/settings': ['settings'],
};

/** Enough of them to notice every change. */
const WATCHED = [`/api/products/${RING.id}`, '/api/products', '/api/products/bestsellers', '/api/categories', '/api/settings'];

const cdn = await startNetlifyReceiver();
Object.assign(process.env, cdn.environment, { NETLIFY_BUILD_HOOK: '' });
afterAll(() => cdn.stop());
const shop = await staffedShop();
const { token: staff } = shop;
const examples = exampleRequests(shop, staff);
// Enough rings for every example order.
const plenty = { productId: RING.id, quantity: 500, transactionType: 'adjustment' };
await shop.call('POST', '/api/stock-history/adjust', { token: staff, body: plenty });
const { paths } = (await shop.call('GET', '/api/openapi.json')).json;
const operations: { operation: string; access: string }[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { 'x-access': string }>).map(([method, described]) => ({
    operation: `${method.toUpperCase()} ${path}`,
    access: described['x-access'],
  })),
);

const tagsOf = ({ headers }: Answered) => headers.get('netlify-cache-tag')?.split(',');

/** An operation's example request, ready to be sent; what it needs has been made. */
async function prepare(operation: string, access: string): Promise<() => Promise<Answered>> {
  const example = examples[operation];
  if (!example) throw new Error(`${operation} has no example`);
  prepared += 1;
  const { path, body, token = access === 'anyone' ? undefined : staff } = await example(1000 + prepared);
  return () => shop.call(operation.split(' ')[0] ?? '', path, { body, ...(token ? { token } : {}) });
}
let prepared = 0;

async function whatShoppersSee(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const path of WATCHED) seen[path] = (await shop.call('GET', path)).json;
  return seen;
}

describe('what the CDN caches', () => {
  test('is the public catalogue, for a few seconds, with tags, by the parameters that matter', async () => {
    for (const [path, tags] of Object.entries(KEPT)) {
      const answer = await shop.call('GET', path);
      expect(tagsOf(answer), path).toEqual(tags);
      expect(answer.headers.get('netlify-cdn-cache-control'), path).toBe('public, s-maxage=5, stale-while-revalidate=10');
      expect(answer.headers.get('cache-control'), path).toBe('public, max-age=0, must-revalidate');
      expect(answer.headers.get('vary'), path).toBe('Authorization');
    }
    const { headers } = await shop.call('GET', '/api/products/search?q=ring');
    expect(headers.get('netlify-vary')).toBe('query=q|page|limit');
  });

  test('is one answer whatever parameters somebody invents', async () => {
    for (const path of Object.keys(KEPT)) {
      const kept = createCdnCache();
      let asked = 0;
      const ask = async (address: string) => {
        const request = new Request(new URL(address, 'http://shop.test'));
        const answer = await kept.answer(request, () => {
          asked += 1;
          return shop.ask(request);
        });
        return answer?.status;
      };
      expect(await ask(path), path).toBe(200);
      const and = path.includes('?') ? '&' : '?';
      for (let number = 0; number < 20; number += 1)
        expect(await ask(`${path}${and}x${number}=${number}&utm_id=${number}`)).toBe(200);
      expect(asked, path).toBe(1);
    }
  });

  test('has no key of anybody’s own where nothing in the query matters', async () => {
    const { status, json, headers } = await shop.call('GET', '/api/settings?none=1');
    expect([status, json.errors[0].path, headers.get('cache-control')]).toEqual([422, 'none', 'no-store']);
  });

  test('is nothing else: no other operation, no answer to staff, no error', async () => {
    const reads = operations.filter(({ operation }) => operation.startsWith('GET '));
    expect(reads.length).toBeGreaterThan(25);
    for (const { operation, access } of reads) {
      const { headers } = await (await prepare(operation, access))();
      const isKept = /^GET \/api\/(products|categories|settings)(?!.*reviews)/.test(operation) && access === 'anyone';
      expect(headers.has('netlify-cdn-cache-control'), operation).toBe(isKept);
      if (!isKept) expect(headers.get('cache-control'), operation).toBe('no-store');
    }
    for (const path of ['/api/products/68f0a1000000000000000999', '/api/categories/slug/none', '/api/products?limit=0']) {
      const { status, headers } = await shop.call('GET', path);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });
});

test('every write purges what it changes for shoppers', async () => {
  const writes: [string, () => Promise<Answered>][] = [];
  for (const { operation, access } of operations) {
    if (operation.startsWith('GET ')) continue;
    // A one-time code is good for a minute, bank accounts are put in order all together, and one month is closed and reopened: they are made
    // when they are sent.
    const isTimed = /second-factor|bank-accounts|books/.test(operation);
    writes.push([operation, isTimed ? async () => (await prepare(operation, access))() : await prepare(operation, access)]);
  }
  const bought = await prepare('POST /api/purchase-orders', 'staff');
  const { id } = (await bought()).json.data;
  const received = { token: staff, body: { status: 'received' } };
  writes.push(['a purchase that is received', () => shop.call('PUT', `/api/purchase-orders/${id}/status`, received)]);
  writes.push(['a price', () => shop.call('PUT', `/api/products/${RING.id}`, { token: staff, body: { price: RING.price + 1 } })]);

  const changing: string[] = [];
  await shop.idle();
  let before = await whatShoppersSee();
  for (const [write, send] of writes) {
    cdn.purged.length = 0;
    const { status, headers } = await send();
    expect(status, write).toBeLessThan(300);
    expect(headers.get('cache-control'), write).toBe('no-store');
    await shop.idle();
    const after = await whatShoppersSee();
    for (const path of WATCHED.filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]))) {
      changing.push(write);
      const forgotten = KEPT[path]?.some((tag) => cdn.purged.includes(tag));
      expect(forgotten, `${write} changes ${path}`).toBe(true);
    }
    before = after;
  }
  const many = ['POST /api/orders', 'DELETE /api/reviews/{id}', 'DELETE /api/orders/{id}', 'PUT /api/categories/order/update'];
  expect([...new Set(changing)]).toEqual(expect.arrayContaining([...many, 'a purchase that is received', 'a price']));
});
