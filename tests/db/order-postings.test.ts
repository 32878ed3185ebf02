import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import {
  balances,
  customerOf,
  giveCredit,
  recordAdvance,
  refundOrder,
  reversePayment,
  spendCredit,
} from './calls/payment-calls.ts';
import { bookFile, fileOf, rowOf, undoFile } from './calls/settlement-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const courier = await addCourier(shop, 'postex', 'PostEx');
const ring = await addProduct(shop, { stock: 1000, price: 1250.5 });

afterEach(async () => {
  expect(await bookErrors(shop)).toEqual([]);
});

let phones = 0;
const place = (changes: object = {}, quantity = 2) =>
  placeOrder(shop, orderFor([{ product: ring, quantity }], { customerPhone: `+92300${2_000_000 + ++phones}`, ...changes }));

/** Without a parcel, the cash in the till. */
async function move({ id }: PlacedOrder, status: string, cashWith = 'us'): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`select set_config('shop.cash_with', ${cashWith}, true)`;
    await sql`update public.orders set status = ${status}::shop.order_status where id = ${id}`;
  });
}

/** What the accounts have of an order alone, debit above zero. */
async function booksOf({ id }: PlacedOrder): Promise<Record<string, number>> {
  const rows = await shop<{ account: string; rupees: number }[]>`
    select account, sum(amount)::float as rupees from shop.journal where order_id = ${id}
     group by account having sum(amount) <> 0 order by account`;
  return Object.fromEntries(rows.map(({ account, rupees }) => [account, rupees]));
}

test('what is paid before delivery is owed until the order is delivered, and then it is sold: goods, delivery, gift wrap and discounts apart', async () => {
  const order = await place();
  expect(await booksOf(order)).toEqual({});
  await recordAdvance(shop, order, 500, 'wallet');
  expect(await booksOf(order)).toEqual({ wallet: 500, advances: -500 });
  // 2,501 rupees of pieces, 200 of delivery of which 50 were taken off, 150 of gift wrap, and a code.
  await owner`
    update public.orders set is_gift = true, is_wrapped = true, gift_wrap = 150, shipping = 150, delivery_discount = 50,
           discount_reason = 'A friend', total_amount = subtotal + 300 where id = ${order.id}`;
  await move(order, 'delivered');
  expect(await booksOf(order)).toEqual({
    wallet: 500,
    cash: 2301,
    sales: -2501,
    delivery: -200,
    gift_wrap: -150,
    discounts: 50,
  });
  await move(order, 'shipped', 'nobody');
  expect(await booksOf(order)).toEqual({ wallet: 500, advances: -500 });
});

test('what nobody has received of a delivered order is due from its customer, and what is below a rupee is rounding', async () => {
  const due = await place();
  await move(due, 'delivered', 'nobody');
  expect(await booksOf(due)).toEqual({ customers_due: due.total_amount, sales: -due.subtotal, delivery: -due.shipping });
  const odd = await place();
  await recordAdvance(shop, odd, 100.75);
  await move(odd, 'delivered');
  expect(await booksOf(odd)).toMatchObject({ bank: 100.75, cash: odd.total_amount - 101, rounding: 0.25 });
});

test('what was paid for a cancelled order is owed back until it went back', async () => {
  const order = await place();
  await recordAdvance(shop, order, 700, 'raast');
  await move(order, 'cancelled');
  expect(await booksOf(order)).toEqual({ bank: 700, refunds_owed: -700 });
  await refundOrder(shop, order, 700, 'bank_transfer');
  expect(await booksOf(order)).toEqual({});
});

test('what goes back after delivery is a return, and what was paid too much is no sale', async () => {
  const order = await place();
  await move(order, 'delivered');
  await refundOrder(shop, order, 300, 'store_credit', { isBesides: true });
  expect(await booksOf(order)).toMatchObject({ store_credit: -300, returned: 300, sales: -order.subtotal });
  const [refund] = await shop<{ id: string }[]>`select id from public.payments where order_id = ${order.id} and kind = 'refund'`;
  await reversePayment(shop, refund?.id ?? '');
  expect(await booksOf(order)).not.toHaveProperty('returned');

  const paidTwice = await place();
  await recordAdvance(shop, paidTwice, paidTwice.total_amount + 90);
  await move(paidTwice, 'delivered');
  expect(await booksOf(paidTwice)).toMatchObject({ bank: paidTwice.total_amount + 90, refunds_owed: -90 });
});

test('store credit is owed until an order takes it, whether it was given or paid back', async () => {
  const order = await place();
  const customer = await customerOf(shop, order);
  await giveCredit(shop, customer, 400);
  await spendCredit(shop, order, 400);
  expect(await booksOf(order)).toEqual({ store_credit: 400, advances: -400 });
  await move(order, 'delivered');
  expect(await booksOf(order)).toMatchObject({ store_credit: 400, cash: order.total_amount - 400, sales: -order.subtotal });
});

test('what couriers keep is told apart by the lines of their files, and undoing a file takes the same back', async () => {
  const kept = async () => {
    const rows = await shop<{ account: string; rupees: number }[]>`
      select account, sum(amount)::float as rupees from shop.journal where courier_id = ${courier}
       group by account having sum(amount) <> 0 order by account`;
    return Object.fromEntries(rows.map(({ account, rupees }) => [account, rupees]));
  };
  const file = await bookFile(
    shop,
    courier,
    fileOf([
      rowOf('T-KEPT-1', 2000, { shipping: 200, gst: 32, income_tax: 40, sales_tax: 20, other_charges: 10 }),
      rowOf('T-KEPT-2', 0, { outcome: 'returned', shipping: 90, gst: 14.4 }),
      rowOf('', 0, { outcome: 'charge', shipping: 0, gst: 0, other_charges: 25 }),
    ]),
  );
  expect(await kept()).toEqual({
    bank: 1568.6,
    courier: -2000,
    income_tax_withheld: 40,
    sales_tax_withheld: 20,
    gst_on_charges: 46.4,
    delivery_charges: 200,
    return_charges: 90,
    other_charges: 35,
  });
  await undoFile(shop, file);
  expect(await kept()).toEqual({});
});

test('every account of the chart is fed by something, and its holdings are those of the ledger', async () => {
  const moves = await owner<{ account: string }[]>`
    select distinct shop.booked_under(k, m, a, e)::text as account
      from unnest(enum_range(null::shop.expense)) e, unnest(enum_range(null::shop.payment_kind)) k, unnest(enum_range(null::shop.payment_method)) m,
           unnest(enum_range(null::shop.ledger_account)) a, unnest(enum_range(null::shop.ledger_account)) b
     where shop.moves(k, a, b) or shop.moves(k, b, a)`;
  const [sources] = await owner<{ text: string }[]>`
    select pg_get_functiondef('shop.books_of'::regproc) || pg_get_viewdef('shop.journal'::regclass) as text`;
  const chart = await owner<{ account: string }[]>`select account::text from shop.usual_chart()`;
  const fed = new Set(moves.map(({ account }) => account));
  expect(chart.filter(({ account }) => !fed.has(account) && !sources?.text.includes(`'${account}'`))).toEqual([]);
  const known = await owner<{ account: string }[]>`select unnest(enum_range(null::shop.book_account))::text as account`;
  expect(chart.map(({ account }) => account).toSorted()).toEqual(known.map(({ account }) => account).toSorted());
  const [all] = await owner<{ rupees: number }[]>`
    select sum(j.amount)::float as rupees from shop.journal j where j.account in ('bank', 'wallet')`;
  expect(all?.rupees).toBeCloseTo((await balances(shop)).bank ?? 0, 2);
});
