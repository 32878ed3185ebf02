import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** What whoever stole the session of an owner tries, with the publishable key that every browser could have. */
const shop = await staffedShop();

const IBAN = 'PK36SCBL0000001123456702';
const FACTOR = '/api/auth/admin/second-factor';
const NEW_PASSWORD = 'chosen by a thief 1';

let members = 0;

/** An owner since long ago: what they sign in with, and the token of a session. */
async function owner() {
  members += 1;
  const account = { email: `owner${members}@shop.test`, username: `owner${members}`, password: STAFF.password };
  await addStaff(shop.supabase, account);
  await shop.rows(`update staff set owner_since = now() - interval '1 year' where username = '${account.username}'`);
  const [{ id }] = await shop.rows(`select id from staff where username = '${account.username}'`);
  return { ...account, id, token: (await login(account)).json.data.token as string };
}

/** The same with a second factor that has been on for a day. Its codes of now are unused. */
async function guardedOwner() {
  const made = await owner();
  const { secret } = (await as(made.token)('POST', `${FACTOR}/secret`, {})).json.data;
  await as(made.token)('POST', FACTOR, { password: made.password, secret, code: codeOf(secret, -1) });
  await shop.rows(`update staff_second_factors set created_at = now() - interval '1 day' where staff_id = '${made.id}'`);
  return { ...made, secret };
}

