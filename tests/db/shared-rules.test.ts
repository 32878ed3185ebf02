// Rules that exist in TypeScript and in SQL: a screen shows what the database will do, so both must agree on every input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryCharge, orderTotal } from '#domain/cart/delivery-charge.ts';
import { changedPrice } from '#domain/catalog/changed-price.ts';
import { PRICE_STEPS, type PriceChange } from '#domain/catalog/contract.ts';
import { confirmationCode } from '#domain/confirmations/by-whatsapp.ts';
import { LOW_STOCK } from '#domain/limits.ts';
import { isUnpacked, ORDER_STATUSES } from '#domain/orders/status.ts';
import { normalizePhone, phoneDigits, readPhones, whatsappNumber } from '#domain/phone.ts';
import { photoOf } from '#domain/products/photo-of.ts';
import { choiceName } from '#domain/variants/choice-text.ts';
import { NO_PHONES, PHONE_SPELLINGS } from '#tests/setup/samples/phone-spellings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

/** The same inputs every time. */
const SEED = 20_261_125;

const database = await testPostgres();
const shop = await database.connect(10);

/** Paisas of an amount up to ten million rupees; halves of a rupee and sums near a limit more often than others. */
const rupees = fc
  .oneof(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(0, 1, 50, 99_950, 99_999, 100_000, 200_050))
  .map((paisas) => paisas / 100);

/** The digits of a number as a person may type them: a usual beginning, then as many as are right, or not. */
const digits = fc
  .tuple(
    fc.constantFrom(
      '',
      '0',
      '00',
      '92',
      '+92',
      '0092',
      '+920',
      '920',
      '+',
      '03',
      '3',
      '+923',
      '042',
      '0421110',
      '+44',
      '+971',
      '0971',
    ),
    fc.stringMatching(/^\d{5,11}$/),
  )
  .map(([beginning, rest]) => (beginning + rest).slice(0, 15));

/** What stands between digits, and marks that nobody sees. */
const between = fc.constantFrom('', '', '', ' ', '-', '–', '−', '\u00a0', '.', '/', '(', ')', '_', '\u200e', '\u202a', '\ufeff');

const spelling = fc
  .tuple(digits, fc.array(between, { minLength: 16, maxLength: 16 }), fc.constantFrom('0٠', '0۰', '00'))
  .map(([typed, gaps, [latin = '0', zero = '0']]) =>
    [...typed]
      .map(
        (sign, at) =>
          (/\d/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - latin.charCodeAt(0) + zero.charCodeAt(0)) : sign) +
          gaps[at],
      )
      .join(''),
  );

test('the database reads a phone as the API does, in every spelling, and knows it by the same digits', async () => {
  const typed = [
    ...PHONE_SPELLINGS.map(([text]) => text),
    ...NO_PHONES.map(([text]) => text),
    ...fc.sample(spelling, { numRuns: 2000, seed: SEED }),
  ];
  const read = await shop<{ phone: string | null; whatsapp: string | null; words: string[] }[]>`
    select r.phone, shop.whatsapp_number(r.phone) as whatsapp, shop.phone_words(r.phone) as words
      from unnest(${typed}::text[]) with ordinality as t (typed, place), shop.normal_phone(t.typed) as r (phone) order by t.place`;
  expect(read.filter(({ phone }) => phone !== null).length).toBeGreaterThan(500);
  expect(read.filter(({ phone }) => phone === null).length).toBeGreaterThan(500);
  for (const [at, { phone, whatsapp, words }] of read.entries()) {
    const text = typed[at] ?? '';
    expect([text, phone]).toEqual([text, onlyPhone(text)]);
    if (phone === null) continue;
    expect([text, whatsapp]).toEqual([text, whatsappNumber(text)]);
    expect(words).toContain(phoneDigits(text));
  }
});

/** The API finds two numbers in a field and stores the second one apart; the database is given one at a time. */
function onlyPhone(typed: string): string | null {
  const read = readPhones(typed);
  return 'phone' in read && read.secondPhone === null ? normalizePhone(typed) : null;
}

test('the delivery charge is the same in the cart and in the order', async () => {
  const carts = fc.sample(fc.tuple(rupees, rupees, fc.integer({ min: 0, max: 10_000 }), fc.boolean()), {
    numRuns: 2000,
    seed: SEED,
  });
  const rules = carts.map(([subtotal, limit, fee, atLimit]) => ({
    subtotal,
    freeFrom: atLimit ? subtotal : Math.round(limit),
    fee,
  }));
  const charged = await shop<{ charge: number }[]>`
    select shop.delivery_charge((r.rule ->> 'subtotal')::numeric, r.rule)::float as charge
      from jsonb_array_elements(${shop.json(rules)}) with ordinality as r (rule, place) order by r.place`;
  expect(rules.map((rule, at) => [rule, charged[at]?.charge])).toEqual(
    rules.map((rule) => [rule, deliveryCharge(rule.subtotal, rule)]),
  );
});

test('what gift wrap adds at the checkout is what the order costs more', async () => {
  const product = await addProduct(shop, { price: 999.5, stock: 100 });
  const delivery = { freeFrom: 2999, fee: 200 };
  for (const [quantity, price] of [
    [1, 150],
    [3, 150],
    [2, 0],
  ] as const) {
    await shop`select public.change_settings(${shop.json({ gifts: { wrap: 'offered', price } })}, null)`;
    const [row] = await shop`
      select public.quote_cart(${shop.json([{ productId: product.id, quantity }])}, ${shop.json(delivery)}, wraps => true) as quote`;
    expect(row?.['quote']).toMatchObject({ giftWrap: price, total: orderTotal(999.5 * quantity, delivery) + price });
  }
});

