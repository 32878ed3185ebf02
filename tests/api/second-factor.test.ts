import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

// The clock of the codes stands still: no step of thirty seconds ends in the middle of a test.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(async () => {
  vi.useRealTimers();
});
const shop = await staffedShop({ rateLimits: 'on' });
const { token: owner } = shop;

const PASSWORD = 'a long enough password';
const FACTOR = '/api/auth/admin/second-factor';
/** What an owner without a second factor sends besides. */
const PROVED = { proof: STAFF.password };

const as = (token: string) => (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const login = (username: string, code?: string, password = PASSWORD) =>
  shop.call('POST', '/api/auth/admin/login', { body: { username, password, ...(code ? { code } : {}) } });
const orders = async (token: string) => (await shop.call('GET', '/api/orders', { token })).status;

/** A member who is no owner: their id, and a token of theirs. */
async function member(username: string): Promise<{ id: string; token: string }> {
  await addStaff(shop.supabase, { email: `${username}@shop.test`, username, password: PASSWORD });
  await shop.rows(`update staff set role = 'desk' where username = '${username}'`);
  const [{ id }] = await shop.rows(`select id from staff where username = '${username}'`);
  return { id, token: (await login(username)).json.data.token };
}

/** Switches a second factor on with the code of a minute ago, so that those of now are left. */
async function switchOn(token: string): Promise<{ secret: string; codes: string[] }> {
  const { secret, address } = (await as(token)('POST', `${FACTOR}/secret`, {})).json.data;
  expect(address).toContain(`secret=${secret}`);
  const { status, json } = await as(token)('POST', FACTOR, { password: PASSWORD, secret, code: codeOf(secret, -1) });
  expect(status).toBe(200);
  return { secret, codes: json.data.codes };
}

/** A member with a second factor. */
async function guarded(username: string) {
  const made = await member(username);
  return { ...made, ...(await switchOn(made.token)) };
}

describe('a second factor', () => {
  test('is asked for only after the right password', async () => {
    const { secret } = await guarded('amna');
    expect((await login('amna', undefined, 'wrong')).json.code).toBe('invalid_credentials');
    expect((await login('amna', codeOf(secret), 'wrong')).json.code).toBe('invalid_credentials');
    expect((await login('amna')).json).toMatchObject({ code: 'second_factor_needed' });
    const { status, json } = await login('amna', codeOf(secret));
    expect(status).toBe(200);
    expect(await orders(json.data.token)).toBe(200);
  });

  test('accepts a code once, even for two simultaneous sign-ins, and no older code', async () => {
    const { secret } = await guarded('bilal');
    const code = codeOf(secret);
    const twice = await Promise.all([login('bilal', code), login('bilal', code)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await login('bilal', code)).json).toMatchObject({ code: 'second_factor_wrong' });
    expect((await login('bilal', codeOf(secret, -1))).json).toMatchObject({ code: 'second_factor_wrong' });
    await shop.rows('delete from sign_in_limits');
    expect((await login('bilal', codeOf(secret, 1))).status).toBe(200);
  });

  test('is also required of a session that Auth opened with the password alone', async () => {
    await guarded('dania');
    const client = createClient(shop.supabase.url, shop.supabase.publishableKey, { auth: { persistSession: false } });
    const { data } = await client.auth.signInWithPassword({ email: 'dania@shop.test', password: PASSWORD });
    const straight = data.session?.access_token ?? '';
    expect(straight).not.toBe('');
    expect(await orders(straight)).toBe(401);
    expect((await shop.call('POST', '/api/auth/verify', { body: { token: straight } })).status).toBe(401);
    const shopping = await shop.call('POST', '/api/auth/login', { body: { email: 'dania@shop.test', password: PASSWORD } });
    expect(await orders(shopping.json.data.token)).toBe(401);
  });

  test('accepts a recovery code once, however it is typed', async () => {
    const { codes } = await guarded('ehsan');
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    expect((await login('ehsan', ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await login('ehsan', code)).json).toMatchObject({ code: 'second_factor_wrong' });
    const { token } = (await login('ehsan', codes[1])).json.data;
    expect((await as(token)('GET', FACTOR)).json.data).toMatchObject({ codesLeft: 8 });
  });

  test('stores neither secret nor recovery codes in plain text', async () => {
    const { secret, codes } = await guarded('farah');
    const kept = JSON.stringify([
      await shop.rows('select * from staff_second_factors'),
      await shop.rows('select * from staff_recovery_codes'),
    ]);
    expect(kept).not.toContain(secret);
    for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });

  test('outlives the secret key and its own: what an earlier key encrypted is encrypted anew when it is used', async () => {
    const { secrets } = await import('#server/secrets.ts');
    const before = { ...secrets };
    const stored = async () =>
      (
        await shop.rows(
          `select f.secret from staff_second_factors f join staff s on s.id = f.staff_id where s.username = 'gulnaz'`,
        )
      )[0].secret;
    const passes = async (code: string) => (await login('gulnaz', code)).status === 200;
    const now = Date.now();
    try {
      // Codes of five minutes follow, and a project refuses tokens from the future.
      vi.setSystemTime(now - 5 * 60_000);
      // Until it has a key of its own, the project's secret key encrypts it.
      const { secret } = await guarded('gulnaz');
      const byProject = await stored();
      secrets.SECOND_FACTOR_KEY = 'the first key of the second factors';
      expect(await passes(codeOf(secret))).toBe(true);
      const byFirst = await stored();
      expect(byFirst).not.toBe(byProject);

      // The project's secret key changes, then the key itself.
      vi.setSystemTime(Date.now() + 60_000);
      secrets.SUPABASE_SECRET_KEY = 'another secret key';
      expect(await passes(codeOf(secret))).toBe(true);
      expect(await stored()).toBe(byFirst);
      vi.setSystemTime(Date.now() + 60_000);
      secrets.SECOND_FACTOR_KEY_PREVIOUS = secrets.SECOND_FACTOR_KEY;
      secrets.SECOND_FACTOR_KEY = 'the second key of the second factors';
      expect(await passes('000000')).toBe(false);
      expect(await stored()).toBe(byFirst);
      expect(await passes(codeOf(secret))).toBe(true);
      expect(await stored()).not.toBe(byFirst);

      // Once it was used, the previous key may go.
      vi.setSystemTime(Date.now() + 60_000);
      secrets.SECOND_FACTOR_KEY_PREVIOUS = '';
      expect(await passes(codeOf(secret))).toBe(true);
      secrets.SECOND_FACTOR_KEY = 'a key that never encrypted anything';
      vi.setSystemTime(Date.now() + 60_000);
      expect(await passes(codeOf(secret))).toBe(false);
    } finally {
      Object.assign(secrets, before);
      vi.setSystemTime(now);
    }
  });

  test('cannot be guessed: wrong codes are slowed like wrong passwords, counted separately', async () => {
    const { secret } = await guarded('ghani');
    const wrong = Array.from({ length: 4 }, () => '000000');
    const answers = [];
    for (const code of wrong) answers.push((await login('ghani', code)).status);
    expect(answers).toEqual([401, 401, 401, 429]);
    expect((await login('ghani', codeOf(secret))).status).toBe(429);
    await shop.rows(`update sign_in_limits set next_at = next_at - interval '5 seconds'`);
    expect((await login('ghani', codeOf(secret))).status).toBe(200);
  });

  test('is switched on once, with the password and a valid code', async () => {
    const { token } = await member('huma');
    const call = as(token);
    const { secret } = (await call('POST', `${FACTOR}/secret`, {})).json.data;
    const fields = async (body: unknown) =>
      (await call('POST', FACTOR, body)).json.errors.map(({ path }: { path: string }) => path);
    expect(await fields({ password: 'wrong', secret, code: codeOf(secret) })).toEqual(['password']);
    expect(await fields({ password: PASSWORD, secret, code: codeOf(secret, 20) })).toEqual(['code']);
    expect(await fields({ password: PASSWORD, secret: 'short', code: 'x' })).toEqual(['secret', 'code']);
    expect((await call('GET', FACTOR)).json.data).toEqual({ since: null, codesLeft: 0, isRequired: false });
    await switchOn(token);
    expect((await call('POST', FACTOR, { password: PASSWORD, secret, code: codeOf(secret) })).json.code).toBe(
      'second_factor_is_on',
    );
  });

  test('is switched off, and its recovery codes renewed, with password and code', async () => {
    const { token, secret, codes } = await guarded('iqra');
    const call = as(token);
    for (const path of [`${FACTOR}/off`, `${FACTOR}/recovery-codes`]) {
      expect((await call('POST', path, { password: 'wrong', code: codes[0] })).json.errors[0].path).toBe('password');
      expect((await call('POST', path, { password: PASSWORD, code: 'none of mine' })).json.errors[0].path).toBe('code');
      expect((await call('POST', path, { password: PASSWORD, code: 'abcd'.repeat(4) })).json.errors[0].path).toBe('code');
    }
    const renewed = (await call('POST', `${FACTOR}/recovery-codes`, { password: PASSWORD, code: codeOf(secret) })).json.data
      .codes;
    expect((await login('iqra', codes[1])).status).toBe(401);
    expect((await login('iqra', renewed[0])).status).toBe(200);
    expect((await call('POST', `${FACTOR}/off`, { password: PASSWORD, code: renewed[1] })).status).toBe(200);
    expect((await login('iqra')).status).toBe(200);
    expect((await call('POST', `${FACTOR}/off`, { password: PASSWORD, code: renewed[2] })).json.code).toBe(
      'second_factor_is_off',
    );
  });
});

describe('a session', () => {
  test('is listed with its browser, and once ended fails at its next request', async () => {
    const { token } = await member('jamil');
    const phone = await shop.call('POST', '/api/auth/admin/login', {
      body: { username: 'jamil', password: PASSWORD },
      headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36' },
    });
    const listed = (await as(token)('GET', '/api/auth/admin/sessions')).json.data;
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    const other = listed.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect(other).toMatchObject({ device: 'Chrome on Android', createdAt: expect.any(String), lastSeenAt: expect.any(String) });

    expect(await orders(phone.json.data.token)).toBe(200);
    expect((await as(token)('DELETE', `/api/auth/admin/sessions/${other.id}`)).status).toBe(200);
    expect(await orders(phone.json.data.token)).toBe(401);
    expect((await as(token)('DELETE', `/api/auth/admin/sessions/${other.id}`)).json.code).toBe('session_not_found');
    expect((await as(token)('DELETE', '/api/auth/admin/sessions/none')).status).toBe(404);
  });

  test('ends together with all others except the requesting one', async () => {
    const { token } = await member('kiran');
    const others = [await login('kiran'), await login('kiran')].map(({ json }) => json.data.token);
    expect((await as(token)('POST', '/api/auth/admin/sessions/end-others', {})).json.data).toEqual({ ended: 2 });
    for (const other of others) expect(await orders(other)).toBe(401);
    expect(await orders(token)).toBe(200);
  });

  test('of somebody else can be seen and ended by an owner', async () => {
    const { id, token } = await member('laila');
    const [mine] = (await as(owner)('GET', '/api/auth/admin/sessions')).json.data;
    expect((await as(token)('DELETE', `/api/auth/admin/sessions/${mine.id}`)).status).toBe(404);
    const [session] = (await as(owner)('GET', `/api/staff/${id}/sessions`)).json.data;
    expect((await as(owner)('DELETE', `/api/staff/${id}/sessions/${session.id}`, PROVED)).status).toBe(200);
    expect(await orders(token)).toBe(401);
  });
});

describe('an owner', () => {
  test('alone changes the access of others', async () => {
    const { id } = await member('maria');
    const { token } = await member('nadir');
    const refusals = [
      await as(token)('PUT', `/api/staff/${id}/active`, { isActive: false }),
      await as(token)('POST', `/api/staff/${id}/sign-out`, {}),
      await as(token)('GET', `/api/staff/${id}/sessions`),
      await as(token)('POST', `/api/staff/${id}/second-factor/reset`, {}),
      await as(token)('PUT', '/api/staff/second-factor', { isRequired: true }),
    ];
    expect(refusals.map(({ status, json }) => [status, json.code])).toEqual(refusals.map(() => [403, 'owner_only']));
    expect((await as(owner)('GET', '/api/staff')).json.data.filter(({ isOwner }: { isOwner: boolean }) => isOwner)).toHaveLength(
      1,
    );
  });

  test('resets a lost second factor, which also ends the sessions', async () => {
    const { id, token } = await guarded('omar');
    expect((await as(owner)('POST', `/api/staff/${id}/second-factor/reset`, PROVED)).json.data).toMatchObject({
      hasSecondFactor: false,
    });
    expect(await orders(token)).toBe(401);
    expect((await login('omar')).status).toBe(200);
  });

  test('requires a second factor of everyone: members without one set it up at the next sign-in', async () => {
    const { token: before } = await member('pari');
    const require = (isRequired: boolean, proof: string | undefined) =>
      as(owner)('PUT', '/api/staff/second-factor', { isRequired, proof });
    expect((await require(true, STAFF.password)).json.code).toBe('second_factor_first');
    const { codes } = await switchOn(owner);
    expect((await require(true, codes[1])).json.data).toEqual({ isRequired: true });

    expect(await orders(before)).toBe(200);
    const { token, mustEnroll } = (await login('pari')).json.data;
    expect(mustEnroll).toBe(true);
    expect((await shop.call('GET', '/api/orders', { token })).json.code).toBe('second_factor_required');
    expect((await as(token)('GET', '/api/auth/admin/sessions')).status).toBe(403);
    expect((await shop.call('POST', '/api/auth/verify', { body: { token } })).json.data.mustEnroll).toBe(true);
    const own = await switchOn(token);
    expect(await orders(token)).toBe(200);
    expect((await as(token)('POST', `${FACTOR}/off`, { password: PASSWORD, code: own.codes[0] })).json.code).toBe(
      'second_factor_needed_by_all',
    );

    expect((await require(false, codes[2])).json.data).toEqual({ isRequired: false });
    expect((await as(owner)('POST', `${FACTOR}/off`, { password: STAFF.password, code: codes[0] })).status).toBe(200);
  });
});
