import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague, recordAttempt } from './calls/confirmation-calls.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import {
  creditOf,
  customerOf,
  giveCredit,
  lastPayment,
  recordAdvance,
  refundOrder,
  reversePayment,
  spendCredit,
  sumsOf,
} from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { CHECK_FAILED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(25);
const ring = await addProduct(shop, { stock: 100_000 });
const sana = await addColleague(database.owner, 'sana');
let people = 0;
let house = 0;

const newPhone = () => `+92313${String(4_000_000 + ++people)}`;

function newOrder(customerPhone = newPhone()): Promise<PlacedOrder> {
  house += 1;
  return placeOrder(shop, orderFor([{ product: ring }], { customerPhone, customerAddress: `House ${house}` }));
}

/** An order of somebody with store credit. */
async function withCredit(rupees: number, phone = newPhone()) {
  const order = await newOrder(phone);
  const customer = await customerOf(shop, order);
  await giveCredit(shop, customer, rupees);
  return { order, customer, phone };
}

async function placeByStaff(customerPhone: string, storeCredit: number) {
  house += 1;
  const payload = orderFor([{ product: ring }], {
    customerPhone,
    customerAddress: `House ${house}`,
    source: 'phone',
    storeCredit,
  });
  const [row] = await shop<{ order: { id: string } }[]>`
    select public.place_order(${shop.json(payload as never)}, ${shop.json(DELIVERY as never)}, actor => ${sana}) as order`;
  if (!row) throw new Error('nothing was placed');
  return row.order;
}

async function linkOf({ id }: { id: string }) {
  const [row] = await shop<{ link: { order_number: string; key: string } }[]>`select public.order_page_key(${id}) as link`;
  if (!row) throw new Error('no link');
  return row.link;
}

async function offeredOn(order: { id: string }): Promise<number | undefined> {
  const { order_number, key } = await linkOf(order);
  const [row] = await shop<{ page: { store_credit?: number } }[]>`select public.order_page(${order_number}, ${key}) as page`;
  return row?.page.store_credit;
}

async function useOnPage(order: { id: string }, amount: number) {
  const { order_number, key } = await linkOf(order);
  return shop`select public.use_credit(${order_number}, ${key}, ${amount})`;
}

test('credit is given with a reason once, whoever presses twice', async () => {
  const { customer } = await withCredit(500);
  expect(await creditOf(shop, customer)).toBe(500);
  const { done, refused } = await race(5, () => giveCredit(shop, customer, 200, 500));
  expect([done.length, refused.map(({ code }) => code)]).toEqual([1, Array(4).fill('edited_meanwhile')]);
  expect(await creditOf(shop, customer)).toBe(700);
  expect(await refusalOf(giveCredit(shop, { id: '0'.repeat(24) }, 1))).toMatchObject({ code: 'customer_not_found' });
});

test('a customer with 500 rupees of credit and a hundred orders at once uses 500 in all', async () => {
  const { customer, phone } = await withCredit(500);
  const { done, refused } = await race(100, () => placeByStaff(phone, 200));
  expect(done).toHaveLength(2);
  expect(refused).toHaveLength(98);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['not_enough_credit']));
  expect(await creditOf(shop, customer)).toBe(100);
  const [used] =
    await shop`select sum(credit_used)::float as used, count(*)::int as orders from public.orders where customer_id = ${customer.id}`;
  expect(used).toEqual({ used: 400, orders: 3 });
});

test('an order that staff place with credit is due without it, and its mail says so', async () => {
  const { phone } = await withCredit(500);
  const order = await placeByStaff(phone, 500);
  const { due, credit } = await sumsOf(shop, order);
  expect([due, credit]).toEqual([ring.price + DELIVERY.fee - 500, 500]);
  const [mail] =
    await shop`select payload -> 'paid' ->> 'due' as due from public.mail_outbox where payload ->> 'id' = ${order.id}`;
  expect(Number(mail?.due)).toBe(due);
});

test('no more credit is used than is due', async () => {
  const { order, customer } = await withCredit(10_000);
  expect(await refusalOf(spendCredit(shop, order, order.total_amount + 1))).toMatchObject({
    code: 'not_enough_credit',
    details: { credit: order.total_amount },
  });
  await spendCredit(shop, order, order.total_amount);
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, status: 'paid' });
  expect(await creditOf(shop, customer)).toBe(10_000 - order.total_amount);
});