test('a bulk change makes the price that its screen has shown', async () => {
  const roundTo = fc.option(fc.constantFrom(...PRICE_STEPS), { nil: undefined });
  const change = fc.oneof(
    fc.record({ set: fc.integer({ min: 1, max: 1_000_000_000 }).map((paisas) => paisas / 100), roundTo }),
    fc.record({
      percent: fc.oneof(
        fc.integer({ min: -95, max: 500 }),
        fc.constantFrom(-0.01, 0.005, 33.3333),
        fc.integer({ min: -9_500, max: 50_000 }).map((hundredths) => hundredths / 100),
      ),
      roundTo,
    }),
  );
  const changes = fc.sample(fc.record({ price: rupees, change }), { numRuns: 2000, seed: SEED });
  const made = await shop<{ price: number }[]>`
    select shop.changed_price((c.entry ->> 'price')::numeric, c.entry -> 'change')::float as price
      from jsonb_array_elements(${shop.json(changes as never)}) with ordinality as c (entry, place) order by c.place`;
  expect(changes.map((entry, at) => [entry, made[at]?.price])).toEqual(
    changes.map((entry) => [entry, changedPrice(entry.price, entry.change as PriceChange)]),
  );
});

test('a choice has the same name in messages of the database and on screens', async () => {
  const word = fc.oneof(
    fc.constant(''),
    fc.constantFrom('7', '2.10', 'Gold', 'Rose Gold'),
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }),
  );
  const choices = fc.sample(fc.record({ color: word, size: word }), { numRuns: 500, seed: SEED });
  const named = await shop<{ name: string }[]>`
    select shop.choice_name(c.color, c.size) as name from rows from
      (unnest(${choices.map(({ color }) => color)}::text[], ${choices.map(({ size }) => size)}::text[])) with ordinality as c (color, size, place) order by place`;
  expect(named.map(({ name }) => name)).toEqual(choices.map(choiceName));
});

test('a piece in a colour has the same photo in the cart and in the back office', async () => {
  const photos = ['/a.webp', '/b.webp', '/c.webp', '/d.webp'];
  const color = fc.constantFrom('Gold', 'Silver', 'Rose Gold');
  const pieces = fc.sample(
    fc.record({
      images: fc.shuffledSubarray(photos, { minLength: 1 }),
      photoColors: fc.array(fc.record({ image: fc.constantFrom(...photos), color }), { maxLength: 5 }),
      color: fc.option(fc.oneof(color, fc.constant(''))),
    }),
    { numRuns: 2000, seed: SEED },
  );
  const shown = await shop<{ photo: string }[]>`
    select shop.photo_of(array (select jsonb_array_elements_text(p.piece -> 'images')), p.piece -> 'photoColors', p.piece ->> 'color') as photo
      from jsonb_array_elements(${shop.json(pieces)}) with ordinality as p (piece, place) order by p.place`;
  const expected = pieces.map((piece) => photoOf(piece, piece.color));
  expect(shown.map(({ photo }) => photo)).toEqual(expected);
  expect(expected.filter((photo, at) => photo !== pieces[at]?.images[0]).length).toBeGreaterThan(100);
});

test('the code in a shopper’s message confirms their order, and no other code does', async () => {
  const ring = await addProduct(shop, { stock: 1000 });
  const orders = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      placeOrder(shop, orderFor([{ product: ring }], { customerPhone: `+92310${2_000_000 + n}` })),
    ),
  );
  for (const [n, { id, order_number: number }] of orders.entries()) {
    const code = confirmationCode(id);
    const other = String((Number(code) + 1) % 10_000).padStart(4, '0');
    const said = (digits: string) => `I confirm my order ${number}. Code: ${digits}`;
    const [answer] = await shop`
      select shop.order_confirmed_by(${said(code)}, ${`92310${2_000_000 + n}`}) as confirmed, shop.order_confirmed_by(${said(other)}, ${`92310${2_000_000 + n}`}) as guessed`;
    expect(answer).toEqual({ confirmed: id, guessed: null });
  }
});

test('an order may be changed for as long as its screen says so: sent in no status, and with no parcel', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: '+923219999999' }));
  const [other] = await shop`select id from public.orders where id <> ${order.id} limit 1`;
  await shop`insert into public.shipments (order_id) values (${order.id})`;
  for (const status of ORDER_STATUSES) {
    const [row] = await shop`
      select shop.is_unpacked(jsonb_populate_record(null::public.orders, ${shop.json({ id: other?.['id'], status })})) as alone,
             shop.is_unpacked(jsonb_populate_record(null::public.orders, ${shop.json({ id: order.id, status })})) as parcelled`;
    expect(row).toEqual({ alone: isUnpacked({ status, shipments: [] }), parcelled: isUnpacked({ status, shipments: [{}] }) });
  }
});

test('phones hear of low stock from as many pieces on as the inventory calls low', async () => {
  const [row] = await database.owner`select shop.low_stock() as pieces`;
  expect(row?.['pieces']).toBe(LOW_STOCK.warning);
});

test('the database sorts names as browsers do: whatever their capitals and accents, and Urdu by its alphabet', async () => {
  const names = [
    'Zircon',
    'apple',
    'éclat',
    'Éclat 2',
    'ebony',
    'ETA',
    'پائل',
    'ٹیکا',
    'تتلی',
    'بالی',
    'آویزہ',
    'چوڑی',
    'ڈوری',
    'رانی',
    'ژالہ',
    'گجرا',
    'نتھ',
    'ہار',
    'یاقوت',
    '2 rings',
    '10 rings',
  ];
  const sorted = await shop<{ name: string }[]>`
    select x.name from unnest(${names}::text[]) as x (name) order by shop.sort_key(x.name) collate "C"`;
  expect(sorted.map(({ name }) => name)).toEqual(names.toSorted(new Intl.Collator('en').compare));
});
