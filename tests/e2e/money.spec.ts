import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

const COURIER = 'Murree Courier';

/** A delivered parcel of the courier, of which its file paid 50 less. Gives its order and what the file pays. */
async function shortPaid(staff: Staff, trackingNumber: string): Promise<{ orderNumber: string; cash: number; net: number }> {
  const { id: courierId } = await staff.call('POST', '/couriers', { name: COURIER });
  const order = await staff.order();
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, carrier: COURIER, trackingNumber });
  for (const status of ['in_transit', 'delivered']) await staff.call('PUT', `/shipments/${parcel.id}/status`, { status });
  const cod = order.totalAmount - 50;
  await staff.call('POST', '/settlements', {
    courierId,
    fileName: 'murree.csv',
    fileHash: 'd'.repeat(64),
    reference: 'MUR-7',
    control: { parcels: 1, sum: cod - 100 },
    rows: [{ line: 2, trackingNumber, outcome: 'delivered', cod, shipping: 100, net: cod - 100 }],
  });
  return { orderNumber: order.orderNumber, cash: order.totalAmount, net: cod - 100 };
}

test('what a courier paid too little is asked for with one press, its payment arrives in the bank, and what is left is written off', async ({
  page,
  staff,
}) => {
  const { orderNumber, net } = await shortPaid(staff, 'MUR-70001');
  await page.goto('/admin/money');
  await expect(page.getByRole('row', { name: COURIER }).first()).toContainText('Rs. 50');
  await page.getByRole('link', { name: 'Disputes' }).click();
  const dispute = page.getByRole('row', { name: 'MUR-70001' });
  await expect(dispute).toContainText('Short');
  await page.getByRole('button', { name: `Copy the message to ${COURIER} and note it as asked` }).click();
  await expect(page.getByText(`The message to ${COURIER} was copied, 1 item noted as asked`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('1. MUR-70001 (MUR-7): collected');
  await expect(dispute).toContainText('Asked');

  await page.getByRole('link', { name: 'By order' }).click();
  await expect(page.getByRole('row', { name: orderNumber })).toContainText(COURIER);

  await staff.call('POST', '/bank-statement/lines', {
    lines: [{ day: new Date().toISOString().slice(0, 10), amount: net, reference: 'IBFT MURREE COURIER PVT' }],
    balances: [{ day: '2026-11-25', balance: 1000 }],
  });
  await page.goto('/admin/bank-statement');
  await page.getByRole('button', { name: `It is ${COURIER}’s MUR-7` }).click();
  await expect(page.getByText('MUR-7 arrived in the bank')).toBeVisible();
  await page.getByRole('button', { name: 'Compare balances' }).click();
  await expect(page.getByRole('dialog', { name: 'Statement and books' }).getByRole('row', { name: '25 Nov 2026' })).toContainText(
    'Rs. 1,000',
  );
  await page.keyboard.press('Escape');
  await page.goto('/admin/settlements');
  await expect(page.getByRole('row', { name: 'MUR-7' })).toContainText('In the bank');

  await page.goto('/admin/money/disputes');
  await page.getByRole('button', { name: 'Settle… MUR-70001' }).click();
  const settle = page.getByRole('dialog', { name: 'Settle MUR-70001' });
  await settle.getByLabel('Why').fill('Their rider left');
  await settle.getByRole('button', { name: 'Settle' }).click();
  await expect(dispute).toContainText('Written off');
  await page.goto(`/admin/orders/${orderNumber}`);
  await expect(page.getByText('Written off').first()).toBeVisible();
});
