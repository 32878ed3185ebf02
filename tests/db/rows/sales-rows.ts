import type { Sql } from 'postgres';
import type { OrderStatus } from '#domain/orders/status.ts';

export interface Line {
  /** Number of a product, from 0. */
  product: number;
  quantity: number;
  /** Money is in paisa, so that sums are exact. */
  price: number;
  /** Off the whole line. */
  discount: number;
}

export interface SoldOrder {
  createdAt: Date;
  status: OrderStatus;
  archived: boolean;
  shipping: number;
  lines: Line[];
}

/** Everything a report reads. Products and orders are known by their number. */
export interface ShopData {
  products: { category: string | null; stock: number; createdAt: Date; archivedAt: Date | null }[];
  orders: SoldOrder[];
  purchaseOrders: { createdAt: Date; archived: boolean }[];
  shipments: { createdAt: Date; archived: boolean }[];
}

export const CATEGORIES = ['rings', 'sets', 'watches'];

/** The id of the n-th row of a table. */
export const idOf = (n: number) => n.toString(16).padStart(24, '0');

export const nameOf = (product: number) => `Ring ${product}`;

export const discountOf = ({ lines }: SoldOrder) => lines.reduce((sum, { discount }) => sum + discount, 0);

export const subtotalOf = ({ lines }: SoldOrder) => lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** Writes the shop as it is, within a transaction of the owner: orders as anybody writes them, all else past triggers and foreign keys. */
export async function insertShop(sql: Sql, { products, orders, purchaseOrders, shipments }: ShopData): Promise<void> {
  await sql`set local session_replication_role = replica`;
  await sql`insert into public.categories ${sql(CATEGORIES.map((slug) => ({ name: slug, slug })))}`;
  await sql`insert into public.products ${sql(
    products.map(({ category, stock, createdAt, archivedAt }, n) => ({
      id: idOf(n),
      name: nameOf(n),
      category,
      price: 100,
      images: ['/media/ring.webp'],
      stock_quantity: stock,
      created_at: createdAt,
      archived_at: archivedAt,
    })),
  )}`;
  await sql`insert into public.product_variants (id, product_id, sku, stock_quantity)
            select id, id, 'SKU-' || row_number() over (), stock_quantity from public.products`;
  if (orders.length > 0) {
    await sql`set local session_replication_role = origin`;
    await sql`insert into public.orders ${sql(orders.map(orderRow))}`;
    await sql`insert into public.order_items ${sql(orders.flatMap(itemRows))}`;
    await sql`set local session_replication_role = replica`;
  }
  if (purchaseOrders.length > 0) {
    await sql`insert into public.purchase_orders ${sql(
      purchaseOrders.map(({ createdAt, archived }) => ({
        supplier_id: idOf(0),
        supplier_name: 'Supplier',
        ...life(createdAt, archived),
      })),
    )}`;
  }
  if (shipments.length > 0) {
    await sql`insert into public.shipments ${sql(
      shipments.map(({ createdAt, archived }) => ({ order_id: idOf(0), ...life(createdAt, archived) })),
    )}`;
  }
}

function orderRow(order: SoldOrder, n: number) {
  const subtotal = subtotalOf(order) / 100;
  const shipping = order.shipping / 100;
  return {
    id: idOf(n),
    customer_name: 'Ayesha Khan',
    customer_email: 'ayesha@example.com',
    customer_phone: '+923001234567',
    customer_address: 'House 1',
    subtotal,
    discount: discountOf(order) / 100,
    discount_reason: discountOf(order) > 0 ? 'A gift' : null,
    shipping,
    total_amount: (subtotalOf(order) - discountOf(order) + order.shipping) / 100,
    status: order.status,
    ...life(order.createdAt, order.archived),
  };
}

function itemRows({ lines }: SoldOrder, n: number) {
  return lines.map(({ product, quantity, price, discount }, position) => ({
    order_id: idOf(n),
    position,
    product_id: idOf(product),
    variant_id: idOf(product),
    product_name: 'As it was called then',
    quantity,
    price: price / 100,
    discount: discount / 100,
  }));
}

function life(createdAt: Date, archived: boolean) {
  return { created_at: createdAt, archived_at: archived ? createdAt : null };
}
