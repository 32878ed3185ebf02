import type { Page } from '@playwright/test';
import { expect, shopper, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Counts what the person at the desk does, across pages. */
async function countHands(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  const done = { clicks: 0, keys: 0 };
  await page.exposeFunction('countHand', (what: 'clicks' | 'keys') => {
    done[what] += 1;
  });
  await page.addInitScript(() => {
    const count = (window as never as { countHand(what: string): void }).countHand;
    addEventListener('pointerdown', () => count('clicks'), true);
    addEventListener('keydown', () => count('keys'), true);
  });
  return async () => done;
}

/** So many orders take their time on a busy machine. */
const MANY = { timeout: 30_000 };

test('twenty-one orders, over two pages, go from pending to handed over in at most sixty clicks, with slips printed', async ({
  page,
  staff,
}) => {
  test.slow(); // a day's work
  const orders: { id: string; orderNumber: string }[] = [];
  const somebody = shopper('Desk Dania');
  for (let n = 1; n <= 21; n += 1) orders.push(await staff.order(somebody));
  // Printing asks nothing here; what would be printed stays on the page until it is over.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', String(document.querySelectorAll('.slip').length));
  });
  const hands = await countHands(page);

  await page.goto('/admin/orders');
  await page.getByLabel('Search orders').click();
  await page.keyboard.type(somebody.customerEmail);
  await expect(page.getByText('Showing 20 of 21 orders')).toBeVisible();
  await page.getByRole('checkbox', { name: /all|page/i }).click();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await page.getByRole('button', { name: 'Select all 21 that match' }).click();
  await expect(bar).toContainText('21 selected');

  await bar.getByRole('combobox', { name: 'Set status of selected orders' }).click();
  await page.getByRole('option', { name: 'Processing' }).click();
  await expect(page.getByText('21 orders are now Processing').first()).toBeVisible(MANY);

  await bar.getByRole('button', { name: 'Create shipments' }).click();
  const form = page.getByRole('dialog', { name: 'Create shipments of 21 orders' });
  await form.getByLabel('Carrier').click();
  await page.keyboard.type('TCS');
  await form
    .getByLabel(/^Tracking number of/)
    .first()
    .click();
  // As a scanner types: each number ends with Enter.
  for (let n = 1; n <= 21; n += 1) await page.keyboard.type(`TCS77${n}\n`);
  await form.getByRole('button', { name: 'Create Shipments' }).click();
  await expect(page.getByText('21 orders are ready to hand over').first()).toBeVisible(MANY);

  await bar.getByRole('button', { name: 'Print slips' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '21');
  await bar.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('21 orders are handed over').first()).toBeVisible(MANY);

  const { clicks, keys } = await hands();
  test.info().annotations.push({ type: 'hands', description: `${clicks} clicks, ${keys} keys` });
  expect(clicks).toBeGreaterThan(5);
  expect(clicks).toBeLessThanOrEqual(60);
  const numbers: string[] = [];
  for (const { id } of orders) {
    const { status, shipments } = await staff.call('GET', `/orders/${id}`);
    expect(status).toBe('shipped');
    expect(shipments).toMatchObject([{ status: 'shipped', carrier: 'TCS' }]);
    numbers.push(shipments[0].trackingNumber);
  }
  expect(new Set(numbers).size).toBe(21);
});

test('one button in the order’s details leads through each step to delivery', async ({ page, staff }) => {
  const order = await staff.order({ customerName: 'Steps Sadia', customerEmail: 'steps.sadia@example.com', city: 'Quetta' });
  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  const next = (name: string) => details.getByRole('button', { name: `${name} of order ${order.orderNumber}` });

  await next('Start processing').click();
  await next('Create shipment').click();
  const form = page.getByRole('dialog', { name: `Create shipment of ${order.orderNumber}` });
  await expect(form).toContainText('Steps Sadia · 0300 7654321');
  await expect(form).toContainText('2 × Velvet Matte Lipstick Duo');
  await form.getByLabel('Carrier').fill('Leopards');
  await form.getByRole('button', { name: 'Create Shipment' }).click();
  await expect(details.getByRole('region', { name: 'Shipments' })).toContainText('Preparing');
  await next('Hand over').click();
  await expect(details.getByRole('combobox', { name: /^Status of order/ })).toHaveText('Shipped');
  await next('Delivered').click();
  await expect(details.getByRole('combobox', { name: /^Status of order/ })).toHaveText('Delivered');
  await expect(details.getByText('Paid', { exact: true })).toBeVisible();
  await expect(details.getByRole('button', { name: / of order ORD/ })).toHaveCount(0);

  // Pressed by mistake, it is undone where it was said, or in the details.
  const status = details.getByRole('combobox', { name: /^Status of order/ });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status).toHaveText('Shipped');
  await expect(details.getByText('Paid', { exact: true })).toBeHidden();
  await next('Delivered').click();
  await details.getByRole('button', { name: 'Undo delivered' }).click();
  await expect(status).toHaveText('Shipped');
});

test('a bulk change made offline says so once, skips and names orders that a colleague changed, and is forgotten when it works', async ({
  page,
  staff,
  forgive,
}) => {
  const somebody = shopper('Meanwhile Mina');
  const [mine, theirs] = [await staff.order(somebody), await staff.order(somebody)];
  await page.goto(`/admin/orders?search=${somebody.customerEmail}`);
  await page.getByRole('checkbox', { name: /all|page/i }).click();
  const setProcessing = async () => {
    await page.getByRole('combobox', { name: 'Set status of selected orders' }).click();
    await page.getByRole('option', { name: 'Processing' }).click();
  };
  await page.route('**/api/orders/status', (route) => route.abort());
  forgive(/ERR_FAILED/);
  await setProcessing();
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to' });
  await expect(banner).toHaveText('Failed to update orders');
  await page.unroute('**/api/orders/status');

  await staff.call('PUT', `/orders/${theirs.id}/status`, { status: 'cancelled' });
  await setProcessing();
  await expect(page.getByText('1 order is now Processing').first()).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(
    page.getByRole('alert').filter({ hasText: `1 of 2 orders stayed as it was. ${theirs.orderNumber}:` }),
  ).toBeVisible();
  const statusOf = async ({ id }: { id: string }) => (await staff.call('GET', `/orders/${id}`)).status;
  expect([await statusOf(mine), await statusOf(theirs)]).toEqual(['processing', 'cancelled']);
});
