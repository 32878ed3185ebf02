/** The rows that money follows from, as the tables have them: no view, no function, no stored sum but where it says so. */
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';

/** All sums are paisas, all times milliseconds. */
const paisas = (column: string) => `(${column} * 100)::float8`;
const time = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

export interface Rows {
  payments: {
    id: string;
    kind: string;
    method: string;
    from: string;
    to: string;
    amount: number;
    order: string | null;
    customer: string | null;
    reference: string;
    courier: string | null;
    settlement: string | null;
    supplier: string | null;
    expense: string | null;
    reverses: string | null;
    at: number;
  }[];
  /** `goodwill` is what the shop let its customer off when it paid something back: it depends on what had arrived then, which no row keeps. */
  orders: {
    id: string;
    number: string;
    status: string;
    isArchived: boolean;
    at: number;
    discount: number;
    shipping: number;
    giftWrap: number;
    deliveryDiscount: number;
    taxPercent: number;
    goodwill: number;
  }[];
  items: { order: string; price: number; quantity: number }[];
  /** `collect` is what a parcel of several collects, null for an only one. */
  shipments: { id: string; order: string; number: string; status: string; isArchived: boolean; collect: number | null }[];
  couriers: { id: string; name: string }[];
  settlements: { id: string; courier: string; reference: string; state: string }[];
  lines: {
    id: string;
    settlement: string;
    courier: string;
    tracking: string;
    outcome: string;
    cod: number;
    shipping: number;
    gst: number;
    incomeTax: number;
    salesTax: number;
    other: number;
    shipment: string | null;
    isStanding: boolean;
  }[];
  claims: { id: string; courier: string; amount: number; state: string }[];
  returns: {
    id: string;
    number: string;
    order: string;
    state: string;
    outcome: string | null;
    deliveryBack: number;
    payment: string | null;
    creditPayment: string | null;
    paymentShare: number | null;
  }[];
  pieces: { request: string; share: number; receivedAs: string | null }[];
  customers: { id: string }[];
  suppliers: { id: string; paidBefore: number }[];
  purchased: { supplier: string; received: number; damaged: number; cost: number }[];
}

const SELECTS: Record<keyof Rows, string> = {
  payments: `select id, kind::text, method::text, from_account::text as "from", to_account::text as "to", ${paisas('amount')} as amount, order_id as "order",
      customer_id as customer, reference, courier_id as courier, settlement_id as settlement, supplier_id as supplier, expense::text, reverses,
      ${time('created_at')} as at
    from public.payments`,
  orders: `select id, order_number as number, status::text, archived_at is not null as "isArchived", ${time('created_at')} as at,
      ${paisas('discount')} as discount, ${paisas('shipping')} as shipping, ${paisas('gift_wrap')} as "giftWrap",
      ${paisas('delivery_discount')} as "deliveryDiscount", tax_percent as "taxPercent", ${paisas('goodwill')} as goodwill
    from public.orders`,
  items: `select order_id as "order", ${paisas('price')} as price, quantity from public.order_items`,
  shipments: `select s.id, s.order_id as "order", s.shipment_number as number, s.status::text, s.archived_at is not null as "isArchived",
      ${paisas('p.collect')} as collect
    from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id`,
  couriers: 'select id, name from public.couriers',
  settlements: 'select id, courier_id as courier, reference, state::text from public.settlements',
  lines: `select id, settlement_id as settlement, courier_id as courier, tracking_number as tracking, outcome::text, ${paisas('cod')} as cod,
      ${paisas('shipping')} as shipping, ${paisas('gst')} as gst, ${paisas('income_tax')} as "incomeTax", ${paisas('sales_tax')} as "salesTax",
      ${paisas('other_charges')} as other, shipment_id as shipment, is_standing as "isStanding"
    from public.settlement_lines order by id`,
  claims: `select k.id, b.courier_id as courier, ${paisas('k.amount')} as amount, k.state::text
    from public.courier_claims k join public.courier_bookings b on b.id = k.booking_id`,
  returns: `select id, return_number as number, order_id as "order", state::text, outcome::text, ${paisas('delivery_back')} as "deliveryBack",
      payment_id as payment, credit_payment_id as "creditPayment", ${paisas('payment_share')} as "paymentShare"
    from public.return_requests`,
  pieces: `select request_id as request, ${paisas('share')} as share, received_as::text as "receivedAs" from shop.return_pieces`,
  customers: 'select id from public.customers where merged_into is null',
  suppliers: `select id, ${paisas('paid_before')} as "paidBefore" from public.suppliers`,
  purchased: `select o.supplier_id as supplier, i.received, i.damaged, ${paisas('i.unit_cost')} as cost
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id`,
};

/** Reads them. Whoever wants them to be of one moment opens a transaction before. */
export async function readRows(sql: DatabaseAdmin['sql']): Promise<Rows> {
  const rows: Record<string, unknown> = {};
  for (const [name, select] of Object.entries(SELECTS)) rows[name] = await sql(select);
  return rows as unknown as Rows;
}
