import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { answer, closeItem, type PurchaseOrderRow, receive, setPurchaseStatus } from './calls/staff-calls.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);

interface Row {
  id: string;
  name: string;
  sold: number;
  sold_a_week: number;
  on_hand: number;
  expected: number;
  days_left: number;
  lead_days: number;
  is_lead_known: boolean;
  supplier_name: string | null;
  unit_cost: number | null;
  suggested: number;
}

type Made = PurchaseOrderRow & { supplier_name: string; supplier_phone: string };

interface Line {
  variantId: string;
  quantity: number;
  supplierName?: string;
  unitCost?: number;
}

const list = () => answer<{ items: Row[]; total: number }>(shop`select public.list_reorder(0, 100) as answer`);
const rowOf = async ({ name }: ProductRow) => (await list()).items.find((row) => row.name === name);

async function variantOf({ id }: ProductRow): Promise<string> {
  const [variant] = await shop<{ id: string }[]>`select id from public.product_variants where product_id = ${id}`;
  return variant?.id ?? '';
}

let phones = 0;
const sell = (product: ProductRow, quantity: number) =>
  placeOrder(shop, orderFor([{ product, quantity }], { customerPhone: `+9231188${String(10_000 + ++phones)}` }));

const buy = (product: ProductRow, quantity: number, { supplier = 'Kundan House', cost = 400, phone = '' } = {}) =>
  answer<Made>(
    shop`select public.create_purchase_order(${shop.json({
      supplierName: supplier,
      supplierPhone: phone,
      items: [{ productId: product.id, quantity, unitCost: cost }],
    })}) as answer`,
  );

/** Receives what was ordered, as if it had been ordered so many days ago. */
async function receiveAfter(order: PurchaseOrderRow, days: number): Promise<void> {
  await setPurchaseStatus(shop, order, 'ordered');
  await shop`update public.purchase_orders set order_date = now() - ${days} * interval '1 day', created_at = now() - ${days + 3} * interval '1 day'
    where id = ${order.id}`;
  await receive(shop, order, [{ itemId: order.items[0]?.id ?? '', received: order.items[0]?.quantity ?? 0 }]);
}

const reorder = (lines: Line[], key: string | null = null, sql: Sql = shop) =>
  answer<Made[]>(sql`select public.reorder_pieces(${sql.json(lines as never)}, ${key}) as answer`);

test('a piece that runs short is suggested for its lead time and four weeks, less what is here and expected', async () => {
  const ring = await addProduct(shop, { name: 'Short ring', stock: 10, price: 3000 });
  expect(await rowOf(ring)).toBeUndefined();
  const sent = await sell(ring, 4);
  await sell(ring, 2);
  await setStatus(shop, await sell(ring, 3), 'cancelled');
  await setStatus(shop, sent, 'delivered');
  // 6 in 28 days, 4 on hand: 18 days. Nobody has said how long it takes to come.
  expect(await rowOf(ring)).toMatchObject({
    sold: 6,
    sold_a_week: 1.5,
    on_hand: 4,
    expected: 0,
    days_left: 18,
    lead_days: 14,
    is_lead_known: false,
    supplier_name: null,
    unit_cost: null,
    suggested: 5,
  });

  // 6 pieces a month, 42 days: 9. The median of 20, 30 and 70 days, by one supplier; another one is quicker, and not the last.
  for (const days of [20, 30, 70]) await receiveAfter(await buy(ring, 1, { cost: 500 }), days);
  await receiveAfter(await buy(ring, 1, { supplier: 'Quick Traders' }), 90);
  await sell(ring, 4);
  expect(await rowOf(ring)).toMatchObject({
    sold: 10,
    on_hand: 4,
    days_left: 11,
    lead_days: 30,
    is_lead_known: true,
    supplier_name: 'Kundan House',
    unit_cost: 500,
    suggested: 17,
  });
});

test('what is expected counts, unless it is closed short or cancelled', async () => {
  const chain = await addProduct(shop, { name: 'Short chain', stock: 10, price: 3000 });
  await sell(chain, 8);
  const few = await buy(chain, 1);
  expect(await rowOf(chain)).toMatchObject({ on_hand: 2, expected: 1, suggested: 9 });
  const enough = await buy(chain, 20);
  expect(await rowOf(chain)).toBeUndefined();
  await closeItem(shop, enough, enough.items[0]?.id ?? '', true);
  expect(await rowOf(chain)).toMatchObject({ expected: 1 });
  await setPurchaseStatus(shop, few, 'cancelled');
  expect(await rowOf(chain)).toMatchObject({ expected: 0 });
});

