import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { testPostgres } from '#tests/setup/test-postgres.ts';
import { addProduct } from './catalogue-rows.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './order-calls.ts';
import { AGAINST_THE_BOOKS, sqlstateOf } from './refusals.ts';
import { createShipment, setShipmentStatus } from './staff-calls.ts';

const GENERATED = '428C9';

const database = await testPostgres();
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1_000 });
let house = 0;

function newOrder(): Promise<PlacedOrder> {
  house += 1;
  return placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${house}` }));
}

async function paymentOf({ id }: PlacedOrder): Promise<string | undefined> {
  const [row] = await shop<{ payment_status: string }[]>`select payment_status from public.orders where id = ${id}`;
  return row?.payment_status;
}

const notePayment = ({ id }: PlacedOrder, how: string | null) => shop`select shop.note_payment(${id}, ${how}, null)`;

/** Every status after every other. */
const JOURNEY = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.flatMap((to) => [from, to]));

test('an order is paid while it is delivered, whatever it was before', async () => {
  const order = await newOrder();
  for (const status of JOURNEY) {
    await setStatus(shop, order, status);
    expect([status, await paymentOf(order)]).toEqual([status, status === 'delivered' ? 'paid' : 'pending']);
  }
});

test('a payment that staff noted survives every change of status, of the order and of its parcels', async () => {
  const order = await newOrder();
  await notePayment(order, 'Bank transfer');
  for (const status of JOURNEY) {
    await setStatus(shop, order, status);
    expect([status, await paymentOf(order)]).toEqual([status, 'paid']);
  }
  const shipped = await newOrder();
  await notePayment(shipped, 'Bank transfer');
  const parcel = await createShipment(shop, shipped);
  for (const status of ['delivered', 'failed', 'in_transit', 'returned'] as const) {
    await setShipmentStatus(shop, parcel, status);
    expect([status, await paymentOf(shipped)]).toEqual([status, 'paid']);
  }
  const [collected] = await shop`select to_collect from public.shipments_of_orders where id = ${parcel.id}`;
  expect(collected).toEqual({ to_collect: '0' });
});

test('a payment noted by mistake is taken back, and the timeline tells of both', async () => {
  const order = await newOrder();
  await notePayment(order, 'Bank transfer');
  await notePayment(order, 'Bank transfer');
  await notePayment(order, null);
  expect(await paymentOf(order)).toBe('pending');
  const events =
    await shop`select before, after from public.order_events where order_id = ${order.id} and kind = 'order' order by created_at`;
  expect([...events]).toEqual([
    {
      before: { payment_note: null, payment_status: 'pending' },
      after: { payment_note: 'Bank transfer', payment_status: 'paid' },
    },
    {
      before: { payment_note: 'Bank transfer', payment_status: 'paid' },
      after: { payment_note: null, payment_status: 'pending' },
    },
  ]);
});

test('nothing else writes a payment', async () => {
  const order = await newOrder();
  const noted = await newOrder();
  const write = (change: Record<string, string>) => shop`update public.orders set ${shop(change)} where id = ${order.id}`;
  expect(await sqlstateOf(write({ payment_status: 'paid' }))).toBe(GENERATED);
  expect(await sqlstateOf(write({ payment_note: 'Bank transfer' }))).toBe(AGAINST_THE_BOOKS);
  // Not even in the transaction that noted one, of another order or this.
  for (const { id } of [noted, order]) {
    const both = shop.begin(async (sql) => {
      await sql`select shop.note_payment(${id}, 'Bank transfer', null)`;
      await sql`update public.orders set payment_note = 'Cheque' where id = ${order.id}`;
    });
    expect(await sqlstateOf(both)).toBe(AGAINST_THE_BOOKS);
  }
  expect(await paymentOf(order)).toBe('pending');
});
