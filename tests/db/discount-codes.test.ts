import { beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { readPhones } from '#domain/phone.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import * as calls from './calls/code-calls.ts';
import { type Code, newPhone } from './calls/code-calls.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { archiveOrder, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { CHECK_FAILED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(12);

let ring: ProductRow;
let jhumka: ProductRow;

beforeEach(async () => {
  ring = await addProduct(shop, { stock: 200, price: 700 });
  jhumka = await addProduct(shop, { stock: 200, price: 1000 });
  await addProduct(shop, { category: 'bracelets' });
});

const addCode = (terms: Record<string, unknown> = {}) => calls.addCode(shop, terms);
const codeNow = (asked: Code) => calls.codeNow(shop, asked);

/** Two jhumkas, 2,000 rupees, which are delivered for 200, with a code. */
function withCode(code: string, changes: Record<string, string | number> = {}) {
  return orderFor([{ product: jhumka, quantity: 2 }], { customerPhone: newPhone(), code, totalAmount: 2000, ...changes });
}

async function linesOf({ id }: { id: string }) {
  return shop<{ price: number; quantity: number; discount: number }[]>`
    select price::float, quantity, discount::float from public.order_items where order_id = ${id} order by position`;
}

describe('an order with a code', () => {
  test('costs less by the percents of its lines, in whole rupees, and keeps each line’s share', async () => {
    const { code } = await addCode({ value: 15 });
    const lines = [{ product: ring, quantity: 1 }, { product: jhumka }];
    const order = await placeOrder(
      shop,
      orderFor(lines, { customerPhone: newPhone(), code, totalAmount: 1700 - 255 + DELIVERY.fee }),
    );
    expect(order).toMatchObject({ subtotal: 1700, discount: 255, total_amount: 1445 + DELIVERY.fee, discount_code: code });
    expect((await linesOf(order)).map(({ discount }) => discount)).toEqual([105, 150]);
  });

  test('costs less by a sum, and never less than nothing', async () => {
    const { code } = await addCode({ kind: 'sum', value: 5000 });
    const order = await placeOrder(shop, withCode(code, { totalAmount: DELIVERY.fee }));
    expect(order).toMatchObject({ subtotal: 2000, discount: 2000, total_amount: DELIVERY.fee });
  });

  test('is delivered for nothing by a code for delivery', async () => {
    const { code } = await addCode({ target: 'delivery', value: 100 });
    const order = await placeOrder(shop, withCode(code, { totalAmount: 2000 }));
    expect(order).toMatchObject({ discount: 0, delivery_discount: DELIVERY.fee, shipping: 0, total_amount: 2000 });
  });

  test('has it however the code is typed', async () => {
    await addCode({ code: 'OIL2026' });
    const order = await placeOrder(shop, withCode(' o1l-2o۲٦ ', { totalAmount: 1800 + DELIVERY.fee }));
    expect(order).toMatchObject({ discount_code: 'OIL2026' });
  });

  test('gets it off the pieces alone that the code is for', async () => {
    const { code } = await addCode({ product_ids: [ring.id], value: 50 });
    const lines = [{ product: ring }, { product: jhumka }];
    const order = await placeOrder(shop, orderFor(lines, { customerPhone: newPhone(), code, totalAmount: 1350 + DELIVERY.fee }));
    expect((await linesOf(order)).map(({ discount }) => discount)).toEqual([350, 0]);
  });
});

describe('a code is refused with its reason, and the price without it,', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['before it starts', { starts_at: '2100-01-01T00:00:00Z' }, { reason: 'not_yet' }],
    ['after its end', { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-02-01T00:00:00Z' }, { reason: 'ended' }],
    ['while it is paused', { is_paused: true }, { reason: 'ended' }],
    ['below its minimum', { minimum: 3000 }, { reason: 'minimum', missing: 1000 }],
    ['for other pieces', { categories: ['bracelets'] }, { reason: 'other_pieces' }],
  ];
  test.each(cases)('%s', async (_, terms, refused) => {
    const { code } = await addCode(terms);
    const refusal = await refusalOf(placeOrder(shop, withCode(code)));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'code_gone',
      details: { refusedCode: { code, ...refused }, total: 2000 + DELIVERY.fee },
    });
  });

  test('when nobody knows it', async () => {
    const refusal = await refusalOf(placeOrder(shop, withCode('NOSUCHCODE')));
    expect(refusal.details).toMatchObject({ refusedCode: { reason: 'unknown' } });
  });

  test('when it takes off a delivery charge that is not there', async () => {
    const { code } = await addCode({ target: 'delivery', value: 100 });
    const refusal = await refusalOf(
      placeOrder(shop, orderFor([{ product: jhumka, quantity: 4 }], { customerPhone: newPhone(), code, totalAmount: 4000 })),
    );
    expect(refusal.details).toMatchObject({ refusedCode: { reason: 'nothing_off' } });
  });

  test('when it is for first orders and this is the second, without saying why to anybody but staff', async () => {
    const { code } = await addCode({ new_customers_only: true });
    const customerPhone = newPhone();
    await placeOrder(shop, orderFor([{ product: ring }], { customerPhone }));
    const asked = withCode(code, { customerPhone, totalAmount: 1800 + DELIVERY.fee });
    const refusal = await refusalOf(placeOrder(shop, asked));
    expect(refusal.details).toMatchObject({ refusedCode: { reason: 'not_usable' } });
    const staff = await addColleague(database.owner, 'omar');
    const toStaff = await refusalOf(
      shop`select public.place_order(${shop.json({ ...asked, source: 'phone' })}, ${shop.json(DELIVERY)}, actor => ${staff})`,
    );
    expect(toStaff.details).toMatchObject({ refusedCode: { reason: 'new_customers' } });
  });
});

