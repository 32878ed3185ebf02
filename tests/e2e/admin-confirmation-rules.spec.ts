import { expect, type Page, test } from '@playwright/test';
import { startOwnShop } from '#tests/setup/browser-shop.ts';
import { login, newVisitor } from '#tests/setup/second-factor.ts';
import { readAccess, type ShopAccess } from '#tests/setup/shop-access.ts';

// In a shop of its own: the rules are for every order, and the other tests ship theirs.
let shop: ShopAccess;
let stop: () => Promise<void> = async () => {};

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const started = await startOwnShop();
  stop = started.stop;
  shop = await readAccess(started.accessFile);
});
test.afterAll(() => stop());

/** A page of somebody of the staff. */
async function openRules(page: Page) {
  await page.goto('/admin/settings/confirmation');
  const form = page.getByRole('form', { name: 'Confirming orders' });
  await expect(form).toBeVisible();
  return form;
}

test('the rules say which number is wrong, keep what was typed, are saved, and are not saved over a colleague’s', async ({
  browser,
}) => {
  const page = await newVisitor(browser, shop.url);
  await login(page, shop.staff.username, shop.staff.password);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
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
});

test('the gate says since when it is on, and that it asks for nothing when it is off', async ({ browser }) => {
  const page = await newVisitor(browser, shop.url);
  await login(page, shop.staff.username, shop.staff.password);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const form = await openRules(page);
  const gate = form.getByLabel('Ship only orders that are confirmed');
  await expect(gate).not.toBeChecked();
  await expect(gate).toHaveAccessibleName(/Off: any order can be shipped/);
  await gate.check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(gate).toHaveAccessibleName(/On since .+ Orders from before then are shipped as always/);
  await page.reload();
  await expect(gate).toBeChecked();
  await gate.uncheck();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(gate).toHaveAccessibleName(/Off: any order can be shipped/);
});

test('an owner changes a limit, and the list of changes says who did, from what to what', async ({ browser }) => {
  const page = await newVisitor(browser, shop.url);
  await login(page, shop.staff.username, shop.staff.password);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
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
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Changes' }).click();
  const newest = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
  await expect(newest).toContainText('Limits');
  await expect(newest).toContainText('Order value');
  await expect(newest).toContainText('100000 → 150000');
  await expect(newest).toContainText(shop.staff.username);
});
