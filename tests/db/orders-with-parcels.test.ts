import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, receiveBack, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const CONNECTIONS = 20;

const database = await testPostgres();
const shop = await database.connect(CONNECTIONS);

/** Orders whose parcels say otherwise. */
const contradictions = () => shop`
  select o.order_number, o.status, p.statuses
    from public.orders o
    join lateral (select array_agg(s.status::text) as statuses from public.shipments s
                   where s.order_id = o.id and s.archived_at is null and s.status not in ('failed', 'returned')) p on p.statuses is not null
   where o.archived_at is null
     and case o.status when 'delivered' then p.statuses <> array_fill('delivered'::text, array[cardinality(p.statuses)])
                       when 'shipped' then not p.statuses && '{shipped,in_transit,out_for_delivery,delivered}'
                       when 'cancelled' then false
                       else p.statuses && '{shipped,in_transit,out_for_delivery,delivered}' end`;

test('an order and its parcels, changed from both sides at once, agree whatever came first', async () => {
  const ring = await addProduct(shop, { stock: 1000 });
  const orders = await Promise.all(
    Array.from({ length: 10 }, (_, n) => placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${n}` }))),
  );
  const parcels = await Promise.all(orders.flatMap((order) => [createShipment(shop, order), createShipment(shop, order)]));
  const fromOrders = ORDER_STATUSES.filter((status) => status !== 'cancelled');
  const { refused } = await race(400, (n): Promise<unknown> => {
    const parcel = parcels[(n * 7) % parcels.length];
    const order = orders[(n * 3) % orders.length];
    if (!parcel || !order) throw new Error('There is no such order');
    if (n % 5 === 0)
      return Promise.resolve(shop`select public.edit_shipment(${parcel.id}, ${shop.json({ notes: `${n}` })}, null)`);
    return n % 2
      ? setShipmentStatus(shop, parcel, SHIPMENT_STATUSES[n % SHIPMENT_STATUSES.length] ?? 'preparing')
      : setStatus(shop, order, fromOrders[n % fromOrders.length] ?? 'pending');
  });
  expect(refused).toEqual([]);
  expect(await contradictions()).toEqual([]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('what came back is counted once, however often and whatever else is pressed at the same moment', async () => {
  const ring = await addProduct(shop, { stock: 100 });
  const orders = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { customerAddress: `Flat ${n}` })),
    ),
  );
  for (const order of orders) await setShipmentStatus(shop, await createShipment(shop, order), 'returned');
  const counted = new Map<string, number>();
  await race(200, async (n): Promise<unknown> => {
    const order = orders[n % orders.length];
    if (!order) throw new Error('There is no such order');
    if (n % 4 === 3) return setStatus(shop, order, 'cancelled');
    await receiveBack(shop, order, true);
    return counted.set(order.id, (counted.get(order.id) ?? 0) + 1);
  });
  expect([...counted.values()]).toEqual(Array.from({ length: 10 }, () => 1));
  // Each order sold two, gave them back, and lost them as damaged.
  const booked = await shop`
    select h.transaction_type as kind, count(*)::int as rows, sum(h.quantity)::int as units
      from public.stock_history h where h.product_id = ${ring.id} and h.reference_number is not null group by 1 order by 1`;
  expect([...booked]).toEqual([
    { kind: 'sale', rows: 10, units: -20 },
    { kind: 'return', rows: 10, units: 20 },
    { kind: 'damage', rows: 10, units: -20 },
  ]);
  expect(await bookErrors(shop)).toEqual([]);
});
