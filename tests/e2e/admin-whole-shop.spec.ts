import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/browsers/axe.ts';
import { startOwnShop } from '#tests/setup/browsers/browser-shop.ts';
import { readAccess } from '#tests/setup/browsers/shop-access.ts';
import type { Forgive } from '#tests/setup/browsers/shop-test.ts';
import { test as base, expect, type Staff } from '#tests/setup/browsers/staff-test.ts';
import { login, newVisitor, PASSWORD, prove, switchOn } from '#tests/setup/samples/second-factor.ts';

// In a shop of its own, one after the other: what is chosen here is for every order and everybody on the staff.
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

/** A page of somebody of the staff. */
async function openRules(page: Page) {
  await page.goto('/admin/settings/confirmation');
  const form = page.getByRole('form', { name: 'Confirming orders' });
  await expect(form).toBeVisible();
  return form;
}

test('the rules say which number is wrong, keep what was typed, are saved, and are not saved over a colleague’s; the gate says since when it is on', async ({
  page,
  forgive,
}) => {
  forgive(/409/);
  const form = await openRules(page);
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const deliveries = form.getByLabel('Delivered orders, at least');
  const below = form.getByLabel('Total below (Rs)');
  await expect(save).toBeDisabled();

  // The browser calls such a box empty; it must not be saved as no rule.
  await deliveries.pressSequentially('1e');
  await form.getByLabel('Score, from').fill('-5');
  await form.getByLabel('Open orders, at most').fill('1000000000');
  await save.click();
  await expect(deliveries).toHaveAccessibleDescription('Enter a whole number');
  await expect(form.getByLabel('Score, from')).toHaveAccessibleDescription('At least 1');
  await expect(form.getByLabel('Open orders, at most')).toHaveAccessibleDescription('At most 100');
  await expect(form.getByLabel('Score, from')).toHaveValue('-5');

  await deliveries.fill('3');
  await form.getByLabel('Score, from').fill('40');
  await form.getByLabel('Open orders, at most').fill('');
  await save.click();
  await expect(below).toHaveAccessibleDescription('Enter both numbers, or none');
  await below.fill('5000');
  await save.click();
  await expect(page.getByText('The rules were saved')).toBeVisible();
  await page.reload();
  await expect(deliveries).toHaveValue('3');
  await expect(below).toHaveValue('5000');
  await expect(form.getByLabel('Score, from')).toHaveValue('40');

  const other = await page.context().newPage();
  const theirs = await openRules(other);
  await theirs.getByLabel('A city that the shop does not know').check();
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('The rules were saved')).toBeVisible();
  await form.getByLabel('Score, from').fill('60');
  // Coming back to the page fetches the rules again: what is typed stays.
  await expect(async () => {
    const fetched = page.waitForResponse('**/api/confirmations/rules', { timeout: 1_000 });
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await fetched;
  }).toPass({ timeout: 20_000 });
  await expect(form.getByLabel('Score, from')).toHaveValue('60');
  await save.click();
  await expect(form.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await expect(form.getByLabel('Score, from')).toHaveValue('60');
  await form.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByLabel('A city that the shop does not know')).toBeChecked();
  await expect(form.getByLabel('Score, from')).toHaveValue('40');

  const gate = form.getByLabel('Ship only orders that are confirmed');
  await expect(gate).toHaveAccessibleName(/Off: any order can be shipped/);
  await gate.check();
  await save.click();
  await expect(gate).toHaveAccessibleName(/On since .+ Orders from before then are shipped as always/);
  await page.reload();
  await expect(gate).toBeChecked();
  await gate.uncheck();
  await save.click();
  await expect(gate).toHaveAccessibleName(/Off: any order can be shipped/);
});

test('an owner changes a limit, and the activity says who did, from what to what', async ({ page, shop }) => {
  await page.goto('/admin/settings/limits');
  const form = page.getByRole('form', { name: 'Limits' });
  const value = form.getByLabel('Value (Rs)');
  await value.fill('250000');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(value).toHaveAccessibleDescription('At most 200,000: more may not be collected in cash');
  await expect(value).toHaveValue('250000');

  await value.fill('150000');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  await page.goto('/admin/activity');
  const newest = page.getByRole('row').filter({ hasText: 'limits' }).first();
  await expect(newest).toContainText(shop.staff.username);
  await newest.getByText('Before and after').click();
  await expect(newest).toContainText('Order value');
  await expect(newest.getByRole('deletion')).toHaveText(/100,?000/);
  await expect(newest.getByRole('insertion')).toHaveText(/150,?000/);
});

