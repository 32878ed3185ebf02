import { beforeEach, describe, expect, test } from 'vitest';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import type { Answered } from '#tests/setup/stack/embedded-shop.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop({ rateLimits: 'on' });
await signInStaff(shop);
beforeEach(() => shop.rows('delete from sign_in_limits; delete from sign_in_devices; delete from rate_limits'));

const WRONG = 'not the password';

interface From {
  ip?: string;
  /** The cookie that an answer set before. */
  device?: string | null;
  username?: string;
}

const login = (password: string, { ip = '203.0.113.1', device, username = STAFF.username }: From = {}) =>
  shop.call('POST', '/api/auth/admin/login', {
    body: { username, password },
    ip,
    headers: device ? { Cookie: device } : {},
  });
const deviceOf = ({ headers }: Answered) => headers.get('set-cookie')?.split(';')[0] ?? null;
const waitOf = ({ headers }: Answered) => Number(headers.get('retry-after'));

/** As if so many seconds had passed. */
const pass = (seconds: number) =>
  shop.rows(
    `update sign_in_limits set next_at = next_at - interval '${seconds} seconds', ends_at = ends_at - interval '${seconds} seconds'`,
  );

/** Thirty wrong tries from ten addresses, three from each, five at a time: more passwords at once are too many for a slow machine. */
async function guess(attempt: (ip: string) => Promise<Answered>): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let start = 0; start < 30; start += 5) {
    answers.push(...(await Promise.all(Array.from({ length: 5 }, (_, n) => attempt(`192.0.2.${(start + n) % 10}`)))));
  }
  return answers;
}

const attack = (username: string = STAFF.username) => guess((ip) => login(WRONG, { ip, username }));

/** The codes of refusals, each once. */
const codesOf = (answers: Answered[]) => [...new Set(answers.map(({ json }) => json.code))].toSorted();

describe('thirty wrong tries from ten addresses', () => {
  test('do not lock the owner out on a known device, however often they are made', async () => {
    const device = deviceOf(await login(STAFF.password));
    for (let wave = 0; wave < 3; wave++) await attack();
    expect((await login(STAFF.password, { device, ip: '198.51.100.77' })).status).toBe(200);
    // Nor from the very address of the guesses.
    expect((await login(STAFF.password, { device, ip: '192.0.2.3' })).status).toBe(200);
  });

  test('delay the owner on a new device by an announced time, whatever is tried in between', async () => {
    const made = (await attack()).filter(({ status }) => status === 401).length;
    expect(made).toBeGreaterThanOrEqual(10);
    // One more for each half minute that it took.
    expect(made).toBeLessThanOrEqual(13);
    const told = await login(STAFF.password);
    expect(told.status).toBe(429);
    expect(told.json.message).toMatch(/^Too many wrong tries\. Please try again in \d+ (seconds|minutes)\.$/);
    expect(waitOf(told)).toBeGreaterThan(0);
    expect(waitOf(told)).toBeLessThanOrEqual(15 * 60);

    // Asking again does not lengthen it, and neither do the guessers.
    expect(waitOf(await login(STAFF.password))).toBeLessThanOrEqual(waitOf(told));
    await attack();
    await pass(waitOf(told));
    await attack();
    expect((await login(STAFF.password)).status).toBe(200);
  });

  test('get the same answers for an account that does not exist', async () => {
    const known = codesOf(await attack());
    expect(known).toEqual(['invalid_credentials', 'too_many_requests']);
    expect(codesOf(await attack('nobody'))).toEqual(known);
  });
});

describe('wrong tries', () => {
  test('from one address are delayed longer each time, until a right password', async () => {
    for (let time = 0; time < 3; time++) expect((await login(WRONG)).status).toBe(401);
    for (const delay of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      const refused = await login(WRONG);
      // Less the moment between the two tries.
      expect(waitOf(refused)).toBeLessThanOrEqual(delay);
      expect(waitOf(refused)).toBeGreaterThan(delay - 4);
      await pass(waitOf(refused));
      expect((await login(WRONG)).status).toBe(401);
    }
    await pass(900);
    expect((await login(STAFF.password)).status).toBe(200);
    expect((await login(WRONG)).status).toBe(401);
  });

  test('on a known device slow only that device', async () => {
    const device = deviceOf(await login(STAFF.password));
    const other = deviceOf(await login(STAFF.password));
    expect(other).not.toBe(device);
    for (let time = 0; time < 3; time++) await login(WRONG, { device });
    expect((await login(STAFF.password, { device })).status).toBe(429);
    expect((await login(STAFF.password, { device: other })).status).toBe(200);
  });

  test('sent at once do not get around the delay', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  });
});

describe('a device', () => {
  test('is known by a cookie that only sign-in receives and scripts cannot read, stored as a hash', async () => {
    const { headers } = await login(STAFF.password);
    expect(headers.get('set-cookie')).toMatch(
      /^device=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict$/,
    );
    const token = /device=([\w-]{43})/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    const kept = JSON.stringify(await shop.rows('select * from sign_in_devices'));
    expect(kept).not.toContain(token);
    expect(kept).not.toMatch(/sana/);
    expect(JSON.stringify(await shop.rows('select * from sign_in_limits'))).not.toMatch(/203\.0\.113|sana/);
  });

  test('keeps its cookie when it signs in again, and a wrong password makes none', async () => {
    const device = deviceOf(await login(STAFF.password));
    expect(deviceOf(await login(STAFF.password, { device }))).toBeNull();
    expect(deviceOf(await login(WRONG))).toBeNull();
  });

  test('is known only to accounts it signed in to, and an account knows at most ten', async () => {
    const device = deviceOf(await login(STAFF.password));
    await attack('nobody');
    expect((await login(WRONG, { device, username: 'nobody', ip: '192.0.2.200' })).status).toBe(429);
    for (let browser = 0; browser < 12; browser++) await login(STAFF.password);
    expect(await shop.rows('select * from sign_in_devices')).toHaveLength(10);
  });

  test('with an unknown cookie gets a new one, and the unknown one has no effect', async () => {
    const planted = `device=${'x'.repeat(43)}`;
    const own = deviceOf(await login(STAFF.password, { device: planted }));
    expect(own).not.toBe(planted);
    await attack();
    expect((await login(STAFF.password, { device: planted })).status).toBe(429);
    expect((await login(STAFF.password, { device: own })).status).toBe(200);
  });

  test('is unknown again once its member is signed out everywhere', async () => {
    const first = await login(STAFF.password);
    const [{ id }] = await shop.rows(`select id from staff where username = '${STAFF.username}'`);
    await shop.call('POST', `/api/staff/${id}/sign-out`, { token: first.json.data.token, body: {} });
    await attack();
    expect((await login(STAFF.password, { device: deviceOf(first) })).status).toBe(429);
  });

  test('of a shopper also gets in while somebody guesses', async () => {
    const account = { email: 'hina@example.com', password: 'her shopping password' };
    const device = deviceOf(await shop.call('POST', '/api/auth/signup', { body: account }));
    await guess((ip) => shop.call('POST', '/api/auth/login', { body: { ...account, password: WRONG }, ip }));
    const signIn = (headers: Record<string, string>) => shop.call('POST', '/api/auth/login', { body: account, headers });
    expect((await signIn({})).status).toBe(429);
    expect((await signIn({ Cookie: device ?? '' })).status).toBe(200);
  });
});
