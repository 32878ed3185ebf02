import { beforeEach, describe, expect, test } from 'vitest';
import { dashboard, salesReport } from '#domain/reports/contract.ts';
import { stagesReport } from '#domain/reports/profit.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

// Every test has its days to itself: what others sold lies years before.
beforeEach(() => shop.rows(`update orders set created_at = created_at - interval '30 years'`));

const read = (path: string) => shop.staff('GET', `/api/analytics/${path}`);
const dataOf = async (path: string) => (await read(path)).json.data;
const karachiDay = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(moment);
const today = () => karachiDay(new Date());
const daysAgo = (days: number) => karachiDay(new Date(Date.now() - days * 86_400_000));

/** Two rings: Rs 3,700, delivered free. */
const ringLine = { productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size };

async function place(at?: string) {
  const { json } = await shop.call('POST', '/api/orders', { body: orderFor([ringLine], 3700) });
  if (at) await shop.rows(`update orders set created_at = '${at}' where id = '${json.data.id}'`);
  return json.data;
}

describe('the dashboard', () => {
  test('shows the last 30 days beside the 30 before', async () => {
    const recent = await place();
    await place(`${daysAgo(29)}T00:00:00+05:00`);
    await place(`${daysAgo(30)}T23:59:59.999+05:00`);
    const data = dashboard.parse(await dataOf('dashboard'));

    expect(data.period).toEqual({ startDate: daysAgo(29), endDate: today() });
    expect(data.overview).toEqual({
      totalProducts: 35,
      totalOrders: 2,
      totalSales: 4,
      totalRevenue: 7400,
      totalPurchaseOrders: 0,
      totalShipments: 0,
    });
    expect(data.previous).toMatchObject({ totalOrders: 1, totalSales: 2, totalRevenue: 3700 });
    const sold = { totalQuantity: 4, totalRevenue: 7400, keptQuantity: 4, keptRevenue: 7400 };
    expect(data.topProducts).toEqual([{ productId: RING.id, productName: RING.name, ...sold }]);
    expect(data.categoryStats).toContainEqual({
      category: 'rings',
      name: 'Rings',
      productCount: 5,
      totalRevenue: 7400,
      keptRevenue: 7400,
    });
    expect(data.recentOrders[0]).toMatchObject({ orderNumber: recent.orderNumber, items: [{ productName: RING.name }] });
  });

  test('has a point for every day, and a count for every status', async () => {
    await place();
    const { salesByDate, orderStatusCounts } = await dataOf('dashboard');
    expect(salesByDate.map(({ _id }: { _id: string }) => _id)).toEqual(Array.from({ length: 30 }, (_, n) => daysAgo(29 - n)));
    expect(salesByDate.at(-1)).toEqual({ _id: today(), total: 3700, count: 1 });
    expect(salesByDate[0]).toEqual({ _id: daysAgo(29), total: 0, count: 0 });
    expect(orderStatusCounts).toEqual({ pending: 1, processing: 0, shipped: 0, delivered: 0, cancelled: 0 });
  });

  test('counts a cancelled order but not its money, and an archived one not at all', async () => {
    const cancelled = await place('2011-05-05T12:00:00+05:00');
    const archived = await place('2011-05-05T12:00:00+05:00');
    await shop.staff('PUT', `/api/orders/${cancelled.id}/status`, { status: 'cancelled' });
    await shop.staff('DELETE', `/api/orders/${archived.id}`);
    const data = await dataOf('dashboard?startDate=2011-05-05&endDate=2011-05-05');
    expect(data.overview).toMatchObject({ totalOrders: 1, totalSales: 0, totalRevenue: 0 });
    expect(data.orderStatusCounts.cancelled).toBe(1);
    expect(data.topProducts).toEqual([]);
  });

  test('lists low stock, lowest first', async () => {
    const { lowStockProducts } = await dataOf('dashboard');
    const stocks = lowStockProducts.map(({ stockQuantity }: { stockQuantity: number }) => stockQuantity);
    expect(stocks).toEqual(stocks.toSorted((a: number, b: number) => a - b));
    expect(stocks[0]).toBe(0);
    expect(stocks.at(-1)).toBeLessThanOrEqual(10);
    expect(lowStockProducts[0]).toMatchObject({ _id: lowStockProducts[0].id, category: expect.any(String) });
  });
});