test('choices and products that are no longer offered are left out, and the most urgent comes first', async () => {
  const gone = await addProduct(shop, { name: 'Gone', stock: 5, price: 3000 });
  const urgent = await addProduct(shop, { name: 'Sold out', stock: 5, price: 3000 });
  await sell(gone, 5);
  await sell(urgent, 5);
  expect(await rowOf(gone)).toMatchObject({ days_left: 0, suggested: 8 });
  await shop`update public.products set archived_at = now() where id = ${gone.id}`;
  expect(await rowOf(gone)).toBeUndefined();
  // The ring lasts 11 days and takes 30; the others take two weeks.
  expect((await list()).items.map(({ name }) => name)).toEqual(['Short ring', 'Sold out', 'Short chain']);
  await expect(reorder([{ variantId: await variantOf(gone), quantity: 1 }])).rejects.toThrow(/validation_failed/);
});

test('each supplier gets one order, with the address and costs of the last one', async () => {
  const [one, two, other, fresh] = [
    await addProduct(shop, { stock: 1, price: 900 }),
    await addProduct(shop, { stock: 1, price: 900 }),
    await addProduct(shop, { stock: 1, price: 900 }),
    await addProduct(shop, { stock: 1, price: 900 }),
  ];
  await buy(one, 1, { supplier: 'Lahore Beads', cost: 100 });
  await buy(two, 1, { supplier: 'lahore beads', cost: 200, phone: '+923001234567' });
  await buy(other, 1, { supplier: 'Multan Kashi', cost: 300 });
  const lines = [
    { variantId: await variantOf(one), quantity: 5 },
    { variantId: await variantOf(other), quantity: 6 },
    { variantId: await variantOf(two), quantity: 7, unitCost: 210 },
    { variantId: await variantOf(fresh), quantity: 8, supplierName: 'Lahore Beads', unitCost: 50 },
  ];
  const made = await reorder(lines);
  const orders = made.map(({ supplier_name, items }) => [supplier_name, items.map((item) => [item.quantity, item.unit_cost])]);
  expect(orders).toEqual([
    [
      'Lahore Beads',
      [
        [5, 100],
        [7, 210],
        [8, 50],
      ],
    ],
    ['Multan Kashi', [[6, 300]]],
  ]);
  expect(made.map(({ status, supplier_phone }) => [status, supplier_phone])).toEqual([
    ['pending', '+923001234567'],
    ['pending', ''],
  ]);
});

test('a second press with the same key makes nothing, and another reorder under it is refused', async () => {
  const product = await addProduct(shop, { stock: 1, price: 900 });
  const lines = [{ variantId: await variantOf(product), quantity: 5, supplierName: 'Once Only', unitCost: 10 }];
  const presses = await Promise.all([1, 2, 3].map(() => reorder(lines, 'press-1')));
  expect(new Set(presses.map((made) => made[0]?.id)).size).toBe(1);
  const [{ orders } = {}] =
    await shop`select count(*)::int as orders from public.purchase_orders where supplier_name = 'Once Only'`;
  expect(orders).toBe(1);
  await expect(reorder([{ ...lines[0], quantity: 6 } as Line], 'press-1')).rejects.toThrow(/idempotency_mismatch/);
});

test('nobody orders from nobody: supplier and cost are asked for at their line, and nothing is made', async () => {
  const known = await addProduct(shop, { stock: 1, price: 900 });
  const fresh = await addProduct(shop, { stock: 1, price: 900 });
  await buy(known, 1, { supplier: 'Half Done' });
  const lines = [
    { variantId: await variantOf(known), quantity: 1 },
    { variantId: await variantOf(fresh), quantity: 1 },
  ];
  await expect(reorder(lines)).rejects.toThrow(/validation_failed/);
  const [{ orders } = {}] =
    await shop`select count(*)::int as orders from public.purchase_orders where supplier_name = 'Half Done'`;
  expect(orders).toBe(1);
});
