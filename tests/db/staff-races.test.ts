import { afterEach, expect, test } from 'vitest';
import { soak } from '#tests/load/soak.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import {
  adjustStock,
  createPurchaseOrder,
  createShipment,
  receive,
  setPurchaseStatus,
  setShipmentStatus,
  takeBack,
} from './calls/staff-calls.ts';
import { addProduct, addProducts, bookErrors, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const CONNECTIONS = 100;

const database = await testPostgres();
const shop = await database.connect(CONNECTIONS);

afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

test('of two hundred simultaneous buyers of twenty pieces, twenty get one', async () => {
  const ring = await addProduct(shop, { stock: 20 });
  const { done, refused } = await race(200, (buyer) =>
    placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${buyer}` }), `buyer-${buyer}`),
  );

  expect(done).toHaveLength(20);
  expect(refused).toHaveLength(180);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'out_of_stock' });
  expect((await stockHistoryOf(shop, ring.id)).map((row) => row.after)).toEqual(
    Array.from({ length: 21 }, (_, sold) => 20 - sold),
  );
});

test('an order cancelled two hundred times at once returns its stock once', async () => {
  const rings = await addProducts(shop, 3, { stock: 10 });
  const order = await placeOrder(shop, orderFor(rings.map((product) => ({ product, quantity: 2 }))));
  const { done } = await race(200, () => setStatus(shop, order, 'cancelled'));

  expect(done).toHaveLength(200);
  for (const ring of rings) expect((await stockHistoryOf(shop, ring.id)).map((row) => row.quantity)).toEqual([10, -2, 2]);
});

test('a purchase order received and cancelled at once ends as one or the other, with all its items', async () => {
  const rings = await addProducts(shop, 3, { stock: 1 });
  const order = await createPurchaseOrder(
    shop,
    rings.map((product) => ({ product, quantity: 7 })),
  );
  const { done } = await race(200, (call) => setPurchaseStatus(shop, order, call % 2 === 0 ? 'received' : 'cancelled'));

  expect(done).toHaveLength(200);
  const [end] = await shop<{ status: string }[]>`select status from public.purchase_orders where id = ${order.id}`;
  const moves = (await stockHistoryOf(shop, rings[0]?.id ?? '')).slice(1).map((row) => row.quantity);
  expect(moves).toEqual(moves.map((_, place) => (place % 2 === 0 ? 7 : -7)));
  expect(moves.length % 2 === 1).toBe(end?.status === 'received');
  for (const ring of rings) {
    expect(await stockOf(shop, ring.id)).toBe(end?.status === 'received' ? 8 : 1);
    expect((await stockHistoryOf(shop, ring.id)).slice(1).map((row) => row.quantity)).toEqual(moves);
  }
});

test('a delivery undone while its pieces are sold is undone whole or not at all', async () => {
  const rings = await addProducts(shop, 2, { stock: 0 });
  const purchase = await createPurchaseOrder(
    shop,
    rings.map((product) => ({ product, quantity: 20 })),
  );
  await setPurchaseStatus(shop, purchase, 'received');
  const { done, refused } = await race<unknown>(60, (call) =>
    call === 30
      ? setPurchaseStatus(shop, purchase, 'pending')
      : placeOrder(shop, orderFor(rings.slice(call % 2).map((product) => ({ product })))),
  );

  expect(done.length + refused.length).toBe(60);
  const [end] = await shop<{ status: string }[]>`select status from public.purchase_orders where id = ${purchase.id}`;
  const taken = end?.status === 'pending' ? [20, -20] : [20];
  for (const ring of rings) {
    const bought = (await stockHistoryOf(shop, ring.id)).filter((row) => row.kind === 'purchase');
    expect(bought.map((row) => row.quantity)).toEqual(taken);
  }
});

test('sixty people receiving forty pieces at once book forty, and one key books once', async () => {
  const rings = await addProducts(shop, 2, { stock: 0 });
  const order = await createPurchaseOrder(
    shop,
    rings.map((product) => ({ product, quantity: 40 })),
  );
  const each = order.items.map(({ id }) => ({ itemId: id, received: 1 }));
  const { done, refused } = await race(60, (person) => receive(shop, order, person % 2 ? each : each.toReversed()));
  expect([done.length, refused.length]).toEqual([40, 20]);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'more_than_ordered' });
  for (const ring of rings) expect(await stockOf(shop, ring.id)).toBe(40);
  expect(await shop`select status from public.purchase_orders where id = ${order.id}`).toEqual([{ status: 'received' }]);

  const again = await createPurchaseOrder(shop, [{ product: rings[0] ?? { id: '' }, quantity: 9 }]);
  const line = [{ itemId: again.items[0]?.id ?? '', received: 4 }];
  const sent = await race(40, () => receive(shop, again, line, { key: 'one carton, sent forty times' }));
  expect(sent.done).toHaveLength(40);
  expect(await stockOf(shop, rings[0]?.id ?? '')).toBe(44);
});

test('deliveries booked and undone, statuses set and pieces sold at once leave an exact stock history', async () => {
  const ring = await addProduct(shop, { stock: 0 });
  const order = await createPurchaseOrder(shop, [{ product: ring, quantity: 500 }]);
  const itemId = order.items[0]?.id ?? '';
  await race(40, () => receive(shop, order, [{ itemId, received: 5, damaged: 1 }]));
  const deliveries = await shop<
    { id: string }[]
  >`select id from public.purchase_order_deliveries where purchase_order_id = ${order.id}`;
  expect(deliveries).toHaveLength(40);

  await race<unknown>(160, (call) => {
    if (call % 4 === 0) return takeBack(shop, order, deliveries[call / 4]?.id ?? '');
    if (call % 4 === 1) return receive(shop, order, [{ itemId, received: 3 }]);
    if (call % 4 === 2) return placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]));
    return setPurchaseStatus(shop, order, call % 8 === 3 ? 'ordered' : 'partial');
  });

  const [books] = await shop<{ received: number; shelved: number; deliveries: number }[]>`
    select i.received, i.received - i.damaged as shelved,
           (select sum(ri.received)::int from public.purchase_order_delivery_items ri join public.purchase_order_deliveries r on r.id = ri.delivery_id
             where ri.item_id = i.id and r.taken_back_at is null) as deliveries
      from public.purchase_order_items i where i.id = ${itemId}`;
  const history = await stockHistoryOf(shop, ring.id);
  const bought = history.filter(({ kind }) => kind === 'purchase').reduce((sum, { quantity }) => sum + quantity, 0);
  expect(books?.deliveries).toBe(books?.received);
  expect(bought).toBe(books?.shelved);
  // Each number was booked once, and at most once taken back.
  const moves = Object.values(
    Object.groupBy(
      history.filter(({ kind }) => kind === 'purchase'),
      ({ reference }) => reference ?? '',
    ),
  );
  for (const rows of moves) {
    expect(rows?.length).toBeLessThanOrEqual(2);
    if (rows?.length === 2) expect(rows[0]?.quantity).toBe(-(rows[1]?.quantity ?? 0));
  }
});

test('orders cancelled while their parcels are delivered end cancelled and unpaid; pieces that had not left are returned once', async () => {
  const ring = await addProduct(shop, { stock: 100 });
  const orders = await placeOrders(40, ring);
  const shipments = await Promise.all(orders.map((order) => createShipment(shop, order)));
  const { done, refused } = await race<unknown>(80, (call) => {
    const place = call >> 1;
    return call % 2 === 0
      ? setShipmentStatus(shop, shipments[place] ?? { id: '' }, 'delivered')
      : setStatus(shop, orders[place] ?? { id: '' }, 'cancelled');
  });

  // A parcel is delivered before its order is cancelled, or not at all.
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'order_cancelled' });
  expect(done.length + refused.length).toBe(80);
  const [delivered] = await shop<{ count: number }[]>`
    select count(*)::int from public.shipments where status = 'delivered' and id in ${shop(ids(shipments))}`;
  expect(delivered?.count).toBe(40 - refused.length);
  const ends = await shop`select distinct status, payment_status as payment from public.orders where id in ${shop(ids(orders))}`;
  expect(ends).toEqual([{ status: 'cancelled', payment: 'pending' }]);
  // The delivered ones are with their customers until somebody has received them.
  expect(await stockOf(shop, ring.id)).toBe(100 - 40 + refused.length);
  expect(await stockHistoryOf(shop, ring.id)).toHaveLength(1 + 40 + refused.length);
});

test('orders archived while their parcels are delivered return their stock unless they were delivered first', async () => {
  const ring = await addProduct(shop, { stock: 100 });
  const orders = await placeOrders(40, ring);
  const shipments = await Promise.all(orders.map((order) => createShipment(shop, order)));
  const { done, refused } = await race<unknown>(80, (call) => {
    const place = call >> 1;
    return call % 2 === place % 2
      ? setShipmentStatus(shop, shipments[place] ?? { id: '' }, 'delivered')
      : archiveOrder(shop, orders[place] ?? { id: '' });
  });

  expect(done.length + refused.length).toBe(80);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'order_deleted' });
  const [delivered] = await shop<{ count: number }[]>`
    select count(*)::int from public.orders where status = 'delivered' and payment_status = 'paid' and id in ${shop(ids(orders))}`;
  expect(await stockOf(shop, ring.id)).toBe(100 - (delivered?.count ?? 0));
});

test('two parcels of one order handed over at once ship it once', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const order = await placeOrder(shop, orderFor([{ product: ring }]));
  const parcels = await Promise.all([createShipment(shop, order), createShipment(shop, order)]);
  const { done } = await race(60, (call) => setShipmentStatus(shop, parcels[call % 2] ?? { id: '' }, 'in_transit'));

  expect(done).toHaveLength(60);
  expect(await shop`select status from public.orders where id = ${order.id}`).toEqual([{ status: 'shipped' }]);
  expect(new Set(done.map((parcel) => parcel.shipped_date)).size).toBeLessThanOrEqual(2);
  expect(await stockOf(shop, ring.id)).toBe(4);
});

test('shipments created for many orders by twenty at once are one parcel an order, and the others are told its number', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const order = await placeOrder(shop, orderFor([{ product: ring }]));
  const { done, refused } = await race(20, () => createShipment(shop, order, { onlyFirst: true }));

  expect(done).toHaveLength(1);
  const message = `It already has a shipment: ${done[0]?.shipment_number}`;
  expect(refused).toHaveLength(19);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'shipment_exists', message });

  // A second parcel on purpose; and another one once all came back.
  const parcels = [...done, await createShipment(shop, order)];
  for (const parcel of parcels) await setShipmentStatus(shop, parcel, 'returned');
  expect(await createShipment(shop, order, { onlyFirst: true })).toMatchObject({ status: 'preparing' });
});

test('stock counted during sales ends at the count minus what was sold afterwards', async () => {
  const ring = await addProduct(shop, { stock: 500 });
  const { refused } = await race<unknown>(120, (call) =>
    call % 12 === 0 ? adjustStock(shop, ring, 'adjustment', 300) : placeOrder(shop, orderFor([{ product: ring }])),
  );

  expect(refused).toEqual([]);
  const history = await stockHistoryOf(shop, ring.id);
  const counts = history.flatMap((row, place) => (row.kind === 'adjustment' ? [{ place, after: row.after }] : []));
  expect(counts.map((count) => count.after)).toEqual(Array.from({ length: 10 }, () => 300));
  expect(await stockOf(shop, ring.id)).toBe(300 - (history.length - 1 - (counts.at(-1)?.place ?? 0)));
});

test('when thirty edit one version, one succeeds and the others are refused', async () => {
  const ring = await addProduct(shop);
  const purchase = await createPurchaseOrder(shop, [{ product: ring, quantity: 1 }]);
  const seen = await versionOf('purchase_orders', purchase.id);
  const { done, refused } = await race<unknown>(
    30,
    (editor) =>
      shop`select public.edit_purchase_order(${purchase.id}, ${shop.json({ notes: `by ${editor}` })}, ${seen}::timestamptz)`,
  );

  expect(done).toHaveLength(1);
  expect(refused).toHaveLength(29);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'edited_meanwhile' });
});

test('when thirty staff change the status of one version, one succeeds and the others get the new status', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const order = await placeOrder(shop, orderFor([{ product: ring }]));
  const seen = await versionOf('orders', order.id);
  const wishes = ['processing', 'shipped', 'cancelled'] as const;
  const { refused } = await race(30, (desk) => setStatus(shop, order, wishes[desk % 3] ?? 'pending', seen));

  const [end] = await shop<{ status: string }[]>`select status from public.orders where id = ${order.id}`;
  // Those who chose what it has become are not refused: there is nothing that they would undo.
  expect(refused).toHaveLength(20);
  const now = await versionOf('orders', order.id);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({ status: 409, code: 'edited_meanwhile', details: { status: end?.status, updatedAt: now } });
  }
  expect(await stockOf(shop, ring.id)).toBe(end?.status === 'cancelled' ? 10 : 9);
});

test('an order is not cancelled without confirming while its parcel leaves', async () => {
  const ring = await addProduct(shop, { stock: 100 });
  const orders = await placeOrders(40, ring);
  const shipments = await Promise.all(orders.map((order) => createShipment(shop, order)));
  const seen = await Promise.all(orders.map(({ id }) => versionOf('orders', id)));
  await race<unknown>(80, (call) => {
    const place = call >> 1;
    return call % 2 === place % 2
      ? setShipmentStatus(shop, shipments[place] ?? { id: '' }, 'in_transit')
      : setStatus(shop, orders[place] ?? { id: '' }, 'cancelled', seen[place]);
  });

  const contradictions = await shop`
    select o.id from public.orders o join public.shipments s on s.order_id = o.id
     where o.id in ${shop(ids(orders))} and (o.status = 'cancelled') = (s.status = 'in_transit')`;
  expect(contradictions).toEqual([]);
});

test('a hundred clients with shuffled carts, staff among them, never deadlock', async () => {
  const { orders, staffCalls, refused, deadlocks, bookErrors: errors } = await soak({ acts: 5 });
  expect({ deadlocks, errors }).toEqual({ deadlocks: 0, errors: [] });
  // Nothing that was begun is lost, and most of it is no refusal.
  expect(orders + staffCalls + refused).toBe(100 * 5);
  expect(orders).toBeGreaterThan(230);
  expect(staffCalls).toBeGreaterThan(25);
});

async function placeOrders(count: number, product: { id: string; name: string; price: number }): Promise<PlacedOrder[]> {
  return Promise.all(Array.from({ length: count }, () => placeOrder(shop, orderFor([{ product }]))));
}

/** As the API writes it. */
async function versionOf(table: 'orders' | 'purchase_orders', id: string): Promise<string> {
  const [row] = await shop<{ version: string }[]>`
    select to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as version from public.${shop(table)} where id = ${id}`;
  if (!row) throw new Error(`No row ${id}`);
  return row.version;
}

function ids(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
