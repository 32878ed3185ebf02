/** What couriers of the demo pay for its parcels, as their files say it: the cash less what they keep, to the paisa. */
import { createHash } from 'node:crypto';

/** A parcel that is over, and that no file of its courier has. */
export interface UnpaidParcel {
  number: string;
  orderNumber: string;
  status: 'delivered' | 'returned';
  city: string;
  /** The Pakistani day on which it was delivered or came back. */
  day: string;
  cash: number;
  /** What its courier takes for it, without GST. */
  charge: number;
}

export interface FileRow {
  tracking_number: string;
  order_reference: string;
  outcome: 'delivered' | 'returned';
  cod: number;
  shipping: number;
  gst: number;
  income_tax: number;
  sales_tax: number;
  other_charges: number;
  net: number;
  day: string;
}

/** The SQL that finds them. Takes a courier's id, and until how many days ago they were over. */
export const unpaidParcels = (courierId: string, daysAgo: number) => `
  select b.tracking_number as number, s.order_number as "orderNumber", s.status, o.city, shop.day_of(p.last_event_at)::text as day,
         case s.status when 'delivered' then o.collected else 0 end::float8 as cash, b.charge::float8 as charge
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id and s.status in ('delivered', 'returned')
    join public.parcel_progress p on p.booking_id = b.id
    join public.orders o on o.id = s.order_id
   where b.courier_id = '${courierId}' and b.state = 'booked' and shop.day_of(p.last_event_at) <= shop.day_of(now()) - ${daysAgo}
     and not exists (select from public.settlement_lines l where l.is_standing and l.shipment_id = s.id)
   order by p.last_event_at, b.tracking_number`;

/** The row of a parcel, as its courier makes it when all is right. GST is 16 %, each tax 2 % of the cash (couriers.ts). */
export function rowOf({ number, orderNumber, status, day, cash, charge }: UnpaidParcel, incomeTaxPercent = 2): FileRow {
  const rupees = (paisas: number) => Math.round(paisas) / 100;
  const [gst, income_tax, sales_tax] = [rupees(charge * 16), rupees(cash * incomeTaxPercent), rupees(cash * 2)];
  return {
    tracking_number: number,
    order_reference: orderNumber,
    outcome: status,
    cod: cash,
    shipping: charge,
    gst,
    income_tax,
    sales_tax,
    other_charges: 0,
    net: rupees((cash - charge - gst - income_tax - sales_tax) * 100),
    day,
  };
}

/** What all rows pay. */
export const paidBy = (rows: FileRow[]) => Math.round(rows.reduce((sum, { net }) => sum + net * 100, 0)) / 100;

/** A file of these rows as `book_settlement` takes it, with the courier's number of the payment. */
export function bookable(reference: string, rows: FileRow[]) {
  return {
    file: {
      fileName: `${reference}.csv`,
      fileHash: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
      reference,
      parcels: rows.length,
      sum: paidBy(rows),
    },
    rows: rows.map((row, place) => ({ line: place + 2, ...row })),
  };
}
