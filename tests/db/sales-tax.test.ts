import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder } from './calls/order-calls.ts';
import { refundOrder } from './calls/payment-calls.ts';
import { AGAINST_THE_BOOKS, sqlstateOf } from './calls/refusals.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1000, price: 1250 });

afterEach(async () => {
  expect(await bookErrors(shop)).toEqual([]);
});

const charge = (percent: unknown) => shop`select public.change_settings(${shop.json({ salesTax: { percent } } as never)}, null)`;

let phones = 0;
const place = () =>
  placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { customerPhone: `+92300${3_000_000 + ++phones}` }));

async function deliver({ id }: PlacedOrder): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`select set_config('shop.cash_with', 'us', true)`;
    await sql`update public.orders set status = 'delivered' where id = ${id}`;
  });
}

async function booksOf({ id }: PlacedOrder): Promise<Record<string, number>> {
  const rows = await shop<{ account: string; rupees: number }[]>`
    select account, sum(amount)::float as rupees from shop.journal where order_id = ${id}
     group by account having sum(amount) <> 0 order by account`;
  return Object.fromEntries(rows.map(({ account, rupees }) => [account, rupees]));
}

async function taxes(): Promise<Record<string, number>[]> {
  const [row] = await shop<{ month: { sales_tax: Record<string, number>[] } }[]>`
    select public.find_month(shop.month_of(now())) as month`;
  return row?.month.sales_tax ?? [];
}

test('no tax is in the books until an owner says a rate', async () => {
  const order = await place();
  await deliver(order);
  expect(await booksOf(order)).toEqual({ cash: 2700, sales: -2500, delivery: -200 });
  expect(await taxes()).toEqual([]);
});

test('an order keeps the rate it was placed at, and its tax is told apart once it is delivered, and of what goes back', async () => {
  await charge(18);
  const order = await place();
  await charge(5);
  const later = await place();
  expect(await taxes()).toEqual([]);
  await deliver(order);
  expect(await booksOf(order)).toEqual({ cash: 2700, sales: -2118.64, delivery: -169.49, sales_tax: -411.87 });
  await refundOrder(shop, order, 590, 'cash', { isBesides: true });
  expect(await booksOf(order)).toMatchObject({ cash: 2110, returned: 500, sales_tax_returned: 90 });
  await deliver(later);
  expect(await taxes()).toEqual([
    { percent: 5, net: 2571.43, tax: 128.57, net_back: 0, tax_back: 0 },
    { percent: 18, net: 2288.13, tax: 411.87, net_back: 500, tax_back: 90 },
  ]);
  expect(await sqlstateOf(owner`update public.orders set tax_percent = 5 where id = ${order.id}`)).toBe(AGAINST_THE_BOOKS);
  await owner`update public.orders set status = 'cancelled' where id = ${later.id}`;
  expect((await taxes())[0]).toEqual({ percent: 5, net: 0, tax: 0, net_back: 0, tax_back: 0 });
  await charge(0);
});

test('a rate is whole per cent from 0 to 50', async () => {
  for (const wrong of [-1, 51, 17.5, '18', null]) expect(await sqlstateOf(charge(wrong)), String(wrong)).toBe('23514');
});
