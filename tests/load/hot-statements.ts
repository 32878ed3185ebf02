import { DELIVERY, LOW_STOCK } from '#shared/shop.ts';

/** Rows of the large shop that the statements are about. */
export interface Known {
  productId: string;
  /** A product with plenty of stock, and its price. */
  stocked: { id: string; price: number };
  order: { order_number: string; customer_phone: string; customer_email: string };
  shopperId: string;
}

export interface HotStatement {
  name: string;
  sql: string;
  /** Milliseconds. */
  budget: number;
}

const LIST = 50;
const REPORT = 300;
/** A function hands over everything it finds before PostgREST counts it and cuts the page out: for 10,000 products 33 ms of work by itself. */
const WHOLE_CATALOGUE = 150;
/** Two letters have no trigram, so that all orders are read. */
const ALL_ORDERS = 150;
/** What nobody waits for: no screen asks for the dashboard of two years. */
const TWO_YEARS = 900;

interface Rows {
  from: string;
  where?: string;
  order?: string;
  limit?: number;
  /** Columns that come of other tables. */
  embedded?: string;
}

/** A page as PostgREST reads it: the rows as JSON, and the count of all of them, in one statement. */
function pageOf({ from, where = 'true', order = 'id', limit = 20, embedded = '' }: Rows): string {
  return `with rows as (select t.* ${embedded} from ${from} t where ${where} order by ${order} limit ${limit}),
    counted as (select 1 from ${from} t where ${where})
    select (select count(*) from counted), coalesce(json_agg(r), '[]') from rows r`;
}

/** A page of what a function gives, in its own order. It is called once. */
function pageOfCall(call: string, where = 'true'): string {
  return `with called as (select * from ${call}), rows as (select * from called where ${where} limit 20), counted as (select 1 from called where ${where})
    select (select count(*) from counted), coalesce(json_agg(r), '[]') from rows r`;
}

const items = `, (select coalesce(json_agg(i order by i.position), '[]') from order_items i where i.order_id = t.id) as items`;
const kept = 'archived_at is null';
const products = (rows: Partial<Rows>) => pageOf({ from: 'products', ...rows, where: `${rows.where ?? 'true'} and ${kept}` });
const orders = (where: string, order = 'created_at desc, id') =>
  pageOf({ from: 'orders', where: `${where} and ${kept}`, order, embedded: items });
const ledger = (where: string) => pageOf({ from: 'stock_records', where, order: 'created_at desc, sequence desc' });
const newest = (from: string, where: string) => pageOf({ from, where: `${kept} and ${where}`, order: 'created_at desc, id' });
const day = (ago: number) => `date_trunc('day', now() - interval '${ago} days')`;
const between = (from: number, to: number) => `created_at >= ${day(from)} and created_at < ${day(to)}`;
const report = (days: number, step: string) =>
  `select public.sales_report((now() - interval '${days} days')::date, now()::date, '${step}')`;

