import type { Page } from '@playwright/test';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const COURIER = 'Dasti Courier';

/** A parcel of the courier that was delivered, so that it has the cash. Gives its number and what it collected. */
async function delivered(staff: Staff, trackingNumber: string): Promise<{ orderNumber: string; cash: number }> {
  const order = await staff.order();
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, carrier: COURIER, trackingNumber });
  for (const status of ['in_transit', 'delivered']) await staff.call('PUT', `/shipments/${parcel.id}/status`, { status });
  return { orderNumber: order.orderNumber, cash: order.totalAmount };
}

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a courier’s file is refused by the line, explained once, compared with the parcels, booked and undone', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/);
  await staff.call('POST', '/couriers', { name: COURIER });
  const paid = await delivered(staff, 'DST-70001');
  const short = await delivered(staff, 'DST-70002');
  const row = (number: string, word: string, cash: number) =>
    `${number},${word},${cash},100,20,${word === 'OK' ? cash - 120 : -120}`;
  const headings = 'Docket,Result,Value,Base,Fuel,Balance';
  const rows = [row('DST-70001', 'OK', paid.cash), row('DST-70002', 'OK', short.cash - 50), row('DST-79999', 'RO', 0)];
  const file = `${[headings, ...rows, ',WT,,10,,-10'].join('\n')}\n`;
  const sum = paid.cash + short.cash - 50 - 3 * 120 - 10;

  await page.goto('/admin/settlements');
  await page.getByRole('button', { name: 'Add a File' }).click();
  await choose(page, 'any.csv', file);
  await expect(page.getByText('Choose the courier first')).toBeVisible();
  await pick(page, 'Courier', COURIER);
  await choose(page, 'letter.pdf', '%PDF-1.7');
  await expect(page.getByText(/^letter\.pdf is a PDF/)).toBeVisible();

  // Nobody knows these columns: they are explained.
  await choose(page, 'week-48.csv', file.replace('DST-70002', '2.5E+13'));
  const columns = page.getByRole('dialog', { name: `What the columns of ${COURIER} hold` });
  await expect(columns.getByText('Say which column has the tracking number')).toBeVisible();
  for (const [heading, field] of [
    ['Docket', 'Tracking number'],
    ['Result', 'Delivered or returned'],
    ['Value', 'Cash collected (COD)'],
    ['Base', 'Shipping charge'],
    ['Fuel', 'Other charge'],
    ['Balance', 'Net amount'],
  ] as const) {
    await pick(page, heading, field);
  }
  for (const [word, outcome] of [
    ['OK', 'Delivered'],
    ['RO', 'Returned'],
    ['WT', 'Charge'],
  ] as const) {
    await pick(page, `“${word}” means`, outcome);
  }
  await columns.getByRole('button', { name: 'Read the file' }).click();

  const wrong = page.getByRole('dialog', { name: 'week-48.csv' });
  await expect(wrong.getByText(/^week-48\.csv was saved by Excel, which turned a tracking number/)).toBeVisible();
  await expect(wrong.getByText('Line 3, Docket: Excel cut the tracking number short: “2.5E+13”')).toBeVisible();
  await wrong.getByRole('button', { name: 'Another file' }).click();

  // The explanation was kept with the courier.
  await pick(page, 'Courier', COURIER);
  await choose(page, 'week-48.csv', file);
  const control = page.getByRole('dialog', { name: `What ${COURIER} paid` });
  await expect(control.getByLabel('Number of the payment')).toHaveValue('week-48');
  await control.getByLabel('Parcels').fill('4');
  await control.getByLabel('Sum paid out').fill(String(sum));
  await control.getByLabel('Number of the payment').fill('DST-W48');
  await control.getByRole('button', { name: 'See its columns' }).click();
  await expect(page.getByRole('combobox', { name: 'Docket' })).toContainText('Tracking number');
  await columns.getByRole('button', { name: 'Read the file' }).click();
  await expect(control.getByLabel('Number of the payment')).toHaveValue('DST-W48');
  await control.getByRole('button', { name: 'Compare with the parcels' }).click();

  const checked = page.getByRole('dialog', { name: `${COURIER}: DST-W48` });
  await expect(checked.getByText('You entered 4 parcels, but the file has 3')).toBeVisible();
  await expect(checked.getByRole('button', { name: 'Book 4 rows' })).toBeDisabled();
  await checked.getByRole('button', { name: 'Back' }).click();
  await expect(control.getByLabel('Sum paid out')).toHaveValue(String(sum));
  await control.getByLabel('Parcels').fill('3');
  await control.getByRole('button', { name: 'Compare with the parcels' }).click();
  await expect(checked.getByText('Nothing has been booked yet.')).toBeVisible();
  await expect(checked.getByRole('group', { name: 'Results' }).getByRole('button')).toHaveText([
    'Short 1',
    'Unmatched 1',
    'Charge only 1',
    'Received 1',
  ]);
  await expect(checked.getByRole('row', { name: 'DST-70002' })).toContainText(short.orderNumber);
  await expect(checked.getByRole('row', { name: 'DST-70002' })).toContainText('−Rs. 50');
  await checked.getByRole('button', { name: 'Received 1' }).click();
  await expect(checked.getByRole('row', { name: 'DST-70001' })).toContainText(paid.orderNumber);
  await checked.getByRole('button', { name: 'Book 4 rows' }).click();
  await expect(page.getByText(`DST-W48 of ${COURIER} was booked`)).toBeVisible();

  const booked = page.getByRole('row', { name: 'DST-W48' });
  await expect(booked).toContainText('1 short, 1 unmatched');
  await booked.click();
  const details = page.getByRole('dialog', { name: 'Settlement DST-W48' });
  await expect(details.getByLabel('Sums')).toContainText('The courier pays');
  await details.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo DST-W48' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(undo.getByText('Say why').first()).toBeVisible();
  await undo.getByLabel('Why').fill('The courier sent a corrected file');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(details.getByText('The courier sent a corrected file')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(booked).toContainText('Undone');
});
