import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { completeOrder, keep, LIPSTICK, orderNumberShown, signUp } from '#tests/setup/browsers/shopper.ts';

const book = (page: Page) => page.getByRole('region', { name: 'Saved addresses' });

async function add(page: Page, address: Record<'Name' | 'Phone' | 'Address' | 'City', string>): Promise<void> {
  await book(page).getByRole('button', { name: 'Add an address' }).click();
  const form = book(page).getByRole('form', { name: 'New address' });
  await expect(form.getByLabel('Name')).toBeFocused();
  for (const [label, text] of Object.entries(address)) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Save' }).click();
}

const HOME = { Name: 'Sana Khan', Phone: '0300 1234567', Address: '12 Mall Road', City: 'Lahore' };
const AMMI = { Name: 'Ammi', Phone: '0301 7654321', Address: '7 Canal View', City: 'Multan' };

test('a shopper adds, corrects, deletes and gets back addresses of the account', async ({ page, forgive }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await signUp(page, `${randomUUID()}@example.com`);
  await expect(book(page)).toContainText('once and choose it again');

  // A wrong number is said at its field, and nothing typed is lost.
  await add(page, { ...HOME, Phone: '0300 12' });
  const phone = book(page).getByLabel('Phone');
  await expect(phone).toHaveAccessibleDescription('A Pakistani mobile number has 11 digits: 03xx xxxxxxx');
  await expect(phone).toBeFocused();
  await expect(book(page).getByLabel('Address', { exact: true })).toHaveValue('12 Mall Road');
  await expectNoFindings(page, { widths: [390] });
  forgive(/422/);
  await phone.fill(HOME.Phone);
  await book(page).getByRole('button', { name: 'Save' }).click();
  const rows = book(page).getByRole('listitem');
  await expect(rows).toHaveText([/Sana Khan.*12 Mall Road, Lahore/]);

  await add(page, AMMI);
  await expect(rows).toHaveText([/7 Canal View, Multan/, /12 Mall Road, Lahore/]);
  await book(page).getByRole('button', { name: 'Edit 12 Mall Road' }).click();
  const form = book(page).getByRole('form', { name: 'Edit address' });
  await form.getByLabel('Address', { exact: true }).fill('14 Mall Road');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(rows).toHaveText([/7 Canal View, Multan/, /14 Mall Road, Lahore/]);

  await book(page).getByRole('button', { name: 'Delete 7 Canal View' }).click();
  await expect(rows).toHaveText([/14 Mall Road/]);
  await expect(book(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await book(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveText([/Ammi.*7 Canal View, Multan/, /14 Mall Road/]);

  // They are in the account, not on this device.
  await page.reload();
  await expect(rows).toHaveText([/7 Canal View/, /14 Mall Road/]);
});

test('an address saved at the checkout is there to choose at the next order', async ({ page, forgive }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await signUp(page, `${randomUUID()}@example.com`);
  const street = `House ${randomUUID()}`;
  const deliverTo = page.getByRole('group', { name: 'Deliver to' });
  const saveButton = page.getByRole('button', { name: 'Save this address in my account' });
  const addressField = page.getByRole('textbox', { name: 'Address', exact: true });
  const next = page.getByRole('button', { name: 'Continue', exact: true });

  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/checkout');
  await expect(page.getByLabel('First name')).toHaveValue('Sana');
  await page.getByRole('textbox', { name: 'Phone' }).fill('0300 12');
  await next.click();
  await expect(saveButton).toHaveCount(0);
  await addressField.fill(street);
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  await expect(deliverTo).toHaveCount(0);
  // What is wrong in the step before is said here.
  await saveButton.click();
  await expect(page.getByText('In Contact Information: A Pakistani mobile number has 11 digits')).toBeVisible();
  forgive(/422/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('0301 7654321');
  await next.click();
  await saveButton.click();
  await expect(page.getByText('Saved in your account.')).toBeVisible();
  await expect(deliverTo.getByRole('radio', { name: street })).toBeChecked();
  await next.click();
  expect((await completeOrder(page)).status()).toBe(201);
  await orderNumberShown(page);

  // The next order starts elsewhere: the saved one is a choice, and what was typed comes back.
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 2 }] });
  await page.goto('/checkout');
  await expect(page.getByLabel('First name')).toHaveValue('Sana');
  await next.click();
  await expect(deliverTo.getByRole('radio', { name: street })).toBeChecked();
  await deliverTo.getByRole('radio', { name: 'Another address' }).check();
  await expect(addressField).toHaveValue('');
  await addressField.fill('9 Fort Road, Multan');
  await expect(deliverTo.getByRole('radio', { name: 'Another address' })).toBeChecked();
  await expect(saveButton).toBeVisible();
  await deliverTo.getByRole('radio', { name: street }).check();
  await expect(addressField).toHaveValue(street);
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Lahore');
  await expect(saveButton).toHaveCount(0);
  await deliverTo.getByRole('radio', { name: 'Another address' }).check();
  await expect(addressField).toHaveValue('9 Fort Road, Multan');
  await expectNoFindings(page, { widths: [390] });
});
