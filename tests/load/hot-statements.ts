import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { LOW_STOCK } from '#domain/limits.ts';
import { DAYS_BY_CITY } from '#domain/places/days-by-city.ts';
import { WORK_KINDS } from '#domain/reports/work-due.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { searchArguments } from '#server/search/search-records.ts';
import { searchTerms } from '#server/search/search-terms.ts';

/** Rows of the large shop that the statements are about. */
export interface Known {
  productId: string;
  /** The product with the longest ledger. */
  bestseller: string;
  /** A product with plenty of stock, and its price. */
  stocked: { id: string; price: number };
  order: { order_number: string; customer_phone: string; customer_email: string; customer_id: string };
  shopperId: string;
}

export interface HotStatement {
  name: string;
  sql: string;
  /** Milliseconds. */
  budget: number;
}

const LOOKUP = 5;
const LIST = 50;
const REPORT = 150;

interface Rows {
  from: string;
  where?: string;
  order?: string;
  limit?: number;
}

/** A page as PostgREST reads it: the rows as JSON, and the count of all of them, in one statement. */
function pageOf({ from, where = 'true', order = 'id', limit = 20 }: Rows): string {
  return `with rows as (select t.* from ${from} t where ${where} order by ${order} limit ${limit}),
    counted as (select 1 from ${from} t where ${where})
    select (select count(*) from counted), coalesce(json_agg(r), '[]') from rows r`;
}

/** The first page of what a function finds; of its arguments those that are given, the others null. */
function firstPage(name: string, names: readonly string[], given: Record<string, string | number | boolean>): string {
  const args = names.map((argument) => `${argument} => ${literal(given[argument])}`);
  return `select public.${name}(${[...args, 'page_offset => 0', 'page_limit => 20'].join(', ')})`;
}

function literal(value: string | number | boolean | undefined): string {
  if (value === undefined) return 'null';
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const NEWEST = { sort_by: 'createdAt', ascending: false };
const SWITCHES = ['category', 'in_stock', 'featured', 'is_new'];
const search = (typed: string, given = {}) =>
  firstPage('search_products', ['typed', 'meant', ...SWITCHES, 'sort_by', 'ascending'], { typed, ...given });
const listed = (given = {}) => firstPage('list_products', [...SWITCHES, 'sort_by', 'ascending'], { ...NEWEST, ...given });
const bestsellers = (given = {}) => listed({ ...given, sort_by: 'sold' });
/** With filters that hold lists, which have defaults. */
const filtered = (filters: string, given = {}) => listed(given).replace(/\)$/, `, ${filters})`);
const orders = (given: Record<string, string | boolean> = {}) =>
  firstPage('list_orders', ['status', 'email_like', 'from_time', 'to_time', 'sort_by', 'ascending'], {
    ...NEWEST,
    ...given,
  });
const words = (typed: string) => `array[${(searchTerms(typed).words ?? []).map(literal)}]`;
const searched = (typed: string, given: Record<string, string | boolean> = {}) =>
  orders(given).replace(/\)$/, `, typed_words => ${words(typed)})`);
const found = (typed: string) => {
  const { typed_words: _, ...rest } = searchArguments(typed);
  const args = Object.entries(rest).map(([name, value]) => `${name} => ${literal(value ?? undefined)}`);
  return `select public.search_records(typed_words => ${words(typed)}, ${args.join(', ')})`;
};
const customers = (typed: string) => {
  const { words: typedWords, email, number } = searchTerms(typed);
  const args = [
    typedWords ? words(typed) : 'null',
    literal(email ? ilikePattern(email) : undefined),
    literal(number ?? undefined),
  ];
  return `select public.list_customers(${args.join(', ')}, null, null, 0, 20)`;
};
const ledger = (given = {}) =>
  firstPage('list_stock_history', ['product_id', 'kind', 'from_time', 'to_time', 'sort_by', 'ascending', 'reference'], {
    ...NEWEST,
    ...given,
  });
const shipments = (given = {}) =>
  firstPage(
    'list_shipments',
    ['status', 'order_number_like', 'tracking_number_like', 'from_time', 'to_time', 'sort_by', 'ascending'],
    { ...NEWEST, ...given },
  );

/** What staff type, and what it is. */
const SEARCHES = (order: Known['order']): [what: string, typed: string][] => [
  ['a number', order.order_number],
  ['a phone', order.customer_phone],
  ['the end of a phone', order.customer_phone.slice(-4)],
  ['a name of many', 'ayesha khan'],
  ['an e-mail address', order.customer_email],
  ['a tracking number', 'TRK10477'],
  ['one product', 'kundan 4711'],
  ['a word of many products', 'ruby'],
  ['nothing', 'zxzx'],
];

