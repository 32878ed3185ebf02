// How often somebody may try codes, and phones with a code.
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);

const LIMITS = { hits: 20, seconds: 3_600, shopHits: 60, fewHits: 2 };

const attempt = (code: string, who: { network: string; device?: string; phone?: string }) =>
  shop`select public.count_code_try(${code}, ${shop.json({ ...LIMITS, ...who })})`;

/** Whether somebody may try a code. */
async function mayTry(code: string, who: { network: string; device?: string; phone?: string }): Promise<boolean> {
  const refusal = await attempt(code, who).then(
    () => undefined,
    (error) => refusalOf(Promise.reject(error)),
  );
  if (refusal) expect(refusal).toMatchObject({ status: 429, code: 'too_many_guesses' });
  return !refusal;
}

async function lookedUp(networks: number): Promise<number> {
  await database.owner`delete from public.rate_limits`;
  let looked = 0;
  for (let n = 0; n < 600; n += 1)
    if (await mayTry(`GUESS${n}`, { network: `${n % networks}`, device: `device ${n}` })) looked += 1;
  return looked;
}

test('600 guesses find few codes from one network and from fifty, and a right code works at once for whoever has not guessed', async () => {
  const { code } = await addCode(shop);
  expect(await lookedUp(1)).toBe(20);
  expect(await mayTry(code, { network: '0' })).toBe(false);
  expect(await lookedUp(50)).toBe(100);
  expect(await mayTry(code, { network: '7' })).toBe(false);

  for (let n = 0; n < 30; n += 1) expect(await mayTry(code.toLowerCase(), { network: 'fresh', device: 'fresh' })).toBe(true);
  // Whoever mistypes it once may correct it, and is slowed at the third time.
  expect(await mayTry('MISTYPED', { network: 'another' })).toBe(true);
  expect(await mayTry(code, { network: 'another' })).toBe(true);
  expect(await mayTry('MISTYPED', { network: 'another' })).toBe(true);
  expect(await mayTry(code, { network: 'another' })).toBe(false);
});

test('many tries at once are counted one by one', async () => {
  await database.owner`delete from public.rate_limits`;
  const tried = await Promise.all(
    Array.from({ length: 60 }, (_, n) => mayTry(`GUESS${n}`, { network: 'one', device: `device ${n % 3}` })),
  );
  expect(tried.filter(Boolean)).toHaveLength(20);
});

test('a phone that a code is not for is counted as a wrong try, and one that it is for never', async () => {
  await database.owner`delete from public.rate_limits`;
  const { code } = await addCode(shop, { once_per_phone: false, new_customers_only: true });
  const known = newPhone();
  const ring = await addProduct(shop, { stock: 10 });
  await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: known }));
  for (let n = 0; n < 20; n += 1) expect(await mayTry(code, { network: `network ${n}`, phone: known })).toBe(true);
  expect(await mayTry(code, { network: 'another', phone: known })).toBe(false);
  const unknown = newPhone();
  for (let n = 0; n < 30; n += 1) expect(await mayTry(code, { network: 'another', phone: unknown })).toBe(true);
});
