import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { mailedLinks } from '#tests/setup/doubles/mailed-links.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { wholePauses } from '#tests/setup/vitest/short-pauses.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-account-links-'));
process.env.MAIL_FOLDER = folder;
afterAll(() => rm(folder, { recursive: true, force: true }));
const shop = await staffedShop({ rateLimits: 'on' });
const { token: owner } = shop;
beforeEach(() => shop.rows('delete from rate_limits; delete from sign_in_limits'));

const password = 'a long enough password';
const another = 'tea on the roof at six';
let count = 0;
const newAddress = () => `owner${++count}@example.com`;
/** Every call from a network of its own, so that only what is counted by account counts. */
const post = (path: string, body: unknown, token?: string) =>
  shop.call('POST', path, { body, ip: `203.0.113.${++count % 250}`, ...(token ? { token } : {}) });
const signUp = async (email: string) => (await post('/api/auth/signup', { email, password })).json.data;
const login = (email: string, typed: string) => post('/api/auth/login', { email, password: typed });
const staffLogin = (username: string, typed: string, code?: string) =>
  post('/api/auth/admin/login', { username, password: typed, code });
const forgot = (email: string) => post('/api/auth/forgot-password', { email });
const staffForgot = (username: string) => post('/api/auth/admin/forgot-password', { username });
const reset = (token: string, typed = another) => post('/api/auth/reset-password', { token, password: typed });
const links = async (email: string) => {
  await shop.idle();
  return mailedLinks(folder, email);
};
const resetLinks = async (email: string) => (await links(email)).filter(({ url }) => url.includes('/reset-password#'));
const newResetToken = async (email: string) => {
  const before = (await resetLinks(email)).length;
  await forgot(email);
  const found = await resetLinks(email);
  expect(found).toHaveLength(before + 1);
  const [link] = await shop.rows(
    `select payload ->> 'link_id' as id from mail_outbox where recipient = '${email}' order by created_at desc limit 1`,
  );
  const { accountLinkToken } = await import('#server/account-link-token.ts');
  expect(found.map(({ token }) => token)).toContain(accountLinkToken(link.id));
  return accountLinkToken(link.id);
};

async function newMember(username: string): Promise<{ email: string; token: string; id: string }> {
  const email = `${username}@shop.test`;
  await addStaff(shop.supabase, { email, username, password });
  const [{ id }] = await shop.rows(`select id from staff where username = '${username}'`);
  return { email, id, token: (await staffLogin(username, password)).json.data.token };
}

