import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pagesOf } from '#tests/setup/browsers/pdf-pages.ts';
import { expect, type Staff, shopper, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const ship = (staff: Staff, orderId: string, said: Record<string, unknown> = {}) =>
  staff.call('POST', '/shipments', { orderId, ...said });
const open = (page: Page, { orderNumber }: { orderNumber: string }) => page.goto(`/admin/shipments?orderNumber=${orderNumber}`);

test('a shipment is created for an order in processing, standard and without cost by default', async ({ page, staff }) => {
  const order = await staff.order(shopper('Processing Parveen'));
  await staff.call('PUT', `/orders/${order.id}/status`, { status: 'processing' });
  await open(page, order);
  await expect(page.getByText('No shipments found')).toBeVisible();
  await page.getByRole('button', { name: 'Create Shipment' }).click();
  const form = page.getByRole('dialog', { name: 'Create Shipment' });
  await expect(form.getByLabel('Shipping Method')).toHaveText('Standard');

  await form.getByLabel('Order *').click();
  await page.getByRole('option', { name: `${order.orderNumber} - Processing Parveen` }).click();
  await expect(form).toContainText('5 Canal View, Lahore');
  await form.getByLabel('Carrier').fill('TCS');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByLabel('Carrier').press('Enter');
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ orderId: order.id, carrier: 'TCS', shippingMethod: 'standard', shippingCost: 0 });
  expect(body).not.toHaveProperty('estimatedDeliveryDate');

  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: order.orderNumber });
  await expect(row).toContainText(order.customerEmail);
  await expect(row.getByRole('cell').nth(5).getByRole('paragraph')).toHaveText(['TCS', 'N/A']);
  await expect(row).toContainText('Not shipped');
  await expect(page.getByText('Showing 1 of 1 shipments')).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
});

test('any other order is found by number or e-mail; one already shipped says so; without an order nothing is sent', async ({
  page,
  staff,
}) => {
  const order = await staff.order(shopper('Pending Palwasha'));
  const { shipmentNumber } = await ship(staff, order.id);
  await page.goto('/admin/shipments');
  await page.getByRole('button', { name: 'Create Shipment' }).click();
  const form = page.getByRole('dialog', { name: 'Create Shipment' });
  const banner = form.getByRole('alert');
  await form.getByRole('button', { name: 'Create Shipment' }).click();
  await expect(banner).toHaveText('Please select an order');

  const box = form.getByLabel('Order *');
  await box.fill(order.customerEmail);
  await expect(page.getByRole('option', { name: `${order.orderNumber} - Pending Palwasha` })).toBeVisible();
  await box.fill(order.orderNumber.toLowerCase());
  await page.getByRole('option', { name: `${order.orderNumber} - Pending Palwasha` }).click();
  await expect(banner).toBeEmpty();
  await expect(form).toContainText(`Already has a shipment: ${shipmentNumber} (Preparing)`);

  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Create Shipment' }).click();
  await expect(box).toHaveValue('');
});

