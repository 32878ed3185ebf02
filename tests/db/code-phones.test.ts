// The use of a code goes with the phone of its order: correcting an invented number asks for the code anew.
import { beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, type Code, codeNow, newPhone } from './calls/code-calls.ts';
import { archiveOrder, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf, sqlstateOf } from './calls/refusals.ts';
import { createShipment } from './calls/staff-calls.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(12);

const FOREIGN_KEY = '23503';
const WITHOUT = 2000 + DELIVERY.fee;
const WITH = 1800 + DELIVERY.fee;

let jhumka: ProductRow;

beforeEach(async () => {
  jhumka = await addProduct(shop, { stock: 200, price: 1000 });
});

const place = (code: Code, customerPhone = newPhone()) =>
  placeOrder(
    shop,
    orderFor([{ product: jhumka, quantity: 2 }], {
      customerPhone,
      customerAddress: customerPhone,
      code: code.code,
      totalAmount: WITH,
    }),
  );

const plain = (customerPhone: string) => placeOrder(shop, orderFor([{ product: jhumka }], { customerPhone }));

interface Lost {
  total: number;
  totalBefore: number;
  code: string;
}

/** Corrects the phone as the shopper does on the order's page. */
async function correct(order: PlacedOrder, phone: string, totalSeen: number | null = null, guesses: object | null = null) {
  const [row] = await shop<{ answer: { lostCode?: Lost; page?: { total_amount: number } } }[]>`
    select public.correct_page_phone(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'),
      (select right(customer_phone, 4) from public.orders where id = ${order.id}), ${phone}, null, ${totalSeen}, ${shop.json(guesses as never)}) as answer`;
  return row?.answer.lostCode ?? row?.answer.page;
}

const correctByStaff = (order: PlacedOrder, phone: string, totalSeen: number | null = null) =>
  shop`select public.edit_order(${order.id}, ${shop.json({ customer_phone: phone })}, null, null, ${totalSeen})`;

async function orderNow({ id }: PlacedOrder) {
  const [row] = await shop`
    select o.customer_phone, o.discount::float, o.total_amount::float as total, o.discount_code, o.shipping::float, r.phone = o.customer_phone as moved,
           r.released_at is null as used, (select sum(i.discount)::float from public.order_items i where i.order_id = o.id) as shares
      from public.orders o join public.code_redemptions r on r.order_id = o.id where o.id = ${id}`;
  return row;
}

const KINDS: [string, Record<string, unknown>, (code: Code, phone: string) => Promise<unknown>][] = [
  ['a code once per phone, of a phone that has used it', {}, (code, phone) => place(code, phone)],
  [
    'a code for first orders, of somebody who has ordered',
    { once_per_phone: false, new_customers_only: true },
    (_, phone) => plain(phone),
  ],
];

describe.each(KINDS)('an order with %s', (_, terms, haveOrdered) => {
  const setUp = async () => {
    const code = await addCode(shop, terms);
    const phone = newPhone();
    await haveOrdered(code, phone);
    return { code, phone, order: await place(code) };
  };

  test('says what it costs before the shopper corrects the phone, and costs it then', async () => {
    const { code, phone, order } = await setUp();
    const { uses } = await codeNow(shop, code);
    expect(await correct(order, phone)).toEqual({ total: WITHOUT, totalBefore: WITH, code: code.code });
    expect(await correct(order, phone, WITHOUT - 1)).toMatchObject({ total: WITHOUT });
    expect(await orderNow(order)).toMatchObject({ total: WITH, discount: 200, shares: 200, moved: true, used: true });

    expect(await correct(order, phone, WITHOUT)).toMatchObject({ total_amount: WITHOUT });
    expect(await orderNow(order)).toEqual({
      customer_phone: phone,
      discount: 0,
      total: WITHOUT,
      discount_code: null,
      shipping: DELIVERY.fee,
      moved: true,
      used: false,
      shares: 0,
    });
    expect(await codeNow(shop, code)).toMatchObject({ uses: uses - 1 });
  });

  test('says it to staff, too', async () => {
    const { code, phone, order } = await setUp();
    const refusal = await refusalOf(correctByStaff(order, phone));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'price_changed',
      details: { total: WITHOUT, totalBefore: WITH, code: code.code },
    });
    await correctByStaff(order, phone, WITHOUT);
    expect(await orderNow(order)).toMatchObject({ customer_phone: phone, total: WITHOUT, discount_code: null, used: false });
  });

  test('does not come back from cancelled with a phone that it got meanwhile', async () => {
    const { phone, order } = await setUp();
    await setStatus(shop, order, 'cancelled');
    await correctByStaff(order, phone);
    expect(await orderNow(order)).toMatchObject({ customer_phone: phone, moved: true, used: false });
    expect(await refusalOf(setStatus(shop, order, 'pending'))).toMatchObject({ status: 409, code: 'code_gone' });
  });

  test('keeps its price once it is packed, and its phone is that of its use', async () => {
    const { phone, order } = await setUp();
    await createShipment(shop, order);
    await correctByStaff(order, phone);
    expect(await orderNow(order)).toMatchObject({ customer_phone: phone, total: WITH, moved: true, used: true });
  });

  test('loses the discount when it is merged into one of a phone that the code is not for', async () => {
    const code = await addCode(shop, terms);
    const phone = newPhone();
    await haveOrdered(code, phone);
    const first = await placeOrder(shop, orderFor([{ product: jhumka }], { customerPhone: phone, customerAddress: 'Elsewhere' }));
    const invented = newPhone();
    const later = await place(code, invented);
    await shop`select public.merge_customers((select customer_id from public.orders where id = ${first.id}),
                                             (select customer_id from public.orders where id = ${later.id}), null)`;
    const [twins] = await shop`
      select t ->> 'merged_total' as total from jsonb_array_elements(public.order_twins(${first.id})) t where t ->> 'id' = ${later.id}`;
    expect(Number(twins?.['total'])).toBe(3000);
    await shop`select public.merge_twin_orders(${first.id}, ${later.id}, null)`;
    const [kept] = await shop`select total_amount::float as total, discount_code from public.orders where id = ${first.id}`;
    expect(kept).toEqual({ total: 3000, discount_code: null });
  });
});

