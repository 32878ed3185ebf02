import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/test-shop.ts';

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
