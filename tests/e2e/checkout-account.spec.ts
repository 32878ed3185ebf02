import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  keep,
  kept,
  LIPSTICK,
  NAIL_POLISH,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

/** What the first two steps say, with the shopper on the first one again. */
async function typedIn(page: Page) {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();
  const person = [await field('Email'), await field('First name'), await field('Phone')];
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const place = [await field('Address'), await page.getByRole('combobox', { name: 'City' }).inputValue()];
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  return [...person, ...place];
}

/** Fills the checkout in and orders. Gives what was sent with it. */
async function orderAs(page: Page, person: { email: string; phone: string; address: string }): Promise<string | undefined> {
  await fillCheckout(page, person);
  const placed = await completeOrder(page);
  expect(placed.status()).toBe(201);
  await orderNumberShown(page);
  return placed.request().headers()['authorization'];
}

test('a guest who returns finds what this device typed last; somebody else starts empty', async ({ page }) => {
  const address = `House ${crypto.randomUUID()}, Lahore`;
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await expect(page.getByRole('button', { name: 'Not you? Start empty' })).toHaveCount(0);
  await orderAs(page, { email: 'guest@example.pk', phone: '0301 1112223', address });

  await keep(page, { cart_v1: [{ product: NAIL_POLISH, quantity: 1 }] });
  await page.goto('/checkout');
  await expect(page.getByLabel('First name')).toHaveValue('Sana');
  expect(await typedIn(page)).toEqual(['guest@example.pk', 'Sana', '0301 1112223', address, '']);
  await expectNoFindings(page, { widths: [390] });

  // What the next one typed over it stays.
  await page.getByRole('textbox', { name: 'Phone' }).fill('0345 9998887');
  await page.getByRole('button', { name: 'Not you? Start empty' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Not you? Start empty' })).toHaveCount(0);
  expect(await typedIn(page)).toEqual(['', '', '0345 9998887', '', '']);
  await page.reload();
  expect(await typedIn(page)).toEqual(['', '', '0345 9998887', '', '']);
  expect(JSON.stringify(await kept(page, 'profile_v1'))).not.toContain('guest@example.pk');
});

test('a shopper who signs in at the checkout is known there on any device', async ({ page, browser, shop, forgive }) => {
  test.slow();
  forgive(/401/);
  const email = `${crypto.randomUUID()}@example.pk`;
  const address = `House ${crypto.randomUUID()}, Lahore`;
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  // What is typed before the form's script has come is kept in the form alone.
  await expect(page.locator('astro-island[ssr] form')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone' }).fill('0301 7654321');
  await page.getByRole('form', { name: 'Checkout' }).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?next=checkout$/);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Name (optional)').fill('Sana <b>Khan</b>');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a good password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText('Signed in as Sana <b>Khan</b>. The order will be in your account.')).toBeVisible();
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  // An account without an order knows its address and its name.
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  expect(await typedIn(page)).toEqual([email, 'Sana', '0301 7654321', '', '']);
  expect(await orderAs(page, { email, phone: '0301 1112223', address })).toMatch(/^Bearer /);
  // Who is signed in already has nothing to do on the login page.
  await page.goto('/login?next=checkout');
  await expect(page).toHaveURL(/\/checkout$/);

  const other = await browser.newPage({ baseURL: shop.url });
  const emailField = other.getByRole('textbox', { name: 'Email', exact: true });
  await keep(other, {
    'auth.user': { username: 'Sana Khan' },
    'auth.token': JSON.stringify(await kept(page, 'auth.token')),
    // Somebody else ordered with this phone before.
    profile_v1: { name: 'Bilal', email: 'bilal@example.pk', phone: '0333 1112223', address: '1 Fort Road, Multan' },
    cart_v1: [{ product: NAIL_POLISH, quantity: 1 }],
  });
  const answer = await hold(other, '**/api/auth/me');
  await other.goto('/checkout');
  await expect(other.locator('astro-island[ssr] form')).toHaveCount(0);
  // What is typed before the account has answered stays.
  await other.getByLabel('First name').fill('Noor');
  answer();
  await expect(emailField).toHaveValue(email);
  expect(await typedIn(other)).toEqual([email, 'Noor', '+923011112223', address, '']);

  await other.goto('/profile');
  const details = other.getByRole('region', { name: 'Personal Information' });
  for (const text of ['Sana', email, '+923011112223', address]) await expect(details).toContainText(text);
  await expect(details).not.toContainText('Not given yet');
  await other.goto('/checkout');
  await expect(emailField).toHaveValue(email);
  await other.getByRole('button', { name: 'Not you? Sign out' }).click();
  await expect(other.getByText('No account is needed.')).toBeVisible();
  expect(await typedIn(other)).toEqual(['', 'Noor', '', '', '']);
  await other.goto('/profile');
  await expect(details.getByText('Not given yet')).toHaveCount(4);
  await other.close();

  // An ended session is a guest.
  await keep(page, { 'auth.token': '"a.dead.token"', cart_v1: [{ product: NAIL_POLISH, quantity: 1 }] });
  await page.goto('/checkout');
  await expect(page.getByText('No account is needed.')).toBeVisible();
});
