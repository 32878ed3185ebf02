import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/axe.ts';
import { expect, test } from '#tests/setup/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  keep,
  kept,
  LIPSTICK,
  NAIL_POLISH,
  openCheckout,
  orderNumberShown,
  signUp,
} from '#tests/setup/shopper.ts';

test('a shopper signs in from the checkout and returns with the input kept', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  // What is typed before the form's script has come is kept in the form alone.
  await expect(page.locator('astro-island[ssr] form')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone' }).fill('0301 7654321');
  await page.getByRole('form', { name: 'Checkout' }).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?next=checkout$/);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Name (optional)').fill('Sana <b>Khan</b>');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.pk`);
  await page.getByLabel('Password').fill('a good password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText('Signed in as Sana <b>Khan</b>. The order will be in your account.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0301 7654321');
  expect(await kept(page, 'cart_v1')).toHaveLength(1);

  // Who is signed in already has nothing to do on the login page.
  await page.goto('/login?next=checkout');
  await expect(page).toHaveURL(/\/checkout$/);
});

/** What the first two steps say, with the shopper on the first one again. */
async function typedIn(page: Page) {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();
  const person = [await field('Email'), await field('First name'), await field('Phone')];
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const place = [await field('Address'), await page.getByRole('combobox', { name: 'City' }).inputValue()];
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  return [...person, ...place];
}

async function orderAs(page: Page, person: { email: string; phone: string; address: string }): Promise<void> {
  await page.goto('/checkout');
  await fillCheckout(page, person);
  expect((await completeOrder(page)).status()).toBe(201);
  await orderNumberShown(page);
}

const cartOf = (product = LIPSTICK) => JSON.stringify([{ product, quantity: 1 }]);

test('a guest who returns finds what this device typed last; somebody else starts empty, and it is forgotten', async ({
  page,
}) => {
  const address = `House ${crypto.randomUUID()}, Lahore`;
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await expect(page.getByRole('button', { name: 'Not you? Start empty' })).toHaveCount(0);
  await orderAs(page, { email: 'guest@example.pk', phone: '0301 1112223', address });

  await keep(page, { cart_v1: cartOf(NAIL_POLISH) });
  await page.goto('/checkout');
  await expect(page.getByLabel('First name')).toHaveValue('Sana');
  expect(await typedIn(page)).toEqual(['guest@example.pk', 'Sana', '0301 1112223', address, '']);
  expect(await findings(page)).toEqual([]);

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

test('a signed-in shopper is known at the checkout, on any device; signing out there forgets them', async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const email = `${crypto.randomUUID()}@example.pk`;
  const address = `House ${crypto.randomUUID()}, Lahore`;
  await signUp(page, email, 'Sana Khan');
  await keep(page, { cart_v1: cartOf() });
  await page.goto('/checkout');
  // An account without an order knows its address and its name.
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  expect(await typedIn(page)).toEqual([email, 'Sana', '', '', '']);
  await orderAs(page, { email, phone: '0301 1112223', address });

  const other = await browser.newPage({ baseURL: shop.url });
  await keep(other, {
    'auth.user': { username: 'Sana Khan' },
    'auth.token': JSON.stringify(await kept(page, 'auth.token')),
    // Somebody else ordered with this phone before.
    profile_v1: { name: 'Bilal', email: 'bilal@example.pk', phone: '0333 1112223', address: '1 Fort Road, Multan' },
    cart_v1: cartOf(NAIL_POLISH),
  });
  await other.goto('/checkout');
  await expect(other.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  expect(await typedIn(other)).toEqual([email, 'Sana', '+923011112223', address, '']);

  await other.goto('/profile');
  const details = other.getByRole('region', { name: 'Personal Information' });
  for (const text of ['Sana', email, '+923011112223', address]) await expect(details).toContainText(text);
  await expect(details).not.toContainText('Not given yet');

  await other.goto('/checkout');
  await expect(other.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  await other.getByRole('button', { name: 'Not you? Sign out' }).click();
  await expect(other.getByText('No account is needed.')).toBeVisible();
  expect(await typedIn(other)).toEqual(['', '', '', '', '']);
  await other.goto('/profile');
  await expect(details.getByText('Not given yet')).toHaveCount(4);
  await other.close();
});

test('what is typed before the account has answered stays, and an ended session is a guest', async ({ page, forgive }) => {
  const email = `${crypto.randomUUID()}@example.pk`;
  await signUp(page, email);
  await keep(page, { cart_v1: cartOf() });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/me', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/checkout');
  await expect(page.locator('astro-island[ssr] form')).toHaveCount(0);
  await page.getByLabel('First name').fill('Noor');
  answer();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  await expect(page.getByLabel('First name')).toHaveValue('Noor');

  await page.unroute('**/api/auth/me');
  await keep(page, { 'auth.token': '"a.dead.token"' });
  await page.goto('/checkout');
  await expect(page.getByText('No account is needed.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Noor');
  forgive(/401/);
});
