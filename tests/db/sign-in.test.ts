import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';

const database = await testPostgres();
const shop = await database.connect(20);

beforeEach(() => database.owner`truncate public.sign_in_limits, public.sign_in_devices`);

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const account = hash('owner@shop.test');

interface Try {
  address?: string;
  device?: string | null;
  method?: string;
}

/** Asks to try a password. Returns the seconds to wait, 0 when it may be tried. */
async function begin({ address = 'here', device = null, method = 'password' }: Try): Promise<number> {
  const [answer] = await shop<
    { wait: number }[]
  >`select public.begin_sign_in(${method}, ${account}, ${hash(address)}, ${device}) as wait`;
  return answer?.wait ?? -1;
}

const end = ({ address = 'here', device = null, method = 'password' }: Try) =>
  shop`select public.end_sign_in(${method}, ${account}, ${hash(address)}, ${device})`;

/** As if so many seconds had passed. */
const pass = (seconds: number) =>
  database.owner`update public.sign_in_limits
    set next_at = next_at - make_interval(secs => ${seconds}), ends_at = ends_at - make_interval(secs => ${seconds})`;

/** How many guesses get through in an hour when so many addresses try every half minute. */
async function guessesInAnHour(addresses: number, method: string): Promise<number> {
  let guesses = 0;
  for (let round = 0; round < 120; round++) {
    const waits = await Promise.all(Array.from({ length: addresses }, (_, n) => begin({ address: `guesser ${n}`, method })));
    guesses += waits.filter((wait) => wait === 0).length;
    await pass(30);
  }
  return guesses;
}

test('of a hundred simultaneous tries from one address three are checked', async () => {
  const { done } = await race(100, () => begin({}));
  expect(done.filter((wait) => wait === 0)).toHaveLength(3);
});

test('of a hundred simultaneous tries from a hundred addresses ten are checked, and each of the others gets its own place in the queue', async () => {
  const { done } = await race(100, (n) => begin({ address: `guesser ${n}` }));
  expect(done.filter((wait) => wait === 0)).toHaveLength(10);
  const inLine = done.filter((wait) => wait > 0).toSorted((a, b) => a - b);
  expect(inLine.at(-1)).toBeLessThanOrEqual(15 * 60);
  expect(new Set(inLine.filter((wait) => wait < 14 * 60)).size).toBeGreaterThan(20);
});

test('twenty addresses make at most 130 guesses an hour on an account', async () => {
  const guesses = await guessesInAnHour(20, 'password');
  expect(guesses).toBeLessThanOrEqual(130);
  expect(guesses).toBeGreaterThan(50);
});

test('a hundred addresses make at most 130 guesses an hour at the code of a second factor, and four each more at a password', async () => {
  expect(await guessesInAnHour(100, 'code')).toBeLessThanOrEqual(130);
  expect(await guessesInAnHour(100, 'password')).toBeLessThanOrEqual(130 + 4 * 100);
});

test('a new address gets a try within 15 minutes, however many others keep guessing', async () => {
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 100 }, (_, n) => begin({ address: `guesser ${n}` })));
    await pass(30);
  }
  const wait = await begin({ address: 'the owner abroad' });
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  await pass(wait);
  await race(100, (n) => begin({ address: `guesser ${n}` }));
  expect(await begin({ address: 'the owner abroad' })).toBe(0);
});

test('an unused place in the queue is dropped', async () => {
  await race(12, (n) => begin({ address: `guesser ${n}` }));
  const wait = await begin({ address: 'late' });
  await pass(wait + 16 * 60);
  await race(30, (n) => begin({ address: `another ${n}` }));
  expect(await begin({ address: 'late' })).toBeGreaterThan(0);
});

test('right passwords do not count towards the limit', async () => {
  for (let visit = 0; visit < 50; visit++) {
    expect(await begin({ address: `office ${visit % 5}` })).toBe(0);
    await end({ address: `office ${visit % 5}` });
  }
});

test('a device remembered by simultaneous sign-ins gets in while others guess, and an account remembers ten', async () => {
  const devices = Array.from({ length: 30 }, (_, n) => hash(`device ${n}`));
  await race(30, (n) => shop`select public.remember_device(${account}, null, ${devices[n] ?? ''})`);
  const known = await shop<{ token_hash: string }[]>`select token_hash from public.sign_in_devices where account = ${account}`;
  expect(known.length).toBeGreaterThanOrEqual(10);
  await shop`select public.remember_device(${account}, null, ${hash('the last')})`;
  expect(await shop`select 1 from public.sign_in_devices`).toHaveLength(10);

  await race(200, (n) => begin({ address: `guesser ${n}` }));
  expect(await begin({ address: 'guesser 1', device: hash('the last') })).toBe(0);
  expect(await begin({ address: 'guesser 1', device: hash('a stranger') })).toBeGreaterThan(0);
});

test('simultaneous tries and right passwords never deadlock', async () => {
  const { refused } = await race(300, async (n) => {
    const from = { address: `address ${n % 7}`, method: n % 2 ? 'password' : 'code' };
    if ((await begin(from)) === 0 && n % 3 === 0) await end(from);
  });
  expect(refused).toEqual([]);
});

test('one code opens one session, however many use it at once', async () => {
  const [made] = await database.owner<{ id: string }[]>`insert into auth.users (email) values ('amna@shop.test') returning id`;
  const id = made?.id ?? '';
  await database.owner`insert into public.staff (id, username, email) values (${id}, 'amna', 'amna@shop.test')`;
  await shop`select public.switch_on_second_factor(${id}, 'secret', 100, ${[hash('recovery')]})`;
  const open = (step: number | null, recovery: string | null) =>
    shop`select public.open_staff_session(${id}, '', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), ${step}, ${recovery})`;

  const byCode = await race(40, () => open(101, null));
  const byRecovery = await race(40, () => open(null, hash('recovery')));
  for (const { done, refused } of [byCode, byRecovery]) {
    expect(done).toHaveLength(1);
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 401, code: 'second_factor_wrong' });
  }
  // Neither without a code nor with none that is known.
  expect((await race(2, (n) => open(null, n ? hash('none') : null))).done).toEqual([]);
  expect(await shop`select 1 from public.staff_sessions`).toHaveLength(2);
  // A session of which no token is known is found by none.
  expect(await shop`select public.staff_of_token(null) as staff`).toEqual([{ staff: null }]);
});