describe('the stages of orders, day by day', () => {
  test('count on the day of each event, or on the day of the order', async () => {
    const { id } = await place('2014-04-05T12:00:00+05:00');
    await shop.staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled' });
    const { period, stages, days } = stagesReport.parse(
      await dataOf('profit/days?startDate=2014-04-04&endDate=2014-04-06&by=order'),
    );
    expect(period).toEqual({ startDate: '2014-04-04', endDate: '2014-04-06' });
    expect(stages[0]).toEqual({ stage: 'placed', orders: 1, amount: 3700 });
    expect(days.map(({ day, stages: [placed] }) => [day, placed?.orders])).toEqual([
      ['2014-04-04', 0],
      ['2014-04-05', 1],
      ['2014-04-06', 0],
    ]);
    expect((await dataOf('profit/days?startDate=2014-04-04&endDate=2014-04-06')).stages).toEqual(stages);
  });

  test('are for whoever sees reports, by one of two days', async () => {
    const desk = await signInAs(shop, 'desk');
    expect((await shop.call('GET', '/api/analytics/profit/days', { token: desk })).status).toBe(403);
    const { status, json } = await read('profit/days?by=week');
    expect([status, json.errors?.[0]?.path]).toEqual([422, 'by']);
  });
});

describe('the sales report', () => {
  test('starts days, months and years at midnight in Karachi', async () => {
    await place('2012-12-31T18:59:59.999Z');
    await place('2012-12-31T19:00:00Z');
    const range = 'startDate=2012-12-31&endDate=2013-01-01';
    const point = (_id: string) => ({ _id, totalRevenue: 3700, orderCount: 1 });
    expect((await dataOf(`sales?${range}`)).salesOverTime).toEqual([point('2012-12-31'), point('2013-01-01')]);
    expect((await dataOf(`sales?${range}&groupBy=month`)).salesOverTime).toEqual([point('2012-12'), point('2013-01')]);
    expect((await dataOf(`sales?${range}&groupBy=year`)).salesOverTime).toEqual([point('2012'), point('2013')]);
  });

  test('has totals, a comparison and the products that earned most', async () => {
    await place('2013-03-10T12:00:00+05:00');
    const pendant = await shop.call('POST', '/api/orders', {
      body: orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200),
    });
    await shop.rows(`update orders set created_at = '2013-03-12T12:00:00+05:00' where id = '${pendant.json.data.id}'`);
    await place('2013-03-09T12:00:00+05:00');
    const data = salesReport.parse(await dataOf('sales?startDate=2013-03-10&endDate=2013-03-12'));

    // What an order charged for delivery is revenue; what a product earned is its own price.
    expect(data.totals).toEqual({ totalRevenue: 3700 + PENDANT.price + 200, orderCount: 2 });
    expect(data.previous).toEqual({ totalRevenue: 3700, orderCount: 1 });
    expect(data.sums).toEqual({ ordered: data.totals.totalRevenue, delivered: 0, wentBack: 0, net: 0 });
    expect(data.salesOverTime.map(({ orderCount }) => orderCount)).toEqual([1, 0, 1]);
    expect(data.topProducts.map(({ productName, totalRevenue }) => [productName, totalRevenue])).toEqual([
      [RING.name, 3700],
      [PENDANT.name, PENDANT.price],
    ]);
    expect(data.categorySales).toEqual([
      { _id: 'rings', totalRevenue: 3700, keptRevenue: 3700 },
      { _id: 'pendant', totalRevenue: PENDANT.price, keptRevenue: PENDANT.price },
    ]);
  });

  test('chooses a sensible period when none is given', async () => {
    const [year = '', month = ''] = today().split('-');
    expect((await dataOf('sales')).period).toEqual({ startDate: daysAgo(29), endDate: today() });
    expect((await dataOf('sales?groupBy=month')).salesOverTime).toHaveLength(12);
    expect((await dataOf('sales?groupBy=month')).salesOverTime.at(-1)._id).toBe(`${year}-${month}`);
    expect((await dataOf('sales?groupBy=year')).period.startDate).toBe(`${Number(year) - 4}-01-01`);
    expect((await dataOf('sales?endDate=2012-03-31&groupBy=month')).period.startDate).toBe('2011-04-01');
  });
});

describe.each(['dashboard', 'sales'])('%s', (report) => {
  test.each([
    ['that ends before it begins', 'startDate=2026-11-20&endDate=2026-11-19', 'endDate'],
    ['that begins in the future and has no end', 'startDate=2999-01-01', 'endDate'],
    ['of more than ten years', 'startDate=2016-01-01&endDate=2026-01-01', 'startDate'],
    ['of a day that does not exist', 'startDate=2026-02-30', 'startDate'],
  ])('refuses a period %s', async (_, query, path) => {
    const { status, json } = await read(`${report}?${query}`);
    expect([status, json.code, json.errors?.[0]?.path]).toEqual([422, 'validation_failed', path]);
  });

  test('takes at most ten years, up to both ends of the calendar', async () => {
    for (const query of [
      'startDate=2016-01-01&endDate=2025-12-31',
      'endDate=1900-01-01',
      'startDate=9999-12-31&endDate=9999-12-31',
    ]) {
      expect((await read(`${report}?${query}`)).status, query).toBe(200);
    }
  });

  test('is only for staff', async () => {
    expect((await shop.call('GET', `/api/analytics/${report}`)).status).toBe(401);
  });
});
