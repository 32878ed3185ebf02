import type { Page } from '@playwright/test';
import { countPresses, scan } from '#tests/setup/browsers/presses.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { login, newMember } from '#tests/setup/samples/second-factor.ts';

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
  const [{ sku }] = (await staff.call('GET', `/goods-back/scan?code=${order.orderNumber}`)).items;

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
  await page.route('**/api/goods-back', async (route) => {
    keys.push(route.request().postDataJSON().key);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Order ${order.orderNumber}: what came back is booked`)).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  await expect(parcelBox).toBeVisible();
  await expect(awaited).toHaveCount(0);

  const piece = page.getByRole('group', { name: new RegExp(`of ${order.orderNumber}$`) });
  await piece.getByRole('button', { name: 'Back on the shelf' }).click();
  await expect(piece).toHaveCount(0);
  const { items } = await staff.call('GET', `/goods-back/scan?code=${parcel.shipmentNumber}`);
  expect(items).toMatchObject([{ out: 0, restocked: 2, toInspect: 0 }]);
});

/** A parcel of two pieces, or of one, that is on its way back. */
async function comingBack(staff: Staff, quantity = 2) {
  const items = [{ productId: '68f0a1000000000000000232', quantity }];
  await staff.call('POST', '/stock-history/adjust', { ...items[0], transactionType: 'purchase' });
  const customerPhone = `0307${String(Date.now()).slice(-7)}`;
  const order = await staff.order({ customerPhone, items, totalAmount: quantity === 2 ? 2580 : 1390 });
  const trackingNumber = `CB${order.orderNumber.replace(/\D/g, '')}`;
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, trackingNumber });
  await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'returned' });
  const [{ id: itemId, sku }] = (await staff.call('GET', `/goods-back/scan?code=${order.orderNumber}`)).items;
  return { order, parcel, itemId, sku, trackingNumber };
}

async function type(page: Page, label: string, code: string) {
  await page.getByLabel(label).fill(code);
  await page.getByLabel(label).press('Enter');
}

const PARCEL = 'Tracking, shipment or order number';
const PIECE = 'SKU of a piece';

test.describe('without a connection', () => {
  // The back office opens from the device.
  test.use({ serviceWorkers: 'allow' });

  test('what was counted outlives a reload, is sent when the phone is online again, and is booked once', async ({
    page,
    context,
    staff,
    forgive,
  }) => {
    const { order, sku, trackingNumber } = await comingBack(staff);
    const known = page.waitForResponse((response) => response.url().includes(`/api/goods-back/scan?code=${order.orderNumber}`));
    await page.goto('/admin/receive');
    await known;
    await expect
      .poll(() => page.evaluate(async () => Boolean(await caches.match('/admin', { ignoreVary: true }))), { timeout: 20_000 })
      .toBe(true);

    await context.setOffline(true);
    await type(page, PARCEL, trackingNumber);
    await expect(page.getByText('This is the parcel as this device knows it')).toBeVisible();
    await type(page, PIECE, sku);
    await page.reload();
    const line = page.getByRole('list', { name: 'Pieces' }).getByRole('listitem');
    await expect(line).toContainText('Received 1 · Still missing 1');
    await type(page, PIECE, sku);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('kept on this device')).toBeVisible();
    await expect(page.getByText('1 not sent yet.')).toBeVisible();
    await type(page, PARCEL, order.orderNumber);
    await expect(page.getByText('2 pieces counted on this device and not sent yet.')).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText(`Order ${order.orderNumber}: what came back is booked`)).toBeVisible();
    const { items, goodsBack } = await staff.call('GET', `/goods-back/scan?code=${order.orderNumber}`);
    expect(items).toMatchObject([{ out: 0, restocked: 2 }]);
    expect(goodsBack).toHaveLength(1);
    forgive(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
  });
});

test('what a colleague counted meanwhile is shown as two facts, and a person decides', async ({ page, staff, forgive }) => {
  forgive(/Failed to load resource/);
  const { order, parcel, itemId, sku } = await comingBack(staff);
  await page.goto(`/admin/receive?code=${order.orderNumber}`);
  for (const _ of [1, 2]) await type(page, PIECE, sku);
  const isDown = { now: true };
  await page.route('**/api/goods-back', (route) => (isDown.now ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 not sent yet.')).toBeVisible();
  const pieces = [{ itemId, quantity: 1, disposition: 'damaged' }];
  await staff.call('POST', '/goods-back', { key: crypto.randomUUID(), orderId: order.id, shipmentId: parcel.id, pieces });
  isDown.now = false;
  await page.getByRole('link', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('link', { name: 'Look at it' }).click();

  const facts = page.getByRole('region', { name: `${order.orderNumber} was not taken` });
  await expect(facts).toContainText(
    /Counted on this device.*2 × .* restocked.*In the shop’s books.*1 × .* damaged by .*More than is still out/s,
  );
  await facts.getByRole('button', { name: 'Count what is still out' }).click();
  await expect(facts).toBeHidden();
  await expect(page.getByRole('list', { name: 'Pieces' })).toContainText('Received 2 · Still missing 0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Order ${order.orderNumber}: 1 piece received`)).toBeVisible();
  const { items } = await staff.call('GET', `/goods-back/scan?code=${order.orderNumber}`);
  expect(items).toMatchObject([{ out: 0, restocked: 1, damaged: 1 }]);
});

test.describe('on Friday', () => {
  test.use({ signedIn: false });

  for (const { width, height, count } of [
    { width: 1440, height: 900, count: 10 },
    { width: 1280, height: 800, count: 2 },
    { width: 390, height: 844, count: 2 },
  ])
    test(`a packer receives ${count} parcels at ${width} px with a scan for each parcel and piece, a press to begin, and one for each parcel`, async ({
      page,
      staff,
    }, { annotations }) => {
      test.slow();
      // Every other one has two pieces.
      const parcels: Awaited<ReturnType<typeof comingBack>>[] = [];
      for (let n = 0; n < count; n += 1) parcels.push(await comingBack(staff, 1 + (n % 2)));
      await page.setViewportSize({ width, height });
      const counted = await countPresses(page);
      await page.goto('/admin/login');
      await login(page, await newMember(staff, 'packer'));
      await expect(page.getByRole('heading', { name: 'Pack', level: 1 })).toBeVisible();
      await counted();

      const began = Date.now();
      let scans = 0;
      await page.getByRole('link', { name: /^Receive/ }).click();
      await expect(page.getByRole('region', { name: 'On the way back' })).toBeVisible();
      for (const [n, { order, sku, trackingNumber }] of parcels.entries()) {
        const quantity = 1 + (n % 2);
        await scan(page, trackingNumber);
        await expect(page.getByRole('list', { name: 'Pieces' })).toContainText(`Still missing ${quantity}`);
        for (let piece = 0; piece < quantity; piece += 1) await scan(page, sku);
        scans += 1 + quantity;
        await expect(page.getByRole('list', { name: 'Pieces' })).toContainText('Still missing 0');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText(`Order ${order.orderNumber}: ${quantity} piece`)).toBeVisible();
      }
      const { presses } = await counted();
      const seconds = ((Date.now() - began) / 1_000).toFixed(1);
      annotations.push({
        type: 'returns',
        description: `${count} parcels at ${width} px: ${scans} scans, ${presses} presses, ${seconds} s`,
      });
      expect([scans, presses]).toEqual([count * 2.5, count + 1]);
    });
});
