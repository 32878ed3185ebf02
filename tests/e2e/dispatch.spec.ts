import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type CourierDouble, startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { startOwnShop } from '#tests/setup/browsers/browser-shop.ts';
import { readAccess } from '#tests/setup/browsers/shop-access.ts';
import { test as base, expect, type Staff } from '#tests/setup/browsers/staff-test.ts';
import { dueOrders } from '#tests/setup/samples/due-orders.ts';

// In a shop of its own with a PostEx of its own, which fails as it is told and is called as fast as it answers.
const test = base.extend<object, { postex: CourierDouble }>({
  postex: [
    async ({ browserName: _ }, use) => {
      const double = await startCourierDouble(POSTEX);
      await use(double);
      await double.stop();
    },
    { scope: 'worker' },
  ],
  access: [
    async ({ postex }, use) => {
      const { URL: _, ...environment } = postex.environment;
      Object.assign(process.env, environment, { COURIER_PACE_MS: process.env.COURIER_PACE_MS ?? '20' });
      const { accessFile, stop } = await startOwnShop();
      await use(await readAccess(accessFile));
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 } });

let orders = 0;

/** Confirmed orders to a city. Gives their numbers. */
async function confirmed(staff: Staff, count: number, city: string): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < count; n += 1) {
    orders += 1;
    const order = await staff.order({
      customerPhone: `0302${8_000_000 + orders}`,
      customerAddress: `House ${orders}`,
      city,
      ...LIPSTICK,
    });
    await staff.call('PUT', `/orders/${order.id}/status`, { status: 'processing' });
    numbers.push(order.orderNumber);
  }
  return numbers;
}

const LIPSTICK = {
  customerName: 'Hira Malik',
  customerEmail: 'hira@example.com',
  items: [{ productId: '68f0a1000000000000000232', quantity: 1 }],
  totalAmount: 1390,
};

const morning = (staff: Staff) =>
  staff.call('POST', '/stock-history/adjust', { ...LIPSTICK.items[0], quantity: 100, transactionType: 'purchase' });

/** Counts what a person presses from now on, and what goes to the printer. */
async function watch(page: Page): Promise<{ clicks: () => Promise<number>; printed: () => Promise<number> }> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const count = (what: 'clicks' | 'printed', more: number) => {
      dataset[what] = String(Number(dataset[what] ?? 0) + more);
    };
    addEventListener('click', ({ detail }) => count('clicks', Math.min(detail, 1)), true);
    window.print = () => {
      count('printed', document.querySelectorAll('.print-only article').length);
      dispatchEvent(new Event('afterprint'));
    };
  });
  return {
    clicks: () => page.evaluate(() => Number(document.documentElement.dataset.clicks ?? 0)),
    printed: () => page.evaluate(() => Number(document.documentElement.dataset.printed ?? 0)),
  };
}

const group = (page: Page, courier: string) => page.getByRole('region', { name: `To hand over: ${courier}` });