describe('an order with a code', () => {
  test('keeps it with a corrected phone that the code is for, and the old phone may have it again', async () => {
    const code = await addCode(shop, { new_customers_only: true });
    const mistyped = newPhone();
    const order = await place(code, mistyped);
    expect(await correct(order, newPhone())).toMatchObject({ total_amount: WITH });
    expect(await orderNow(order)).toMatchObject({ discount: 200, moved: true, used: true });
    await archiveOrder(shop, await place(code, mistyped));
  });

  test.each([
    ['once per phone', { new_customers_only: false }],
    ['for first orders', { once_per_phone: false, new_customers_only: true }],
  ])('%s keeps it once when many are corrected to one phone at once', async (_, terms) => {
    const code = await addCode(shop, terms);
    const phone = newPhone();
    const orders: PlacedOrder[] = [];
    for (let n = 0; n < 8; n += 1) orders.push(await place(code));
    const { done, refused } = await race(8, (n) => correct(orders[n] as PlacedOrder, phone));
    expect(refused).toEqual([]);
    expect(done.filter((page) => page && !('totalBefore' in page))).toHaveLength(1);
    const { done: seen } = await race(8, (n) => correct(orders[n] as PlacedOrder, phone, WITHOUT));
    expect(seen).toHaveLength(8);
    const all = await Promise.all(orders.map(orderNow));
    expect(all.filter((order) => order?.['discount'] === 200)).toHaveLength(1);
    expect(new Set(all.map((order) => order?.['customer_phone']))).toEqual(new Set([phone]));
    expect(await codeNow(shop, code)).toMatchObject({ uses: 1, placed: { orders: 1, discount: 200 } });
  });

  test('for first orders is had by one of many that one phone places at once', async () => {
    const code = await addCode(shop, { once_per_phone: false, new_customers_only: true });
    const phone = newPhone();
    const { done } = await race(10, () => place(code, phone));
    expect(done).toHaveLength(1);
  });

  test('lets nobody change its phone and leave the use with the old one', async () => {
    const order = await place(await addCode(shop));
    expect(await sqlstateOf(shop`update public.orders set customer_phone = ${newPhone()} where id = ${order.id}`)).toBe(
      FOREIGN_KEY,
    );
    expect(await sqlstateOf(shop`update public.code_redemptions set phone = ${newPhone()} where order_id = ${order.id}`)).toBe(
      FOREIGN_KEY,
    );
  });

  test('takes a few phones a day from its page, because each answer tells whether the code is for them', async () => {
    const code = await addCode(shop);
    const order = await place(code);
    const guesses = { hits: 6, seconds: 86_400 };
    const used = newPhone();
    await place(code, used);
    for (let n = 0; n < 6; n += 1) expect(await correct(order, used, null, guesses)).toMatchObject({ total: WITHOUT });
    expect(await refusalOf(correct(order, newPhone(), null, guesses))).toMatchObject({ status: 429, code: 'too_many_guesses' });
  });
});
