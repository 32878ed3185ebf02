import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';
import { wholePauses } from '#tests/setup/vitest/short-pauses.ts';

const shop = await testShop({ rateLimits: 'on' });
await signInStaff(shop);
beforeEach(() => shop.rows('delete from rate_limits; delete from sign_in_limits'));

const password = 'a long enough password';
let number = 0;
const newAddress = () => `shopper${++number}@example.com`;
let address = 0;
/** Every call from an address of its own, so that only the account's limit counts. */
const post = (path: string, body: unknown) => shop.call('POST', path, { body, ip: `203.0.113.${++address % 250}` });
const signUp = (body: unknown) => post('/api/auth/signup', body);
const login = (body: unknown) => post('/api/auth/login', body);
const me = (token: string) => shop.call('GET', '/api/auth/me', { token });

describe('a new account', () => {
  test('is signed in at once, under the chosen name', async () => {
    const email = newAddress();
    const { status, json } = await signUp({ email: email.toUpperCase(), password, username: ' Ayesha K ' });
    expect(status).toBe(201);
    expect(json.data).toEqual({ user: { id: expect.any(String), username: 'Ayesha K', email }, token: expect.any(String) });
    expect((await me(json.data.token)).json.data).toEqual({ ...json.data, isProved: false, contact: null });
  });

  test('without a name is named after the start of its address', async () => {
    expect((await signUp({ email: 'noor.fatima@example.com', password, username: '' })).json.data.user.username).toBe(
      'noor.fatima',
    );
  });

  test.each([
    ['email', { email: 'nobody' }],
    ['password', { password: 'password' }],
    ['password', { password: 'aaaaaaaaaaaa' }],
    ['password', { password: 'ا'.repeat(37) }],
    ['username', { username: 'x'.repeat(81) }],
  ])('with a wrong %s is refused at that field', async (field, changes) => {
    const { status, json } = await signUp({ email: newAddress(), password, ...changes });
    expect([status, json.errors[0].path]).toEqual([422, field]);
  });

  test('for a known address is a sign-in: its password works, any other is refused as at sign-in', async () => {
    const email = newAddress();
    const first = await signUp({ email, password, username: 'First' });
    const again = await signUp({ email, password, username: 'Second' });
    expect(again.json.data.user).toEqual(first.json.data.user);
    const wrong = await signUp({ email, password: 'another password' });
    expect([wrong.status, wrong.json.code, wrong.json.message]).toEqual([
      401,
      'invalid_credentials',
      'Invalid username or password',
    ]);
  });

  test('is no way around the limit on guessing a password', async () => {
    const email = newAddress();
    await signUp({ email, password });
    await Promise.all(Array.from({ length: 10 }, (_, guess) => signUp({ email, password: `a wrong guess ${guess}` })));
    expect((await signUp({ email, password })).status).toBe(429);
    expect((await login({ email, password })).status).toBe(429);
  });
});

describe('signing in', () => {
  test('works with address and password, and opens the shopper’s own orders', async () => {
    const email = newAddress();
    const { user } = (await signUp({ email, password, username: 'Zara' })).json.data;
    const { status, json } = await login({ email: ` ${email.toUpperCase()} `, password });
    expect(status).toBe(200);
    expect(json.data).toEqual({ user, token: expect.any(String) });
    expect((await shop.call('GET', '/api/orders/mine', { token: json.data.token })).json.data).toEqual([]);
    expect((await shop.call('GET', '/api/orders', { token: json.data.token })).status).toBe(403);
  });

  test('is refused in the same words for every reason', async () => {
    const email = newAddress();
    await signUp({ email, password });
    const answers = await Promise.all(
      [
        { email, password: 'wrong' },
        { email: 'unknown@example.com', password },
        { email: 'not an address', password },
        { email: `${email}'--`, password: "' or 1=1 --" },
      ].map(login),
    );
    for (const { status, json } of answers) {
      expect([status, json.code, json.message]).toEqual([401, 'invalid_credentials', 'Invalid username or password']);
    }
  });

  test('takes as long to refuse an unknown address', async () => {
    wholePauses();
    const started = performance.now();
    await login({ email: 'unknown@example.com', password });
    expect(performance.now() - started).toBeGreaterThanOrEqual(499);
  });

  test('is slowed after ten wrong tries on one account, from any address and through any operation', async () => {
    const wrong = () => login({ email: STAFF.email, password: 'x' });
    // A try that Auth is too busy to answer does not count, and a password is much work: five at once, twice.
    for (const tries of [5, 5]) {
      const answers = await Promise.all(Array.from({ length: tries }, wrong));
      expect(answers.map(({ status }) => status)).toEqual(Array(tries).fill(401));
    }
    expect((await wrong()).status).toBe(429);
    expect((await post('/api/auth/admin/login', { username: STAFF.username, password: STAFF.password })).status).toBe(429);
  });

  test('is slowed when one address tries too many accounts', async () => {
    const from = '192.0.2.9';
    const tries = Array.from({ length: 31 }, (_, guess) =>
      shop.call('POST', '/api/auth/login', { body: { email: `guess${guess}@example.com`, password }, ip: from }),
    );
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('signing out', () => {
  test('ends this session and no other', async () => {
    const email = newAddress();
    const here = (await signUp({ email, password })).json.data.token;
    const elsewhere = (await login({ email, password })).json.data.token;
    expect((await shop.call('POST', '/api/auth/logout', { token: here })).status).toBe(200);
    expect((await me(here)).status).toBe(401);
    expect((await me(elsewhere)).status).toBe(200);
  });

  test('needs a session', async () => {
    for (const token of ['', 'x', 'a.b.c']) {
      expect((await shop.call('POST', '/api/auth/logout', token ? { token } : {})).json.code).toBe('not_signed_in');
      expect((await shop.call('GET', '/api/auth/me', token ? { token } : {})).status).toBe(401);
    }
  });
});

test('an account is not staff', async () => {
  const { token } = (await signUp({ email: newAddress(), password, username: 'staff' })).json.data;
  expect((await post('/api/auth/verify', { token })).status).toBe(403);
});

test('a shopper from before the rule still signs in with a weak password', async () => {
  const email = newAddress();
  await createClient(shop.supabase.url, shop.supabase.publishableKey).auth.signUp({ email, password: 'password' });
  expect((await login({ email, password: 'password' })).status).toBe(200);
});

test('an account knows who its last order went to; another’s, and what was ordered with its address unproved, tell it nothing', async () => {
  const email = newAddress();
  const { token } = (await signUp({ email, password })).json.data;
  const order = (changes: object, headers: { token?: string }) =>
    shop.call('POST', '/api/orders', {
      body: orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, { customerEmail: email, ...changes }),
      ip: `203.0.113.${++address % 250}`,
      ...headers,
    });
  const contact = async () => (await me(token)).json.data.contact;
  expect((await order({ customerName: 'A Stranger', customerAddress: 'House 1, Elsewhere' }, {})).status).toBe(201);
  expect(await contact()).toBeNull();

  await order({ customerAddress: 'House 2, Street 4' }, { token });
  await order(
    { customerName: 'Ammi', customerPhone: '0321 7654321', customerAddress: 'House 3, Model Town', city: 'Lahore' },
    { token },
  );
  expect(await contact()).toEqual({
    name: 'Ammi',
    phone: '+923217654321',
    address: 'House 3, Model Town',
    city: 'Lahore',
    zipCode: '44000',
    country: 'pk',
  });
});