test.each([
  ['all of it', { value: 100 }, 200, 333.33],
  ['a tenth', { value: 10 }, 500, 33.33],
  ['a sum', { kind: 'sum', value: 50 }, 483, 50.33],
  ['the delivery', { target: 'delivery', value: 100 }, 333, 0.33],
])('an order with a code costs whole rupees: %s off 333.33 leaves no paisa for the rider', async (_, terms, total, discount) => {
  const product = await addProduct(shop, { stock: 9, price: 333.33 });
  const { code } = await addCode(terms);
  const order = await placeOrder(shop, orderFor([{ product }], { customerPhone: newPhone(), code, totalAmount: total }));
  expect((await linesOf(order)).map((line) => line.discount)).toEqual([discount]);
  const [row] = await shop`select total_amount::float as total, discount::float from public.orders where id = ${order.id}`;
  expect(row).toEqual({ total, discount });
});

test.each([
  [2898.5, 'Rs 2,898.50'],
  [2899, 'Rs 2,899'],
  [1234567.05, 'Rs 1,234,567.05'],
  [0.2, 'Rs 0.20'],
])('%d rupees are never rounded in a sentence', async (amount, text) => {
  const [row] = await shop`select shop.rupees_text(${amount}::numeric) as text`;
  expect(row?.['text']).toBe(text);
});

test('a code for first orders does not count one that was deleted: it was a test, or a joke', async () => {
  const { code } = await addCode({ new_customers_only: true });
  const customerPhone = newPhone();
  await archiveOrder(shop, await placeOrder(shop, orderFor([{ product: ring }], { customerPhone })));
  expect(await placeOrder(shop, withCode(code, { customerPhone }))).toMatchObject({ discount_code: code });
});

describe('however many order at once', () => {
  test('the last use of a code goes to one of a hundred, and ninety-nine are told', async () => {
    const code = await addCode({ max_uses: 1 });
    const { done, refused } = await race(100, () => placeOrder(shop, withCode(code.code, { totalAmount: 1800 + DELIVERY.fee })));
    expect(done).toHaveLength(1);
    expect(
      new Set(refused.map((refusal) => (refusal.details as { refusedCode: { reason: string } }).refusedCode.reason)),
    ).toEqual(new Set(['used_up']));
    expect(await codeNow(code)).toMatchObject({ uses: 1, placed: { orders: 1, discount: 200 } });
  });

  test('fifty spellings of one phone use a code once', async () => {
    const code = await addCode();
    const spelt = [
      '03331234567',
      '0333-1234567',
      '+92 333 1234567',
      '0092333 1234567',
      '92-333-1234567',
      '333 1234567',
      '(0333) 123 45 67',
    ];
    const { done, refused } = await race(50, (call) => {
      const read = readPhones(spelt[call % spelt.length] ?? '');
      if ('error' in read) throw new Error(read.error);
      return placeOrder(shop, withCode(code.code, { customerPhone: read.phone, totalAmount: 1800 + DELIVERY.fee }));
    });
    expect(done).toHaveLength(1);
    expect(refused).toHaveLength(49);
    expect(await codeNow(code)).toMatchObject({ uses: 1 });
  });

  test('an order cancelled by twenty at once releases its use once', async () => {
    const code = await addCode({ max_uses: 2 });
    const order = await placeOrder(shop, withCode(code.code, { totalAmount: 1800 + DELIVERY.fee }));
    await race(20, () => setStatus(shop, order, 'cancelled'));
    expect(await codeNow(code)).toMatchObject({ uses: 0 });
  });
});