const kept = 'archived_at is null';
const products = (rows: Partial<Rows>) => pageOf({ from: 'products', ...rows, where: `${rows.where ?? 'true'} and ${kept}` });
const purchases = (order: string) => pageOf({ from: 'purchase_orders', where: kept, order: `${order}, id` });
const newest = (from: string, where: string) => pageOf({ from, where: `${kept} and ${where}`, order: 'created_at desc, id' });
/** What shipments can be sorted by, their time apart. */
const PARCELS = ['orderNumber', 'carrier', 'status', 'shippedDate'];
/** The beginning of a day in Karachi so many days ago. */
const day = (ago: number) => `${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)} 00:00+05`;
const MONTH = { from_time: day(60), to_time: day(30) };
const TWO_YEARS = { from_time: day(740), to_time: day(0) };
const workDue = `select public.work_due('{${WORK_KINDS.join()}}', '${JSON.stringify(DAYS_BY_CITY)}', ${LOW_STOCK.warning})`;
const dashboard = (days: number) =>
  `select public.sales_dashboard((now() - interval '${days} days')::date, now()::date, ${LOW_STOCK.warning})`;
const report = (days: number, step: string) =>
  `select public.sales_report((now() - interval '${days} days')::date, now()::date, '${step}')`;

/** What the shop asks its database again and again, with values of the large shop in it. */
export function hotStatements({ productId, bestseller, stocked, order, shopperId }: Known): HotStatement[] {
  const list = (name: string, sql: string): HotStatement => ({ name, sql, budget: LIST });
  const lookUp = (name: string, sql: string): HotStatement => ({ name, sql, budget: LOOKUP });
  const figures = (name: string, sql: string): HotStatement => ({ name, sql, budget: REPORT });
  const sorted = (name: string, columns: string[], page: (given: object) => string, given = {}) =>
    columns.flatMap((column) => [
      list(`${name}, by ${column}`, page({ ...given, sort_by: column, ascending: true })),
      list(`${name}, by ${column} down`, page({ ...given, sort_by: column, ascending: false })),
    ]);
  const email = (part: string, given = {}) => orders({ email_like: `%${part}%`, ...given });
  const cart = {
    customerName: 'Ayesha Khan',
    customerEmail: 'ayesha@example.com',
    customerPhone: '+923001234567',
    customerAddress: 'House 1',
    paymentMethod: 'cash_on_delivery',
    items: [{ productId: stocked.id, quantity: 1 }],
    totalAmount: orderTotal(stocked.price, DELIVERY),
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
    list('shelves, the emptiest first', products({ order: 'stock_quantity, name, id' })),
    list('shelves, low ones', products({ where: `stock_quantity <= ${LOW_STOCK.warning}`, order: 'name, id' })),
    list('shelves by part of a name', products({ where: `name ilike '%uby%'`, order: 'category, name, id' })),
    list('featured products', products({ where: 'is_featured', order: 'created_at desc, id' })),
    list('search, one hit', search('kundan 4711')),
    list('search, a beginning of a word', search('meen ri')),
    list('search, every tenth product', search('ruby')),
    list('search, a word that means another', search('lal', { meant: '[["red", "ruby"]]' })),
    list('search, every product', search('gold')),
    list('search, every product by price', search('gold', { sort_by: 'price', ascending: true })),
    list('search, every product in stock by name', search('gold', { in_stock: true, sort_by: 'name', ascending: true })),
    list('bestsellers, a shelf', 'select * from public.bestselling_products(24)'),
    list('bestsellers, all', bestsellers()),
    list('bestsellers of a category', bestsellers({ category: 'rings' })),
    list('products of a price', filtered('min_price => 1000, max_price => 2000')),
    list('products of a price, cheapest first', filtered('max_price => 500', { sort_by: 'price', ascending: true })),
    list('products of two colours', filtered(`colors => '{Gold,"Rose Gold"}'`)),
    list('products of a rare colour by name', filtered(`colors => '{Lavender}'`, { sort_by: 'name', ascending: true })),
    list('products of a size, a price and an occasion', filtered(`sizes => '{2.6}', max_price => 2000, occasions => '{mehndi}'`)),
    list(
      'search, every product of a colour and a price',
      search('gold').replace(/\)$/, `, colors => '{Gold}', max_price => 2000)`),
    ),
    list('categories with counts', pageOf({ from: 'categories_with_counts', where: 'is_active', order: '"order", name' })),
    list('cart quote', `select public.quote_cart('${JSON.stringify(cart.items)}', '${JSON.stringify(DELIVERY)}')`),
    list('place_order', `select public.place_order('${JSON.stringify(cart)}', '${JSON.stringify(DELIVERY)}')`),
    list('track_order', `select public.track_order('${order.order_number}', '${order.customer_phone}')`),
    list('hit_rate_limit', `select public.hit_rate_limit('get /api/orders/track 198.51.100.7', 1000, 60)`),
    list('orders, newest', orders()),
    list('orders, oldest', orders({ ascending: true })),
    list('orders by total', orders({ sort_by: 'totalAmount' })),
    list('orders by status', orders({ sort_by: 'status', ascending: true })),
    list('orders by customer', orders({ sort_by: 'customerName', ascending: true })),
    list('orders, pending', orders({ status: 'pending' })),
    list('orders, delivered', orders({ status: 'delivered' })),
    list('orders of a month', orders(MONTH)),
    list('orders of two years', orders(TWO_YEARS)),
    list('orders by e-mail, whole', email(order.customer_email)),
    list('orders by e-mail, part of one', email(order.customer_email.slice(3, 16))),
    list('orders by e-mail, part of many', email('khan')),
    list('orders by e-mail, part of all', email('example')),
    list('orders by e-mail, two letters', email('kh')),
    list('orders by e-mail, two letters nobody has', email('zx')),
    list('orders by e-mail, two letters, delivered, by total', email('kh', { status: 'delivered', sort_by: 'totalAmount' })),
    list('orders by e-mail, none', email('nobody-has-this')),
    ...['website', 'counter'].map((began) =>
      list(`orders by source, ${began}`, orders().replace(/\)$/, `, began => '${began}')`)),
    ),
    ...SEARCHES(order).flatMap(([what, typed]) => [
      list(`orders by search, ${what}`, searched(typed)),
      list(`search of records, ${what}`, found(typed)),
    ]),
    list(
      'orders by search, a name of many, delivered, by total',
      searched('ayesha khan', { status: 'delivered', sort_by: 'totalAmount' }),
    ),
    list('order by its number', pageOf({ from: 'orders', where: `order_number = '${order.order_number}' and ${kept}` })),
    lookUp('customer by a phone', customers(order.customer_phone)),
    lookUp('customer by a phone, as people write it', customers(order.customer_phone.replace('+92', '0'))),
    lookUp('customers by the beginning of a rare name', customers('barak')),
    lookUp('customer by an e-mail address', customers(order.customer_email)),
    lookUp('customer by an order number', customers(order.order_number)),
    lookUp('customer, opened', `select public.find_customer('${order.customer_id}')`),
    list('customers by a name of many', customers('ayesha khan')),
    list('customers', customers('')),
    list('orders to confirm', 'select public.list_confirmations(null, 0, 20)'),
    list('orders of a shopper', newest('orders', `shopper_id = '${shopperId}'`)),
    list('stock history', ledger()),
    list('stock history of a product', ledger({ product_id: productId })),
    list('stock history, sales', ledger({ kind: 'sale' })),
    list('stock history, damage', ledger({ kind: 'damage' })),
    list('stock history of an order', ledger({ reference: order.order_number })),
    list('stock history of a purchase order', ledger({ reference: 'PO-1476' })),
    list('stock history of a month', ledger(MONTH)),
    list('stock history of two years', ledger(TWO_YEARS)),
    list('stock history, sales of a month', ledger({ kind: 'sale', ...MONTH })),
    list('stock history, sales of two years', ledger({ kind: 'sale', ...TWO_YEARS })),
    list('stock history, oldest', ledger({ ascending: true })),
    ...sorted('stock history', ['transactionType', 'quantity'], ledger),
    ...sorted('stock history of a month', ['transactionType', 'quantity'], ledger, MONTH),
    ...sorted('stock history of two years', ['transactionType', 'quantity'], ledger, TWO_YEARS),
    ...sorted('stock history, damage', ['quantity'], ledger, { kind: 'damage' }),
    ...sorted('stock history, sales of a month', ['quantity'], ledger, { kind: 'sale', ...MONTH }),
    ...sorted('stock history of a bestseller', ['createdAt', 'transactionType', 'quantity'], ledger, { product_id: bestseller }),
    list('purchase orders', newest('purchase_orders', 'true')),
    list('purchase orders, received', newest('purchase_orders', `status = 'received'`)),
    list('purchase orders of a supplier', newest('purchase_orders', `supplier_name ilike '%ier 17%'`)),
    list('purchase orders by supplier', purchases('supplier_name')),
    list('purchase orders by supplier, last first', purchases('supplier_name desc')),
    list('purchase orders by total', purchases('total_amount')),
    list('purchase orders by total, highest first', purchases('total_amount desc')),
    list('shipments', shipments()),
    list('shipments, in transit', shipments({ status: 'in_transit' })),
    list('shipments of a month', shipments(MONTH)),
    list('shipments by tracking number', shipments({ tracking_number_like: '%10477%' })),
    list('shipments by tracking number, two letters', shipments({ tracking_number_like: '%zx%' })),
    list('shipments by order number', shipments({ order_number_like: `%${order.order_number}%` })),
    list('shipments by order number, part of all', shipments({ order_number_like: '%rd%' })),
    list('shipments, oldest', shipments({ ascending: true })),
    ...sorted('shipments', PARCELS, shipments),
    ...sorted('shipments, delivered', PARCELS, shipments, { status: 'delivered' }),
    ...sorted('shipments of a month', PARCELS, shipments, MONTH),
    ...sorted('shipments by tracking number, two letters', PARCELS, shipments, { tracking_number_like: '%zx%' }),
    ...sorted('shipments by order number, part of all', PARCELS, shipments, { order_number_like: '%rd%' }),
    figures('stock_stats', 'select public.stock_stats()'),
    figures('stock_stats of a month', `select public.stock_stats('${MONTH.from_time}', '${MONTH.to_time}')`),
    figures('purchase_order_stats', 'select public.purchase_order_stats()'),
    figures('shipment_stats', 'select public.shipment_stats()'),
    figures('order_stats', 'select public.order_stats()'),
    list('late parcels and deliveries', 'select public.work_summary(now()::date, 7, 5)'),
    list('what waits', workDue),
    figures('dashboard, 30 days', dashboard(29)),
    figures('dashboard, a year', dashboard(364)),
    figures('dashboard, two years', dashboard(760)),
  ];
}

