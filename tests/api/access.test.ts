import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStaff } from '#local/staff/add-staff.ts';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { exampleRequests } from '#tests/setup/example-requests.ts';
import { RING } from '#tests/setup/products.ts';
import { signInStaff } from '#tests/setup/staff.ts';

const CALLERS = ['nobody', 'malformed', 'expired', 'forged', 'shopper', 'deactivated staff', 'staff'] as const;
type Caller = (typeof CALLERS)[number];

/** What an operation of each access answers to whom: a status, or `good` for any success. */
const EXPECTED: Record<string, Record<Caller, number | 'good'>> = {
  staff: { nobody: 401, malformed: 401, expired: 401, forged: 401, shopper: 403, 'deactivated staff': 401, staff: 'good' },
  shopper: {
    nobody: 401,
    malformed: 401,
    expired: 401,
    forged: 401,
    shopper: 'good',
    'deactivated staff': 'good',
    staff: 'good',
  },
  // Without the edit token, that is; with it, tests/api/reviews.test.ts.
  'author or staff': {
    nobody: 401,
    malformed: 401,
    expired: 401,
    forged: 401,
    shopper: 403,
    'deactivated staff': 401,
    staff: 'good',
  },
  anyone: everybody('good'),
  'anyone or staff': everybody('good'),
};

let shop: EmbeddedShop;
let tokens: Record<Caller, string | undefined>;
let examples: ReturnType<typeof exampleRequests>;
let described: { operation: string; access: string }[];

beforeAll(async () => {
  shop = await startEmbeddedShop();
  const staff = await signInStaff(shop);
  tokens = {
    nobody: undefined,
    malformed: 'not-a-token',
    expired: resign(staff, shop.supabase.jwtSecret, { exp: 1_700_000_000 }),
    forged: resign(staff, 'another secret of the same length', {}),
    shopper: (
      await shop.call('POST', '/api/auth/signup', { body: { email: 'shopper@example.com', password: 'a long enough password' } })
    ).json.data.token,
    'deactivated staff': await deactivatedStaff(),
    staff,
  };
  examples = exampleRequests(shop, staff);
  // Enough rings for every example order.
  await shop.call('POST', '/api/stock-history/adjust', {
    token: staff,
    body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
  });
  const { json } = await shop.call('GET', '/api/openapi.json');
  described = Object.entries<Record<string, { 'x-access': string }>>(json.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-access': access }]) => ({ operation: `${method.toUpperCase()} ${path}`, access })),
  );
});
afterAll(() => shop.stop());

/** The same token with other claims, signed with this secret. */
function resign(token: string, secret: string, changes: Record<string, unknown>): string {
  const [head = '', payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
  const unsigned = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

async function deactivatedStaff(): Promise<string> {
  const gone = { email: 'gone@shop.test', username: 'gone', password: 'a long enough password' };
  await addStaff(shop.supabase, gone);
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body: gone });
  await shop.rows(`update staff set is_active = false where username = 'gone'`);
  return json.data.token;
}

function everybody(answer: 'good'): Record<Caller, 'good'> {
  return Object.fromEntries(CALLERS.map((caller) => [caller, answer])) as Record<Caller, 'good'>;
}

test('a token signed again with the right secret is a good one, so the bad ones are bad for their own reason', async () => {
  const same = resign(tokens.staff ?? '', shop.supabase.jwtSecret, {});
  expect((await shop.call('GET', '/api/orders', { token: same })).status).toBe(200);
});

test('every operation of the description has an example here, and every example is described', () => {
  expect(Object.keys(examples).toSorted()).toEqual(described.map(({ operation }) => operation).toSorted());
});

test('every access is one that the matrix knows', () => {
  expect(described.filter(({ access }) => !(access in EXPECTED))).toEqual([]);
});

describe.each(CALLERS)('every operation, called by %s', (caller) => {
  test('answers as its access says', async () => {
    const surprises: string[] = [];
    let number = CALLERS.indexOf(caller) * 1_000;
    for (const { operation, access } of described) {
      const { path, body, token } = (await examples[operation]?.(++number)) ?? { path: '/' };
      const sent = token && EXPECTED[access]?.[caller] === 'good' ? token : tokens[caller];
      const [method = ''] = operation.split(' ');
      const { status } = await shop.call(method, path, {
        ...(body === undefined ? {} : { body }),
        ...(sent ? { token: sent } : {}),
      });
      const expected = EXPECTED[access]?.[caller];
      const right = expected === 'good' ? status >= 200 && status < 300 : status === expected;
      if (!right) surprises.push(`${operation} (${access}) answered ${status}, not ${expected}`);
    }
    expect(surprises).toEqual([]);
  }, 60_000);
});

test('what anyone may do to a product is to have its reviews counted, and nothing else', async () => {
  for (const caller of CALLERS.filter((name) => name !== 'staff')) {
    const token = tokens[caller];
    const { status } = await shop.call('PUT', `/api/products/${RING.id}`, {
      body: { rating: 5, price: 1 },
      ...(token ? { token } : {}),
    });
    expect(status, caller).toBe(401);
  }
  expect((await shop.call('GET', `/api/products/${RING.id}`)).json.data.price).toBe(RING.price);
});