/** What the shop asks its database again and again, with values of the large shop in it. */
export function hotStatements({ productId, stocked, order, shopperId }: Known): HotStatement[] {
  const list = (name: string, sql: string, budget = LIST): HotStatement => ({ name, sql, budget });
  const email = (part: string) => orders(`customer_email ilike '%${part}%'`);
  const cart = {
    customerName: 'Ayesha Khan',
    customerEmail: 'ayesha@example.com',
    customerPhone: '+923001234567',
    customerAddress: 'House 1',
    paymentMethod: 'cash_on_delivery',
    items: [{ productId: stocked.id, quantity: 1 }],
    totalAmount: stocked.price + (stocked.price >= DELIVERY.freeFrom ? 0 : DELIVERY.fee),
  };
  return [
    list('product by id', products({ where: `id = '${productId}'`, limit: 1 })),
    list('products, newest', products({ order: 'created_at desc, id' })),
    list('products by price', products({ order: 'price, id' })),
    list('products by price, dearest first', products({ order: 'price desc, id' })),
    list('products by name', products({ order: 'name, id' })),
    list('products by rating', products({ order: 'rating desc, id' })),
    list('products of a category', products({ where: `category = 'rings'`, order: 'created_at desc, id' })),
    list('products of a category by price', products({ where: `category = 'rings'`, order: 'price, id' })),
    list('products in stock', products({ where: 'in_stock', order: 'created_at desc, id' })),
    list('featured products', products({ where: 'is_featured', order: 'created_at desc, id' })),
    list('search, one hit', pageOfCall(`search_products('kundan 4711')`)),
    list('search, a beginning of a word', pageOfCall(`search_products('meen ri')`)),
    list('search, every tenth product', pageOfCall(`search_products('ruby')`)),
    list('search, every product', pageOfCall(`search_products('gold')`), WHOLE_CATALOGUE),
    list('bestsellers, a shelf', pageOfCall('bestselling_products(24)')),
    list('bestsellers, all', pageOfCall('bestselling_products()'), WHOLE_CATALOGUE),
    list('bestsellers of a category', pageOfCall('bestselling_products()', `category = 'rings'`), WHOLE_CATALOGUE),
    list('categories with counts', pageOf({ from: 'categories_with_counts', where: 'is_active', order: '"order", name' })),
    list('cart quote', `select public.quote_cart('${JSON.stringify(cart.items)}', '${JSON.stringify(DELIVERY)}')`),
    list('place_order', `select public.place_order('${JSON.stringify(cart)}', '${JSON.stringify(DELIVERY)}')`),
    list('track_order', `select public.track_order('${order.order_number}', '${order.customer_phone}')`),
    list('hit_rate_limit', `select public.hit_rate_limit('get /api/orders/track 198.51.100.7', 1000, 60)`),
    list('orders, newest', orders('true')),
    list('orders, oldest', orders('true', 'created_at, id')),
    list('orders by total', orders('true', 'total_amount desc, id')),
    list('orders by number', orders('true', 'order_number desc, id')),
    list('orders by status', orders('true', 'status, id')),
    list('orders by customer', orders('true', 'customer_name, id')),
    list('orders, pending', orders(`status = 'pending'`)),
    list('orders, delivered', orders(`status = 'delivered'`)),
    list('orders of a month', orders(between(60, 30))),
    list('orders by e-mail, whole', email(order.customer_email)),
    list('orders by e-mail, part of one', email(order.customer_email.slice(3, 16))),
    list('orders by e-mail, part of many', email('khan')),
    list('orders by e-mail, two letters', email('zx'), ALL_ORDERS),
    list('orders by e-mail, none', email('nobody-has-this')),
    list('order by its number', orders(`order_number = '${order.order_number}'`)),
    list('orders of a shopper', orders(`shopper_id = '${shopperId}'`)),
    list('stock history', ledger('true')),
    list('stock history of a product', ledger(`product_id = '${productId}'`)),
    list('stock history, sales', ledger(`transaction_type = 'sale'`)),
    list('stock history, damage', ledger(`transaction_type = 'damage'`)),
    list('stock history of a month', ledger(between(60, 30))),
    list('stock history, sales of a month', ledger(`transaction_type = 'sale' and ${between(60, 30)}`)),
    list('purchase orders', newest('purchase_orders', 'true')),
    list('purchase orders, received', newest('purchase_orders', `status = 'received'`)),
    list('purchase orders of a supplier', newest('purchase_orders', `supplier_name ilike '%ier 17%'`)),
    list('shipments', newest('shipments_of_orders', 'true')),
    list('shipments, in transit', newest('shipments_of_orders', `status = 'in_transit'`)),
    list('shipments of a month', newest('shipments_of_orders', between(60, 30))),
    list('shipments by tracking number', newest('shipments_of_orders', `tracking_number ilike '%10477%'`)),
    list('shipments by order number', newest('shipments_of_orders', `order_number ilike '%${order.order_number}%'`)),
    { name: 'stock_stats', sql: 'select public.stock_stats()', budget: REPORT },
    { name: 'purchase_order_stats', sql: 'select public.purchase_order_stats()', budget: REPORT },
    { name: 'shipment_stats', sql: 'select public.shipment_stats()', budget: REPORT },
    { name: 'order_stats', sql: 'select public.order_stats()', budget: REPORT },
    {
      name: 'dashboard, 30 days',
      sql: `select public.sales_dashboard((now() - interval '29 days')::date, now()::date, ${LOW_STOCK.warning})`,
      budget: REPORT,
    },
    {
      name: 'dashboard, all',
      sql: `select public.sales_dashboard((now() - interval '760 days')::date, now()::date, ${LOW_STOCK.warning})`,
      budget: TWO_YEARS,
    },
    { name: 'sales by day, 30 days', sql: report(29, 'day'), budget: REPORT },
    { name: 'sales by day, all', sql: report(760, 'day'), budget: REPORT },
    { name: 'sales by month, 12 months', sql: report(365, 'month'), budget: REPORT },
    { name: 'sales by year, all', sql: report(760, 'year'), budget: REPORT },
  ];
}
