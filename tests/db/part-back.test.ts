import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { customerOf, recordAdvance, refundOrder, sumsOf } from './calls/payment-calls.ts';
import { answer, createShipment, type ShipmentRow, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const PRICE = 2999;

const database = await testPostgres();
const shop = await database.connect(2);

/** An order of two rings in two parcels, each of which collects the price of one. */
async function inTwoParcels() {
  const ring = await addProduct(shop, { stock: 10, price: PRICE });
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { customerPhone: newPhone() }));
  const [kept, back]: [ShipmentRow, ShipmentRow] = [await createShipment(shop, order), await createShipment(shop, order)];
  const { version } = await answer<{ version: string }>(shop`select shop.order_sums_json(${order.id}) as answer`);
  const sums = [
    { shipmentId: kept.id, collect: PRICE },
    { shipmentId: back.id, collect: order.total_amount - PRICE },
  ];
  await shop`select public.set_parcel_sums(${kept.id}, ${shop.json({ version, sums })}, null)`;
  for (const parcel of [kept, back]) await setShipmentStatus(shop, parcel, 'in_transit');
  return { ring, order, kept, back };
}

const workOf = async ({ id }: { id: string }) =>
  (await shop<{ work: string }[]>`select work from shop.order_work where order_id = ${id} order by work`).map(({ work }) => work);

const awaited = async ({ id }: { id: string }) => {
  const { awaited: all } = await answer<{ awaited: { order_id: string; shipments: string[]; pieces: number | null }[] }>(
    shop`select public.receiving_work() as answer`,
  );
  return all.filter(({ order_id }) => order_id === id).map(({ shipments, pieces }) => ({ shipments, pieces }));
};

const recordOf = async (order: { id: string }) => {
  const { id } = await customerOf(shop, order);
  return answer<{ orders: number; delivered: number; returned: number; open: number; value: number }>(
    shop`select shop.customer_record(${id}) as answer`,
  );
};

const stockOf = async ({ id }: { id: string }) =>
  (await shop<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${id}`)[0]?.stock;

async function count({ order, parcel }: { order: { id: string }; parcel: ShipmentRow }) {
  const [line] = await shop<{ id: string }[]>`select id from public.order_items where order_id = ${order.id}`;
  const pieces = [{ itemId: line?.id ?? '', quantity: 1, disposition: 'restocked' }];
  const counted = { key: crypto.randomUUID(), orderId: order.id, shipmentId: parcel.id, pieces };
  await shop`select public.receive_pieces(${shop.json(counted)}, null)`;
}

test('of two parcels one of which came back all say the same: what arrived is paid, what came back is not owed and waits to be counted', async () => {
  const { ring, order, kept, back } = await inTwoParcels();
  await setShipmentStatus(shop, kept, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: PRICE, due: order.total_amount - PRICE, status: 'pending' });
  await setShipmentStatus(shop, back, 'returned');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: PRICE, due: 0, toRefund: 0, status: 'paid' });
  expect(await recordOf(order)).toMatchObject({ orders: 1, delivered: 1, returned: 1, open: 0, value: PRICE });
  expect(await workOf(order)).toEqual(['returned']);
  expect(await awaited(order)).toEqual([{ shipments: [back.shipment_number], pieces: null }]);
  expect(await stockOf(ring)).toBe(8);

  await count({ order, parcel: back });
  expect(await stockOf(ring)).toBe(9);
  expect([await workOf(order), await awaited(order)]).toEqual([[], []]);
  const [{ status }] = (await shop`select status from public.orders where id = ${order.id}`) as unknown as [{ status: string }];
  expect(status).toBe('delivered');
  expect(await bookErrors(shop)).toEqual([]);
});

test('a part that came back waits to be counted also while the other one is under way', async () => {
  const { order, kept, back } = await inTwoParcels();
  await setShipmentStatus(shop, back, 'failed');
  expect(await workOf(order)).toEqual(['returned', 'with_courier']);
  expect(await awaited(order)).toEqual([{ shipments: [back.shipment_number], pieces: null }]);
  expect(await sumsOf(shop, order)).toMatchObject({ due: PRICE, collected: 0, status: 'pending' });
  expect(await recordOf(order)).toMatchObject({ delivered: 0, returned: 0, open: 1 });
  await setShipmentStatus(shop, kept, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, collected: PRICE, status: 'paid' });
});

test('sent again, what came back is due at the new parcel’s door, and the order goes on', async () => {
  const { order, kept, back } = await inTwoParcels();
  await setShipmentStatus(shop, kept, 'delivered');
  await setShipmentStatus(shop, back, 'returned');
  const again = await createShipment(shop, order);
  const rest = order.total_amount - PRICE;
  expect(await sumsOf(shop, order)).toMatchObject({ due: rest, collected: PRICE, status: 'pending' });
  await setShipmentStatus(shop, again, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, collected: PRICE + rest, status: 'paid' });
});

test('a parcel that is delivered after all has collected its own sum, and the one in its place asks for nothing', async () => {
  const { order, kept, back } = await inTwoParcels();
  await setShipmentStatus(shop, back, 'failed');
  const again = await createShipment(shop, order);
  await setShipmentStatus(shop, back, 'delivered');
  const [{ to_collect }] =
    (await shop`select to_collect::float from public.shipments_of_orders where id = ${again.id}`) as unknown as [
      { to_collect: number },
    ];
  expect(to_collect).toBe(0);
  expect(await sumsOf(shop, order)).toMatchObject({ collected: order.total_amount - PRICE, due: PRICE });
  await setShipmentStatus(shop, kept, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: order.total_amount, due: 0 });
});

test('what goes back of a part that was paid is not asked for again at the next door', async () => {
  const { order, kept } = await inTwoParcels();
  await setShipmentStatus(shop, kept, 'delivered');
  await refundOrder(shop, order, 500);
  expect(await sumsOf(shop, order)).toMatchObject({ due: order.total_amount - PRICE, refunded: 500 });
});

test('an advance that was taken back after the delivery leaves the order unpaid', async () => {
  const { order, kept, back } = await inTwoParcels();
  const advance = await recordAdvance(shop, order, 400);
  for (const parcel of [kept, back]) await setShipmentStatus(shop, parcel, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, status: 'paid' });
  await shop`select public.reverse_payment(${advance}, 'Another customer’s', null)`;
  expect(await sumsOf(shop, order)).toMatchObject({ due: 400, status: 'pending' });
});
