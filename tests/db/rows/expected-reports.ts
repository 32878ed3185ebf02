import { orderStatus } from '#domain/orders/contract.ts';
import type { GroupBy } from '#domain/reports/contract.ts';
import { CATEGORIES, discountOf, idOf, nameOf, type ShopData, type SoldOrder, subtotalOf } from './sales-rows.ts';

/** From one day to another, both included. */
export interface Days {
  first: string;
  last: string;
}

const DAY = 24 * 3_600_000;
/** Pakistan is five hours ahead of UTC, all year. */
const AHEAD = 5 * 3_600_000;

const rupees = (paisa: number) => paisa / 100;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const dayOf = (moment: Date) => new Date(moment.getTime() + AHEAD).toISOString().slice(0, 10);
const within =
  ({ first, last }: Days) =>
  (moment: Date) =>
    dayOf(moment) >= first && dayOf(moment) <= last;
const beginningOf = (day: string) => Date.parse(`${day}T00:00:00Z`) - AHEAD;
const compare = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));

function daysOf({ first, last }: Days): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function daysBefore(days: Days): Days {
  const back = (steps: number) => new Date(Date.parse(days.first) - steps * DAY).toISOString().slice(0, 10);
  return { first: back(daysOf(days).length), last: back(1) };
}

/** What earns: neither cancelled nor archived. */
function earning({ orders }: ShopData, days: Days): SoldOrder[] {
  return orders.filter((order) => !order.archived && order.status !== 'cancelled' && within(days)(order.createdAt));
}

const revenueOf = (orders: SoldOrder[]) => sum(orders.map((order) => subtotalOf(order) - discountOf(order) + order.shipping));

function productSales(data: ShopData, days: Days) {
  const lines = earning(data, days).flatMap((order) => order.lines);
  return data.products
    .map(({ category }, n) => {
      const sold = lines.filter(({ product }) => product === n);
      const pieces = sum(sold.map(({ quantity }) => quantity));
      return {
        n,
        category: category ?? 'uncategorized',
        pieces,
        paisa: sum(sold.map(({ quantity, price, discount }) => quantity * price - discount)),
      };
    })
    .filter(({ pieces }) => pieces > 0);
}

type ProductSales = ReturnType<typeof productSales>[number];

function top(sales: ProductSales[], order: (a: ProductSales, b: ProductSales) => number) {
  return sales
    .toSorted((a, b) => order(a, b) || compare(a.n, b.n))
    .slice(0, 10)
    .map(({ n, pieces, paisa }) => ({
      product_id: idOf(n),
      product_name: nameOf(n),
      total_quantity: pieces,
      total_revenue: rupees(paisa),
      // Nothing came back (tests/db/kept-pieces.test.ts).
      kept_quantity: pieces,
      kept_revenue: rupees(paisa),
    }));
}

const earnedIn = (sales: ProductSales[], category: string) =>
  rupees(sum(sales.filter((sale) => sale.category === category).map(({ paisa }) => paisa)));

function figures(data: ShopData, days: Days) {
  const inside = within(days);
  const kept = (rows: { createdAt: Date; archived: boolean }[]) =>
    rows.filter(({ createdAt, archived }) => !archived && inside(createdAt)).length;
  return {
    total_orders: kept(data.orders),
    total_sales: sum(productSales(data, days).map(({ pieces }) => pieces)),
    total_revenue: rupees(revenueOf(earning(data, days))),
    total_purchase_orders: kept(data.purchaseOrders),
    // All are of the first order: those of a deleted one are in no list.
    total_shipments: kept(data.orders[0]?.archived ? [] : data.shipments),
  };
}

/** What the dashboard must say of these days; its lists without an order of their own are sorted by name. */
export function expectedDashboard(data: ShopData, days: Days, low_stock: number) {
  const begins = beginningOf(days.first);
  const onSale = data.products.map((product, n) => ({ ...product, n })).filter(({ archivedAt }) => archivedAt === null);
  const sales = productSales(data, days);
  const slugs = [...CATEGORIES, ...(sales.some(({ category }) => category === 'uncategorized') ? ['uncategorized'] : [])];
  const inPeriod = data.orders.filter(({ archived, createdAt }) => !archived && within(days)(createdAt));
  return {
    overview: { ...figures(data, days), total_products: onSale.length },
    previous: {
      ...figures(data, daysBefore(days)),
      total_products: data.products.filter(
        ({ createdAt, archivedAt }) => createdAt.getTime() < begins && (archivedAt === null || archivedAt.getTime() >= begins),
      ).length,
    },
    recent_orders: data.orders
      .map((order, n) => ({ ...order, n }))
      .filter(({ archived }) => !archived)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || compare(a.n, b.n))
      .slice(0, 5)
      .map(({ n }) => idOf(n)),
    top_products: top(sales, (a, b) => b.pieces - a.pieces || b.paisa - a.paisa),
    category_stats: slugs.toSorted(compare).map((category) => ({
      category,
      name: category === 'uncategorized' ? 'Uncategorized' : category,
      product_count: onSale.filter((product) => product.category === category).length,
      total_revenue: earnedIn(sales, category),
      kept_revenue: earnedIn(sales, category),
    })),
    order_status_counts: Object.fromEntries(
      orderStatus.options.map((status) => [status, inPeriod.filter((order) => order.status === status).length]),
    ),
    sales_by_date: daysOf(days).map((day) => {
      const orders = earning(data, { first: day, last: day });
      return { _id: day, total: rupees(revenueOf(orders)), count: orders.length };
    }),
    low_stock_products: onSale
      .filter(({ stock }) => stock <= low_stock)
      .toSorted((a, b) => a.stock - b.stock || compare(nameOf(a.n), nameOf(b.n)))
      .slice(0, 10)
      .map(({ n, category, stock }) => ({ id: idOf(n), name: nameOf(n), category, stock_quantity: stock })),
  };
}

/** What the sales report must say of these days. */
export function expectedReport(data: ShopData, days: Days, step: GroupBy) {
  const label = (day: string) => day.slice(0, { day: 10, month: 7, year: 4 }[step]);
  const sales = productSales(data, days);
  const orders = earning(data, days);
  const totalsOf = (some: SoldOrder[]) => ({ total_revenue: rupees(revenueOf(some)), order_count: some.length });
  const byLabel = Map.groupBy(orders, ({ createdAt }) => label(dayOf(createdAt)));
  const categories = [...new Set(sales.map(({ category }) => category))];
  const arrived = rupees(revenueOf(orders.filter(({ status }) => status === 'delivered')));
  return {
    sales_over_time: [...new Set(daysOf(days).map(label))].map((_id) => ({ _id, ...totalsOf(byLabel.get(_id) ?? []) })),
    top_products: top(sales, (a, b) => b.paisa - a.paisa || b.pieces - a.pieces),
    category_sales: categories
      .map((category) => ({ _id: category, total_revenue: earnedIn(sales, category), kept_revenue: earnedIn(sales, category) }))
      .toSorted((a, b) => b.total_revenue - a.total_revenue || compare(a._id, b._id)),
    totals: totalsOf(orders),
    // Nothing was paid, so nothing went back (tests/db/sales-sums.test.ts).
    sums: { ordered: rupees(revenueOf(orders)), delivered: arrived, went_back: 0, net: arrived },
    discounts: rupees(sum(orders.map(discountOf))),
    previous: totalsOf(earning(data, daysBefore(days))),
  };
}
