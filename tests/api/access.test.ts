import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { OWNER_RIGHTS, type Right } from '#domain/rights/rights.ts';
import { ROOT } from '#local/settings.ts';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { type DeclaredOperation, rightsOf } from '#server/http/operation.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import {
  expectedAccess,
  expectedBesides,
  expectedRights,
  OPEN_OPERATIONS,
} from '#tests/setup/every-operation/expected-access.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInAs, signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const CALLERS = ['nobody', 'bad token', 'shopper', 'deactivated staff', 'staff'] as const;
type Caller = (typeof CALLERS)[number];

/** What an operation of each access answers to whom: a status, or `good` for any success. */
const EXPECTED: Record<string, Record<Caller, number | 'good'>> = {
  staff: { nobody: 401, 'bad token': 401, shopper: 403, 'deactivated staff': 401, staff: 'good' },
  shopper: { nobody: 401, 'bad token': 401, shopper: 'good', 'deactivated staff': 401, staff: 401 },
  // Without the edit token, that is; with it, tests/api/reviews.test.ts.
  'author or staff': { nobody: 401, 'bad token': 401, shopper: 403, 'deactivated staff': 401, staff: 'good' },
  anyone: everybody('good'),
  'anyone or staff': everybody('good'),
};

const shop = await testShop();
const staff = await signInStaff(shop);
const tokens = {
  nobody: undefined,
  shopper: (
    await shop.call('POST', '/api/auth/signup', { body: { email: 'shopper@example.com', password: 'a long enough password' } })
  ).json.data.token,
  'deactivated staff': await deactivatedStaff(),
  staff,
};
/** Malformed, one that nobody has, a hash that the database knows, and one of Auth: operations get them in turn. */
const badTokens = [
  'not-a-token',
  randomBytes(32).toString('base64url'),
  createHash('sha256').update(staff).digest('hex'),
  (await createClient(shop.supabase.url, shop.supabase.publishableKey).auth.signInWithPassword(STAFF)).data.session
    ?.access_token ?? '',
];
const examples = exampleRequests(shop, staff);
// Enough rings for every example order.
await shop.call('POST', '/api/stock-history/adjust', {
  token: staff,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});
const { json } = await shop.call('GET', '/api/openapi.json');
const described = Object.entries<Record<string, { 'x-access': string; 'x-rights'?: Right[] }>>(json.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-access': access, 'x-rights': rights = null }]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      access,
      rights,
    })),
);

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

test('every operation of the description has an example request, and every example has an operation', () => {
  expect(Object.keys(examples).toSorted()).toEqual(described.map(({ operation }) => operation).toSorted());
});

test('the matrix covers every kind of access', () => {
  expect(described.filter(({ access }) => !(access in EXPECTED))).toEqual([]);
});

test('every operation has the access that is expected of it', () => {
  const opened = described.filter(({ operation, access }) => access !== expectedAccess(operation));
  expect(opened).toEqual([]);
  expect(described.map(({ operation }) => operation)).toEqual(expect.arrayContaining(OPEN_OPERATIONS));
});

let number = 0;

/** A request with nothing that its operation needs: who may not call it is refused before that is looked at. */
function bare(operation: string): ExampleRequest {
  const [method = '', path = ''] = operation.split(' ');
  return { path: path.replaceAll(/\{\w+\}/g, '0'.repeat(24)), ...(method === 'GET' ? {} : { body: {} }) };
}

/**
 * Asks for an operation, with its example where that should be answered.
 * @returns in words what is wrong with the answer, null when it is as it should be
 */
async function surprise(operation: string, caller: Caller): Promise<string | null> {
  const access = expectedAccess(operation);
  const expected = EXPECTED[access]?.[caller];
  number += 1;
  const request = expected === 'good' ? await examples[operation]?.(number) : bare(operation);
  const { path, body, token } = request ?? { path: '/' };
  const own = caller === 'bad token' ? badTokens[number % badTokens.length] : tokens[caller];
  const sent = token && expected === 'good' ? token : own;
  const [method = ''] = operation.split(' ');
  const { status } = await shop.call(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(sent ? { token: sent } : {}),
  });
  const right = expected === 'good' ? status >= 200 && status < 300 : status === expected;
  return right ? null : `${operation} (${access}) answered ${status}, not ${expected}`;
}

describe.each(CALLERS)('every operation, called by %s', (caller) => {
  test('answers according to its access', async () => {
    const surprises: (string | null)[] = [];
    for (const { operation } of described) surprises.push(await surprise(operation, caller));
    expect(surprises.filter(Boolean)).toEqual([]);
  });
});

/** Asked again where a machine that does much else beside has let the database take too long. */
const roles = await vi.waitFor(
  async () => {
    const { json } = await shop.call('GET', '/api/staff/roles', { token: staff });
    expect(json.success, JSON.stringify(json)).toBe(true);
    return json.data as { id: string; rights: Right[] }[];
  },
  { timeout: 60_000 },
);

/** The code with which an operation refuses somebody for want of a right, null when it does not. */
async function refusalFor(operation: string, token: string): Promise<string | null> {
  const [method = ''] = operation.split(' ');
  const { path, ...rest } = bare(operation);
  const { status, json } = await shop.call(method, path, { ...rest, token });
  return status === 403 ? json.code : null;
}

/** What is wrong with how an operation answers somebody with these rights, null when nothing is. */
async function wrongFor(operation: string, token: string, rights: readonly Right[]): Promise<string | null> {
  const lacking = [expectedRights(operation), expectedBesides(operation)].find(
    (needed) => needed && !needed.some((right) => rights.includes(right)),
  );
  const expected = !lacking ? null : OWNER_RIGHTS.includes(lacking[0]) ? 'owner_only' : 'not_allowed';
  const refusal = await refusalFor(operation, token);
  return refusal === expected ? null : `${operation}: ${refusal}, not ${expected}`;
}

