import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** What the shop would answer if its figures were these. */
async function answerWith(page: Page, real: object, figures: object): Promise<void> {
  await page.route('**/api/analytics/dashboard', (route) =>
    route.fulfill({ json: { success: true, data: { ...real, ...figures } } }),
  );
}

const NOTHING = { totalProducts: 0, totalOrders: 0, totalSales: 0, totalRevenue: 0, totalPurchaseOrders: 0, totalShipments: 0 };
const id = (n: number) => String(n).padStart(24, '0');

test('six figures are compared with the 30 days before; charts have descriptions and a table; best sellers and low stock list five products each, red at five pieces or fewer', async ({
  page,
  staff,
}) => {
  const real = await staff.call('GET', '/analytics/dashboard');
  const stocks = [0, 5, 6, 9, 10, 10];
  const days = real.salesByDate.map((day: object, n: number) => ({
    ...day,
    total: n === 12 ? 7300 : 0,
    count: n === 12 ? 3 : 0,
  }));
  await answerWith(page, real, {
    overview: {
      totalProducts: 35,
      totalOrders: 1234,
      totalSales: 1,
      totalRevenue: 56_250.5,
      totalPurchaseOrders: 4,
      totalShipments: 2,
    },
    previous: { ...NOTHING, totalProducts: 35, totalOrders: 1000, totalSales: 2, totalRevenue: 45_000 },
    topProducts: [1, 2, 3, 4, 5, 6].map((n) => ({
      productId: id(n),
      productName: `Best ${n}`,
      totalQuantity: 10 - n,
      totalRevenue: 1000,
      keptQuantity: n === 2 ? 7 : 10 - n,
      keptRevenue: 1000,
    })),
    lowStockProducts: stocks.map((stockQuantity, n) => ({
      id: id(n),
      _id: id(n),
      name: `Low ${n}`,
      category: 'rings',
      stockQuantity,
    })),
    salesByDate: days,
    orderStatusCounts: { pending: 1, processing: 0, shipped: 0, delivered: 3, cancelled: 0 },
  });
  await page.goto('/admin');

  const card = (label: string) => page.getByRole('region', { name: 'Last 30 days' }).getByRole('link', { name: label });
  await expect(card('Total Products')).toHaveText(/35.*0%/);
  await expect(card('Total Orders')).toHaveText(/1,234.*\+23%/);
  await expect(card('Total Sales')).toHaveText(/1 piece-50%/);
  await expect(card('Total Revenue')).toHaveText(/Rs\.\s56,250\.50\+25%/);
  await expect(card('Purchase Orders')).toHaveText(/4–/);
  await expect(card('Shipments')).toHaveText(/2–/);

  const trend = page.getByRole('region', { name: 'Sales Trend (Last 30 Days)' });
  await expect(trend.getByRole('img', { name: /30 values.*Highest: .*, Rs\.\s7,300/ })).toBeVisible();
  const statuses = page.getByRole('region', { name: 'Order Status Distribution' });
  await expect(statuses.getByRole('img', { name: /Highest: Delivered, 3/ })).toBeVisible();
  await expect(statuses.getByRole('listitem').filter({ hasText: 'Delivered' })).toHaveText('Delivered375%');

  await trend.getByRole('button', { name: 'Show as table' }).click();
  await expect(trend.getByRole('row')).toHaveCount(31);
  await expect(trend.getByRole('row').nth(13)).toContainText(/Rs\.\s7,300\s*3/);
  await trend.getByRole('button', { name: 'Show as chart' }).click();
  await expect(trend.getByRole('img')).toBeVisible();

  const best = page.getByRole('region', { name: 'Top Selling Products' }).getByRole('listitem');
  await expect(best).toHaveCount(5);
  await expect(best.first()).toContainText('Best 1');
  await expect(best.first()).toContainText('9 sold');
  await expect(best.nth(1)).toContainText('8 sold, 7 kept');
  const low = page.getByRole('region', { name: 'Low Stock Products' }).getByRole('listitem');
  await expect(low).toHaveCount(5);
  await expect(low.first()).toContainText('Rings');
  for (const [index, tone] of ['stop', 'stop', 'wait', 'wait', 'wait'].entries()) {
    await expect(low.nth(index).locator('.badge')).toHaveClass(new RegExp(`tone-${tone}`));
    await expect(low.nth(index).locator('.badge')).toHaveText(`${stocks[index]} in stock`);
  }

  const { startDate, endDate } = real.period;
  await card('Total Orders').click();
  await expect(page).toHaveURL(`/admin/orders?dateFrom=${startDate}&dateTo=${endDate}`);
  await expect(page.getByLabel('From')).toHaveValue(startDate);
  await page.goBack();
  await low.nth(1).getByRole('link', { name: 'Low 1' }).click();
  await expect(page.getByLabel('Search Products')).toHaveValue('Low 1');
});

