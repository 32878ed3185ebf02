import type { Page } from '@playwright/test';
import { addBangles } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

// The back office opens from the device.
test.use({ serviceWorkers: 'allow' });

/** Waits until the device has the whole back office. */
const isOnDevice = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/admin', { ignoreVary: true }))), { timeout: 20_000 })
    .toBe(true);

/** A confirmed order of so many bangles of each size. */
async function orderOf(staff: Staff, { id, variants }: any, sizes: Record<string, number>) {
  const items = Object.entries(sizes).map(([selectedSize, quantity]) => ({ productId: id, quantity, selectedSize }));
  const { total } = await staff.call('POST', '/cart/quote', { items });
  const order = await staff.order({ items, totalAmount: total, customerPhone: `0306${String(Date.now()).slice(-7)}` });
  await staff.call('POST', `/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'confirmed' });
  return { ...order, skus: Object.fromEntries(variants.map(({ size, sku }: any) => [size, sku])) };
}

/** As a handheld scanner types, wherever the focus is. */
const scan = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...code, 'Enter'],
  );

const packingOf = (staff: Staff, order: { id: string }) => staff.call('GET', `/packing/${order.id}`);

test('a packer scans an order at a phone: a wrong piece is refused in words, what was packed without a connection is stored once', async ({
  page,
  context,
  staff,
  forgive,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bangles = await addBangles(staff, { '2.4': 9, '2.6': 9 });
  const [first, second] = [await orderOf(staff, bangles, { '2.4': 2 }), await orderOf(staff, bangles, { '2.6': 1 })];
  await page.goto('/admin/pack');
  await expect(page.getByRole('link', { name: second.orderNumber })).toBeVisible();

  await scan(page, first.orderNumber);
  await expect(page.getByRole('heading', { name: `Pack ${first.orderNumber}` })).toBeVisible();
  await scan(page, second.skus['2.6']);
  const said = page.locator('[data-scan]');
  await expect(said).toHaveText(`Not in this order: ${bangles.name} (2.6)`);
  await expect(said).toHaveAttribute('aria-live', 'assertive');
  for (const _ of [1, 2]) await scan(page, first.skus['2.4']);
  await expect(said).toHaveText(`${first.orderNumber} is packed: everything is in`);
  await scan(page, first.skus['2.4']);
  await expect(said).toHaveText(`All 2 of ${bangles.name} (2.4) are in already`);
  await expect.poll(async () => (await packingOf(staff, first)).lines[0].packed).toBe(2);

  await isOnDevice(page);
  await context.setOffline(true);
  await page.goto('/admin/pack');
  await expect(page.getByText('No connection. These are the orders that this device knows')).toBeVisible();
  await scan(page, second.orderNumber);
  await page.getByRole('button', { name: `One ${bangles.name} (2.6) is in` }).click();
  await expect(page.getByRole('region', { name: 'Packed' })).toContainText('Everything is in');
  await page.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText(
    `${second.orderNumber}: ${bangles.name} (2.6) packed`,
  );
  expect((await packingOf(staff, second)).lines[0].packed).toBe(0);

  await context.setOffline(false);
  await expect(page.getByText('Everything of yours is sent.')).toBeVisible();
  const { lines, surplus } = await packingOf(staff, second);
  expect([lines[0].packed, lines[0].pieces.length, surplus]).toEqual([1, 1, []]);
  forgive(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
});

test('what two phones packed of one piece is shown as two facts, until somebody takes one out', async ({ page, staff }) => {
  const bangles = await addBangles(staff, { '2.4': 9, '2.6': 9 });
  const order = await orderOf(staff, bangles, { '2.4': 1 });
  const { itemId, variantId } = (await packingOf(staff, order)).lines[0];
  for (const minute of ['01', '02'])
    await staff.call('POST', `/packing/${order.id}/pieces`, {
      pieces: [{ key: `phone-${minute}-${order.id}`, itemId, variantId, packedAt: `2026-11-20T10:${minute}:00Z` }],
    });
  await page.goto(`/admin/orders/${order.orderNumber}`);
  const conflict = page.getByRole('region', { name: 'Too many in the parcel' });
  await expect(conflict).toContainText(`${bangles.name} (2.4)`);
  await expect(conflict).toContainText('In the parcel already: by');
  await conflict.getByRole('button', { name: 'Taken out' }).click();
  await expect(conflict).toBeHidden();
  await expect.poll(async () => (await packingOf(staff, order)).surplus).toEqual([]);
});

test('signing out warns of what is not sent, keeps it, and it is sent after signing in again', async ({
  page,
  context,
  staff,
  access,
  forgive,
}) => {
  const bangles = await addBangles(staff, { '2.4': 9, '2.6': 9 });
  const order = await orderOf(staff, bangles, { '2.4': 1 });
  await page.goto(`/admin/pack/${order.orderNumber}`);
  await page.getByRole('button', { name: `One ${bangles.name} (2.4) is in` }).waitFor();
  await isOnDevice(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: `One ${bangles.name} (2.4) is in` }).click();
  await expect(page.getByText('1 not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Not sent yet: 1.');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin.packing'))).toBeNull();
  await context.setOffline(false);
  const { username, password } = access.staff;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.poll(async () => (await packingOf(staff, order)).lines[0].packed).toBe(1);
  forgive(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
});
