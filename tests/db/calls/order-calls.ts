import type { Sql } from 'postgres';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { ProductRow } from '#tests/db/rows/catalogue-rows.ts';

export interface Line {
  product: ProductRow;
  quantity?: number;
  selectedColor?: string;
  selectedSize?: string;
}

export interface PlacedOrder {
  id: string;
  order_number: string;
  status: OrderStatus;
  payment_status: string;
  subtotal: number;
  shipping: number;
  total_amount: number;
  items: {
    product_id: string;
    product_name: string;
    quantity: number;
    price: number;
  }[];
}

export interface Quote {
  items: {
    productId: string;
    name: string;
    image: string | null;
    price: number;
    available: number;
    quantity: number;
  }[];
  subtotal: number;
  shipping: number;
  total: number;
}

/** What checkout sends for these lines. Its total is what the shopper sees at the prices the products had when they were added. */
export function orderFor(lines: Line[], changes: object = {}) {
  const subtotal = lines.reduce((sum, { product, quantity = 1 }) => sum + product.price * quantity, 0);
  return {
    customerName: 'Ayesha Khan',
    customerEmail: 'ayesha@example.com',
    customerPhone: '+923001234567',
    customerAddress: 'House 1, Street 2',
    city: 'Lahore',
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
    items: itemsFor(lines),
    totalAmount: orderTotal(subtotal, DELIVERY),
    ...changes,
  };
}

export type Payload = ReturnType<typeof orderFor>;

export async function placeOrder(sql: Sql, payload: Payload, key: string | null = null): Promise<PlacedOrder> {
  const [row] = await sql<{ order: PlacedOrder }[]>`
    select public.place_order(${sql.json(payload)}, ${sql.json(DELIVERY)}, ${key}) as order`;
  return answered(row).order;
}

/** Gives an order a status; the cash of one without a parcel is with the shop. */
export async function setStatus(
  sql: Sql,
  order: { id: string },
  status: OrderStatus,
  seen: string | null = null,
  reason = '',
): Promise<PlacedOrder> {
  const [row] = await sql<
    { order: PlacedOrder }[]
  >`select public.set_order_status(${order.id}, ${status}, null, ${seen}, false, ${reason}, 'us') as order`;
  return answered(row).order;
}

export async function archiveOrder(sql: Sql, order: { id: string }): Promise<PlacedOrder> {
  const [row] = await sql<{ order: PlacedOrder }[]>`select public.archive_order(${order.id}, null) as order`;
  return answered(row).order;
}

export async function quoteCart(sql: Sql, lines: Line[]): Promise<Quote> {
  const [row] = await sql<{ quote: Quote }[]>`
    select public.quote_cart(${sql.json(itemsFor(lines))}, ${sql.json(DELIVERY)}) as quote`;
  return answered(row).quote;
}

function itemsFor(lines: Line[]) {
  return lines.map(({ product, quantity = 1, ...choice }) => ({
    productId: product.id,
    quantity,
    ...choice,
  }));
}

function answered<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The function answered nothing');
  return row;
}

/** Counts what came back of an order: all of it whole, or all of it damaged. */
export async function receiveBack(sql: Sql, order: { id: string }, isDamaged = false): Promise<PlacedOrder> {
  const pieces = await sql<{ itemId: string; quantity: number; disposition: string }[]>`
    select id as "itemId", quantity, 'damaged' as disposition from public.order_items where order_id = ${order.id} and ${isDamaged}`;
  const counted = { key: crypto.randomUUID(), orderId: order.id, pieces: [...pieces], isWholeOrder: true };
  await sql`select public.receive_pieces(${sql.json(counted)}, null)`;
  const [row] = await sql<{ order: PlacedOrder }[]>`select shop.staff_order_json(${order.id}) as order`;
  return answered(row?.order);
}
