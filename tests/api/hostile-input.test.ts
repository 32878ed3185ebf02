import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failure } from '#domain/failures.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { token } = shop;
const examples = exampleRequests(shop, token);
await shop.call('POST', '/api/stock-history/adjust', {
  token,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});

/** What may stand in place of a field: other types, extremes, strange letters, code, depth. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    '',
    ' ',
    0,
    -1,
    0.1,
    1e308,
    -0,
    Number.MAX_SAFE_INTEGER + 2,
    '\u0000',
    '\ud800',
    '\u202e',
    'NaN',
    '2026-02-30',
    '0000-00-00',
    "'; drop table orders; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%_\\',
    'x'.repeat(100_000),
    'ａｄｍｉｎ',
    '🤷🏽‍♀️'.repeat(100),
    { $ne: null },
    [[[[[]]]]],
    'f'.repeat(24),
    '00000000-0000-0000-0000-000000000000',
  ),
  fc
    .anything({ withNullPrototype: false, withBigInt: false, maxDepth: 3 })
    .filter((value) => value !== undefined && typeof value !== 'symbol'),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
);

/** Every path to a field of a JSON value. */
function paths(value: unknown, before: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, field]) => [[...before, key], ...paths(field, [...before, key])]);
}

function withField(body: unknown, path: (string | number)[], value: unknown): unknown {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(Object(node), key), copy);
  Reflect.set(Object(parent), path.at(-1) ?? '', value);
  return copy;
}

/** What the shop holds, apart from rate limits, sessions and the build that waits. */
const everything = async () =>
  JSON.stringify(
    await shop.rows(`select (select count(*) from orders) o, (select max(updated_at) from orders) ou, (select count(*) from stock_history) h,
      (select count(*) from products) p, (select max(updated_at) from products) pu, (select count(*) from categories) c, (select max(updated_at) from categories) cu,
      (select count(*) from reviews) r, (select max(updated_at) from reviews) ru, (select count(*) from purchase_orders) po, (select max(updated_at) from purchase_orders) pou,
      (select count(*) from shipments) s, (select max(updated_at) from shipments) su, (select count(*) from contact_messages) m, (select count(*) from mail_outbox) mo,
      (select count(*) from newsletter_subscribers) n, (select count(*) from staff) st, (select count(*) from auth.users) u`),
  );

test('no body makes an operation fail, and refused requests write nothing', async () => {
  const withBody = Object.keys(examples).filter(
    (operation) => /^(POST|PUT)/.test(operation) && !/logout|toggle|upload|photos$|import/.test(operation),
  );
  let number = 10_000;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withBody), fc.nat(), hostile, async (operation, where, value) => {
      const { path, body } = (await examples[operation]?.(++number)) ?? { path: '/', body: {} };
      const fields = paths(body);
      const field = fields[where % fields.length] ?? [];
      const before = await everything();
      const [method = ''] = operation.split(' ');
      const { status, json } = await shop.call(method, path, { token, body: withField(body, field, value) });
      const asked = `${operation} with ${field.join('.')} = ${fc.stringify(value).slice(0, 200)} answered ${status}`;
      expect(status, asked).toBeLessThan(500);
      if (status < 400) return;
      refused += 1;
      expect(failure.safeParse(json).success, asked).toBe(true);
      expect(await everything(), asked).toBe(before);
    }),
    { numRuns: 120, seed: 20261120, endOnFailure: true },
  );
  // A property that refuses nothing would prove nothing.
  expect(refused).toBeGreaterThan(40);
});

test('five megabytes, ten thousand lines and a hundred thousand brackets are refused without using up memory', async () => {
  const line = { productId: RING.id, quantity: 1 };
  const bodies = [
    JSON.stringify({ notes: 'x'.repeat(5_000_000) }),
    JSON.stringify({ items: Array.from({ length: 10_000 }, () => line) }),
    `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ];
  const heap = () => {
    global.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const attack = async () => {
    for (const body of bodies) {
      const { status } = await shop.call('POST', '/api/orders', { body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  };
  await attack();
  const before = heap();
  for (let round = 0; round < 20; round++) await attack();
  // Three hundred megabytes went by; what is kept of them is noise.
  expect(heap() - before).toBeLessThan(50 * 1024 * 1024);
});