test('an order that is cancelled or deleted before it leaves gives its credit back, once', async () => {
  const { order, customer, phone } = await withCredit(500);
  await spendCredit(shop, order, 300);
  await setStatus(shop, order, 'cancelled');
  expect(await creditOf(shop, customer)).toBe(500);
  await setStatus(shop, order, 'pending');
  expect(await sumsOf(shop, order)).toMatchObject({ credit: 0, due: order.total_amount });
  const other = await newOrder(phone);
  await spendCredit(shop, other, 500);
  await shop`select public.archive_order(${other.id}, null)`;
  expect(await creditOf(shop, customer)).toBe(500);
});

test('an order that has left keeps its credit, which then waits to go back', async () => {
  const { order, customer } = await withCredit(500);
  await spendCredit(shop, order, 500);
  await setStatus(shop, order, 'shipped');
  await setStatus(shop, order, 'cancelled');
  expect(await creditOf(shop, customer)).toBe(0);
  expect(await sumsOf(shop, order)).toMatchObject({ credit: 500, toRefund: 500 });
  expect(await refusalOf(shop`select public.archive_order(${order.id}, null)`)).toMatchObject({ code: 'money_kept' });
  await refundOrder(shop, order, 500, 'store_credit');
  expect(await creditOf(shop, customer)).toBe(500);
});

test('an order whose credit went back in part is cancelled all the same, and the rest waits to go back', async () => {
  const { order } = await withCredit(500);
  await spendCredit(shop, order, 500);
  await refundOrder(shop, order, 200, 'cash');
  await setStatus(shop, order, 'cancelled');
  expect(await sumsOf(shop, order)).toMatchObject({ credit: 500, refunded: 200, toRefund: 300 });
});

test('credit that was given by mistake is taken back unless it is spent', async () => {
  const { order, customer } = await withCredit(500);
  const given = await lastPayment(shop, customer, 'credit_given');
  await spendCredit(shop, order, 100);
  expect(await refusalOf(reversePayment(shop, given))).toMatchObject({ code: 'credit_spent', details: { credit: 400 } });
  await setStatus(shop, order, 'cancelled');
  await reversePayment(shop, given);
  expect(await creditOf(shop, customer)).toBe(0);
  expect(await sqlstateOf(shop`update public.customers set credit = -1 where id = ${customer.id}`)).toBe(CHECK_FAILED);
});

test('customers who are merged keep the sum of their credit, also of what they used', async () => {
  const { order, customer: gone } = await withCredit(500);
  await spendCredit(shop, order, 500);
  await giveCredit(shop, gone, 70);
  const { customer: kept } = await withCredit(30);
  await shop`select public.merge_customers(${kept.id}, ${gone.id}, null)`;
  expect([await creditOf(shop, kept), await creditOf(shop, gone)]).toEqual([100, 0]);
  // What is released then belongs to who took their place.
  await setStatus(shop, order, 'cancelled');
  expect(await creditOf(shop, kept)).toBe(600);
});

test('the page of an order offers credit once its phone has confirmed it, and it is used once', async () => {
  const { order, customer } = await withCredit(500);
  expect(await offeredOn(order)).toBeUndefined();
  expect(await refusalOf(useOnPage(order, 500))).toMatchObject({ code: 'not_enough_credit' });
  await recordAttempt(shop, order, 'confirmed', sana);
  expect(await offeredOn(order)).toBe(500);
  expect(await refusalOf(useOnPage(order, 501))).toMatchObject({ code: 'not_enough_credit', details: { credit: 500 } });
  const { done, refused } = await race(5, () => useOnPage(order, 500));
  expect([done.length, refused.map(({ code }) => code)]).toEqual([1, Array(4).fill('not_enough_credit')]);
  expect(await offeredOn(order)).toBeUndefined();
  expect(await creditOf(shop, customer)).toBe(0);
  expect(await sumsOf(shop, order)).toMatchObject({ credit: 500, due: order.total_amount - 500 });
});

test('an order that was given another person’s phone after it was confirmed does not offer that person’s credit', async () => {
  const { phone } = await withCredit(500);
  const stranger = await newOrder();
  await recordAttempt(shop, stranger, 'confirmed', sana);
  await shop`select public.edit_order(${stranger.id}, ${shop.json({ customer_phone: phone })}, null)`;
  expect(await offeredOn(stranger)).toBeUndefined();
  expect(await refusalOf(useOnPage(stranger, 500))).toMatchObject({ code: 'not_enough_credit' });
});

test('an order with an advance has room for the rest alone', async () => {
  const { order } = await withCredit(5_000);
  await recordAdvance(shop, order, order.total_amount - 100);
  expect(await refusalOf(spendCredit(shop, order, 101))).toMatchObject({ details: { credit: 100 } });
});
