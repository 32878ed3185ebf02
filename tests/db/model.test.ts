import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { orderStatus } from '#domain/orders/contract.ts';
import { purchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { life, OPENING, type Operation } from './model/operations.ts';
import { observe, openShop, perform } from './model/real-shop.ts';
import { apply, newShop, sendsPartAgain } from './model/shop-model.ts';
import { bookErrors } from './rows/catalogue-rows.ts';

/** Every run is the same. A failure names its seed and path; `fc.assert` with them runs that life again. */
const SEED = 20_262_199;
const LIVES_AT_ONCE = 20;
const LIVES_EACH = 6;

/** A failure is made smaller for no longer than this, so that there is time left to tell it. */
const TIMEOUT_MS = 600_000;

/** Everything the lives must have met at least once. */
const ENDS = [
  'adjust stock: 404 product_not_found',
  'adjust stock: 409 not_enough_stock',
  'adjust stock: 422 validation_failed',
  'adjust stock: done',
  'archive order: 404 order_not_found',
  'archive order: done',
  'archive product: done',
  'archive product: nothing',
  'archive purchase order: done',
  'archive purchase order: nothing',
  'archive shipment: done',
  'archive shipment: nothing',
  'close line: 404 purchase_order_not_found',
  'close line: 409 nothing_missing',
  'close line: done',
  'count as a whole: 404 product_not_found',
  'count as a whole: done',
  'count by size: 404 product_not_found',
  'count by size: done',
  'create purchase order: 422 validation_failed',
  'create purchase order: done',
  'create shipment: 404 order_not_found',
  'create shipment: 409 order_cancelled',
  'create shipment: done',
  'edit stock: 404 product_not_found',
  'edit stock: 422 validation_failed',
  'edit stock: done',
  'place order: 409 out_of_stock',
  'place order: 422 choice_required',
  'place order: done',
  'receive back: 404 order_not_found',
  'receive back: 409 nothing_came_back',
  'receive back: done',
  'receive: 404 purchase_order_not_found',
  'receive: 409 more_than_ordered',
  'receive: 409 purchase_order_cancelled',
  'receive: 422 validation_failed',
  'receive: done',
  'replace purchase items: 404 purchase_order_not_found',
  'replace purchase items: 409 already_received',
  'replace purchase items: 422 validation_failed',
  'replace purchase items: done',
  'set order status: 404 order_not_found',
  'set order status: 409 not_enough_stock',
  'set order status: 409 parcel_came_back',
  'set order status: done',
  'set purchase status: 404 purchase_order_not_found',
  'set purchase status: 409 not_enough_stock',
  'set purchase status: done',
  'set shipment status: 404 shipment_not_found',
  'set shipment status: 409 order_cancelled',
  'set shipment status: 409 order_deleted',
  'set shipment status: done',
  'take back: 404 delivery_not_found',
  'take back: 404 purchase_order_not_found',
  'take back: 409 not_enough_stock',
  'take back: done',
];

const database = await testPostgres();
const sql = await database.connect(LIVES_AT_ONCE);

afterAll(async () => {
  const errors = await bookErrors(database.owner);
  expect(errors).toEqual([]);
});

test('whatever shoppers and staff do, the shop’s stock, history, statuses and refusals equal the model’s', async () => {
  const seen = new Map<string, number>();
  const lane = (number: number) =>
    fc.assert(
      fc.asyncProperty(life, ({ stocks, operations }) => live(stocks, [...OPENING, ...operations], seen)),
      { seed: SEED + number, numRuns: LIVES_EACH, interruptAfterTimeLimit: TIMEOUT_MS, markInterruptAsFailure: true },
    );
  await Promise.all(Array.from({ length: LIVES_AT_ONCE }, (_, number) => lane(number)));

  // The lives are worth something only when everything that can happen did.
  expect([...seen.keys()].toSorted()).toEqual(ENDS);
}, 660_000);

describe('an order', () => {
  test.each(transitions(orderStatus.options))('goes from $from to $to once, however often it is set', async ({ from, to }) => {
    const setTo = (status: typeof from): Operation => ({ does: 'set order status', order: 0, status });
    await live([9, 9, 9], [...OPENING, setTo(from), setTo(to), setTo(to)]);
  });
});

describe('a purchase order', () => {
  test.each(transitions(purchaseOrderStatus.options))(
    'goes from $from to $to once, however often it is set',
    async ({ from, to }) => {
      const setTo = (status: typeof from): Operation => ({ does: 'set purchase status', purchase: 0, status });
      await live([9, 9, 9], [...OPENING, setTo(from), setTo(to), setTo(to)]);
    },
  );
});

describe('a shipment', () => {
  test.each(transitions(shipmentStatus.options))('goes from $from to $to once, however often it is set', async ({ from, to }) => {
    const setTo = (status: typeof from): Operation => ({ does: 'set shipment status', shipment: 0, status });
    await live([9, 9, 9], [...OPENING, setTo(from), setTo(to), setTo(to)]);
  });

  const meetings = shipmentStatus.options.flatMap((status) => orderStatus.options.map((order) => ({ status, order })));
  test.each(meetings)('that becomes $status while its order is $order', async ({ status, order }) => {
    await live(
      [9, 9, 9],
      [...OPENING, { does: 'set order status', order: 0, status: order }, { does: 'set shipment status', shipment: 0, status }],
    );
  });
});

/** Does the same things to the model and to products, orders, purchase orders and shipments of its own in the database, and compares after each. */
async function live(stocks: readonly number[], operations: Operation[], seen = new Map<string, number>()): Promise<void> {
  const model = newShop(stocks);
  const shop = await openShop(sql, stocks);
  for (const operation of operations) {
    if (sendsPartAgain(model, operation)) continue;
    const expected = apply(model, operation);
    expect({ operation, outcome: await perform(shop, operation) }).toEqual({ operation, outcome: expected });
    expect(await observe(shop)).toEqual(model);
    const what = `${operation.does}: ${expected}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }
}

function transitions<Status>(statuses: readonly Status[]): { from: Status; to: Status }[] {
  return statuses.flatMap((from) => statuses.map((to) => ({ from, to })));
}
