import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, newPhone } from './calls/code-calls.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { creditOf, customerOf, lastPayment, refundOrder, reversePayment } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { approve, arrived, askedFor, decline, now, withdraw } from './calls/return-calls.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors, type ProductRow } from './rows/catalogue-rows.ts';

const PRICE = 2000;

const database = await testPostgres();
const shop = await database.connect(2);
const courier = await addCourier(shop);

let ring: ProductRow;
beforeEach(async () => {
  ring = await addProduct(shop, { stock: 50, price: PRICE });
});

/** An exchange of a ring for another one, before its piece is back. */
async function exchanged() {
  const one = await arrived(shop, [{ product: ring }], { customerPhone: newPhone() });
  const item = { itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: ring.id } };
  const request = await askedFor(shop, one, { kind: 'exchange', outcome: 'exchange', items: [item] });
  await approve(shop, request, { outcome: 'exchange' });
  return { one, request, made: { id: (await now(shop, request)).exchange_order_id ?? '' } };
}

test.each([500, PRICE])('an exchange of which %s went back is given up only once that is taken back', async (amount) => {
  const { one, request, made } = await exchanged();
  await refundOrder(shop, made, amount, 'store_credit');
  for (const giveUp of [
    () => setStatus(shop, made, 'cancelled'),
    () => archiveOrder(shop, made),
    () => decline(shop, request),
    () => withdraw(shop, one, request),
  ]) {
    const { code, message } = await refusalOf(giveUp());
    expect([code, message]).toEqual(['money_refunded', expect.stringContaining('Take that refund back first')]);
  }
  await reversePayment(shop, await lastPayment(shop, made, 'refund'));
  await archiveOrder(shop, made);
  expect(await creditOf(shop, await customerOf(shop, made))).toBe(0);
  expect(await bookErrors(shop)).toEqual([]);
});

test('a parcel collects what staff say after a booked one came back', async () => {
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: newPhone() }));
  const first = await createShipment(shop, order);
  await shop`
    insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
    values (${first.id}, ${courier}, ${first.shipment_number}, ${PRICE + DELIVERY.fee}, 200, ${`T${first.id}`}, 'booked', now())`;
  await setShipmentStatus(shop, first, 'in_transit');
  await setShipmentStatus(shop, first, 'returned');
  await shop`select public.create_shipment(${shop.json({ orderId: order.id, collect: 400 })}, null)`;
  const sums = await shop`
    select collect::float from shop.parcel_sums_of((select o from public.orders o where o.id = ${order.id})) order by place`;
  expect(sums.map(({ collect }) => collect)).toEqual([PRICE + DELIVERY.fee - 400, 400]);
});

test('twins whose code has become one for each phone are merged, or it is said that the code is gone', async () => {
  const customerPhone = newPhone();
  const { id, code } = await addCode(shop, { once_per_phone: false });
  const withCode = (quantity: number) => {
    const delivery = orderTotal(PRICE * quantity, DELIVERY) - PRICE * quantity;
    const totalAmount = PRICE * quantity * 0.9 + delivery;
    return placeOrder(shop, orderFor([{ product: ring, quantity }], { customerPhone, code, totalAmount }));
  };
  const kept = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone }));
  const merged = await withCode(2);
  await shop`update public.discount_codes set once_per_phone = true where id = ${id}`;
  const third = await placeOrder(shop, orderFor([{ product: ring, quantity: 3 }], { customerPhone }));
  await shop`
    insert into public.code_redemptions (order_id, code_id, phone, is_once, is_first, amount)
    values (${third.id}, ${id}, ${customerPhone}, true, false, 600)`;
  const merging = shop`select public.merge_twin_orders(${kept.id}, ${merged.id}, null)`;
  expect(await refusalOf(merging)).toMatchObject({ code: 'code_gone', message: expect.stringContaining(code) });
});
