import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { balances, recordAdvance, sumsOf, takeBack } from './calls/payment-calls.ts';
import { AGAINST_THE_BOOKS, CHECK_FAILED, NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const GENERATED = '428C9';

const database = await testPostgres();
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1_000 });
let house = 0;

function newOrder(): Promise<PlacedOrder> {
  house += 1;
  return placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${house}` }));
}

const paymentsOf = ({ id }: PlacedOrder) => shop`
  select kind, from_account, to_account, amount::float as amount, reverses is not null as reverses from public.payments where order_id = ${id} order by sequence`;

/** Every status after every other. */
const JOURNEY = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.flatMap((to) => [from, to]));

test('an order is paid while it is delivered, whatever it was before', async () => {
  const order = await newOrder();
  for (const status of JOURNEY) {
    await setStatus(shop, order, status);
    const { status: payment, due } = await sumsOf(shop, order);
    expect([status, payment]).toEqual([status, status === 'delivered' ? 'paid' : 'pending']);
    expect(due).toBe(['delivered', 'cancelled'].includes(status) ? 0 : order.total_amount);
  }
});

test('an advance of the whole order survives every change of status, of the order and of its parcels', async () => {
  const order = await newOrder();
  await recordAdvance(shop, order, order.total_amount);
  for (const status of JOURNEY) {
    await setStatus(shop, order, status);
    expect(await sumsOf(shop, order)).toMatchObject({ status: 'paid', due: 0, advance: order.total_amount, collected: 0 });
  }
  const shipped = await newOrder();
  await recordAdvance(shop, shipped, shipped.total_amount);
  const parcel = await createShipment(shop, shipped);
  for (const status of ['delivered', 'failed', 'in_transit', 'returned'] as const) {
    await setShipmentStatus(shop, parcel, status);
    expect((await sumsOf(shop, shipped)).status).toBe('paid');
  }
  const [collected] = await shop`select to_collect from public.shipments_of_orders where id = ${parcel.id}`;
  expect(collected).toEqual({ to_collect: '0' });
});

test('what is due at the door is the total without the advance, and the rider has the rest once it is delivered', async () => {
  const order = await newOrder();
  await recordAdvance(shop, order, 500, 'raast', '7001');
  expect(await sumsOf(shop, order)).toMatchObject({ due: order.total_amount - 500, status: 'pending' });
  const parcel = await createShipment(shop, order);
  const [shown] = await shop`select to_collect::float as to_collect from public.shipments_of_orders where id = ${parcel.id}`;
  expect(shown).toEqual({ to_collect: order.total_amount - 500 });
  await setShipmentStatus(shop, parcel, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, collected: order.total_amount - 500, toRefund: 0, status: 'paid' });
  expect([...(await paymentsOf(order))]).toEqual([
    { kind: 'advance', from_account: 'customer', to_account: 'bank', amount: 500, reverses: false },
    { kind: 'collected', from_account: 'customer', to_account: 'courier', amount: order.total_amount - 500, reverses: false },
  ]);
});

test('an order that was delivered by mistake has collected nothing; one that is cancelled afterwards waits for its refund', async () => {
  const order = await newOrder();
  await setStatus(shop, order, 'delivered');
  await setStatus(shop, order, 'processing');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: 0, due: order.total_amount });
  await setStatus(shop, order, 'delivered');
  await setStatus(shop, order, 'cancelled');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: order.total_amount, due: 0, toRefund: order.total_amount });
  await setStatus(shop, order, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: order.total_amount, toRefund: 0 });
});

test('an advance booked by mistake is taken back once, and the timeline tells of both', async () => {
  const order = await newOrder();
  const payment = await recordAdvance(shop, order, 500, 'bank_transfer', '7002');
  await takeBack(shop, payment);
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 0, due: order.total_amount });
  expect(await sqlstateOf(takeBack(shop, payment))).toBe('23505');
  const events = await shop`
    select kind, subject, before, after, note from public.order_events where order_id = ${order.id} and kind in ('order', 'payment') order by created_at`;
  const facts = { amount: 500, method: 'bank_transfer', reference: '7002' };
  expect([...events]).toEqual([
    { kind: 'payment', subject: 'advance', before: null, after: facts, note: '' },
    { kind: 'payment', subject: 'advance', before: facts, after: null, note: 'Booked by mistake' },
  ]);
});

test('an order with an advance is neither deleted nor forgotten', async () => {
  const order = await newOrder();
  await recordAdvance(shop, order, 500);
  expect(await refusalOf(shop`select public.archive_order(${order.id}, null)`)).toMatchObject({ code: 'money_kept' });
  await setStatus(shop, order, 'cancelled');
  expect(await sumsOf(shop, order)).toMatchObject({ toRefund: 500, due: 0 });
});

test('nothing else writes a payment', async () => {
  const order = await newOrder();
  const write = (change: Record<string, string | number>) =>
    shop`update public.orders set ${shop(change)} where id = ${order.id}`;
  expect(await sqlstateOf(write({ payment_status: 'paid' }))).toBe(GENERATED);
  expect(await sqlstateOf(write({ due_on_delivery: 0 }))).toBe(GENERATED);
  expect(await sqlstateOf(write({ advance_verified: 500 }))).toBe(AGAINST_THE_BOOKS);
  expect(await sqlstateOf(write({ collected: 500 }))).toBe(AGAINST_THE_BOOKS);
  expect(await sqlstateOf(write({ refunded: 1 }))).toBe(CHECK_FAILED);
  await recordAdvance(shop, order, 500);
  expect(await sqlstateOf(write({ advance_verified: 0 }))).toBe(AGAINST_THE_BOOKS);
  expect(await sqlstateOf(shop`update public.payments set amount = 400 where order_id = ${order.id}`)).toBe(NOT_ALLOWED);
  expect(await sqlstateOf(shop`delete from public.payments where order_id = ${order.id}`)).toBe(NOT_ALLOWED);
  const { owner } = database;
  expect(await sqlstateOf(owner`update public.payments set amount = 400 where order_id = ${order.id}`)).toBe(AGAINST_THE_BOOKS);
  expect(await sqlstateOf(owner`delete from public.payments where order_id = ${order.id}`)).toBe(AGAINST_THE_BOOKS);
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 500 });
});

test('all accounts together are zero', async () => {
  const held = await balances(shop);
  expect(Object.keys(held)).toEqual(expect.arrayContaining(['bank', 'cash', 'courier', 'customer']));
  expect(Object.values(held).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 6);
});