describe('a forgotten password', () => {
  test('is set by the mailed link, once, and ends all sessions of the account', async () => {
    const email = newAddress();
    const { token: session } = await signUp(email);
    const token = await newResetToken(email);
    const [link] = await resetLinks(email);
    expect(link?.url).toMatch(`${process.env.URL}/reset-password#`);
    expect((await post('/api/auth/reset-password/check', { token })).json.data).toEqual({ email });

    expect((await reset(token)).status).toBe(200);
    expect((await shop.call('GET', '/api/auth/me', { token: session })).status).toBe(401);
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, another)).status).toBe(200);

    const again = await reset(token, 'yet another password');
    expect([again.status, again.json.code]).toEqual([410, 'link_used']);
    expect((await post('/api/auth/reset-password/check', { token })).json.code).toBe('link_used');
    expect((await login(email, another)).status).toBe(200);
  });

  test('may be set to the same again, and the other links of the account end with it', async () => {
    const email = newAddress();
    await signUp(email);
    const first = await newResetToken(email);
    const second = await newResetToken(email);
    expect((await reset(second, password)).status).toBe(200);
    expect((await reset(first)).json.code).toBe('link_used');
    expect((await login(email, password)).status).toBe(200);
  });

  test('is set by one of many simultaneous uses of a link', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await newResetToken(email);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => reset(token, `password number ${n}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
  });

  test('is refused at the field when it is weak, and the link stays good', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await newResetToken(email);
    const weak = await reset(token, 'aaaaaaaaaaaa');
    expect([weak.status, weak.json.errors[0].path]).toEqual([422, 'password']);
    expect((await reset(token)).status).toBe(200);
  });

  test('has a link for 30 minutes', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await newResetToken(email);
    const [{ minutes }] = await shop.rows(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from account_links where kind = 'reset' and email = '${email}'`,
    );
    expect(minutes).toBe(30);
    await shop.rows(`update account_links set expires_at = now() where email = '${email}'`);
    const late = await reset(token);
    expect([late.status, late.json.code]).toEqual([410, 'link_expired']);
  });

  test('gets the same answer after about the same time, known or not, and no mail for a stranger', async () => {
    wholePauses();
    const email = newAddress();
    await signUp(email);
    const timed = async (address: string) => {
      const started = performance.now();
      const { status, json } = await forgot(address);
      return { status, json, ms: performance.now() - started };
    };
    const known = await timed(email);
    const unknown = await timed('nobody-here@example.com');
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThanOrEqual(499);
    expect(await links('nobody-here@example.com')).toEqual([]);
  });

  test('gets three mails an hour, wherever they are asked for, and the fourth answer is the same', async () => {
    const email = newAddress();
    await signUp(email);
    const answers = [await forgot(email), await forgot(email), await forgot(email), await forgot(email)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await resetLinks(email)).toHaveLength(3);
  });

  test('may be asked for ten times a minute from one network, from both logins together', async () => {
    const from = '192.0.2.77';
    const ask = (n: number) =>
      n % 2
        ? shop.call('POST', '/api/auth/forgot-password', { ip: from, body: { email: `guess${n}@example.com` } })
        : shop.call('POST', '/api/auth/admin/forgot-password', { ip: from, body: { username: `guess${n}` } });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('leaves nothing in the database that opens the account', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await newResetToken(email);
    const found = await shop.rows(`
      select to_jsonb(l)::text as kept from account_links l union all select to_jsonb(m)::text from mail_outbox m`);
    expect(found.filter(({ kept }) => kept.includes(token))).toEqual([]);
  });
});

describe('a staff member’s forgotten password', () => {
  test('is asked for by user name, set in the back office, and ends staff sessions and known devices', async () => {
    const { email, token: session } = await newMember('farah');
    await staffForgot('Farah');
    const [link] = await resetLinks(email);
    expect(link?.url).toMatch(`${process.env.URL}/admin/reset-password#`);
    expect((await reset(link?.token ?? '')).status).toBe(200);
    expect((await shop.call('GET', '/api/orders', { token: session })).status).toBe(401);
    expect(await shop.rows(`select from sign_in_devices where account = shop.account_hash('${email}')`)).toEqual([]);
    expect((await staffLogin('farah', password)).status).toBe(401);
    expect((await staffLogin('farah', another)).status).toBe(200);
  });

  test('leaves the second factor on, which signing in needs', async () => {
    const { email, token: session } = await newMember('gul');
    const { secret } = (await post('/api/auth/admin/second-factor/secret', {}, session)).json.data;
    await post('/api/auth/admin/second-factor', { password, secret, code: codeOf(secret, -1) }, session);
    expect((await reset(await newResetToken(email))).status).toBe(200);
    expect((await staffLogin('gul', another)).json.code).toBe('second_factor_needed');
    expect((await staffLogin('gul', another, codeOf(secret))).status).toBe(200);
  });

  test('brings nobody back who is locked out: no mail, and a link from before opens nothing', async () => {
    const { email, id } = await newMember('hamza');
    const before = await newResetToken(email);
    await shop.call('PUT', `/api/staff/${id}/active`, { token: owner, body: { isActive: false, proof: STAFF.password } });
    for (const answer of [await reset(before), await post('/api/auth/reset-password/check', { token: before })]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'link_not_found']);
    }
    expect([(await forgot(email)).status, (await staffForgot('hamza')).status]).toEqual([200, 200]);
    expect(await resetLinks(email)).toHaveLength(1);
  });
});

