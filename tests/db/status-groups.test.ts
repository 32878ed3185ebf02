import { expect, test } from 'vitest';
import type { OrderWork } from '#domain/orders/contract.ts';
import { isOpen, isUnshipped, ORDER_STATUSES, type OrderStatus } from '#domain/orders/status.ts';
import { isBack, isOver, SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const { owner } = await testPostgres();

/** The statuses of a type that a function of it says yes to, in their order. */
async function statusesIn(group: string, type: string): Promise<string[]> {
  const rows = await owner.unsafe<{ status: string }[]>(
    `select s as status from unnest(enum_range(null::shop.${type})) s where shop.${group}(s) order by s`,
  );
  return rows.map(({ status }) => status);
}

test.each([
  ['is_open', 'order_status', ['pending', 'processing', 'shipped']],
  ['is_unshipped', 'order_status', ['pending', 'processing']],
  ['has_shipped', 'order_status', ['shipped', 'delivered']],
  ['is_back', 'shipment_status', ['failed', 'returned']],
  ['is_over', 'shipment_status', ['delivered', 'failed', 'returned']],
  ['is_under_way', 'shipment_status', ['shipped', 'in_transit', 'out_for_delivery']],
  ['has_left', 'shipment_status', ['shipped', 'in_transit', 'out_for_delivery', 'delivered']],
  ['is_expected', 'purchase_order_status', ['pending', 'ordered', 'partial']],
])('%s of %s is said of these alone', async (group, type, statuses) => {
  expect(await statusesIn(group, type)).toEqual(statuses);
});

test('screens group statuses as the database does', async () => {
  const orders = (is: typeof isOpen) => ORDER_STATUSES.filter((status) => is({ status }));
  const shipments = (is: typeof isOver) => SHIPMENT_STATUSES.filter((status) => is({ status }));
  expect(orders(isOpen)).toEqual(await statusesIn('is_open', 'order_status'));
  expect(orders(isUnshipped)).toEqual(await statusesIn('is_unshipped', 'order_status'));
  expect(shipments(isBack)).toEqual(await statusesIn('is_back', 'shipment_status'));
  expect(shipments(isOver)).toEqual(await statusesIn('is_over', 'shipment_status'));
});

/** What is to be done next with an order that nobody has confirmed and that has no parcel. */
const WORK: Record<OrderStatus, OrderWork | null> = {
  pending: 'to_confirm',
  processing: 'to_pack',
  shipped: 'with_courier',
  delivered: null,
  cancelled: null,
};

test.each(Object.entries(WORK))('an order that is %s has as its next work: %s', async (status, work) => {
  const order = await placeOrder(owner, orderFor([{ product: await addProduct(owner, { stock: 1 }) }]));
  await owner`select public.set_order_status(${order.id}, ${status}, null, cash_with => 'us')`;
  expect(await owner`select w.work from shop.order_work w where w.order_id = ${order.id}`).toEqual(work ? [{ work }] : []);
});

/** Indexes spell a group out: Postgres would keep the rows of before when a function changes. */
const INDEXES = [
  ['shipments_to_receive', 'shipment_status', 'shop.is_back(status)'],
  ['shipments_not_over', 'shipment_status', 'not shop.is_over(status)'],
  ['purchase_orders_expected', 'purchase_order_status', 'shop.is_expected(status)'],
] as const;

test.each(INDEXES)('the index %s holds the statuses of its group', async (index, type, group) => {
  const [found] = await owner<{ condition: string }[]>`
    select pg_get_expr(i.indpred, i.indrelid) as condition from pg_index i where i.indexrelid = ${`public.${index}`}::regclass`;
  const ofStatus = /status (?:=|<>) (?:ANY|ALL) \(ARRAY\[.*?\]\)/.exec(found?.condition ?? '')?.[0];
  expect(ofStatus, found?.condition).toBeDefined();
  const rows = await owner.unsafe<{ status: string }[]>(
    `select status from unnest(enum_range(null::shop.${type})) status where (${ofStatus}) <> (${group})`,
  );
  expect(rows.map(({ status }) => status)).toEqual([]);
});

test('a query that asks for a group reads the index of its statuses', async () => {
  const plan = await owner.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    return sql`explain select s.id from public.shipments s where s.archived_at is null and not shop.is_over(s.status)`;
  });
  expect(JSON.stringify(plan)).toContain('shipments_not_over');
});
