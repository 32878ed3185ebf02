import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('sales show in the totals, over time, by product and by category', async ({ page, staff }) => {
  // The report knows a category by its slug, shoppers by its name.
  const name = 'Crowns & Tiaras';
  const known = await staff.call('GET', '/categories');
  const data = known.map((category: { slug: string }) => (category.slug === 'bridal' ? { ...category, name } : category));
  await page.route('**/api/categories', (route) => route.fulfill({ json: { success: true, data } }));
  const crown = await staff.call('POST', '/products', {
    name: 'Crown of the sales report',
    price: 900_000,
    category: 'bridal',
    images: ['/media/products/pave-eternity-band.webp'],
    stockQuantity: 5,
  });
  await staff.order({ items: [{ productId: crown.id, quantity: 2 }], totalAmount: 1_800_000 });
  await page.goto('/admin/sales?groupBy=year');

  const best = page.getByRole('region', { name: 'Top Products by Revenue' }).getByRole('row');
  await expect(best.nth(1)).toHaveText(/Crown of the sales report2Rs\.\s1,800,000/);
  expect(await best.count()).toBeLessThanOrEqual(11);
  const time = page.getByRole('region', { name: 'Sales Over Time' });
  await expect(time.getByRole('img', { name: /5 values from \d{4} to \d{4}\. Highest/ })).toBeVisible();
  const categories = page.getByRole('region', { name: 'Sales by Category' });
  await expect(categories.getByRole('img', { name: new RegExp(`Highest: ${name}`) })).toBeVisible();
  await categories.getByRole('button', { name: 'Show as table' }).click();
  await expect(categories.getByRole('row').nth(1)).toContainText(name);
  await expect(categories).toContainText('delivery belongs to no category');
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByRole('listitem').filter({ hasText: 'Revenue' })).toHaveText(/Rs\.\s[\d,.]+–/);
  const sums = page.getByRole('region', { name: 'From Ordered to Net' });
  for (const step of ['Ordered', 'Delivered', 'Went back', 'Net']) await expect(sums).toContainText(step);
  await staff.call('DELETE', `/products/${crown.id}`);
});

test('a period that ends before it starts is refused at its field; period and steps are in the address, survive a reload, are cleared together, and are exported', async ({
  page,
  forgive,
}) => {
  await page.goto('/admin/sales?startDate=2000-03-10&endDate=2000-03-01');
  const end = page.getByLabel('End Date');
  const steps = page.getByRole('combobox', { name: 'Group By' });
  await expect(end).toHaveAccessibleDescription('The end date lies before the start date');
  await expect(page.getByRole('alert')).toBeEmpty();
  await end.fill('2000-03-31');
  await expect(page.getByText('10 Mar 2000 – 31 Mar 2000')).toBeVisible();
  await expect(end).toHaveAccessibleDescription('');
  await page.getByLabel('Start Date').fill('2000-01-01');
  await steps.click();
  await page.getByRole('option', { name: 'Month' }).click();
  await expect(page).toHaveURL('/admin/sales?startDate=2000-01-01&endDate=2000-03-31&groupBy=month');
  await page.reload();
  await expect(page.getByText('1 Jan 2000 – 31 Mar 2000')).toBeVisible();
  await expect(steps).toHaveText('Month');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
    '\uFEFFDate,Revenue,Orders',
    '2000-01,0,0',
    '2000-02,0,0',
    '2000-03,0,0',
  ]);
  await page.goBack();
  await expect(steps).toHaveText('Day');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/admin/sales');
  await expect(page.getByLabel('Start Date')).toHaveValue('');
  forgive(/422/);
});

/** Takes the first and the last day from the address. */
const daysIn = (page: Page, from: string, to: string) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get(from), searchParams.get(to)];
};

test('the usual periods are one press away, days are Pakistan’s, and they stand in the address', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Still 30 November in London, already December in Pakistan.
  await page.clock.setFixedTime('2026-11-30T19:30:00Z');
  await page.goto('/admin/sales');
  const periods = page.getByRole('group', { name: 'Period' });
  for (const [name, from] of [
    ['Today', '2026-12-01'],
    ['7 days', '2026-11-25'],
    ['30 days', '2026-11-02'],
    ['This month', '2026-12-01'],
  ] as const) {
    await periods.getByRole('button', { name }).click();
    await expect.poll(() => daysIn(page, 'startDate', 'endDate')).toEqual([from, '2026-12-01']);
    await expect(periods.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  }
  // On the first of a month, today is all of it.
  await expect(periods.getByRole('button', { pressed: true })).toHaveText(['Today', 'This month']);
  await page.reload();
  await expect(periods.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  await periods.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => daysIn(page, 'startDate', 'endDate')).toEqual([null, null]);

  await page.goto('/admin/orders');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await periods.getByRole('button', { name: '7 days' }).click();
  await expect.poll(() => daysIn(page, 'dateFrom', 'dateTo')).toEqual(['2026-11-25', '2026-12-01']);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-11-25');
});