describe('a new account', () => {
  const order = (email: string) => ({
    ...orderFor([{ productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size }], 2050),
    customerEmail: email,
    customerPhone: `0311 ${1_000_000 + ++count}`,
    customerAddress: `House ${count}, Lahore`,
  });
  const mine = async (token: string) =>
    (await shop.call('GET', '/api/orders/mine', { token })).json.data.map((found: any) => found.orderNumber);
  const isProved = async (token: string) => (await shop.call('GET', '/api/auth/me', { token })).json.data.isProved;
  const prove = (token: string, session: string) => post('/api/auth/address-proof', { token }, session);

  test('shows what was ordered with its address elsewhere once the mailed link was opened, and its own orders before', async () => {
    const email = newAddress();
    const guest = (await post('/api/orders', order(email))).json.data.orderNumber;
    const { token: session } = await signUp(email);
    const own = (await post('/api/orders', order('somebody-else@example.com'), session)).json.data.orderNumber;
    expect(await mine(session)).toEqual([own]);
    expect(await isProved(session)).toBe(false);

    const [link] = (await links(email)).filter(({ url }) => url.includes('/confirm-address#'));
    expect((await prove(link?.token ?? '', session)).status).toBe(200);
    expect(await isProved(session)).toBe(true);
    expect(await mine(session)).toEqual([own, guest]);
    // Opened twice by the same shopper, it says the same.
    expect((await prove(link?.token ?? '', session)).status).toBe(200);
  });

  test('opens the pages of its orders once its address is proved, and of nobody else’s', async () => {
    const email = newAddress();
    const guest = (await post('/api/orders', order(email))).json.data;
    const { token: session } = await signUp(email);
    const own = (await post('/api/orders', order('somebody-else@example.com'), session)).json.data;
    const open = async ({ id }: { id: string }, token: string | undefined = session) => {
      const { status, json } = await shop.call('GET', `/api/orders/mine/${id}/page-link`, { ...(token && { token }) });
      return [status, json.data?.link ?? json.code];
    };
    for (const placed of [own, guest]) expect(await open(placed)).toEqual([403, 'email_not_confirmed']);

    const [link] = (await links(email)).filter(({ url }) => url.includes('/confirm-address#'));
    await prove(link?.token ?? '', session);
    for (const { orderNumber, pageKey, id } of [own, guest]) {
      expect(await open({ id })).toEqual([200, `${process.env.URL}/order/${orderNumber}#${pageKey}`]);
    }
    const foreign = (await post('/api/orders', order('stranger@example.com'))).json.data;
    const archived = (await post('/api/orders', order(email), session)).json.data;
    await shop.rows(`update orders set archived_at = now() where id = '${archived.id}'`);
    for (const { id } of [foreign, archived, { id: 'f'.repeat(24) }])
      expect(await open({ id })).toEqual([404, 'order_not_found']);
    expect(await open(own, '')).toEqual([401, 'not_signed_in']);
  });

  test('is proved by nobody who only opens the link: not by another account, nor without signing in', async () => {
    const email = newAddress();
    const { token: attacker } = await signUp(email);
    const { token: other } = await signUp(newAddress());
    const [link] = await links(email);
    const answer = await prove(link?.token ?? '', other);
    expect([answer.status, answer.json.code]).toEqual([403, 'other_account']);
    expect((await post('/api/auth/address-proof', { token: link?.token })).status).toBe(401);
    expect(await isProved(attacker)).toBe(false);
  });

  test('is mailed the link again, three times an hour in all, and not once it is proved', async () => {
    const email = newAddress();
    const { token: session } = await signUp(email);
    const send = () => post('/api/auth/address-proof/send', {}, session);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const fourth = await send();
    expect([fourth.status, fourth.headers.has('retry-after')]).toEqual([429, true]);
    const sent = await links(email);
    expect(sent).toHaveLength(3);
    await prove(sent[0]?.token ?? '', session);
    await shop.rows('delete from rate_limits');
    expect((await send()).status).toBe(200);
    expect(await links(email)).toHaveLength(3);
  });

  test('whose password was reset by mail has proved its address', async () => {
    const email = newAddress();
    await signUp(email);
    await reset(await newResetToken(email));
    expect(await isProved((await login(email, another)).json.data.token)).toBe(true);
  });
});

test('links are deleted a week after their end', async () => {
  await shop.rows(`update account_links set expires_at = now() - interval '8 days'`);
  await shop.rows('select public.purge_expired()');
  expect(await shop.rows('select from account_links')).toEqual([]);
});