/** What the shop asks of money, in a large shop whose couriers have 2,000 parcels that are not paid out, and whose last month is closed. */
export function moneyStatements(): HotStatement[] {
  const list = (name: string, sql: string): HotStatement => ({ name, sql, budget: LIST });
  const figures = (name: string, sql: string): HotStatement => ({ name, sql, budget: REPORT });
  const profit = (days: number, by: string) =>
    figures(
      `profit of ${days} days by ${by}`,
      `select public.profit_report((now() - interval '${days} days')::date, now()::date, '${by}', 1000)`,
    );
  const orderMoney = (state: string) => list(`orders, ${state}`, `select public.list_order_money('${state}', 0, 20)`);
  return [
    figures('sales by day, 30 days', report(29, 'day')),
    figures('sales by day, two years', report(760, 'day')),
    figures('sales by month, 12 months', report(365, 'month')),
    figures('sales by year, two years', report(760, 'year')),
    ...['product', 'choice', 'category', 'city', 'courier', 'source', 'code', 'day', 'month'].map((by) => profit(760, by)),
    profit(30, 'product'),
    list(
      'what one order earned',
      `select public.order_earnings((select o.id from public.orders o where o.status = 'delivered' order by o.created_at desc limit 1))`,
    ),
    figures('what to reorder', 'select public.list_reorder(0, 20)'),
    figures('stock at cost, in all', 'select public.stock_worth()'),
    ...['dead', 'short', 'worth', 'uncosted'].map((first) =>
      figures(`stock at cost, ${first} first`, `select public.list_stock_at_cost('${first}', 0, 20)`),
    ),
    list('what couriers hold', 'select public.courier_holdings()'),
    list('parcels that couriers hold', 'select public.list_held_parcels(null, 0, 20)'),
    ...['over', 'short', 'with_courier', 'written_off', 'due'].map(orderMoney),
    list('refunds owed', 'select public.refunds_owed()'),
    list('claims', 'select public.open_claims()'),
    figures('the month that runs', `select public.find_month(date_trunc('month', now())::date)`),
    figures('a closed month', `select public.find_month((date_trunc('month', now()) - interval '1 year')::date)`),
    figures('the journal of a month', `select public.list_journal(date_trunc('month', now())::date, 0, 50)`),
    figures('order_stats, a parcel for each order', 'select public.order_stats()'),
    figures('what waits, a parcel for each order', workDue),
    figures(
      'stages of two years by day of event',
      `select public.stages_by_day((now() - interval '760 days')::date, now()::date, true)`,
    ),
  ];
}
