import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { balances, sumsOf } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1000 });
const courier = await addCourier(shop, 'generic', 'Kangaroo');

const newOrder = () => placeOrder(shop, orderFor([{ product: ring }], { customerPhone: newPhone() }));

const deliver = ({ id }: { id: string }, cashWith: string | null = null, courierId: string | null = null) =>
  shop`select public.set_order_status(${id}, 'delivered', null, cash_with => ${cashWith}, courier_id => ${courierId})`;

const heldOf = async ({ id }: { id: string }) => [
  ...(await shop`select to_account as account, courier_id as courier, amount::float as amount from public.payments where order_id = ${id} and reverses is null`),
];

test('with whom the cash is of an order without a parcel is asked, and never guessed', async () => {
  const order = await newOrder();
  expect(await refusalOf(deliver(order))).toMatchObject({
    status: 422,
    details: { errors: [{ path: 'cashWith', message: expect.stringContaining(order.order_number) }] },
  });
  expect((await refusalOf(deliver(order, 'courier'))).details).toMatchObject({ errors: [{ path: 'courierId' }] });
  expect((await refusalOf(deliver(order, 'courier', 'f'.repeat(24)))).details).toMatchObject({ errors: [{ path: 'courierId' }] });
  expect(await heldOf(order)).toEqual([]);
});

test('it is with us in cash, with the courier that staff name, or due until somebody has it', async () => {
  const [us, theirs, nobodys] = [await newOrder(), await newOrder(), await newOrder()];
  const amount = us.total_amount;
  await deliver(us, 'us');
  await deliver(theirs, 'courier', courier);
  await deliver(nobodys, 'nobody');
  expect(await heldOf(us)).toEqual([{ account: 'cash', courier: null, amount }]);
  expect(await heldOf(theirs)).toEqual([{ account: 'courier', courier, amount }]);
  expect(await heldOf(nobodys)).toEqual([]);
  expect(await sumsOf(shop, theirs)).toMatchObject({ due: 0, status: 'paid' });
  expect(await sumsOf(shop, nobodys)).toMatchObject({ due: amount, collected: 0, status: 'pending' });

  // Repeated without an answer it changes nothing.
  await deliver(nobodys);
  expect(await heldOf(nobodys)).toEqual([]);
  await deliver(nobodys, 'courier', courier);
  expect(await heldOf(nobodys)).toEqual([{ account: 'courier', courier, amount }]);
  await deliver(nobodys, 'us');
  expect(await heldOf(nobodys)).toHaveLength(1);
  expect(await sumsOf(shop, nobodys)).toMatchObject({ due: 0, status: 'paid' });
  expect(Object.values(await balances(shop)).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 6);
  expect(await bookErrors(shop)).toEqual([]);
});

test('nobody is asked where a rider has it, or nothing is due', async () => {
  const sent = await newOrder();
  const parcel = await createShipment(shop, sent);
  await shop`update public.shipments set carrier = 'kangaroo' where id = ${parcel.id}`;
  await deliver(sent);
  expect(await heldOf(sent)).toEqual([{ account: 'courier', courier, amount: sent.total_amount }]);

  const paid = await newOrder();
  await shop`select shop.record_advance(shop.lock_order(${paid.id}), ${paid.total_amount}, 'raast')`;
  await deliver(paid);
  expect(await sumsOf(shop, paid)).toMatchObject({ due: 0, collected: 0, status: 'paid' });
});

test('a parcel that is sent after an order was delivered without its cash asks for nothing, and brings none', async () => {
  const order = await newOrder();
  await deliver(order, 'nobody');
  const parcel = await createShipment(shop, order);
  expect((await shop`select to_collect::float as asked from public.shipments_of_orders where id = ${parcel.id}`)[0]).toEqual({
    asked: 0,
  });
  await setShipmentStatus(shop, parcel, 'delivered');
  expect(await heldOf(order)).toEqual([]);
  expect(await sumsOf(shop, order)).toMatchObject({ due: order.total_amount, collected: 0, status: 'pending' });
});
