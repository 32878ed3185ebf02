import type { Page } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const SENT = "Message sent! We'll get back to you soon.";
const formOf = (page: Page) => page.getByRole('form', { name: 'Contact' });
const send = (page: Page) => formOf(page).getByRole('button').click();

async function write(page: Page, email = 'sana@example.com'): Promise<void> {
  await page.goto('/contact');
  await formOf(page).getByLabel('First name').fill('Sana');
  await formOf(page).getByLabel('Email').fill(email);
  await formOf(page).getByLabel('Subject').fill('Ring size');
  await formOf(page).getByLabel('Message').fill('<script>alert(1)</script> Do you have it in 9?');
}

test('on a phone a message stays whole until it is sent, and is then thanked for', async ({ page, shop, forgive }) => {
  forgive(/422|ERR_FAILED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await write(page);
  const form = formOf(page);
  const field = form.getByLabel('Message');
  const long = 'Do you have it in 9? '.repeat(239);
  await paste(field, long);
  await send(page);
  await expect(field).toHaveAccessibleDescription('At most 5000 characters');
  await expect(field).toHaveValue(long);
  await expect(field).toBeFocused();
  await expect(form.getByText('At most 5000 characters')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await field.fill('<script>alert(1)</script> Do you have it in 9?');
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 });
  await send(page);
  await expect(form.getByRole('alert')).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  await expect(form.getByLabel('Subject')).toHaveValue('Ring size');

  const release = await hold(page, '**/api/contact');
  const request = page.waitForRequest('**/api/contact');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  expect((await request).postDataJSON()).toEqual({
    firstName: 'Sana',
    lastName: '',
    email: 'sana@example.com',
    subject: 'Ring size',
    message: '<script>alert(1)</script> Do you have it in 9?',
    remark: '',
    filledInMs: expect.any(Number),
  });
  release();
  await expect(form.getByText(SENT)).toBeVisible();
  await expect(form.getByRole('alert')).toBeEmpty();
  for (const name of ['First name', 'Last name', 'Email', 'Subject', 'Message'])
    await expect(form.getByLabel(name)).toHaveValue('');
  expect(page.url()).toBe(`${shop.url}/contact`);
});

test('a bot in the honeypot is refused; a person whose browser filled it gets through', async ({ page, forgive }) => {
  forgive(/422/);
  await write(page);
  const form = formOf(page);
  const hidden = form.locator('[name="remark"]');
  await expect(hidden).toBeHidden();
  await hidden.evaluate((field: HTMLInputElement) => {
    field.value = 'https://example.com';
  });
  await send(page);
  await expect(form.getByRole('alert')).toContainText('please send it once more');
  await expect(form.getByLabel('Message')).not.toHaveValue('');
  await send(page);
  await expect(form.getByText(SENT)).toBeVisible();
});
