import type { Sql } from 'postgres';
import type { Adapter } from '#domain/couriers/adapters.ts';

/** An event as `public.store_courier_events` takes it. */
export interface ToldEvent {
  tracking_number: string;
  event_key: string;
  label: string;
  label_key: string;
  happened_at: string | null;
  meaning: string | null;
}

/** A courier that parcels are booked with. */
export async function addCourier(sql: Sql, adapter: Adapter = 'postex', name = `Courier by ${adapter}`): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.couriers (name, adapter) values (${name}, ${adapter}::shop.courier_adapter) returning id`;
  return row?.id ?? '';
}

export interface BookedParcel {
  booking: string;
  shipment: string;
  order: string;
  tracking: string;
}

/** So many parcels that are booked with a courier, each of an order of its own. */
export async function bookParcels(
  sql: Sql,
  courier: string,
  { count = 1, prefix, email = 'hina@example.com' }: { count?: number; prefix: string; email?: string },
): Promise<BookedParcel[]> {
  await sql`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
    select 'Hina Malik', ${email}, '+9230' || lpad((hashtext(${prefix})::bigint & 999)::text, 3, '0') || lpad(n::text, 5, '0'), ${prefix} || ' ' || n, 'Lahore', 'Lahore', 1000, 0, 1000, 'processing'
      from generate_series(1, ${count}) n`;
  await sql`insert into public.shipments (order_id) select o.id from public.orders o where o.customer_address like ${`${prefix} %`} order by o.customer_address`;
  await sql`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until, created_at)
    select s.id, ${courier}, s.shipment_number, 1000, 200, 'T' || s.shipment_number, 'booked', now(), '2026-01-01'
      from public.shipments s join public.orders o on o.id = s.order_id where o.customer_address like ${`${prefix} %`}`;
  return sql<BookedParcel[]>`
    select b.id as booking, s.id as shipment, s.order_id as "order", b.tracking_number as tracking
      from public.courier_bookings b join public.shipments s on s.id = b.shipment_id join public.orders o on o.id = s.order_id
     where o.customer_address like ${`${prefix} %`} order by b.id`;
}

/** An event of a parcel. `at` null is one that the courier does not date; `meaning` null a label that nobody knows. */
export function toldOf(
  { tracking }: Pick<BookedParcel, 'tracking'>,
  meaning: string | null,
  at: string | null,
  label = meaning ?? '?',
): ToldEvent {
  return {
    tracking_number: tracking,
    event_key: `${tracking} ${label} ${at}`,
    label,
    label_key: label.toLowerCase(),
    happened_at: at,
    meaning,
  };
}

/** Stores what a courier told, as a poll at `at` does. */
export async function tell(sql: Sql, courier: string, events: ToldEvent[], at = new Date().toISOString()): Promise<void> {
  await sql`select public.store_courier_events(${courier}, ${sql.json(events as never)}, ${at})`;
}
