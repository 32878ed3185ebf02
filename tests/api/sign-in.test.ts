import { createClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { RIGHT_NAMES } from '#domain/rights/rights.ts';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
const { token } = shop;

let address = 0;
/** Every call from an address of its own, so that only the account's limit counts. */
const login = (body: unknown) => shop.call('POST', '/api/auth/admin/login', { body, ip: `203.0.113.${++address}` });
const orders = (bearer?: string) => shop.call('GET', '/api/orders', bearer ? { token: bearer } : {});

describe('staff sign in', () => {
  test.each([{ username: 'sana' }, { username: ' SANA ' }, { email: 'sana@shop.test' }, { email: 'Sana@Shop.Test' }])(
    'with %o',
    async (name) => {
      const { status, json } = await login({ ...name, password: STAFF.password });
      expect(status).toBe(200);
      expect(json.data).toEqual({
        admin: { id: expect.any(String), username: 'sana', email: 'sana@shop.test' },
        token: expect.any(String),
        mustEnroll: false,
        isOwner: true,
        role: 'Owner',
        rights: expect.arrayContaining(RIGHT_NAMES),
      });
    },
  );

  test.each([
    { username: 'sana', password: 'wrong' },
    { username: 'nobody', password: STAFF.password },
    { email: 'nobody@shop.test', password: 'x' },
  ])('but not with %o, and one message serves all', async (body) => {
    const { status, json } = await login(body);
    expect(status).toBe(401);
    expect(json).toMatchObject({ message: 'Invalid username or password', code: 'invalid_credentials' });
  });

  test('needs a name and a password', async () => {
    const { json } = await login({ password: '' });
    expect(json.errors.map(({ path }: { path: string }) => path)).toContain('password');
  });
});

describe('a staff operation', () => {
  test('needs a token', async () => {
    const { status, json } = await orders();
    expect(status).toBe(401);
    expect(json.code).toBe('not_signed_in');
  });

  test.each(['x', 'a.b.c', `${'a'.repeat(20)}.eyJzdWIiOiIxIn0.sig`])('refuses the token %s', async (bad) => {
    expect((await orders(bad)).status).toBe(401);
  });

  test('gives a token that says nothing of itself and that Auth does not know, and refuses one that was changed', async () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    const { data } = await createClient(shop.supabase.url, shop.supabase.publishableKey).auth.getUser(token);
    expect(data.user).toBeNull();
    expect((await orders(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
  });

  test('leaves no session at Auth, neither of staff nor of shoppers', async () => {
    await login(STAFF);
    const body = { email: 'nimra@example.com', password: 'a long enough password' };
    for (const path of ['signup', 'login']) {
      const { json } = await shop.call('POST', `/api/auth/${path}`, { body });
      expect(json.data.token).toMatch(/^[\w-]{43}$/);
    }
    expect(await shop.rows('select id from auth.sessions')).toEqual([]);
  });

  test('refuses a shopper, who is signed in but not staff', async () => {
    const body = { email: 'shopper@example.com', password: 'a long enough password' };
    const shopperToken = (await shop.call('POST', '/api/auth/signup', { body })).json.data.token;
    expect((await orders(shopperToken)).status).toBe(403);
    expect((await shop.call('GET', '/api/orders/mine', { token: shopperToken })).status).toBe(200);
  });

  test('refuses staff as soon as they are deactivated', async () => {
    // The shop keeps an owner.
    await addStaff(shop.supabase, { email: 'zara@shop.test', username: 'zara', password: STAFF.password });
    expect((await orders(token)).status).toBe(200);
    await shop.rows(`update staff set is_active = false where username = 'sana'`);
    expect((await orders(token)).status).toBe(401);
    expect((await login(STAFF)).status).toBe(401);
    await shop.rows(`update staff set is_active = true where username = 'sana'`);
    expect((await orders(token)).status).toBe(200);
  });

  test('asks the database who calls and for the data, and Auth nothing', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    expect((await orders(token)).status).toBe(200);
    const paths = asked.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : input).pathname);
    asked.mockRestore();
    // On the parts of a hosted project the gateway, in this process, passes each on under another path.
    expect(paths.filter((path) => /^\/(rest|auth)\/v1\//.test(path))).toEqual([
      '/rest/v1/rpc/staff_of_token',
      '/rest/v1/rpc/list_orders',
    ]);
  });

  test('refuses a session that Auth began, of staff and of shoppers', async () => {
    const client = createClient(shop.supabase.url, shop.supabase.publishableKey, { auth: { persistSession: false } });
    const { data } = await client.auth.signInWithPassword(STAFF);
    const token = data.session?.access_token ?? '';
    expect(token).not.toBe('');
    expect((await orders(token)).json.code).toBe('not_signed_in');
    expect((await shop.call('GET', '/api/auth/me', { token })).status).toBe(401);
  });

  test('refuses a token whose session has ended', async () => {
    const { json } = await login(STAFF);
    expect((await shop.call('POST', '/api/auth/verify', { body: { token: json.data.token } })).json.data.admin.username).toBe(
      'sana',
    );
    expect((await shop.call('POST', '/api/auth/admin/logout', { token: json.data.token })).status).toBe(200);
    expect((await orders(json.data.token)).status).toBe(401);
    expect((await shop.call('POST', '/api/auth/verify', { body: { token: json.data.token } })).status).toBe(401);
  });
});

describe('a limited operation', () => {
  test('is refused only to a network that calls too often', async () => {
    let number = 0;
    const track = (ip: string) => {
      number += 1;
      return shop.call('POST', '/api/orders/track', {
        ip,
        body: { orderNumber: `ORD-${number}`, phone: `0300${1_000_000 + number}` },
      });
    };
    for (let call = 0; call < 60; call++) expect((await track('192.0.2.1')).status).toBe(404);
    expect((await track('192.0.2.1')).status).toBe(429);
    expect((await track('192.0.2.2')).status).toBe(404);
  });

  test('stores no address', async () => {
    expect(JSON.stringify(await shop.rows('select * from rate_limits'))).not.toMatch(/192\.0\.2|203\.0\.113|sana/);
  });
});
