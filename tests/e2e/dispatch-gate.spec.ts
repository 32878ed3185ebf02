import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/axe.ts';
import { startOwnShop } from '#tests/setup/browser-shop.ts';
import { readAccess } from '#tests/setup/shop-access.ts';
import { test as base, expect, type Staff } from '#tests/setup/staff-test.ts';

// In a shop of its own: its gate holds the orders of everybody.
const test = base.extend({
  access: [
    async ({ browserName: _ }, use) => {
      const { accessFile, stop } = await startOwnShop();
      await use(await readAccess(accessFile));
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(async ({ staff, forgive }) => {
  const { gateSince, ...rules } = await staff.call('GET', '/confirmations/rules');
  if (!gateSince) await staff.call('PUT', '/confirmations/rules', { ...rules, gate: true });
  // The gate refuses with a 409, which the browser reports.
  forgive(/409/);
});

const place = (staff: Staff, customerName: string) =>
  staff.order({ customerName, customerPhone: `0302${String(randomInt(1e7)).padStart(7, '0')}` });

const read = (staff: Staff, { id }: { id: string }) => staff.call('GET', `/orders/${id}`);

const statusOf = (page: Page, orderNumber: string) => page.getByRole('combobox', { name: `Status of order ${orderNumber}` });

async function ship(page: Page, orderNumber: string) {
  await statusOf(page, orderNumber).click();
  await page.getByRole('option', { name: 'Shipped' }).click();
  return page.getByRole('dialog', { name: `${orderNumber} is not confirmed` });
}

test('an order that the gate holds back in the list ships after it was confirmed on the spot, or let go for a reason', async ({
  page,
  staff,
}) => {
  const [asked, paid] = [await place(staff, 'Gate Gul'), await place(staff, 'Gate Gohar')];
  await page.goto('/admin/orders?search=gate');
  const first = await ship(page, asked.orderNumber);
  expect(await findings(page)).toEqual([]);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(first).toBeHidden();
  await expect(statusOf(page, asked.orderNumber)).toHaveText('Pending');
  expect(await read(staff, asked)).toMatchObject({ status: 'pending', confirmation: { state: 'unconfirmed' } });

  await (await ship(page, asked.orderNumber)).getByRole('button', { name: 'Confirm now' }).click();
  await expect(page.getByText(`Order ${asked.orderNumber} is now Shipped`).first()).toBeVisible();
  await expect(statusOf(page, asked.orderNumber)).toHaveText('Shipped');
  expect(await read(staff, asked)).toMatchObject({ status: 'shipped', confirmation: { state: 'confirmed', override: null } });

  const second = await ship(page, paid.orderNumber);
  await second.getByRole('button', { name: 'Let it go out' }).click();
  await expect(second.getByText('Say why')).toBeVisible();
  await second.getByLabel('Or why it goes out unconfirmed').fill('Paid by bank transfer');
  await second.getByRole('button', { name: 'Let it go out' }).click();
  await expect(page.getByText(`Order ${paid.orderNumber} is now Shipped`).first()).toBeVisible();
  expect(await read(staff, paid)).toMatchObject({
    status: 'shipped',
    confirmation: { state: 'unconfirmed', override: { because: 'Paid by bank transfer' } },
  });
});

test('of many orders, those that the gate holds back are asked about together, and only they are tried again', async ({
  page,
  staff,
}) => {
  const placed = [await place(staff, 'Many Mehak'), await place(staff, 'Many Mehak'), await place(staff, 'Many Mehak')];
  await staff.call('POST', `/confirmations/${placed[0].id}/attempts`, { how: 'call', outcome: 'confirmed' });
  await page.goto('/admin/orders?search=mehak');
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('combobox', { name: 'Set status of selected orders' }).click();
  await page.getByRole('option', { name: 'Shipped' }).click();
  const question = page.getByRole('dialog', { name: '2 orders are not confirmed' });
  await expect(question).toContainText(placed[1].orderNumber);
  await expect(question).not.toContainText(placed[0].orderNumber);
  await expect(page.getByText('1 order is now Shipped').first()).toBeVisible();
  await question.getByLabel('Or why they go out unconfirmed').fill('Regulars of the bazaar stall');
  await question.getByRole('button', { name: 'Let them go out' }).click();
  await expect(page.getByText('2 orders are now Shipped').first()).toBeVisible();
  for (const order of placed) expect(await read(staff, order)).toMatchObject({ status: 'shipped' });
});

test('a shipment of an order that is not confirmed is created after the question, from either list', async ({ page, staff }) => {
  const [chosen, listed] = [await place(staff, 'Parcel Pari'), await place(staff, 'Parcel Pari')];
  await page.goto('/admin/shipments');
  await page.getByRole('button', { name: 'Create Shipment' }).click();
  const form = page.getByRole('dialog', { name: 'Create Shipment' });
  await form.getByLabel('Order *').fill(chosen.orderNumber);
  await page.getByRole('option', { name: `${chosen.orderNumber} - Parcel Pari` }).click();
  await form.getByLabel('Carrier').fill('TCS');
  await form.getByRole('button', { name: 'Create Shipment' }).click();
  const question = page.getByRole('dialog', { name: `${chosen.orderNumber} is not confirmed` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Carrier')).toHaveValue('TCS');
  await form.getByRole('button', { name: 'Create Shipment' }).click();
  await question.getByRole('button', { name: 'Confirm now' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: chosen.orderNumber })).toContainText('TCS');

  await page.goto('/admin/orders?search=pari');
  await page.getByRole('checkbox', { name: `Select order ${listed.orderNumber}` }).check();
  await page.getByRole('button', { name: 'Create shipments' }).click();
  await page
    .getByRole('dialog', { name: 'Create shipments of 1 order' })
    .getByRole('button', { name: 'Create Shipments' })
    .click();
  await page
    .getByRole('dialog', { name: `${listed.orderNumber} is not confirmed` })
    .getByRole('button', { name: 'Confirm now' })
    .click();
  await expect(page.getByText('1 order is ready to hand over').first()).toBeVisible();
  expect((await read(staff, listed)).shipments).toHaveLength(1);
});

test('the details offer the same, and say afterwards who let the order go', async ({ page, staff }) => {
  const order = await place(staff, 'Detail Dua');
  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await details.getByRole('button', { name: 'Confirm, or let it go out' }).click();
  const question = page.getByRole('dialog', { name: `${order.orderNumber} is not confirmed` });
  await question.getByLabel('Or why it goes out unconfirmed').fill('She is my cousin');
  await question.getByRole('button', { name: 'Let it go out' }).click();
  await expect(question).toBeHidden();
  await expect(details).toContainText('May go out unconfirmed: “She is my cousin”');
  expect(await read(staff, order)).toMatchObject({ status: 'pending', confirmation: { gate: 'open' } });
});
