import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { bookFile, checkFile, fileOf, returnOf, rowOf, settlementErrors, undoFile } from './calls/settlement-calls.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);

const PARCELS = 10_000;

/** Delivered parcels of Rs. 1,000 each, written down without what usually follows. */
async function deliverMany(courier: string): Promise<string[]> {
  return owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.customers (name, email) values ('Hina Malik', '')`;
    await sql`insert into public.orders (customer_id, customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, collected, status)
      select c.id, c.name, '', '+923001234567', 'House ' || n, 'Lahore', 'Lahore', 1000, 0, 1000, 1000, 'delivered'
        from public.customers c, generate_series(1, ${PARCELS}) n`;
    await sql`insert into public.shipments (order_id, order_number, carrier, tracking_number, status)
      select o.id, o.order_number, 'PostEx', 'PX' || o.order_number, 'delivered' from public.orders o`;
    await sql`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, charge, claimed_until)
      select s.id, ${courier}, s.shipment_number, 1000, 200, s.tracking_number, 'booked', 200, now() from public.shipments s`;
    await sql`insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference)
      select 'collected', 'cash', 'customer', 'courier', 1000, s.order_id, ${courier}, s.shipment_number from public.shipments s`;
    await sql`insert into shop.courier_cash (order_id, number, is_by_file, payments)
      select p.order_id, p.reference, false, 1 from public.payments p`;
    const rows = await sql<{ number: string }[]>`select tracking_number as number from public.shipments`;
    return rows.map(({ number }) => number);
  });
}

test('a file of ten thousand rows is checked, booked and undone as a whole', async () => {
  const courier = await addCourier(owner, 'postex', 'PostEx');
  const numbers = await deliverMany(courier);
  const file = fileOf(numbers.map((number, place) => (place % 4 === 0 ? returnOf(number) : rowOf(number, 1000))));
  // As autovacuum would have by then.
  await owner`analyze`;
  const { lines, refusals } = await checkFile(shop, courier, file);
  expect([lines.length, refusals]).toEqual([PARCELS, []]);
  const booked = await bookFile(shop, courier, file);
  expect(booked.results).toEqual({ received: PARCELS * 0.75, short: PARCELS * 0.25 });
  expect(await settlementErrors(owner)).toEqual([]);
  await undoFile(shop, booked);
  expect(await settlementErrors(owner)).toEqual([]);
}, 120_000);
