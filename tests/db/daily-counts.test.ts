import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { adjustStock } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(50);

// That the daily counts say what the rows say, and the sold lines are those of the orders that count.
afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

test('six hundred simultaneous orders and adjustments are each counted once, and their rows are folded into few', async () => {
  const ring = await addProduct(shop, { stock: 1000 });
  await race<unknown>(600, (call) =>
    call % 3 === 0 ? adjustStock(shop, ring, 'return', 1) : placeOrder(shop, orderFor([{ product: ring }])),
  );
  expect(await totalsOf('stock')).toEqual({ purchase: 1, return: 200, sale: 400 });
  expect(await totalsOf('orders')).toEqual({ pending: 400 });
  const [counts] = await shop<{ rows: number }[]>`select count(*)::int as rows from shop.daily_counts`;
  expect(counts?.rows).toBeLessThan(300);
});

test('an order that changes status, is cancelled, reopened and archived is counted under its current status', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const before = await totalsOf('orders');
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]));
  const counted: (number | undefined)[] = [];
  for (const status of ['shipped', 'cancelled', 'cancelled', 'delivered'] as const) {
    await setStatus(shop, order, status);
    expect(await bookErrors(database.owner)).toEqual([]);
    counted.push((await totalsOf('orders'))[status]);
  }
  expect(counted).toEqual([1, 1, 1, 1]);
  await archiveOrder(shop, order);
  expect(await totalsOf('orders')).toEqual(before);
});

test('an order does not wait for rows that another transaction is folding', async () => {
  const ring = await addProduct(shop, { stock: 500 });
  const folding = await database.connect(1);
  await folding`begin`;
  await folding`select 1 from shop.daily_counts for update`;
  const { done } = await race(200, () => placeOrder(shop, orderFor([{ product: ring }])));
  await folding`rollback`;
  expect(done).toHaveLength(200);
});

test('a refused order is not counted', async () => {
  const ring = await addProduct(shop, { stock: 1 });
  const before = await totalsOf('orders');
  const { refused } = await race(10, () => placeOrder(shop, orderFor([{ product: ring }])));
  expect(refused).toHaveLength(9);
  expect((await totalsOf('orders')).pending).toBe((before.pending ?? 0) + 1);
});

async function totalsOf(subject: 'orders' | 'stock'): Promise<Record<string, number>> {
  const rows = await shop<{ kind: string; records: number }[]>`
    select kind, sum(records)::int as records from shop.daily_counts where subject = ${subject} group by kind having sum(records) <> 0 order by kind`;
  return Object.fromEntries(rows.map(({ kind, records }) => [kind, records]));
}