test('a status chosen in the list shows at once, and its order follows; a refused one is reset; a parcel is edited, exported, and deleted after confirming', async ({
  page,
  staff,
  forgive,
}) => {
  const order = await staff.order({ ...shopper('Moving Mahnoor'), city: 'lahor' });
  const { shipmentNumber } = await ship(staff, order.id, { trackingNumber: '+92-1', weight: 320 });
  await open(page, order);
  const status = page.getByRole('combobox', { name: `Status of shipment ${shipmentNumber}` });
  await status.click();
  await page.getByRole('option', { name: 'Out for Delivery' }).click();
  await expect(page.getByText(`Shipment ${shipmentNumber} is now Out for Delivery`).first()).toBeVisible();
  await expect(page.getByText('Not shipped')).toBeHidden();
  expect(await staff.call('GET', `/orders/${order.id}`)).toMatchObject({ status: 'shipped' });

  await page.route('**/api/shipments/*/status', (route) => route.abort());
  await status.click();
  await page.getByRole('option', { name: 'Returned' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update shipment status');
  await expect(status).toHaveText('Out for Delivery');
  forgive(/ERR_FAILED/);

  await page.getByRole('button', { name: `View details of shipment ${shipmentNumber}` }).click();
  const details = page.getByRole('dialog', { name: 'Shipment Details' });
  for (const shown of [shipmentNumber, order.orderNumber, 'Moving Mahnoor', order.customerEmail, '+92-1']) {
    await expect(details).toContainText(shown);
  }
  await expect(details.getByRole('region', { name: 'Items' }).getByRole('listitem')).toHaveText(/ x 2$/);
  await expect(details.getByRole('region', { name: 'What happened' })).toContainText('preparing → out for delivery');
  await expect(details.locator('.btn-primary')).toHaveText([/^Delivered/]);
  await details.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${shipmentNumber}` });
  // What was not changed has nothing to save.
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await details.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Shipping Cost').fill('250');
  await form.getByLabel('Estimated Delivery').fill('2026-12-24');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText('Standard · Rs. 250');
  await expect(details).toContainText('24 Dec 2026');
  await page.keyboard.press('Escape');

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^shipments-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Phone,City,Pieces,Weight (g),Amount to collect,');
  // A moment as spreadsheets read it.
  expect(lines[1]).toMatch(
    new RegExp(`^${shipmentNumber},${order.orderNumber},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,Moving Mahnoor,`),
  );
  expect(lines[1]).toContain(',Lahore,2,320,2580,');
  expect(lines[1]).toContain(",'+92-1,Standard,250,Out for Delivery,");

  await page.getByRole('button', { name: `Delete shipment ${shipmentNumber}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this shipment?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No shipments found')).toBeVisible();
});

test('a booking by files is settled by hand in its shipment, its label is printed on each paper, and no call is offered to cancel it; its next step is one button, and says in place why it failed', async ({
  page,
  staff,
  forgive,
}) => {
  const order = await staff.order(shopper('Settled Saba'));
  await staff.call('PUT', `/orders/${order.id}/status`, { status: 'processing' });
  const { id: shipmentId, shipmentNumber } = await ship(staff, order.id);
  const { id: courierId, name } = await staff.call('POST', '/couriers', { name: `Kangaroo ${shipmentNumber}` });
  await staff.call('POST', '/bookings', { shipmentId, courierId });
  await page.goto(`/admin/shipments/${shipmentNumber}`);
  const papers = page.getByRole('region', { name: 'Booking and label' });
  await expect(papers).toContainText(`Waits for its tracking number · ${name}`);
  await papers.getByRole('button', { name: 'Enter number' }).click();
  await page.getByLabel('Tracking number *').fill('KC 4711');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(papers).toContainText(`Booked · ${name} · KC4711`);
  await expect(papers.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);

  await papers.getByRole('button', { name: 'Print parcel label' }).click();
  const labels = page.getByRole('dialog', { name: 'Parcel label' });
  await expect(labels.getByRole('button', { name: 'Save courier labels' })).toHaveCount(0);
  await page.evaluate(() => {
    window.print = () => {};
  });
  for (const [paper, sheet] of [
    ['A4, four a page', '210 × 297'],
    ['A5, one a page', '148 × 210'],
    ['A6, one a page', '105 × 148'],
  ] as const) {
    await labels.getByRole('combobox', { name: 'Paper' }).click();
    await page.getByRole('option', { name: paper }).click();
    await labels.getByRole('button', { name: /^Print (1 parcel label|again)$/ }).click();
    await expect(page.locator('.print-only article')).toHaveCount(1);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual([sheet]);
    await expect(page.locator('.print-only article')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');

  await papers.getByRole('button', { name: 'It is cancelled in the portal' }).click();
  await page.getByRole('button', { name: 'Yes, it is cancelled' }).click();
  await expect(papers).toContainText('Booking cancelled');

  const details = page.getByRole('dialog', { name: 'Shipment Details' });
  await page.route('**/api/shipments/*/status', (route) => route.abort());
  await details.getByRole('button', { name: `Hand over of shipment ${shipmentNumber}` }).click();
  await expect(details.getByRole('alert').first()).toHaveText('Failed to update shipment status');
  forgive(/ERR_FAILED/);
  await page.unroute('**/api/shipments/*/status');
  await details.getByRole('button', { name: `Hand over of shipment ${shipmentNumber}` }).click();
  await expect(details.getByRole('button', { name: `Delivered of shipment ${shipmentNumber}` })).toBeVisible();
  await expect(details.getByRole('region', { name: 'What happened' })).toContainText('preparing → shipped');
});
