import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCourier } from './calls/parcel-calls.ts';

const { owner: sql } = await testPostgres();
const courier = await addCourier(sql);

await sql`insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg) values
  (${courier}, 'City', '2026-07-01', 500, 150, 0), (${courier}, 'City', '2026-07-01', 1000, 180.5, 60),
  (${courier}, 'City', '2026-12-01', 500, 175, 0),
  (${courier}, 'Far', '2026-07-01', 500, 220, 0)`;

async function chargeOf(zone: string, grams: number, day: string): Promise<number | null> {
  const [row] = await sql<
    { charge: string | null }[]
  >`select shop.courier_charge(${courier}, ${zone}, ${grams}, ${day}) as charge`;
  return row?.charge ? Number(row.charge) : null;
}

test('a parcel costs its slab in its zone, and above the heaviest one each kilogram that is begun', async () => {
  const day = '2026-11-30';
  expect(await Promise.all([1, 500, 501, 1000, 1001, 2000, 2001].map((grams) => chargeOf('City', grams, day)))).toEqual([
    150, 150, 180.5, 180.5, 240.5, 240.5, 300.5,
  ]);
  expect(await chargeOf('Far', 400, day)).toBe(220);
  // Nobody said what these cost: no guess.
  expect(await Promise.all([chargeOf('Far', 600, day), chargeOf('Moon', 100, day)])).toEqual([null, null]);
});

test('a price list counts from its day on as a whole, and none before the first', async () => {
  expect(await chargeOf('City', 400, '2026-06-30')).toBeNull();
  expect(await chargeOf('City', 400, '2026-11-30')).toBe(150);
  expect(await chargeOf('City', 400, '2026-12-01')).toBe(175);
  // The new list has no heavier slab: the old one does not fill in.
  expect(await chargeOf('City', 900, '2026-12-01')).toBeNull();
});

test('a booking and its parcel keep the charge of its day when a new list comes, until it is cancelled', async () => {
  const [order] =
    await sql`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
    values ('Hina Malik', '', '+923001234599', 'House 1', 'Lahore', 'Lahore', 100, 0, 100, 'processing') returning id`;
  const [shipment] = await sql`insert into public.shipments (order_id) values (${order?.id}) returning id`;
  await sql`insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge) values (${courier}, '', '2026-01-01', 5000, 90)`;
  const [staff] = await sql`select id from public.staff limit 1`;
  const begin = () => sql`select public.begin_booking(${shipment?.id}, ${courier}, 0, ${staff?.id ?? null})`;
  await begin();
  const charge = async () =>
    (await sql`select charge::float as charge, id from public.courier_bookings where shipment_id = ${shipment?.id}`)[0];
  const booked = await charge();
  expect(booked?.charge).toBe(90);
  await sql`select public.note_booking(${booked?.id}, 1, 'booked', 'KC-1')`;
  await sql`insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge) values (${courier}, '', '2026-02-01', 5000, 120)`;
  await begin();
  expect((await charge())?.charge).toBe(90);

  const cost = async () =>
    (await sql`select shipping_cost::float as cost from public.shipments where id = ${shipment?.id}`)[0]?.cost;
  expect(await cost()).toBe(90);
  await sql`select public.note_cancelled_booking(${booked?.id}, ${staff?.id ?? null})`;
  expect(await cost()).toBe(0);

  await sql`update public.shipments set shipping_cost = 99 where id = ${shipment?.id}`;
  await begin();
  const again = (await sql`select id from public.courier_bookings where shipment_id = ${shipment?.id} and state = 'intended'`)[0];
  await sql`select public.note_booking(${again?.id}, 1, 'booked', 'KC-2')`;
  expect(await cost(), 'what staff typed').toBe(99);
});
