import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBooks } from '#scripts/books/compare.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { balances } from './calls/payment-calls.ts';
import { liveWithMoney } from './model/live-with-money.ts';
import { history, STEPS } from './model/money-model.ts';
import { addProduct } from './rows/catalogue-rows.ts';

/** `SHOP_MONEY_HISTORIES=5000 npm run test:db -- ledger-model` takes some minutes; every run of one number is the same. */
const HISTORIES = Number(process.env.SHOP_MONEY_HISTORIES ?? 96);
const AT_ONCE = 12;
const SEED = 20_261_125;

/** Everything that must have been met at least once. */
const ENDS = [
  'add a piece: done',
  'add a piece: order_packed',
  'delete: done',
  'delete: money_kept',
  'delete: order_not_found',
  'edit items: done',
  'give credit: done',
  'make a parcel: done',
  'merge customers: done',
  'move a parcel: done',
  'place: done',
  'place: not_enough_credit',
  'record advance: done',
  'record advance: order_not_found',
  'refund: done',
  'refund: order_not_found',
  'refund: refund_too_large',
  'restore: deleted_not_found',
  'restore: done',
  'set status: done',
  'set status: money_refunded',
  'spend credit: done',
  'spend credit: not_enough_credit',
  'take back: collected_with_delivery',
  'take back: credit_spent',
  'take back: done',
  'take back: money_refunded',
  'take back: payment_not_found',
  'take back: payment_reversed',
];

const database = await testPostgres();
const sql = await database.connect(AT_ONCE);

test('whatever happens to orders, the sums and rows of their money equal the model’s after each step', async () => {
  const ring = await addProduct(sql, { stock: 1_000_000 });
  const staff = await addColleague(database.owner, 'sana');
  const fields = { code: 'HUNDRED', kind: 'sum', target: 'lines', value: 100, minimum: 0, once_per_phone: false };
  const rest = { name: '', product_ids: [], categories: [], max_uses: null, new_customers_only: false, is_paused: false };
  await sql`select public.save_discount_code(null, ${sql.json({ ...fields, ...rest } as never)}, null)`;
  const seen = new Map<string, number>();
  const stage = { sql, ring, staff, code: 'HUNDRED' };
  const lane = (number: number) =>
    fc.assert(
      fc.asyncProperty(history, (steps) => liveWithMoney(stage, steps, seen)),
      {
        seed: SEED + number,
        numRuns: Math.ceil(HISTORIES / AT_ONCE),
      },
    );
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => lane(number)));
  const steps = [...seen.values()].reduce((sum, times) => sum + times, 0);
  expect(steps).toBeGreaterThanOrEqual(HISTORIES * STEPS);
  expect([...seen.keys()]).toEqual(expect.arrayContaining(ENDS));
  expect(Object.values(await balances(sql)).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 4);
  expect((await compareBooks(async (statement) => [...(await database.owner.unsafe(statement))])).differences).toEqual([]);
}, 3_600_000);
