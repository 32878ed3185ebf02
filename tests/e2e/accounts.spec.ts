import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fileRows } from '#domain/settlements/file-rows.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

async function downloaded(page: Page, name: string): Promise<string[][]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  const rows = await fileRows({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) });
  return 'rows' in rows ? rows.rows.map(({ cells }) => cells) : [[rows.error]];
}

test('a month’s balance comes to zero, its journal is downloaded as CSV and XLSX, and an account is renamed', async ({
  page,
  staff,
}) => {
  const order = await staff.order();
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, carrier: 'TCS', trackingNumber: 'BK-70001' });
  for (const status of ['in_transit', 'delivered']) await staff.call('PUT', `/shipments/${parcel.id}/status`, { status });

  await page.goto('/admin/accounts');
  await expect(page.getByRole('main').getByText('Still running')).toBeVisible();
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('cell').first()).toHaveText('0.00');
  await expect(total.getByRole('cell').last()).toHaveText('0.00');

  const csv = await downloaded(page, 'Journal CSV');
  const xlsx = await downloaded(page, 'Journal XLSX');
  expect(csv[0]).toEqual(xlsx[0]);
  const lines = xlsx.filter((cells) => cells[7] === order.orderNumber);
  const { totalAmount, subtotal, shipping } = order;
  expect(lines.map((cells) => [cells[2], cells[4], cells[5]])).toEqual([
    ['1100', String(totalAmount), ''],
    ['1110', '', String(totalAmount)],
    ['1110', String(totalAmount), ''],
    ['4010', '', String(subtotal)],
    ['4020', '', String(shipping)],
  ]);

  await page.getByRole('button', { name: 'Rename 1020 Bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename 1020' });
  await dialog.getByLabel('Name').fill('Meezan Bank');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: 'Rename 1020 Meezan Bank' })).toBeVisible();
  await staff.call('PUT', '/books/accounts', { account: 'bank', name: '' });

  // One page of paper has the month, whatever is on the screen.
  await expect(page.getByRole('button', { name: 'Print month' })).toBeEnabled();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const sums = (await total.textContent()) ?? '';
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.sheet');
  await expect(sheet.getByRole('row', { name: /^Total/, includeHidden: true })).toHaveText(sums);
  await expect(sheet).toContainText('Orders placed in the month');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
});