test('twenty orders go from the list to printed labels with one press; what failed stays with its reason, what is unclear is looked up, and the rider takes the rest', async ({
  page,
  staff,
  postex,
}, { annotations }) => {
  // What a whole morning of fifty takes at a courier's pace: src/admin/screens/shipments/dispatch/booking-run.test.ts.
  await morning(staff);
  await confirmed(staff, 20, 'Karachi');
  // The third city is not operational today, and the fifth answer is lost after PostEx has booked.
  postex.fail(null, null, 'refused', null, 'lost');
  await page.goto('/admin/dispatch');
  await expect(page.getByRole('heading', { name: '20 parcels to book' })).toBeVisible();
  await expect(page.getByLabel(/^Courier of ORD-/).first()).toContainText('PostEx · Rs. 220');
  const { clicks, printed } = await watch(page);

  const began = Date.now();
  await page.getByRole('button', { name: 'Book all 20' }).click();
  const progress = page.getByRole('progressbar', { name: 'Parcels booked' });
  await expect(progress).toHaveAttribute('max', '20');
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(5);
  await expect(page.getByText('18 parcel labels went to the printer.')).toBeVisible({ timeout: 120_000 });
  const seconds = (Date.now() - began) / 1_000;
  annotations.push({
    type: 'morning',
    description: `20 orders, ${await clicks()} click, ${seconds.toFixed(1)} s to printed labels`,
  });
  await expect.poll(printed).toBe(18);
  expect(await clicks()).toBe(1);
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('region', { name: 'Booked' }).getByText(/^18 booked in \d+ s · 1 not booked · 1 unclear$/),
  ).toBeVisible();

  // The refused one goes with the next press, the lost one is found under its reference: nothing is booked twice.
  await expect(page.getByText('City is not operational')).toBeVisible();
  await page.getByRole('button', { name: /^Try again to book/ }).click();
  await expect(page.getByText('1 parcel label went to the printer.')).toBeVisible();
  await page.keyboard.press('Escape');
  const open = page.getByRole('region', { name: 'Open bookings with PostEx' });
  await expect(open.getByText('1 booking with PostEx that got no answer')).toBeVisible();
  await expect(open.getByText('PostEx did not answer')).toBeVisible();
  await open.getByRole('button', { name: /^Enter number of/ }).click();
  expect(postex.parcels).toHaveLength(20);
  await page.keyboard.press('Escape');

  const booked = group(page, 'PostEx');
  await expect(booked.getByText(/^19 parcels · [\d.]+ kg · Rs\.\s26,410 to collect$/)).toBeVisible();
  await booked.getByRole('button', { name: 'Load sheet' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Load sheet' })
      .getByText(/^19 parcels/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await booked.getByText('Its 19 parcels').click();
  await booked.getByRole('checkbox').first().uncheck();
  await booked.getByRole('button', { name: 'Hand over 18' }).click();
  await expect(page.getByText('18 parcels handed over to PostEx')).toBeVisible();
  await expect(booked.getByText(/^1 parcel ·/)).toBeVisible();
  expect((await staff.call('GET', '/shipments/stats')).statusCounts).toMatchObject({ shipped: 18, preparing: 2 });
});

test('another courier is chosen by row or for all, a weight that was typed makes the parcel dearer, and its number is entered from the portal', async ({
  page,
  staff,
}) => {
  await morning(staff);
  const [first = '', second = ''] = await confirmed(staff, 2, 'Lahore');
  await page.goto('/admin/dispatch');
  const courier = (number: string) => page.getByLabel(`Courier of ${number}`);
  await expect(courier(first)).toContainText('Lahore Riders · Rs. 145');
  await page.getByLabel(`Weight of ${first} in grams`).fill('2400');
  await page.keyboard.press('Enter');
  // One kilogram, and two more that are begun.
  await expect(courier(first)).toContainText('Lahore Riders · Rs. 235');
  await courier(second).selectOption({ label: 'PostEx · Rs. 170' });
  await page.getByLabel('Courier for all').selectOption('Indus Express');
  await expect(courier(second)).toHaveValue('68f0a1000000000000000703');
  await page.getByLabel('Courier for all').selectOption('As suggested');

  await page.getByRole('button', { name: 'Book all 2' }).click();
  const portal = page.getByRole('region', { name: 'Open bookings with Lahore Riders' });
  await expect(portal.getByText('2 parcels for the portal of Lahore Riders')).toBeVisible();
  await portal.getByRole('button', { name: `Enter number of ${first}` }).click();
  await page.getByLabel('Tracking number *').fill('LR 1001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(group(page, 'Lahore Riders').getByText(/^1 parcel · 2\.4 kg/)).toBeVisible();
  await portal.getByRole('button', { name: `Enter number of ${second}` }).click();
  await page.getByRole('button', { name: 'It is not there' }).click();
  await expect(page.getByRole('heading', { name: '1 parcel to book' })).toBeVisible();
  const { id } = await staff.call('GET', `/orders/number/${second}`);
  await staff.call('PUT', `/orders/${id}/status`, { status: 'cancelled' });
});

test('a file goes to the portal of a courier, and its numbers come back from the portal’s file once every line has been answered for', async ({
  page,
  staff,
}) => {
  await morning(staff);
  const numbers = await confirmed(staff, 2, 'Lahore');
  await page.goto('/admin/dispatch');
  await page.getByLabel('Courier for all').selectOption('Lahore Riders');
  await page.getByRole('button', { name: 'Book all 2' }).click();
  const portal = page.getByRole('region', { name: 'Open bookings with Lahore Riders' });
  const download = page.waitForEvent('download');
  await portal.getByRole('button', { name: 'File of 2 new parcels' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^lahore-riders-\d{4}-\d\d-\d\d\.csv$/);
  const [, first = '', second = ''] = (await readFile(await saved.path(), 'utf8')).split('\r\n').map((row) => row.split(',')[0]);
  await expect(portal.getByText(/^Upload the file to its portal/)).toBeVisible();

  await portal.getByRole('button', { name: 'Add tracking numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Numbers from the portal of Lahore Riders' });
  const answer = [
    'Status\tReference\tTracking Number',
    `Booked\t${first}\tLR 7001`,
    `Booked\t${second}\t7.1E+13`,
    'Booked\tSHP-9\tLR7009',
  ];
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'answer.tsv', mimeType: 'text/tab-separated-values', buffer: Buffer.from(answer.join('\n')) });
  await expect(dialog.getByRole('status')).toHaveText('1 fit · 2 do not fit');
  await expect(dialog.getByText(`Excel cut the tracking number of ${second} short`)).toBeVisible();
  await expect(dialog.getByText('No parcel for Lahore Riders has this order or reference')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the text' }).click();
  await dialog.getByLabel('Or paste two columns').fill(`${first}\tLR 7001\n${numbers[1]}\tLR7002`);
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save 2 tracking numbers' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 saved');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(portal).toBeHidden();
  // Others may wait there, too.
  await group(page, 'Lahore Riders')
    .getByRole('button', { name: /^Hand over \d+$/ })
    .click();
  await expect(page.getByText(/^\d+ parcels handed over to Lahore Riders$/)).toBeVisible();
  for (const number of numbers) {
    const order = await staff.call('GET', `/orders/number/${number}`);
    expect(order.status).toBe('shipped');
  }
});

test('bookings go on while somebody looks at another screen, and after a reload the rest is booked with another press', async ({
  page,
  staff,
  postex,
}) => {
  await morning(staff);
  await confirmed(staff, 12, 'Multan');
  const before = postex.parcels.length;
  const [third, eighth] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  postex.onBooked(() => ({ [before + 3]: third, [before + 8]: eighth })[postex.parcels.length]?.promise);
  await page.goto('/admin/dispatch');
  await page.getByRole('button', { name: /^Book all/ }).click();
  await expect.poll(() => postex.parcels.length).toBe(before + 3);
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'All shipments' }).click();
  await expect(page.getByRole('heading', { name: 'Shipments', level: 1 })).toBeVisible();
  third.resolve();
  await expect.poll(() => postex.parcels.length).toBe(before + 8);
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dispatch' }).click();
  page.on('dialog', (dialog) => dialog.accept());
  await expect(page.getByText('7 of 12')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '4 parcels to book' })).toBeVisible();
  eighth.resolve();
  await watch(page);
  await page.getByRole('button', { name: 'Book all 4' }).click();
  await expect(page.getByText('4 parcel labels went to the printer.')).toBeVisible();
  expect(postex.parcels).toHaveLength(before + 12);
  const references = postex.parcels.filter(({ isCancelled }) => !isCancelled).map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
});

