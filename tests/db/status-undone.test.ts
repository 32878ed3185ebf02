import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { setStatus } from './calls/order-calls.ts';
import { balances, creditOf, customerOf, refundOrder, sumsOf } from './calls/payment-calls.ts';
import { approve, arrived, askedFor, now } from './calls/return-calls.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const PRICE = 2999;

const database = await testPostgres();
const shop = await database.connect(2);
const newRing = () => addProduct(shop, { stock: 10, price: PRICE });

test.each([0, 500])(
  'an order of which %s went back, cancelled by mistake and delivered again, has no more cash',
  async (back) => {
    const { order } = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
    if (back) await refundOrder(shop, order, back);
    const [before, lies] = [await sumsOf(shop, order), await balances(shop)];
    await setStatus(shop, order, 'cancelled');
    await setStatus(shop, order, 'delivered');
    expect(await sumsOf(shop, order)).toEqual(before);
    expect(await balances(shop)).toEqual(lies);
    expect(await bookErrors(shop)).toEqual([]);
  },
);

test('an order that is refunded while it is cancelled by mistake has no more cash either', async () => {
  const { order } = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
  await setStatus(shop, order, 'cancelled');
  await refundOrder(shop, order, 500);
  await setStatus(shop, order, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: PRICE, refunded: 500, due: 0 });
});

test('an exchange that has left, cancelled and set back, pays nobody', async () => {
  const one = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
  const item = { itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: (await newRing()).id } };
  const request = await askedFor(shop, one, { kind: 'exchange', outcome: 'exchange', items: [item] });
  await approve(shop, request, { outcome: 'exchange', sendsFirst: true, charges: 0 });
  const made = { id: (await now(shop, request)).exchange_order_id ?? '' };
  const parcel = await createShipment(shop, made);
  await setShipmentStatus(shop, parcel, 'in_transit');
  const state = async () => ({
    made: await sumsOf(shop, made),
    old: await sumsOf(shop, one.order),
    request: await now(shop, request),
    credit: await creditOf(shop, await customerOf(shop, made)),
  });
  const before = await state();

  await setStatus(shop, made, 'cancelled');
  expect(await now(shop, request)).toEqual(before.request);
  await setStatus(shop, made, 'shipped');
  expect(await state()).toEqual(before);
  expect(await bookErrors(shop)).toEqual([]);
});