describe('the use of a code', () => {
  const placed = (code: Code, changes = {}) =>
    placeOrder(shop, withCode(code.code, { totalAmount: 1800 + DELIVERY.fee, ...changes }));

  test('is released with an order that is cancelled or deleted before it left, and taken again with one that comes back', async () => {
    const code = await addCode({ max_uses: 1 });
    const order = await placed(code);
    await setStatus(shop, order, 'cancelled');
    expect(await codeNow(code)).toMatchObject({ uses: 0, placed: { orders: 0 } });
    await setStatus(shop, order, 'pending');
    expect(await codeNow(code)).toMatchObject({ uses: 1, placed: { orders: 1 } });
    await archiveOrder(shop, order);
    expect(await codeNow(code)).toMatchObject({ uses: 0 });
  });

  test('keeps a cancelled order from coming back when another one has it', async () => {
    const code = await addCode({ max_uses: 1 });
    const first = await placed(code);
    await setStatus(shop, first, 'cancelled');
    await placed(code);
    expect(await refusalOf(setStatus(shop, first, 'pending'))).toMatchObject({ status: 409, code: 'code_gone' });
    const [row] = await shop<{ status: string }[]>`select status from public.orders where id = ${first.id}`;
    expect(row?.status).toBe('cancelled');
  });

  test('stays with an order that is cancelled after it left', async () => {
    const code = await addCode();
    const order = await placed(code);
    await setStatus(shop, order, 'shipped');
    await setStatus(shop, order, 'cancelled');
    expect(await codeNow(code)).toMatchObject({ uses: 1 });
  });

  test('counts as delivered when its order is', async () => {
    const code = await addCode();
    const order = await placed(code);
    await setStatus(shop, order, 'delivered');
    expect(await codeNow(code)).toMatchObject({ placed: { orders: 1 }, delivered: { orders: 1, discount: 200 } });
  });
});

describe('editing the items of an order with a code', () => {
  async function edit(order: PlacedOrder, quantity: number, preview = false) {
    const [row] = await shop<{ answer: { before: Record<string, unknown>; after: Record<string, unknown> } }[]>`
      select public.edit_order_items(${order.id}, ${shop.json([{ productId: jhumka.id, quantity }])}, ${shop.json(DELIVERY)}, null, null, null, ${preview}) as answer`;
    return row?.answer;
  }

  test('prices it by the same rule and says the difference', async () => {
    const code = await addCode();
    const order = await placeOrder(shop, withCode(code.code, { totalAmount: 1800 + DELIVERY.fee }));
    const answer = await edit(order, 4);
    expect(answer).toMatchObject({
      before: { discount: 200, code: code.code },
      after: { subtotal: 4000, discount: 400, shipping: 0, total: 3600 },
    });
    expect((await linesOf(order)).map(({ discount }) => discount)).toEqual([400]);
    expect(await codeNow(code)).toMatchObject({ placed: { discount: 400 } });
  });

  test('drops the code with its reason below its minimum, and lets it be used again', async () => {
    const code = await addCode({ minimum: 2000, max_uses: 1 });
    const order = await placeOrder(shop, withCode(code.code, { totalAmount: 1800 + DELIVERY.fee }));
    const refusedCode = { code: code.code, reason: 'minimum', missing: 1000 };
    expect(await edit(order, 1, true)).toMatchObject({ after: { total: 1000 + DELIVERY.fee, refusedCode } });
    expect(await codeNow(code)).toMatchObject({ uses: 1 });
    expect(await edit(order, 1)).toMatchObject({ after: { total: 1000 + DELIVERY.fee, refusedCode } });
    expect(await codeNow(code)).toMatchObject({ uses: 0 });
  });
});

