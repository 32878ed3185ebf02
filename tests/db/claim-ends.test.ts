import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { balances, recordAdvance, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors, type ProductRow } from './rows/catalogue-rows.ts';

const PRICE = 2000;

const database = await testPostgres();
const shop = await database.connect(4);
const courier = await addCourier(shop, 'generic', 'Kangaroo');

/** An order of one piece whose parcel is booked, and that nobody can find. */
async function lost({ advance = 0, stock = 5 } = {}) {
  const ring = await addProduct(shop, { stock, price: PRICE });
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: newPhone() }));
  if (advance) await recordAdvance(shop, order, advance);
  const parcel = await createShipment(shop, order);
  const [booking] = await shop<{ id: string }[]>`
    insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
    values (${parcel.id}, ${courier}, ${parcel.shipment_number}, 1000, 200, ${`T${parcel.shipment_number}`}, 'booked', now()) returning id`;
  await setShipmentStatus(shop, parcel, 'in_transit');
  return { ring, order, parcel, booking: booking?.id ?? '' };
}

const end = (booking: string, ending: object, seen: string | null = null) =>
  shop`select public.end_courier_claim(${booking}, ${shop.json({ reference: '', notes: '', ...ending } as never)}, null, ${seen})`;

async function stateOf({ ring, order, booking }: { ring: ProductRow; order: { id: string }; booking: string }) {
  const [row] = await shop<{ order: string; claim: string; stock: number; lost: number; parcels: string[]; waits: boolean }[]>`
    select o.status as "order", (select c.state from public.courier_claims c where c.booking_id = ${booking}) as claim,
           (select p.stock_quantity from public.products p where p.id = ${ring.id}) as stock,
           (select coalesce(sum(g.quantity), 0)::int from public.goods_back g where g.order_id = o.id and g.disposition = 'missing') as lost,
           array (select s.status::text from public.shipments s where s.order_id = o.id order by s.created_at, s.id) as parcels,
           exists (select from shop.returned_orders r where r.order_id = o.id) as waits
      from public.orders o where o.id = ${order.id}`;
  return row;
}

test('paid and cancelled: the courier pays the shop, the piece is lost, and what the customer paid goes back', async () => {
  const one = await lost({ advance: 500 });
  const before = await balances(shop);
  await end(one.booking, { end: 'paid', amount: 1800, paidInto: 'bank', order: 'cancel', refundMethod: 'raast' });
  expect(await stateOf(one)).toEqual({ order: 'cancelled', claim: 'paid', stock: 4, lost: 1, parcels: ['failed'], waits: false });
  const after = await balances(shop);
  expect((after.bank ?? 0) - (before.bank ?? 0)).toBe(1800 - 500);
  expect((after.written_off ?? 0) - (before.written_off ?? 0)).toBe(-1800);
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: 500, toRefund: 0 });
  const [payment] =
    await shop`select kind, courier_id, amount::float from public.payments where order_id = ${one.order.id} and kind = 'claim'`;
  expect(payment).toEqual({ kind: 'claim', courier_id: courier, amount: 1800 });
  expect(await bookErrors(shop)).toEqual([]);
});

test('sent again: another piece leaves the stock for a new parcel, which collects what the lost one did not', async () => {
  const one = await lost();
  await end(one.booking, { end: 'sent_again', order: 'send_again' });
  expect(await stateOf(one)).toEqual({
    order: 'processing',
    claim: 'sent_again',
    stock: 3,
    lost: 1,
    parcels: ['failed', 'preparing'],
    waits: false,
  });
  const doors =
    await shop`select to_collect::float as due from public.shipments_of_orders where order_id = ${one.order.id} order by created_at`;
  expect(doors.map(({ due }) => due)).toEqual([0, one.order.total_amount]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('declined and written off book no money; the order stays until somebody decides', async () => {
  for (const how of ['refused', 'written_off']) {
    const one = await lost();
    const before = await balances(shop);
    await end(one.booking, { end: how, order: 'keep' });
    expect(await stateOf(one)).toMatchObject({ order: 'shipped', claim: how, stock: 4, lost: 1, parcels: ['failed'] });
    expect(await balances(shop)).toEqual(before);
  }
  expect(await bookErrors(shop)).toEqual([]);
});

test('what cannot be is refused, and then nothing of it is done', async () => {
  const one = await lost({ stock: 1 });
  const before = await stateOf(one);
  const fieldOf = async (ending: object) =>
    ((await refusalOf(end(one.booking, ending))).details as { errors: { path: string }[] }).errors[0]?.path;
  expect(await fieldOf({ end: 'paid', order: 'keep' })).toBe('amount');
  expect(await fieldOf({ end: 'paid', amount: 5, order: 'keep' })).toBe('paidInto');
  expect(await fieldOf({ end: 'sent_again', order: 'cancel' })).toBe('order');
  // Nothing is left to send.
  expect(await refusalOf(end(one.booking, { end: 'paid', amount: 900, paidInto: 'cash', order: 'send_again' }))).toMatchObject({
    code: 'not_enough_stock',
  });
  expect(await stateOf(one)).toEqual(before);
});

test('of a parcel of several staff say what was in it, and the others go on', async () => {
  const one = await lost();
  const other = await createShipment(shop, one.order);
  await setShipmentStatus(shop, other, 'in_transit');
  expect((await refusalOf(end(one.booking, { end: 'refused', order: 'keep' }))).details).toMatchObject({
    errors: [{ path: 'pieces' }],
  });
  expect((await refusalOf(end(one.booking, { end: 'refused', order: 'cancel', pieces: [] }))).details).toMatchObject({
    errors: [{ path: 'order' }],
  });
  await end(one.booking, { end: 'refused', order: 'keep', pieces: [] });
  expect(await stateOf(one)).toMatchObject({
    order: 'shipped',
    claim: 'refused',
    parcels: ['failed', 'in_transit'],
    waits: false,
  });
});

test('a claim ends once, however many end it at once', async () => {
  const one = await lost();
  const { done, refused } = await race(4, () =>
    end(one.booking, { end: 'paid', amount: 700, paidInto: 'courier', order: 'cancel' }),
  );
  expect([done.length, refused.length]).toEqual([1, 3]);
  expect(await refusalOf(end(one.booking, { end: 'refused', order: 'keep' }))).toMatchObject({ code: 'claim_ended' });
  const [row] =
    await shop`select count(*)::int as claims from public.payments where order_id = ${one.order.id} and kind = 'claim'`;
  expect(row).toEqual({ claims: 1 });
});
