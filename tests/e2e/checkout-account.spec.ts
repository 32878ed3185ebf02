import { expect, test } from '#tests/setup/shop-test.ts';
import { kept, LIPSTICK, openCheckout } from '#tests/setup/shopper.ts';

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
