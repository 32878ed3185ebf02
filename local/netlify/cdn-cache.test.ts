import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCdnCache } from './cdn-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CACHEABLE = {
  'Netlify-CDN-Cache-Control': 'public, s-maxage=5, stale-while-revalidate=10',
  'Netlify-Cache-Tag': 'product-1, lists',
};

/** A CDN in front of a function that counts its calls. */
function cdn(headers: Record<string, string> = CACHEABLE, status = 200) {
  const cache = createCdnCache();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return new Response(`answer ${asked}`, { status, headers });
  };
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await cache.answer(new Request(`http://shop.test${path}`, init), ask);
    return response?.text();
  };
  return { get, purge: cache.purge, asked: () => asked };
}

test('an answer is cached for its seconds, then answered stale while it is renewed, then fetched', async () => {
  const { get } = cdn();
  expect(await get('/a')).toBe('answer 1');
  vi.advanceTimersByTime(5_000);
  expect(await get('/a')).toBe('answer 1');
  vi.advanceTimersByTime(1_000);
  expect(await get('/a')).toBe('answer 1');
  await vi.waitFor(async () => expect(await get('/a')).toBe('answer 2'));
  vi.advanceTimersByTime(15_001);
  expect(await get('/a')).toBe('answer 3');
});

test('a hundred simultaneous requests fetch once', async () => {
  const { get, asked } = cdn();
  const answers = await Promise.all(Array.from({ length: 100 }, () => get('/a')));
  expect(new Set(answers)).toEqual(new Set(['answer 1']));
  expect(asked()).toBe(1);
});

test('a purge removes the answers with its tag, and no others', async () => {
  const { get, purge } = cdn();
  await get('/a');
  purge(['product-2']);
  expect(await get('/a')).toBe('answer 1');
  purge(['product-1']);
  expect(await get('/a')).toBe('answer 2');
  purge(undefined);
  expect(await get('/a')).toBe('answer 3');
});

test('an answer fetched before a purge is neither cached nor shared with later requests', async () => {
  const cache = createCdnCache();
  const questions: ((text: string) => void)[] = [];
  const get = async () => {
    const asked = new Promise<Response>((answer) => questions.push((text) => answer(new Response(text, { headers: CACHEABLE }))));
    return (await cache.answer(new Request('http://shop.test/a'), () => asked))?.text();
  };
  const before = get();
  cache.purge(['product-1']);
  const after = get();
  questions[0]?.('old');
  questions[1]?.('new');
  expect(await before).toBe('old');
  expect(await after).toBe('new');
  expect(await get()).toBe('new');
});

test('refusals, answers without a CDN header, requests with a token and writes pass through', async () => {
  const passing = [
    { shop: cdn(CACHEABLE, 404), init: {} },
    { shop: cdn({ 'Cache-Control': 'public, max-age=60' }), init: {} },
    { shop: cdn(), init: { headers: { Authorization: 'Bearer token' } } },
    { shop: cdn(), init: { method: 'PUT' } },
  ];
  for (const { shop, init } of passing) {
    await Promise.all([shop.get('/a', init), shop.get('/a', init), shop.get('/a', init)]);
    expect(shop.asked()).toBe(3);
  }
});

test('irrelevant query parameters share an answer', async () => {
  const { get, asked } = cdn({ ...CACHEABLE, 'Netlify-Vary': 'query=page|limit' });
  await get('/a?page=1');
  await get('/a?page=1&utm_source=mail');
  expect(asked()).toBe(1);
  await get('/a?page=2');
  expect(asked()).toBe(2);
});

test('memory stays bounded however many addresses are requested', async () => {
  const { get, asked } = cdn();
  for (let address = 0; address <= 5_000; address += 1) await get(`/a?n=${address}`);
  await get('/a?n=5000');
  expect(asked()).toBe(5_001);
  await get('/a?n=0');
  expect(asked()).toBe(5_002);
});