describe('two orders in one parcel', () => {
  async function merge(one: PlacedOrder, other: PlacedOrder) {
    const [twins] = await shop<{ seen: { merged_total: number }[] }[]>`select public.order_twins(${one.id}) as seen`;
    const [row] = await shop<{ merged: { kept: PlacedOrder & { discount: number; discount_code: string | null } } }[]>`
      select public.merge_twin_orders(${one.id}, ${other.id}, null) as merged`;
    return { promised: twins?.seen[0]?.merged_total, kept: row?.merged.kept };
  }

  test.each(['earlier', 'later'])('have the code that the %s one had, which counts once', async (which) => {
    const code = await addCode();
    const customerPhone = newPhone();
    const plain = () => placeOrder(shop, orderFor([{ product: jhumka }], { customerPhone, customerAddress: 'House 2' }));
    const coded = () => placeOrder(shop, withCode(code.code, { customerPhone, totalAmount: 1800 + DELIVERY.fee }));
    const first = await (which === 'earlier' ? coded() : plain());
    const second = await (which === 'earlier' ? plain() : coded());
    const { promised, kept } = await merge(first, second);
    expect(kept).toMatchObject({ id: first.id, subtotal: 3000, discount: 300, discount_code: code.code, total_amount: 2700 });
    expect(promised).toBe(2700);
    expect(await codeNow(code)).toMatchObject({ uses: 1, placed: { orders: 1, discount: 300 } });
  });

  test('with a code each have the one that is redeemed, the other is free again, and they cost no more than apart, also once they are edited', async () => {
    const [kept, free] = [await addCode({ value: 10 }), await addCode({ value: 40 })];
    const customerPhone = newPhone();
    const place = ({ code }: Code, totalAmount: number) => placeOrder(shop, withCode(code, { customerPhone, totalAmount }));
    const first = await place(kept, 1800 + DELIVERY.fee);
    const second = await place(free, 1200 + DELIVERY.fee);
    const merged = await merge(first, second);
    expect(merged.kept).toMatchObject({ discount_code: kept.code, total_amount: 3000 + 2 * DELIVERY.fee });
    expect(merged.promised).toBe(3000 + 2 * DELIVERY.fee);
    const redeemed = await shop`
      select c.code, r.order_id from public.code_redemptions r join public.discount_codes c on c.id = r.code_id
       where r.order_id in (${first.id}, ${second.id}) and r.released_at is null`;
    expect([...redeemed]).toEqual([{ code: kept.code, order_id: first.id }]);
    expect([(await codeNow(kept)).uses, (await codeNow(free)).uses]).toEqual([1, 0]);

    const lines = await shop`
      select id, product_id as "productId", quantity from public.order_items where order_id = ${first.id} order by position`;
    const [row] = await shop`
      select (public.edit_order_items(${first.id}, ${shop.json(lines)}, ${shop.json(DELIVERY)}, null) #>> '{after,total}')::float as total`;
    expect(row?.['total']).toBe(3000 + 2 * DELIVERY.fee);
  });
});

test('the shares of a discount add up to the paisa, and none is above its line', async () => {
  const random = randomNumbers(20261125);
  const cases = Array.from({ length: 10_000 }, () => {
    const weights = Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 2_000_000) / 100);
    const total = weights.reduce((sum, weight) => sum + Math.round(weight * 100), 0);
    return { weights, amount: Math.floor(random() * (total + 1)) / 100 };
  });
  const wrong = await shop`
    select c from jsonb_array_elements(${shop.json(cases)}) c
     cross join lateral (select array (select w::numeric from jsonb_array_elements_text(c -> 'weights') w) as weights) given
     cross join lateral (select shop.shares_of((c ->> 'amount')::numeric, given.weights) as shares) got
     where (select sum(s) from unnest(got.shares) s) <> (c ->> 'amount')::numeric and (select sum(w) from unnest(given.weights) w) > 0
        or exists (select from unnest(got.shares, given.weights) p (share, weight) where share < 0 or share > weight or share <> round(share, 2))`;
  expect(wrong).toEqual([]);
});

test('no line’s share can be left out of an order’s discount', async () => {
  const { code } = await addCode();
  const order = await placeOrder(shop, withCode(code, { totalAmount: 1800 + DELIVERY.fee }));
  expect(
    await sqlstateOf(shop`update public.orders set discount = 100, total_amount = total_amount + 100 where id = ${order.id}`),
  ).toBe(CHECK_FAILED);
  expect(await sqlstateOf(shop`delete from public.order_items where order_id = ${order.id}`)).toBe(CHECK_FAILED);
});
