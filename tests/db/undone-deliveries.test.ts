import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier, bookParcels, tell, toldOf } from './calls/parcel-calls.ts';
import { balances, recordAdvance, refundOrder, sumsOf } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1000, price: 1999.5 });

const newOrder = () => placeOrder(shop, orderFor([{ product: ring }], { customerPhone: newPhone() }));
const undoParcel = ({ id }: { id: string }) => shop`select public.undo_parcel_delivery(${id}, null)`;
const undoOrder = ({ id }: { id: string }) => shop`select public.undo_order_delivery(${id}, null)`;
const undoWord = (booking: string) => shop`select public.undo_courier_word(${booking}, null)`;

async function stateOf(order: { id: string }) {
  const [row] = await shop<{ status: string; parcels: string[] }[]>`
    select o.status, array (select s.status::text from public.shipments s where s.order_id = o.id order by s.created_at, s.id) as parcels
      from public.orders o where o.id = ${order.id}`;
  return { ...row, sums: await sumsOf(shop, order), lies: await balances(shop) };
}

test.each(['preparing', 'in_transit', 'out_for_delivery', 'failed'] as const)(
  'a parcel that was %s is so again when its delivery is undone, and its cash is as it was to the paisa',
  async (status) => {
    const order = await newOrder();
    await recordAdvance(shop, order, 100.25);
    const parcel = await createShipment(shop, order);
    await setShipmentStatus(shop, parcel, status);
    const before = await stateOf(order);
    await shop`select public.set_shipment_status(${parcel.id}, 'delivered', null, null, 'It arrived')`;
    expect(await stateOf(order)).not.toEqual(before);
    await undoParcel(parcel);
    expect(await stateOf(order)).toEqual(before);
    expect(await bookErrors(shop)).toEqual([]);
  },
);

test('an order that was delivered by mistake is as it was, with those of its parcels that were delivered by that', async () => {
  for (const status of ['pending', 'processing', 'shipped'] as const) {
    const alone = await newOrder();
    await setStatus(shop, alone, status);
    const before = await stateOf(alone);
    await setStatus(shop, alone, 'delivered');
    await undoOrder(alone);
    expect(await stateOf(alone)).toEqual(before);
  }
  const order = await newOrder();
  const [first, second] = [await createShipment(shop, order), await createShipment(shop, order)];
  await setShipmentStatus(shop, first, 'delivered');
  await owner`alter table public.order_events disable trigger user`;
  await owner`update public.order_events set created_at = created_at - interval '1 hour' where order_id = ${order.id}`;
  await owner`alter table public.order_events enable trigger user`;
  await setShipmentStatus(shop, second, 'in_transit');
  const before = await stateOf(order);
  await setStatus(shop, order, 'delivered');
  await undoOrder(order);
  expect(await stateOf(order)).toEqual(before);
});

test('what is a day ago, was not delivered, or whose money went back, is not undone', async () => {
  const order = await newOrder();
  const parcel = await createShipment(shop, order);
  expect(await refusalOf(undoParcel(parcel))).toMatchObject({ code: 'delivery_not_undone' });
  expect(await refusalOf(undoOrder(order))).toMatchObject({ code: 'delivery_not_undone' });
  await setShipmentStatus(shop, parcel, 'delivered');
  await refundOrder(shop, order, 10);
  expect(await refusalOf(undoParcel(parcel))).toMatchObject({ code: 'money_refunded' });
  await owner`alter table public.order_events disable trigger user`;
  await owner`update public.order_events set created_at = created_at - interval '25 hours' where order_id = ${order.id}`;
  await owner`alter table public.order_events enable trigger user`;
  expect(await refusalOf(undoParcel(parcel))).toMatchObject({ code: 'delivery_not_undone' });
  expect(await refusalOf(undoOrder(order))).toMatchObject({ code: 'delivery_not_undone' });
});

test('a courier’s word that staff mistyped is taken back, and the parcel with it; said again it counts again', async () => {
  const courier = await addCourier(shop, 'generic', 'Kangaroo');
  const [one] = await bookParcels(shop, courier, { prefix: 'Mistyped' });
  if (!one) throw new Error('nothing is booked');
  const note = (meaning: string, at: string) =>
    shop`select public.note_courier_word(${one.booking}, ${meaning}, ${meaning}, ${at}, null)`;
  const now = async () => {
    const [row] = await shop`
      select p.status as word, s.status as parcel, o.status as "order", o.collected::float as collected
        from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id join public.shipments s on s.id = b.shipment_id
        join public.orders o on o.id = s.order_id where p.booking_id = ${one.booking}`;
    return row;
  };
  await note('out_for_delivery', '2026-01-02T09:00:00Z');
  const before = await now();
  await note('delivered', '2026-01-03T09:00:00Z');
  expect(await now()).toEqual({ word: 'delivered', parcel: 'delivered', order: 'delivered', collected: 1000 });
  await undoWord(one.booking);
  expect(await now()).toEqual(before);
  await note('delivered', '2026-01-03T09:00:00Z');
  expect(await now()).toMatchObject({ word: 'delivered', parcel: 'delivered' });
  // By the parcel itself as well.
  await undoParcel({ id: one.shipment });
  expect(await now()).toEqual(before);
  await undoWord(one.booking);
  expect(await refusalOf(undoWord(one.booking))).toMatchObject({ code: 'word_not_undone' });
  expect(await bookErrors(shop)).toEqual([]);
});

test('what a courier says by itself is not undone', async () => {
  const courier = await addCourier(shop);
  const [one] = await bookParcels(shop, courier, { prefix: 'Told' });
  if (!one) throw new Error('nothing is booked');
  await tell(shop, courier, [toldOf(one, 'delivered', '2026-01-03T09:00:00Z')]);
  expect(await refusalOf(undoParcel({ id: one.shipment }))).toMatchObject({ code: 'delivery_not_undone' });
  expect(await refusalOf(undoWord(one.booking))).toMatchObject({ code: 'word_not_undone' });
});