const ofStaff = described.filter(({ operation, access }) => access.endsWith('staff') && !operation.startsWith('POST /api/auth'));
const presets = await Promise.all(
  roles.filter(({ id }) => id !== 'owner').map(async ({ id, rights }) => ({ id, rights, token: await signInAs(shop, id) })),
);

test('every operation says the rights that are expected of it', () => {
  const said = ofStaff.map(({ operation, rights }) => [operation, rights]);
  expect(said).toEqual(ofStaff.map(({ operation }) => [operation, expectedRights(operation)]));
});

test.each(presets)(
  '$id may call what the role has a right to, and nothing else',
  async ({ token, rights }) => {
    const wrong: (string | null)[] = [];
    for (const { operation } of ofStaff) wrong.push(await wrongFor(operation, token, rights));
    expect(wrong.filter(Boolean)).toEqual([]);
  },
  240_000,
);

/** Without the right of their row these are refused all the same: their SQL function asks before it looks at anything. Others first miss the record. */
const HELD_BY_SQL = [
  'GET /api/audit-log',
  'GET /api/audit-log/figures',
  'GET /api/bank-accounts',
  'DELETE /api/bank-statement/lines/{id}/settlements',
  'POST /api/couriers/{id}/portal-file',
];

test('an operation that asks for no right, or another one, is noticed', async () => {
  const survivors: string[] = [];
  const mutants = (await declaredOperations()).filter((operation) => rightsOf(operation));
  for (const operation of mutants) {
    const name = `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    const meant = operation.right;
    const needed = expectedRights(name) ?? [];
    // Somebody who may not call it, and another right, which they have.
    const outsider = presets.find((preset) => !needed.some((right) => preset.rights.includes(right)));
    if (!outsider) throw new Error(`${name} is for all presets`);
    const { token, rights } = outsider;
    const { besides } = operation;
    // What is needed besides would refuse them, too.
    delete operation.besides;
    for (const other of ['none', ...rights.slice(0, 1)] as const) {
      operation.right = other;
      // Also noticed: a refusal that the API's description does not promise.
      const wrong = await wrongFor(name, token, rights).catch((error: Error) => error.message);
      if (!wrong) survivors.push(name);
    }
    if (meant) operation.right = meant;
    if (besides) operation.besides = besides;
  }
  console.info(`${2 * mutants.length} mutants of the rights of operations, ${survivors.length} not noticed`);
  expect([...new Set(survivors)]).toEqual(HELD_BY_SQL);
});

test('an operation that no longer asks for the right it needs besides is noticed', async () => {
  const survivors: string[] = [];
  const half: Record<string, Right[]> = { export: ['export'], verify_payments: ['see_orders', 'see_sums', 'verify_payments'] };
  const tokens: Record<string, string> = {};
  for (const [right, rights] of Object.entries(half)) {
    await shop.rows(`insert into staff_roles (id, name, rights) values ('half_${right}', 'Half ${right}', '{${rights}}')`);
    tokens[right] = await signInAs(shop, `half_${right}`);
  }
  for (const operation of (await declaredOperations()).filter(({ besides }) => besides)) {
    const name = `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    const meant = operation.besides as NonNullable<DeclaredOperation['besides']>;
    const right = String(operation.right);
    const [token = '', rights = []] = [tokens[right], half[right]];
    expect(await wrongFor(name, token, rights)).toBeNull();
    delete operation.besides;
    const wrong = await wrongFor(name, token, rights).catch((error: Error) => error.message);
    if (!wrong) survivors.push(name);
    operation.besides = meant;
  }
  // Its SQL function asks, too.
  expect(survivors).toEqual(['GET /api/exports/audit-log']);
});

test('opening a staff operation to anyone, or closing a public one, changes its answers', async () => {
  const survivors: string[] = [];
  const mutants = await declaredOperations();
  expect(mutants.length).toBe(described.length);
  for (const operation of mutants) {
    const name = `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    const meant = operation.access;
    // What shows staff more, and everybody something, answers everybody; closing it is what shows.
    operation.access = meant.startsWith('anyone') ? 'staff' : 'anyone';
    try {
      // Also noticed: an answer that the API's description does not promise.
      const noticed = await surprise(name, 'nobody').catch((error: Error) => error.message);
      if (!noticed) survivors.push(`${name} for ${operation.access}`);
    } finally {
      operation.access = meant;
    }
  }
  console.info(`${mutants.length} mutants of who may call an operation, ${survivors.length} not noticed`);
  expect(survivors).toEqual([]);
});

/** The rows of the API's tables themselves, as the functions that are mounted read them at each request. */
async function declaredOperations(): Promise<DeclaredOperation[]> {
  const files = (await readdir(new URL('functions/', `file://${ROOT}`))).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(`functions/${name}`, `file://${ROOT}`).href)));
  return modules.flatMap((module) => module.default?.operations ?? []);
}

test('without signing in, a product edit can only recount its reviews', async () => {
  const { staff: _, ...others } = tokens;
  for (const token of [...Object.values(others), ...badTokens]) {
    const { status } = await shop.call('PUT', `/api/products/${RING.id}`, {
      body: { rating: 5, price: 1 },
      ...(token ? { token } : {}),
    });
    expect(status, token).toBe(401);
  }
  expect((await shop.call('GET', `/api/products/${RING.id}`)).json.data.price).toBe(RING.price);
});
