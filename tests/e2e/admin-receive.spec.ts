import { expect, test } from '#tests/setup/staff-test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a parcel is received by typed scans, a wrong piece is refused, and what was to be inspected is decided', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/Failed to load resource/);
  const order = await staff.order({ customerName: 'Scanned Sana' });
  const trackingNumber = `RT${order.orderNumber.replace(/\D/g, '')}`;
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, trackingNumber });
  await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'returned' });
  const [{ sku }] = (await staff.call('GET', `/receipts/scan?code=${order.orderNumber}`)).items;

  await page.goto('/admin/receive');
  const awaited = page.getByRole('region', { name: 'On the way back' }).getByRole('link', { name: order.orderNumber });
  await expect(awaited).toContainText(parcel.shipmentNumber);
  const parcelBox = page.getByLabel('Tracking, shipment or order number');
  await parcelBox.fill(trackingNumber.toLowerCase());
  await parcelBox.press('Enter');

  const pieceBox = page.getByLabel('SKU of a piece');
  const scan = async (code: string) => {
    await pieceBox.fill(code);
    await pieceBox.press('Enter');
  };
  await scan('NOT-OURS');
  await expect(page.locator('[data-scan=wrong]')).toHaveText('NOT-OURS is not in this order. Put it aside');
  await scan(sku.toLowerCase());
  await scan(sku);
  const line = page.getByRole('list', { name: 'Pieces' }).getByRole('listitem');
  await expect(line).toContainText('Sent 2 · Received 2 · Still missing 0');
  await scan(sku);
  await expect(page.locator('[data-scan=wrong]')).toContainText('one too many');
  await line.getByRole('button', { name: 'To inspect 0' }).click();
  await expect(line.getByRole('button')).toHaveText(['Restocked 1', 'Damaged 0', 'To inspect 1', 'Missing 0', 'Clear']);

  // The answer is lost on the way: the shop has booked it, and the second attempt carries the same key.
  const keys: string[] = [];
  await page.route('**/api/receipts', async (route) => {
    keys.push(route.request().postDataJSON().key);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('booked only once')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`Order ${order.orderNumber}: 2 pieces received`)).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  await expect(parcelBox).toBeVisible();
  await expect(awaited).toHaveCount(0);

  const piece = page.getByRole('group', { name: new RegExp(`of ${order.orderNumber}$`) });
  await piece.getByRole('button', { name: 'Back on the shelf' }).click();
  await expect(piece).toHaveCount(0);
  const { items } = await staff.call('GET', `/receipts/scan?code=${parcel.shipmentNumber}`);
  expect(items).toMatchObject([{ out: 0, restocked: 2, toInspect: 0 }]);
});