test('the policy of returns is set under Settings', async ({ page, staff }) => {
  const { updatedAt } = await staff.call('GET', '/settings');
  await page.goto('/admin/settings/returns');
  const photos = page.getByRole('group', { name: 'A photo is needed for' });
  await photos.getByRole('checkbox', { name: 'Return' }).check();
  const outcomes = page.getByRole('group', { name: 'Customers may ask for' });
  for (const name of ['Money back', 'Store credit', 'Exchange']) await outcomes.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(outcomes).toContainText('Choose at least one');
  await outcomes.getByRole('checkbox', { name: 'Exchange' }).check();
  await outcomes.getByRole('checkbox', { name: 'Money back' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings were saved')).toBeVisible();
  const saved = await staff.call('GET', '/settings');
  expect(saved.returns).toMatchObject({ evidence: ['return', 'claim'], outcomes: ['transfer', 'exchange'] });
  expect(saved.updatedAt).not.toBe(updatedAt);
});

/** Shuts the gate. It refuses with a 409, which the browser reports. */
async function shut(staff: Staff, forgive: Forgive) {
  const { gateSince, ...rules } = await staff.call('GET', '/confirmations/rules');
  if (!gateSince) await staff.call('PUT', '/confirmations/rules', { ...rules, gate: true });
  forgive(/409/);
}

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
  forgive,
}) => {
  await shut(staff, forgive);
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

test('of many orders, those that the gate holds back are asked about together, and only they are tried again; the details offer the same', async ({
  page,
  staff,
  forgive,
}) => {
  await shut(staff, forgive);
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

  const order = await place(staff, 'Detail Dua');
  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await details.getByRole('button', { name: 'Confirm, or let it go out' }).click();
  const asked = page.getByRole('dialog', { name: `${order.orderNumber} is not confirmed` });
  await asked.getByLabel('Or why it goes out unconfirmed').fill('She is my cousin');
  await asked.getByRole('button', { name: 'Let it go out' }).click();
  await expect(asked).toBeHidden();
  await expect(details).toContainText('May go out unconfirmed: “She is my cousin”');
  expect(await read(staff, order)).toMatchObject({ status: 'pending', confirmation: { gate: 'open' } });
});

test('a shipment of an order that is not confirmed is created after the question, from either list', async ({
  page,
  staff,
  forgive,
}) => {
  await shut(staff, forgive);
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

// Comes last: from here on nobody signs in with a password alone.
test('when a second factor is required, a member without one must set it up first, and an owner resets a lost one', async ({
  browser,
  shop,
  staff,
}) => {
  test.slow();
  const { username, password } = shop.staff;
  const owner = await newVisitor(browser, shop.url);
  await login(owner, username, password);
  await expect(owner.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const { link } = await staff.call('POST', '/staff/invitations', { email: 'amna@example.com', username: 'amna' });
  await staff.call('POST', '/staff/join', { token: link.split('#')[1], password: PASSWORD });

  await owner.goto('/admin/staff');
  await owner.getByRole('button', { name: 'Require it of everybody' }).click();
  const question = owner.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Require it' }).click();
  await prove(owner, password);
  await expect(question.getByText('Switch on your own second factor first')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await owner.goto('/admin/account');
  await owner.getByRole('button', { name: 'Switch on' }).click();
  const { codes } = await switchOn(owner, password);
  await owner.goto('/admin/staff');
  await owner.getByRole('button', { name: 'Require it of everybody' }).click();
  await question.getByRole('button', { name: 'Require it' }).click();
  await prove(owner, codes[0] ?? '');
  await expect(owner.getByText('Everybody on the staff needs one.')).toBeVisible();

  const amna = await newVisitor(browser, shop.url);
  await login(amna, 'amna');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
  await amna.goto('/admin/orders');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
  await switchOn(amna);
  await expect(amna.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await amna.goto('/admin/account');
  await expect(amna.getByText('It stays on: everybody on the staff needs one.')).toBeVisible();

  await owner.reload();
  await owner.getByRole('button', { name: 'Reset the second factor of amna' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await prove(owner, codes[1] ?? '');
  await expect(owner.getByRole('button', { name: 'Reset the second factor of amna' })).toBeHidden();
  await amna.goto('/admin/orders');
  await login(amna, 'amna');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
});
