import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '#tests/setup/real-postgres.ts';
import { addProducts, bookErrors, ledgerOf, stockOf } from './catalogue-rows.ts';
import { createPurchaseOrder, receive, setPurchaseStatus } from './staff-calls.ts';

let database: RealPostgres;

beforeAll(async () => {
  database = await startRealPostgres({ before: '20261101002830' });
}, 60_000);

afterAll(() => database.stop());

test('a shop whose purchase orders were received before receipts were kept is updated with exact books', async () => {
  const shop = await database.connect(1);
  const rings = await addProducts(shop, 2, { stock: 1 });
  const [ring] = rings as [(typeof rings)[0], (typeof rings)[0]];
  const ordered = (quantity: number) =>
    createPurchaseOrder(
      shop,
      rings.map((product) => ({ product, quantity })),
    );
  const [received, partial, pending] = [await ordered(5), await ordered(6), await ordered(7)];
  await setPurchaseStatus(shop, received, 'received');
  await setPurchaseStatus(shop, partial, 'partial');

  await database.update();

  const lines = (order: { id: string }) =>
    shop`select received, closed_short from public.purchase_order_items where purchase_order_id = ${order.id} order by position`;
  expect(await lines(received)).toEqual([
    { received: 5, closed_short: false },
    { received: 5, closed_short: false },
  ]);
  expect(await lines(partial)).toMatchObject([{ received: 0 }, { received: 0 }]);
  expect(await shop`select receipt_number, purchase_order_id from public.purchase_order_receipts`).toEqual([
    { receipt_number: received.order_number, purchase_order_id: received.id },
  ]);

  // Leaving `received` takes back what was booked then, under the number it was booked under.
  await setPurchaseStatus(shop, received, 'ordered');
  expect((await ledgerOf(shop, ring.id)).map(({ quantity, reference }) => [quantity, reference])).toEqual([
    [1, null],
    [5, received.order_number],
    [-5, received.order_number],
  ]);
  expect(await stockOf(shop, ring.id)).toBe(1);

  const [line] = await shop<{ id: string }[]>`
    select id from public.purchase_order_items where purchase_order_id = ${pending.id} order by position limit 1`;
  expect((await receive(shop, pending, [{ itemId: line?.id ?? '', received: 2 }])).status).toBe('partial');
  expect(await bookErrors(database.owner)).toEqual([]);
}, 60_000);
