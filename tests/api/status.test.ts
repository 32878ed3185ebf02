import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

test('a request that the shop could not answer is counted, and its number leads to the log', async () => {
  await shop.rows(
    `create or replace function public.list_discount_codes() returns jsonb language plpgsql as $$ begin raise exception 'broken'; end $$`,
  );
  const failed = await staff('GET', '/api/discount-codes');
  expect(failed.status).toBe(500);
  await shop.idle();
  const { json } = await staff('GET', '/api/status');
  expect(json.data.failures).toEqual([
    {
      operation: '/api/discount-codes',
      code: 'internal_error',
      failures: 1,
      lastAt: expect.any(String),
      lastRequestId: failed.headers.get('X-Request-Id'),
      recent: [{ id: failed.headers.get('X-Request-Id'), at: expect.any(String) }],
    },
  ]);
});

test('an owner changes from when on owners are told, and is told what is wrong with the number', async () => {
  const changed = await staff('PUT', '/api/status/backup', { threshold: 30, isWatched: false });
  expect(changed.json.data.conditions).toContainEqual({
    kind: 'backup',
    threshold: 30,
    isWatched: false,
    since: null,
    details: null,
  });
  for (const threshold of [0, -1, 1.5, 2_000_000, 'many', null]) {
    const { status, json } = await staff('PUT', '/api/status/backup', { threshold, isWatched: true });
    expect([status, json.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, ['threshold']]);
  }
  const unknown = await staff('PUT', '/api/status/weather', { threshold: 30, isWatched: true });
  expect([unknown.status, unknown.json.code]).toEqual([404, 'condition_not_found']);
});

const CHROME = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

test('an error in a browser is kept without anything of whoever met it, whatever a page sends', async () => {
  const told = await shop.call('POST', '/api/browser-errors', {
    headers: { 'User-Agent': CHROME },
    body: {
      message: `SyntaxError: "Sara Khan, 0300 1234567" of sara@example.com is not valid JSON: https://shop.test/order/ORD-10042#Zm9vYmFyYmF6`,
      page: '/order/ORD-10042?utm_source=sara#Zm9vYmFyYmF6',
      release: '1a2b3c4d',
      place: '/_astro/OrderPage.Dq3s_a1.js:1:2345',
      phone: '0300 1234567',
    },
  });
  expect(told.status).toBe(200);
  const { json } = await staff('GET', '/api/status');
  expect(json.data.browserErrors).toEqual([
    {
      release: '1a2b3c4d',
      page: '/order/*',
      message: 'SyntaxError: "…" of [e-mail] is not valid JSON: [address]',
      errors: 1,
      firstAt: expect.any(String),
      lastAt: expect.any(String),
      place: '/_astro/OrderPage.Dq3s_a1.js:1:2345',
      browsers: ['Chrome'],
    },
  ]);
  expect(JSON.stringify(await shop.rows('select * from public.browser_errors'))).not.toMatch(/sara|0300|10042|Zm9v|Android/i);
});

test.each([
  ['release', 'a release with spaces'],
  ['release', 'x'.repeat(21)],
  ['place', 'https://evil.test/script.js'],
  ['message', 'x'.repeat(1_001)],
  ['page', `/${'x'.repeat(300)}`],
])('a made-up %s is refused', async (field, value) => {
  const { status, json } = await shop.call('POST', '/api/browser-errors', {
    body: { message: 'x', page: '/', release: 'a', place: '', [field]: value },
  });
  expect([status, json.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, [field]]);
});
