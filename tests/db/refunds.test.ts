import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import {
  creditOf,
  customerOf,
  lastPayment,
  recordAdvance,
  refundOrder,
  reversePayment,
  spendCredit,
  sumsOf,
} from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { stock: 10_000 });
let house = 0;

function newOrder(): Promise<PlacedOrder> {
  house += 1;
  const customerPhone = `+92312${String(3_000_000 + house)}`;
  return placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${house}`, customerPhone }));
}

async function paidOrder(advance = 500): Promise<PlacedOrder> {
  const order = await newOrder();
  await recordAdvance(shop, order, advance);
  return order;
}

test('no more goes back than was received, and what went back is due again', async () => {
  const order = await paidOrder();
  expect(await refusalOf(refundOrder(shop, order, 500.01))).toMatchObject({
    code: 'refund_too_large',
    details: { received: 500 },
  });
  await refundOrder(shop, order, 200);
  expect(await sumsOf(shop, order)).toMatchObject({ refunded: 200, due: order.total_amount - 300, toRefund: 0 });
  expect(await refusalOf(refundOrder(shop, order, 301))).toMatchObject({ code: 'refund_too_large', details: { received: 300 } });
  await setStatus(shop, order, 'cancelled');
  expect(await sumsOf(shop, order)).toMatchObject({ toRefund: 300 });
  await refundOrder(shop, order, 300, 'bank_transfer');
  expect(await sumsOf(shop, order)).toMatchObject({ toRefund: 0, refunded: 500, status: 'pending' });
});

test('however many refunds of an order come at once, no more goes back than was received', async () => {
  const order = await paidOrder();
  const { done, refused } = await race(20, () => refundOrder(shop, order, 200));
  expect(done).toHaveLength(2);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['refund_too_large']));
  expect(await sumsOf(shop, order)).toMatchObject({ refunded: 400 });
});

test('a delivered order stays paid when something of it goes back', async () => {
  const order = await newOrder();
  await setStatus(shop, order, 'delivered');
  await refundOrder(shop, order, 100, 'wallet');
  expect(await sumsOf(shop, order)).toMatchObject({
    collected: order.total_amount,
    refunded: 100,
    due: 0,
    toRefund: 0,
    status: 'paid',
  });
  expect(await refusalOf(setStatus(shop, order, 'processing'))).toMatchObject({ code: 'money_refunded' });
  await reversePayment(shop, await lastPayment(shop, order, 'refund'));
  await setStatus(shop, order, 'processing');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: 0, refunded: 0, due: order.total_amount });
});

test('a refund into store credit is the customer’s, until it is taken back or spent', async () => {
  const order = await paidOrder();
  const customer = await customerOf(shop, order);
  await refundOrder(shop, order, 300, 'store_credit');
  expect(await creditOf(shop, customer)).toBe(300);
  const refund = await lastPayment(shop, order, 'refund');
  await spendCredit(shop, order, 100);
  expect(await refusalOf(reversePayment(shop, refund))).toMatchObject({ code: 'credit_spent', details: { credit: 200 } });
  await reversePayment(shop, await lastPayment(shop, order, 'credit_used'));
  await reversePayment(shop, refund);
  expect(await creditOf(shop, customer)).toBe(0);
  expect(await sumsOf(shop, order)).toMatchObject({ refunded: 0, credit: 0, due: order.total_amount - 500 });
});

test('what went back to the customer is not taken off what they paid', async () => {
  const order = await paidOrder();
  await refundOrder(shop, order, 200);
  const advance = await lastPayment(shop, order, 'advance');
  expect(await refusalOf(reversePayment(shop, advance))).toMatchObject({ code: 'money_refunded' });
  await reversePayment(shop, await lastPayment(shop, order, 'refund'));
  await reversePayment(shop, advance);
  expect(await refusalOf(reversePayment(shop, advance))).toMatchObject({ code: 'payment_reversed' });
  const [back] = await shop<{ id: string }[]>`select id from public.payments where reverses = ${advance}`;
  expect(await refusalOf(reversePayment(shop, back?.id ?? ''))).toMatchObject({ code: 'payment_reversed' });
  expect(await refusalOf(reversePayment(shop, '0'.repeat(24)))).toMatchObject({ code: 'payment_not_found' });
});

test('a payment that several take back at once is taken back once', async () => {
  const order = await paidOrder();
  const advance = await lastPayment(shop, order, 'advance');
  const { done, refused } = await race(10, () => reversePayment(shop, advance));
  expect(done).toHaveLength(1);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['payment_reversed']));
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 0 });
});

test('cash at the door is taken back with the status, or of a cancelled order that was never paid', async () => {
  const order = await newOrder();
  await setStatus(shop, order, 'delivered');
  const collected = await lastPayment(shop, order, 'collected');
  expect(await refusalOf(reversePayment(shop, collected))).toMatchObject({ code: 'collected_with_delivery' });
  await setStatus(shop, order, 'cancelled');
  await refundOrder(shop, order, 100);
  expect(await refusalOf(reversePayment(shop, collected))).toMatchObject({ code: 'money_refunded' });
  await reversePayment(shop, await lastPayment(shop, order, 'refund'));
  await reversePayment(shop, collected, 'It was never collected');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: 0, toRefund: 0 });
});

test('of an order that was paid at two doors, one payment is taken back alone', async () => {
  const order = await newOrder();
  const [one, other] = [await createShipment(shop, order), await createShipment(shop, order)];
  const half = order.total_amount / 2;
  const [row] = await shop`select shop.order_sums_json(${order.id}) ->> 'version' as version`;
  const sums = { version: row?.['version'], sums: [one, other].map(({ id }) => ({ shipmentId: id, collect: half })) };
  await shop`select public.set_parcel_sums(${one.id}, ${shop.json(sums)}, null)`;
  await setStatus(shop, order, 'delivered');
  await setStatus(shop, order, 'cancelled');
  await refundOrder(shop, order, half);
  expect(await sumsOf(shop, order)).toMatchObject({ collected: order.total_amount, toRefund: half });
  await reversePayment(shop, await lastPayment(shop, order, 'collected'));
  expect(await sumsOf(shop, order)).toMatchObject({ collected: half, toRefund: 0 });
});

test('an order is not deleted while money of its customer lies in it', async () => {
  const archive = (order: PlacedOrder) => shop`select public.archive_order(${order.id}, null)`;
  const collected = await newOrder();
  await setStatus(shop, collected, 'delivered');
  await setStatus(shop, collected, 'cancelled');
  expect(await refusalOf(archive(collected))).toMatchObject({ code: 'money_kept' });
  await refundOrder(shop, collected, collected.total_amount);
  await archive(collected);
  const delivered = await newOrder();
  await setStatus(shop, delivered, 'delivered');
  await archive(delivered);
});