test('without sales the charts say no data available, and with enough stock there are no low stock products; the figures come from the shop, and are fetched again every minute', async ({
  page,
  staff,
}) => {
  await page.clock.install();
  const real = await staff.call('GET', '/analytics/dashboard');
  await answerWith(page, real, {
    overview: NOTHING,
    previous: NOTHING,
    topProducts: [],
    lowStockProducts: [],
    salesByDate: real.salesByDate.map((day: object) => ({ ...day, total: 0, count: 0 })),
    orderStatusCounts: { pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 },
  });
  await page.goto('/admin');
  await expect(page.getByText('No low stock products')).toBeVisible();
  for (const name of ['Sales Trend (Last 30 Days)', 'Order Status Distribution', 'Top Selling Products']) {
    await expect(page.getByRole('region', { name })).toContainText('No data available');
  }
  await expect(page.getByRole('region', { name: 'Last 30 days' }).getByText('–', { exact: true })).toHaveCount(6);

  await page.unroute('**/api/analytics/dashboard');
  const asked = () => page.waitForResponse((answer) => answer.url().endsWith('/api/analytics/dashboard') && answer.ok());
  for (const look of [() => page.goto('/admin'), () => page.clock.fastForward(61_000)]) {
    const [answer] = await Promise.all([asked(), look()]);
    const { overview } = (await answer.json()).data;
    await expect(page.getByRole('link', { name: 'Total Orders' })).toContainText(overview.totalOrders.toLocaleString('en'));
    await expect(page.getByRole('link', { name: 'Total Products' })).toContainText(String(overview.totalProducts));
  }
});

test('a chart is never wider than there is room for, also before it has followed the window to another width', async ({
  page,
  staff,
}) => {
  await staff.order();
  // A machine that stands still for a while: nothing is drawn until it goes on.
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (frame) =>
      draw((time) => {
        if ('isStanding' in window) waiting.push(frame);
        else frame(time);
      });
    addEventListener('goes on', () => {
      Reflect.deleteProperty(window, 'isStanding');
      for (const frame of waiting.splice(0)) frame(performance.now());
    });
  });
  for (const [path, count] of [
    ['/admin', 2],
    ['/admin/sales', 1],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    const charts = page.locator('canvas');
    await expect.poll(() => charts.count()).toBeGreaterThanOrEqual(count);
    for (const width of [390, 1440, 390]) {
      await expect(charts.first()).toHaveJSProperty('isConnected', true);
      await page.evaluate(() => Object.assign(window, { isStanding: true }));
      await page.setViewportSize({ width, height: 900 });
      const room = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      // What depends on the width besides the chart hears of it a moment later.
      await expect.poll(room, { message: `${path} at ${width}` }).toBe(0);
      await page.evaluate(() => dispatchEvent(new Event('goes on')));
      await expect
        .poll(() => charts.first().evaluate((canvas) => canvas.clientWidth - (canvas.parentElement?.clientWidth ?? 0)))
        .toBe(0);
      expect(await room(), `${path} at ${width}, drawn anew`).toBe(0);
    }
  }
});
