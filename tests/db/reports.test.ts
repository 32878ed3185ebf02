import fc from 'fast-check';
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { orderStatus } from '#domain/orders/contract.ts';
import { groupBy } from '#domain/reports/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { type Days, expectedDashboard, expectedReport } from './rows/expected-reports.ts';
import { insertShop, type ShopData } from './rows/sales-rows.ts';

const PRODUCTS = 12;
const LOW_STOCK = 10;
/** The same data sets every time; a failure prints the smallest one that fails. */
const RANDOM = { numRuns: 120, seed: 20_261_120 };

const database = await testPostgres();
const owner = database.owner;

/** Where a report goes wrong first: a leap day, ends of months and years. */
const EDGES = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-03-31', '2026-11-30'];

const day = fc
  .tuple(fc.constantFrom(...EDGES), fc.oneof(fc.constant(0), fc.integer({ min: -40, max: 40 })))
  .map(([edge, away]) => new Date(Date.parse(edge) + away * 86_400_000).toISOString().slice(0, 10));

const days: fc.Arbitrary<Days> = fc
  .tuple(day, day)
  .map(([one, other]) => (one < other ? { first: one, last: other } : { first: other, last: one }));

/** Any moment of a day in Karachi, its first and its last millisecond more often than others. */
const moment = fc
  .tuple(day, fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: 86_399_999 })))
  .map(([date, offset]) => new Date(Date.parse(`${date}T00:00:00+05:00`) + offset));

const product = fc
  .record({
    category: fc.constantFrom('rings', 'sets', null),
    stock: fc.integer({ min: 0, max: 15 }),
    createdAt: moment,
    archivedAt: fc.option(moment),
  })
  // Only an archived product may have lost its category.
  .map((made) => (made.category === null && made.archivedAt === null ? { ...made, category: 'rings' } : made));

const order = fc.record({
  createdAt: moment,
  status: fc.constantFrom(...orderStatus.options),
  archived: fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 0),
  shipping: fc.constantFrom(0, 20_000),
  lines: fc.array(
    fc
      .record({
        product: fc.integer({ min: 0, max: PRODUCTS - 1 }),
        quantity: fc.integer({ min: 1, max: 5 }),
        // Few prices, so that products often earn the same.
        price: fc.oneof(fc.constantFrom(100, 10_050), fc.integer({ min: 1, max: 500_000 })),
        off: fc.constantFrom(0, 0, 0.1, 1),
      })
      .map(({ off, ...line }) => ({ ...line, discount: Math.floor(line.price * line.quantity * off) })),
    { minLength: 1, maxLength: 4 },
  ),
});

const dated = fc.array(fc.record({ createdAt: moment, archived: fc.boolean() }), { maxLength: 4 });

const shopData: fc.Arbitrary<ShopData> = fc.record({
  products: fc.array(product, { minLength: PRODUCTS, maxLength: PRODUCTS }),
  orders: fc.array(order, { maxLength: 20 }),
  purchaseOrders: dated,
  shipments: dated,
});

test('the dashboard’s figures are the sums of its orders', async () => {
  await fc.assert(
    fc.asyncProperty(shopData, days, async (data, { first, last }) => {
      const [answer] = await asking(data, (shop) => shop`select public.sales_dashboard(${first}, ${last}, ${LOW_STOCK}) as told`);
      expect(comparable(answer?.told)).toEqual(expectedDashboard(data, { first, last }, LOW_STOCK));
    }),
    RANDOM,
  );
});

test('sales by day, month and year are the sums of their orders', async () => {
  await fc.assert(
    fc.asyncProperty(shopData, days, async (data, { first, last }) => {
      const reports = await asking(
        data,
        (shop) =>
          shop`select step, public.sales_report(${first}, ${last}, step) as told from unnest(${groupBy.options}::text[]) step`,
      );
      expect(reports.map(({ told }) => told)).toEqual(groupBy.options.map((step) => expectedReport(data, { first, last }, step)));
    }),
    RANDOM,
  );
});

/** Fills the shop, asks it as the API does, and empties it again. */
async function asking<Answer>(data: ShopData, ask: (shop: Sql) => PromiseLike<Answer>): Promise<Answer> {
  await owner`begin`;
  try {
    await insertShop(owner, data);
    await owner`set local role service_role`;
    return await ask(owner);
  } finally {
    await owner`rollback`;
  }
}

/** Recent orders by their ids alone, categories by name: those that earned the same may come in any order. */
function comparable(told: { recent_orders: { id: string }[]; category_stats: { category: string }[] }) {
  return {
    ...told,
    recent_orders: told.recent_orders.map(({ id }) => id),
    category_stats: told.category_stats.toSorted((a, b) => (a.category < b.category ? -1 : 1)),
  };
}
