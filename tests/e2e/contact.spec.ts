import type { Page } from '@playwright/test';
import { DELIVERY } from '#built/settings.ts';
import { formatPrice } from '#domain/money.ts';
import { paste } from '#tests/setup/paste.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

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

test('a message is sent, a thank-you shows, and the fields are cleared', async ({ page, shop }) => {
  await write(page);
  const form = formOf(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/contact', async (route) => {
    await held;
    await route.continue();
  });
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
  for (const name of ['First name', 'Last name', 'Email', 'Subject', 'Message'])
    await expect(form.getByLabel(name)).toHaveValue('');
  expect(page.url()).toBe(`${shop.url}/contact`);
});

test('a bot that fills in the honeypot is refused; a person whose browser did so gets through the second time', async ({
  page,
  forgive,
}) => {
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

test('an autofilled message is sent, but not faster than a person could', async ({ page }) => {
  await page.goto('/contact');
  const form = formOf(page);
  await form.getByLabel('First name').focus();
  await page.locator('astro-island:not([ssr]) form[aria-label="Contact"]').waitFor({ state: 'attached' });
  const request = page.waitForRequest('**/api/contact');
  // All fields in one go, as autofill does it, and sent in the same moment.
  await form.evaluate((element: HTMLFormElement) => {
    const values = { firstName: 'Sana', email: 'sana@example.com', message: 'Do you have it in 9?' };
    for (const [name, value] of Object.entries(values)) (element.elements.namedItem(name) as HTMLInputElement).value = value;
    element.requestSubmit();
  });
  expect((await request).postDataJSON().filledInMs).toBeGreaterThanOrEqual(1_000);
  await expect(form.getByText(SENT)).toBeVisible();
});

test('first name, e-mail and message are required, and the input stays', async ({ page }) => {
  await page.goto('/contact');
  const form = formOf(page);
  await form.getByLabel('Last name').fill('Khan');
  await send(page);
  await expect(form.getByRole('alert')).toHaveText('Please fill required fields: first name, email, message.');
  await expect(form.getByLabel('First name')).toBeFocused();
  await expect(form.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Last name')).toHaveValue('Khan');
  await form.getByLabel('First name').fill('   ');
  await form.getByLabel('Email').fill('sana@example.com');
  await form.getByLabel('Message').fill('Hello');
  await send(page);
  await expect(form.getByRole('alert')).toHaveText('Please fill required fields: first name, email, message.');
});

test('an invalid address shows an error at its field', async ({ page, forgive }) => {
  await write(page, 'sana at home');
  await send(page);
  await expect(formOf(page).getByText('Enter a valid e-mail address', { exact: true })).toBeVisible();
  await expect(formOf(page).getByLabel('Email')).toBeFocused();
  forgive(/422/);
});

for (const width of [390, 1440]) {
  test(`at ${width} px, a pasted message that is too long stays whole, is refused at its field, and is sent when it is shorter`, async ({
    page,
    forgive,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await write(page);
    const field = formOf(page).getByLabel('Message');
    const long = 'Do you have it in 9? '.repeat(239);
    await paste(field, long);
    await send(page);
    await expect(field).toHaveAccessibleDescription('At most 5000 characters');
    await expect(field).toHaveValue(long);
    await expect(field).toBeFocused();
    await expect(formOf(page).getByText('At most 5000 characters')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await field.fill('Do you have it in 9?');
    await send(page);
    await expect(formOf(page).getByText(SENT)).toBeVisible();
    forgive(/422/);
  });
}

test('with the API down, the form shows an error, keeps the input, and works when it is back', async ({ page, forgive }) => {
  await write(page);
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 });
  await send(page);
  const form = formOf(page);
  await expect(form.getByRole('alert')).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  await expect(form.getByLabel('Subject')).toHaveValue('Ring size');
  await send(page);
  await expect(form.getByText(SENT)).toBeVisible();
  await expect(form.getByRole('alert')).toBeEmpty();
  forgive(/ERR_FAILED/);
});

test('a refusal without a message shows Failed to send message, and one without a body its status', async ({ page, forgive }) => {
  await write(page);
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json: { success: false, message: ' ' } }), {
    times: 1,
  });
  await send(page);
  await expect(formOf(page).getByRole('alert')).toHaveText('Failed to send message');
  await expect(formOf(page).getByLabel('Subject')).toHaveValue('Ring size');
  await page.route('**/api/contact', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 });
  await send(page);
  await expect(formOf(page).getByRole('alert')).toHaveText('HTTP error! status: 502');
  forgive(/500|502/);
});

test('the page shows opening hours, contact details and FAQ, with the shop’s delivery rule', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByText('Mon-Fri')).toBeVisible();
  await expect(main.getByText('9:00-18:00')).toBeVisible();
  await expect(main.getByText('Sat-Sun')).toBeVisible();
  await expect(main.getByText('10:00-16:00')).toBeVisible();
  for (const label of ['WhatsApp', 'Phone', 'E-mail', 'Instagram', 'Facebook'])
    await expect(main.getByRole('link', { name: new RegExp(`^${label}`) }).first()).toBeVisible();
  await main.getByText('How much is delivery?').click();
  const answer = main.getByText(new RegExp(`${formatPrice(DELIVERY.freeFrom)} or more are delivered free`));
  await expect(answer).toBeVisible();
  await expect(answer).toContainText(formatPrice(DELIVERY.fee));
  await expect(main.getByText('5,000')).toHaveCount(0);
  const known = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(known.map((text) => JSON.parse(text)).some((thing) => thing['@type'] === 'FAQPage')).toBe(true);
});