for (const { width, height, count } of [
  { width: 1440, height: 900, count: 18 },
  { width: 1280, height: 800, count: 3 },
  { width: 390, height: 844, count: 3 },
])
  test(`at ${width} px ${count} orders are confirmed with a press each, and ${count + 3} are booked and labelled with one`, async ({
    page,
    shop,
    staff,
  }, { annotations }) => {
    await page.setViewportSize({ width, height });
    await morning(staff);
    await dueOrders(shop, staff.call, count, { city: 'Karachi' });
    await page.goto('/admin/confirm');
    await page.getByRole('button', { name: 'Start with the most urgent' }).click();
    const inWork = page.getByRole('article', { name: /^Order / });
    await expect(inWork).toBeVisible();
    const { clicks, printed } = await watch(page);
    const began = Date.now();
    for (let n = 0; n < count; n += 1) {
      const number = (await inWork.getAttribute('aria-label'))?.replace('Order ', '');
      await page.getByRole('button', { name: 'Confirmed' }).click();
      await expect(page.getByRole('status').filter({ hasText: `${number}: confirmed` })).toBeVisible();
    }
    const [presses, seconds] = [await clicks(), (Date.now() - began) / 1_000];
    expect(presses).toBe(count);

    await confirmed(staff, 3, 'Karachi');
    const navigation = page.getByRole('navigation', { name: /^(Admin|Daily)$/ });
    if (width > 390) await navigation.getByRole('link', { name: 'Shipments' }).click();
    await navigation.getByRole('link', { name: 'Dispatch' }).click();
    const before = await clicks();
    await page.getByRole('button', { name: `Book all ${count + 3}` }).click();
    await expect(page.getByText(`${count + 3} parcel labels went to the printer.`)).toBeVisible();
    await expect.poll(printed).toBe(count + 3);
    expect((await clicks()) - before).toBe(1);
    annotations.push({
      type: 'morning',
      description: `${width} px: ${count} confirmed in ${presses} presses, ${seconds.toFixed(1)} s; ${count + 3} labelled in 1`,
    });
  });

test('on a phone, with the keys, and when there is nothing to send or nothing to be had', async ({ page, staff, forgive }) => {
  forgive(/500/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/dispatch', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/admin/dispatch');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const empty = { success: true, data: { rows: [], total: 0, toConfirm: 2, awaitsMoney: 1, couriers: [] } };
  await page.unroute('**/api/dispatch');
  await page.route('**/api/dispatch', (route) => route.fulfill({ json: empty }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing to send. 2 orders wait to be confirmed. 1 order waits for money.')).toBeVisible();

  await page.unroute('**/api/dispatch');
  const [number = ''] = await confirmed(staff, 1, 'Gwadar');
  await page.reload();
  await expect(page.getByLabel(`Courier of ${number}`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Book 1' })).toBeInViewport();
});
