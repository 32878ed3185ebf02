// A transaction number counts once, however it is typed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, type PlacedOrder, placeOrder } from './calls/order-calls.ts';
import { refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

/** The same spellings every time. */
const SEED = 20_261_126;
const CHECK_FAILED = '23514';

const database = await testPostgres();
const shop = await database.connect(4);
const sana = await addColleague(database.owner, 'sana');
const ring = await addProduct(shop, { stock: 1_000, price: 1_000 });

const oneOf = <Each>(...choices: Each[]) => fc.constantFrom(...choices);

/** Zeros of scripts: ASCII more often, Arabic, Urdu, Devanagari, Bengali, Thai, Khmer, fullwidth, mathematical, Adlam. */
const ZEROS = [48, 48, 48, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x17e0, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950];
/** What looks like a Latin letter and is none. */
const LOOKALIKES: Record<string, string> = {
  A: 'aАаΑα𝐀ＡａÁᎪ',
  B: 'bВΒᏴＢ𝖡',
  C: 'cСсᏟＣⅽ',
  E: 'eЕеΕᎬＥé',
  F: 'fＦ𝐅ƒ',
  H: 'hНнΗᎻＨ',
  K: 'kКкΚκＫ',
  M: 'mМмΜᎷＭⅯ',
  P: 'pРрΡρᏢＰ',
  T: 'tТтΤτＴᎢ',
  X: 'xХхΧχＸⅹ',
  Y: 'yУуΥＹ',
  0: 'OoОоΟοＯ',
  1: 'IilLІіΙιӀɩ',
};

const sign = (plain: string, at: number, number: string) => {
  // Behind the letters of a bank, a letter for its first digit reads as one of them.
  const alike = /[A-Z]\d/.test(number.slice(at - 1, at + 1)) ? [] : [...(LOOKALIKES[plain] ?? '')];
  if (!/\d/.test(plain)) return alike.length > 0 ? oneOf(plain, plain, ...alike) : oneOf(plain, plain.toLowerCase());
  return fc.oneof(
    { arbitrary: oneOf(...ZEROS).map((zero) => String.fromCodePoint(zero + Number(plain))), weight: 9 },
    { arbitrary: alike.length > 0 ? oneOf(...alike) : fc.constant(plain), weight: 1 },
  );
};

const GAPS = ['', '', '', '', ' ', '-', '–', '.', '/', '_', '\u00a0', '\u200b', '\u200f', '\u2060', '\ufe0f', '\u0301', ' - '];
const BEFORE = [
  '',
  '',
  'TID: ',
  'tid ',
  'Trx ID ',
  'TRXID:',
  'Transaction no. ',
  'Transaction ID - ',
  'Ref # ',
  'REF NO. ',
  'Txn.',
  'Ali ',
  'Easypaisa TID: ',
];
const BEFORE_IN_URDU = ['ٹرانزیکشن نمبر ', 'نمبر: ', 'ٹی آئی ڈی '];
const AFTER = ['', '', '', '.', ' ', ' ✅', ' شکریہ'];

/** Digits of a wallet or bank, and what core banking systems make: two letters, the day, five letters or digits. */
const digits = fc.stringMatching(/^\d{8,14}$/);
const coded = fc
  .tuple(fc.stringMatching(/^\d{5}$/), fc.stringMatching(/^[ABCEFHKMPTXY2-9]{5}$/))
  .map(([day, rest]) => `FT${day}${rest}`);

const spelt = fc.oneof(digits, coded).chain((number) =>
  fc
    .tuple(
      oneOf(...BEFORE, ...BEFORE_IN_URDU),
      fc.tuple(...[...number].map((each, at) => sign(each, at, number))),
      fc.array(oneOf(...GAPS), { minLength: number.length, maxLength: number.length }),
      oneOf(...AFTER),
    )
    .map(([before, signs, gaps, after]) => ({
      number,
      typed: before + signs.map((each, at) => (at === 0 ? '' : gaps[at]) + each).join('') + after,
    })),
);

test('every spelling of a number has one form, which is its own', async () => {
  const spellings = fc.sample(spelt, { numRuns: 2_000, seed: SEED });
  const rows = await shop`
    select t.typed, shop.transaction_key(t.typed) as key, shop.transaction_key(t.number) as plain, shop.transaction_key(shop.transaction_key(t.typed)) as again,
           position(shop.transaction_key(t.typed) in shop.number_letters('IBFT ' || t.typed || ' HIRA')) > 0 as is_found
      from unnest(${spellings.map(({ typed }) => typed)}::text[], ${spellings.map(({ number }) => number)}::text[]) as t (typed, number)`;
  for (const { typed, key, plain, again, is_found } of rows) {
    expect([typed, key]).toEqual([typed, plain]);
    expect([typed, again, is_found]).toEqual([typed, key, true]);
  }
});

test('whatever is typed, its form is its own', async () => {
  const piece = oneOf('ID', 'TID', 'REF', 'NO', 'l', 'O', '1', '0', '4821', '77', ' ', '.', ':', 'PK', 'ALI', '\u0662', 'x');
  const texts = fc.sample(
    fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ maxLength: 60 }),
    ),
    {
      numRuns: 4_000,
      seed: SEED,
    },
  );
  const typed = texts.filter((text) => !text.includes('\0'));
  const rows = await shop`
    select t.typed, shop.transaction_key(t.typed) as key, shop.transaction_key(shop.transaction_key(t.typed)) as again
      from unnest(${typed}::text[]) as t (typed)`;
  for (const { typed, key, again } of rows) expect([typed, again]).toEqual([typed, key]);
});

