import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { LIPSTICK, signUp } from '#tests/setup/browsers/shopper.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { linksByMail } from '#tests/setup/doubles/mailed-links.ts';
import { orderFor } from '#tests/setup/samples/products.ts';
import { login } from '#tests/setup/samples/second-factor.ts';

test.use({ signedIn: false });

const NEW_PASSWORD = 'tea on the roof at six';
const newEmail = () => `mailed-${randomUUID()}@example.com`;

/** The only link of its kind that was mailed to an address. The mail leaves after the answer. */
async function mailedLink(to: string, path: string): Promise<string> {
  await expect.poll(() => linksByMail(to, path)).toHaveLength(1);
  return (await linksByMail(to, path))[0] ?? '';
}

/** Chooses a new password in the form of an opened link. */
async function choose(page: Page, email: string, password: string): Promise<void> {
  await expect(page.getByText(`For your account ${email}`)).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('a forgotten password is set anew by the mailed link, once', async ({ page, request, forgive }) => {
  const email = newEmail();
  await request.post('/api/auth/signup', { data: { email, password: 'a good long password' } });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid e-mail address');
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('a link is on its way');

  const link = await mailedLink(email, '/reset-password');
  await page.goto(link);
  await choose(page, email, 'aaaaaaaaaaaa');
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveAccessibleDescription(/Too easy to guess/);
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('aaaaaaaaaaaa');
  await choose(page, email, NEW_PASSWORD);
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(NEW_PASSWORD);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await page.goto(link);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('This link was used already. Each works once.');
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  forgive(/410|422/);
});

test('a confirmed address shows the orders from before it', async ({ page, request, browser, shop, forgive }) => {
  const email = newEmail();
  const order = orderFor([{ productId: LIPSTICK.id, quantity: 1 }], 1390, { customerEmail: email });
  const { orderNumber } = (await (await request.post('/api/orders', { data: order })).json()).data;
  await signUp(page, email);
  const history = page.getByRole('region', { name: 'Order History' });
  await expect(history).toContainText('Please confirm your e-mail address');
  await expect(history).not.toContainText(orderNumber);

  const link = await mailedLink(email, '/confirm-address');
  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(link);
  await expect(stranger.getByText('Sign in to your account to confirm its address.')).toBeVisible();
  await stranger.close();

  await page.goto(link);
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
  await expect(history).toContainText(orderNumber);
  await expect(history).not.toContainText('Please confirm');
  // The order was placed elsewhere: the account opens its page.
  await history.getByRole('button', { name: `See order ${orderNumber}` }).click();
  await expect(page).toHaveURL(new RegExp(`/order/${orderNumber}#[\\w-]{24}$`));
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();

  await page.goto('/confirm-address#half-a-link');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('This link is not complete');
  forgive(/422/);
});

test('staff set a forgotten password anew by the mailed link, once, and log in with it', async ({ page, staff, forgive }) => {
  const email = newEmail();
  const username = `sadia-${Date.now()}`;
  const invited = await staff.call('POST', '/staff/invitations', { email, username });
  await staff.call('POST', '/staff/join', { token: invited.link.split('#')[1], password: 'a password of her own' });
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Enter your username/);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('status')).toContainText('a link is on its way');

  const link = await mailedLink(email, '/admin/reset-password');
  await page.goto(link);
  await choose(page, email, NEW_PASSWORD);
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the login' }).click();
  await login(page, username, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'To confirm', level: 1 })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link was used already. Each works once.');
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await expect(page).toHaveURL(/\/admin\/forgot-password$/);
  forgive(/410/);
});