const as = (token: string) => (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const login = ({ username, password }: { username: string; password: string }, code?: string) =>
  shop.call('POST', '/api/auth/admin/login', { body: { username, password, ...(code ? { code } : {}) } });
const isIn = async (token: string) => (await as(token)('GET', '/api/orders')).status === 200;

/** Sets a password at Auth, past the shop. */
async function setPasswordAtAuth(token: string, password: string): Promise<number> {
  const answer = await fetch(new URL('/auth/v1/user', shop.supabase.url), {
    method: 'PUT',
    headers: { apikey: shop.supabase.publishableKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** A token of Auth, as whoever knows the password gets one there. */
async function authToken({ email, password }: { email: string; password: string }): Promise<string> {
  const client = createClient(shop.supabase.url, shop.supabase.publishableKey, { auth: { persistSession: false } });
  return (await client.auth.signInWithPassword({ email, password })).data.session?.access_token ?? '';
}

const mailed = (what: string) =>
  shop.rows(`select recipient, payload from mail_outbox where kind = 'owner_news' and payload ->> 'what' = '${what}'`);

beforeEach(async () => {
  await shop.rows('delete from mail_outbox');
  await shop.rows('delete from rate_limits');
});

describe('whoever stole an owner’s session', () => {
  test.each(['without a second factor', 'with one'])('makes no other owner (%s)', async (kind) => {
    const { token, password } = kind === 'with one' ? await guardedOwner() : await owner();
    const before = await shop.rows('select * from staff_invitations');
    const invite = (proof?: string) =>
      as(token)('POST', '/api/staff/invitations', { email: 'thief@x.test', username: 'thief', role: 'owner', proof });
    expect((await invite()).json.code).toBe('proof_needed');
    expect((await invite('a guess of a password')).json.errors).toMatchObject([{ path: 'proof' }]);
    // Where there is a second factor a password that leaked as well is no proof.
    if (kind === 'with one') expect((await invite(password)).json.errors).toMatchObject([{ path: 'proof' }]);
    expect(await shop.rows('select * from staff_invitations')).toEqual(before);
  });

  test('does not let a change of theirs through by somebody who is new', async () => {
    const { token: stolen, password } = await owner();
    const { token: accomplice } = await owner();
    await shop.rows(`update staff set owner_since = now() - interval '23 hours' where username = 'owner${members}'`);
    const account = { title: 'Thief', bankName: 'Bank', iban: IBAN };
    const { id, updatedAt } = (await as(stolen)('POST', '/api/bank-accounts', { ...account, proof: password })).json.data;
    const approve = (token: string, proof?: string) =>
      as(token)('POST', `/api/bank-accounts/${id}/approval`, { updatedAt, proof });
    expect((await approve(stolen)).json.code).toBe('proof_needed');
    expect((await approve(accomplice)).json.code).toBe('proof_needed');
    expect((await approve(accomplice, password)).json.code).toBe('owner_too_new');
    expect((await as(stolen)('GET', '/api/bank-accounts/shown')).json.data).toEqual([]);
  });

  test('changes no password with it: Auth does not know what a browser holds, before it has ended and after', async () => {
    const { token, ...account } = await guardedOwner();
    expect(await setPasswordAtAuth(token, NEW_PASSWORD)).toBeGreaterThanOrEqual(400);
    await as(token)('POST', '/api/auth/admin/logout', {});
    expect(await isIn(token)).toBe(false);
    expect(await setPasswordAtAuth(token, NEW_PASSWORD)).toBeGreaterThanOrEqual(400);
    expect((await login(account)).json.code).toBe('second_factor_needed');
  });

  test('takes no second factor away, the owner’s own neither', async () => {
    const { token, id, secret } = await guardedOwner();
    const { id: other } = await guardedOwner();
    const reset = (whose: string, proof?: string) => as(token)('POST', `/api/staff/${whose}/second-factor/reset`, { proof });
    expect((await reset(id)).json.code).toBe('proof_needed');
    expect((await reset(other)).json.code).toBe('proof_needed');
    expect((await reset(id, codeOf(secret))).json.code).toBe('own_second_factor');
    expect(await shop.rows(`select 1 from staff_second_factors where staff_id in ('${id}', '${other}')`)).toHaveLength(2);
  });
});

describe('whoever knows an owner’s password', () => {
  test('does not get in without the code, and begins no session', async () => {
    const { id, token, ...account } = await guardedOwner();
    const sessions = () => shop.rows(`select id from staff_sessions where staff_id = '${id}'`);
    const before = await sessions();
    expect((await login(account)).json.code).toBe('second_factor_needed');
    expect((await login(account, '000000')).json.code).toBe('second_factor_wrong');
    expect(await sessions()).toEqual(before);
    expect(await isIn(token)).toBe(true);
  });

  test('ends all sessions by another one at Auth, of which every owner and its own have a mail', async () => {
    const { token, email, username, password } = await owner();
    const { token: other } = await owner();
    expect(await setPasswordAtAuth(await authToken({ email, password }), NEW_PASSWORD)).toBe(200);
    expect([await isIn(token), await isIn(other)]).toEqual([false, true]);
    const mails = await mailed('password');
    expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([email, STAFF.email]));
    expect(mails[0].payload).toMatchObject({ subject: username, by: null });
  });

  test('still needs the second factor after that', async () => {
    const { secret, ...account } = await guardedOwner();
    await setPasswordAtAuth(await authToken(account), NEW_PASSWORD);
    const again = { ...account, password: NEW_PASSWORD };
    expect((await login(again)).json.code).toBe('second_factor_needed');
    const { token } = (await login(again, codeOf(secret))).json.data;
    const { errors } = (await as(token)('POST', `${FACTOR}/off`, { password: NEW_PASSWORD, code: codeOf(secret, 1) })).json;
    expect(errors).toMatchObject([{ path: 'password', message: /outside of the shop/ }]);
  });

  test('proves nothing with it for a day, and switches on no second factor', async () => {
    const account = await owner();
    await setPasswordAtAuth(await authToken(account), NEW_PASSWORD);
    const { token } = (await login({ ...account, password: NEW_PASSWORD })).json.data;
    const require = () => as(token)('POST', '/api/staff/roles', { ...ROLE, name: `Role ${members}`, proof: NEW_PASSWORD });
    expect((await require()).json.errors).toMatchObject([{ path: 'proof', message: /outside of the shop/ }]);
    const { secret } = (await as(token)('POST', `${FACTOR}/secret`, {})).json.data;
    const on = await as(token)('POST', FACTOR, { password: NEW_PASSWORD, secret, code: codeOf(secret) });
    expect(on.json.errors).toMatchObject([{ path: 'password', message: /outside of the shop/ }]);
    await shop.rows(`update foreign_passwords set set_at = now() - interval '1 day' where account = '${account.id}'`);
    expect((await require()).status).toBe(201);
  });

  test('floods nobody: the same is told three times an hour', async () => {
    const account = await owner();
    const passwords = [1, 2, 3, 4, 5].map((n) => `chosen by a thief ${n + 1}`);
    let { password } = account;
    for (const next of passwords) {
      expect(await setPasswordAtAuth(await authToken({ ...account, password }), next)).toBe(200);
      password = next;
    }
    expect((await mailed('password')).filter(({ recipient }) => recipient === STAFF.email)).toHaveLength(3);
  });
});

const ROLE = { description: '', rights: ['see_orders'], revealsADay: 0 };

test('a shopper’s sessions end with another password at Auth, and what their browser held changes none there', async () => {
  const account = { email: 'hina@example.com', password: 'a long enough password' };
  const { token } = (await shop.call('POST', '/api/auth/signup', { body: account })).json.data;
  const me = async () => (await shop.call('GET', '/api/auth/me', { token })).status;
  expect(await me()).toBe(200);
  expect(await setPasswordAtAuth(token, NEW_PASSWORD)).toBeGreaterThanOrEqual(400);
  expect(await setPasswordAtAuth(await authToken(account), NEW_PASSWORD)).toBe(200);
  expect(await me()).toBe(401);
});