test('numbers that differ have forms that differ', async () => {
  const numbers = [...new Set(fc.sample(fc.oneof(digits, coded), { numRuns: 4_000, seed: SEED }))];
  const [row] = await shop`select count(distinct shop.transaction_key(n))::int as keys from unnest(${numbers}::text[]) n`;
  expect(row?.['keys']).toBe(numbers.length);
});

let people = 0;

async function newOrder(): Promise<PlacedOrder> {
  const order = await placeOrder(
    shop,
    orderFor([{ product: ring }], { customerPhone: `+92305${String(++people).padStart(7, '0')}` }),
  );
  await shop`select public.ask_for_advance(${order.id}, ${shop.json({ basis: 'all', hours: 24 })}, ${sana})`;
  return order;
}

const send = (order: PlacedOrder, reference: string) => shop`
  select public.claim_advance(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'), ${shop.json({ reference })})`;

const book = (order: PlacedOrder, reference: string) => shop`
  select public.verify_transfer(${order.id}, ${shop.json({ amount: 100, method: 'wallet', reference })}, ${sana})`;

const SPELLINGS = [
  'TID: 4821 3900 7712',
  '۴۸۲۱۳۹۰۰۷۷۱۲',
  '４８２１-３９００-７７１２',
  'Trx ID 𝟒𝟖𝟐𝟏𝟑𝟗𝟎𝟎𝟕𝟕𝟏𝟐',
  '48213900\u200b7712',
  '482l39OO77l2',
  '48213900771２ paid',
  'ٹرانزیکشن نمبر ٤٨٢١٣٩٠٠٧٧١٢',
  '४८२१३९००७७१२',
];

describe('a number that was sent for one order', () => {
  test('is refused for another one by customer and staff, in any spelling', async () => {
    const first = await newOrder();
    await send(first, '482139007712');
    const other = await newOrder();
    for (const reference of SPELLINGS) {
      const refused = { status: 422, code: 'validation_failed', details: { errors: [{ path: 'reference' }] } };
      expect(await refusalOf(send(other, reference)), reference).toMatchObject(refused);
      expect(await refusalOf(book(other, reference)), reference).toMatchObject(refused);
    }
    const [claims] =
      await shop`select count(*)::int as n from public.advance_claims where order_id in (${first.id}, ${other.id})`;
    expect(claims?.['n']).toBe(1);
  });

  test('is typed as the receipt shows it: letters that could stand for a digit unseen are refused, words in Urdu are not', async () => {
    const order = await newOrder();
    expect((await refusalOf(send(order, 'Ж5521 90017 7788'))).details).toEqual({
      errors: [{ path: 'reference', message: 'Type the number as the receipt shows it, with the letters A to Z' }],
    });
    await send(order, 'نمبر 5521 90017 7788 شکریہ');
  });

  test('cannot be stored in another form', async () => {
    const order = await newOrder();
    const insert = shop`insert into public.advance_claims (order_id, reference, reference_key) values (${order.id}, 'TID 99', 'TID 99')`;
    expect(await sqlstateOf(insert)).toBe(CHECK_FAILED);
  });
});
