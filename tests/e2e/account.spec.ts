import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { keep, kept, LIPSTICK, PASSWORD, signUp } from '#tests/setup/browsers/shopper.ts';
import { orderFor } from '#tests/setup/samples/products.ts';

const newEmail = () => `shopper-${randomUUID()}@example.com`;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

const details = (page: Page) => page.getByRole('region', { name: 'Personal Information' });
const stat = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your Stats' }).locator('dl > div').filter({ hasText: name }).locator('dd');

test('a shopper signs up, sees only their own order, signs out and in again', async ({ page, browser, shop }) => {
  const email = newEmail();
  await signUp(page, email);
  await expect(page.getByText('Hello, Sana')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' }).getByText(email)).toBeVisible();
  expect(await kept(page, 'auth.user')).toEqual({ username: 'Sana' });
  // Who is signed in has nothing to do on the login page.
  await page.goto('/login');
  await expect(page).toHaveURL(/\/profile$/);

  const answer = await page.request.post('/api/orders', {
    data: orderFor([{ productId: LIPSTICK.id, quantity: 1 }], 1390, { customerAddress: `House ${randomUUID()}` }),
    headers: { Authorization: `Bearer ${await kept(page, 'auth.token')}` },
  });
  const { orderNumber } = (await answer.json()).data;
  await page.reload();
  const history = page.getByRole('region', { name: 'Order History' });
  const order = history.getByRole('listitem').filter({ hasText: orderNumber });
  await expect(history).toContainText('The orders of your account, and those placed on this device.');
  await expect(order).toContainText('Order placed');
  await expect(order).toContainText('Qty: 1');
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  await expect(stat(page, 'Total Spent')).toHaveText('Rs. 1,390');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect([await kept(page, 'auth.user'), await kept(page, 'auth.token')]).toEqual([null, null]);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(order).toBeVisible();

  const other = await browser.newPage({ baseURL: shop.url });
  await signUp(other, newEmail(), 'Nadia');
  await expect(other.getByRole('region', { name: 'Order History' })).toContainText('No orders yet.');
  await expect(other.getByText(orderNumber)).toHaveCount(0);
  await other.close();
});

test('wrong credentials and invalid fields are said, the latter at the field', async ({ page, forgive }) => {
  forgive(/401|422/);
  await signIn(page, newEmail(), 'not the password');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid username or password');
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page, 'auth.user')).toBeNull();

  const password = page.getByLabel('Password');
  await password.clear();
  await page.getByRole('form').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter your password', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(newEmail());
  await password.fill('short');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('A password has at least 10 characters', { exact: true })).toBeVisible();
  await paste(password, 'x'.repeat(201));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(password).toHaveAccessibleDescription('Too long: at most 72 bytes');
  await expect(password).toHaveValue('x'.repeat(201));
  await expect(password).toBeFocused();
});

test('a session that is unreadable, unanswered or ended leaves the profile of this device', async ({ page, forgive }) => {
  forgive(/401|ERR_FAILED/);
  await keep(page, { 'auth.user': '{broken', 'auth.token': '"x"' });
  await page.goto('/profile');
  await expect(page.getByText('You are shopping as a guest.')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('auth.user'), localStorage.getItem('auth.token')]))
    .toEqual([null, null]);

  const order = { orderNumber: 'ORD-77', createdAt: '2026-11-18T08:00:00.000Z', totalAmount: 1390, phone: '' };
  await keep(page, {
    'auth.user': { username: 'Sana' },
    'auth.token': '"a.dead.token"',
    profile_v1: { name: 'Sana Khan' },
    orders_v1: [order],
  });
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/profile');
  const history = page.getByRole('region', { name: 'Order History' });
  await expect(history).toContainText('We cannot reach the shop.');
  await expect(history).toContainText('ORD-77');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect(details(page)).toContainText('Sana Khan');
  expect(await kept(page, 'auth.user')).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a profile of this device begins empty, and stores what is saved without sending it', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.goto('/profile');
  await expect(page.getByText('Not given yet')).toHaveCount(4);
  for (const nothing of ['Nothing yet.', 'No orders yet.', 'No reviews yet.'])
    await expect(page.getByText(nothing)).toBeVisible();
  for (const name of ['Total Orders', 'Favorite Items', 'Reviews Written']) await expect(stat(page, name)).toHaveText('0');
  await expect(page.getByRole('region', { name: 'Saved addresses' })).toHaveCount(0);
  await details(page).getByRole('button', { name: 'Edit' }).click();
  await expect(details(page).getByLabel('Name')).toBeFocused();
  await details(page).getByLabel('Name').fill('Ayesha Khan');
  await details(page).getByLabel('Email').fill('ayesha@example.com');
  await details(page).getByLabel('Phone').fill('0300 1234567');
  await paste(details(page).getByLabel('Address'), 'x'.repeat(501));
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(details(page).getByLabel('Address')).toHaveAccessibleDescription('At most 500 characters');
  await expect(details(page).getByLabel('Address')).toHaveValue('x'.repeat(501));
  await expect(details(page).getByLabel('Address')).toBeFocused();
  await details(page).getByLabel('Address').fill('<b>House</b> 12');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(details(page).getByRole('button', { name: 'Edit' })).toBeFocused();

  await details(page).getByRole('button', { name: 'Edit' }).click();
  await details(page).getByLabel('Name').fill('Somebody Else');
  await details(page).getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(details(page)).toContainText('Ayesha Khan');
  await expect(details(page)).toContainText('<b>House</b> 12');
  expect(await kept(page, 'profile_v1')).toMatchObject({ email: 'ayesha@example.com', phone: '0300 1234567' });
  expect(sent).toEqual([]);
});

test('stats, activity and quick actions reflect this device, and appear without a layout shift', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const moved = await measureMoves(page);
  const answer = await request.post('/api/orders', { data: orderFor([{ productId: LIPSTICK.id, quantity: 1 }], 1390) });
  const { orderNumber, createdAt, pageKey } = (await answer.json()).data;
  const name = 'A name as long as names may be, which is sixty characters';
  await keep(page, {
    orders_v1: [{ orderNumber, createdAt, totalAmount: 1_234_567, phone: '+923001234567' }],
    reviews_v1: [
      { id: 'a'.repeat(24), productId: LIPSTICK.id, productName: LIPSTICK.name, editToken: 't', rating: 4, comment: 'Good' },
      null,
    ],
    favorites_v1: [{ ...LIPSTICK, name }],
    profile_v1: { name: 'Ayesha Khan', email: 'ayesha.with.a.very.long.address.indeed@example-mail.com.pk' },
  });
  await page.goto('/profile', { waitUntil: 'networkidle' });
  await expect(stat(page, 'Total Spent')).toHaveText('Rs. 1,234,567');
  for (const what of ['Total Orders', 'Favorite Items', 'Reviews Written']) await expect(stat(page, what)).toHaveText('1');
  expect(await moved()).toBeLessThanOrEqual(0.005);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(activity).toContainText(`Placed order ${orderNumber} for Rs. 1,234,567`);
  await expect(activity).toContainText(`Reviewed ${LIPSTICK.name} with 4 of 5 stars`);
  await expect(activity).toContainText(`Added ${name} to favorites`);

  const actions = page.getByRole('region', { name: 'Quick Actions' });
  await expect(actions.getByRole('link')).toHaveText(['Favorites', 'Order History', 'Reviews', 'Settings']);
  await actions.getByRole('link', { name: 'Order History' }).click();
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeInViewport();
  // A link to an order of this device shows it at once.
  await page.getByRole('link', { name: `Track order ${orderNumber}` }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await page.goto('/track');
  await expect(page.getByLabel('Order number')).toHaveValue(orderNumber);
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+923001234567');

  // Where the device has the key of its page, every way leads there.
  await keep(page, { page_keys_v1: { [orderNumber]: pageKey } });
  await page.goto(`/track?orderNumber=${orderNumber}`);
  const straight = page.getByRole('link', { name: 'Open the page of your order' });
  await expect(straight).toHaveAttribute('href', `/order/${orderNumber}#${pageKey}`);
  await page.goto('/profile');
  await page.getByRole('link', { name: `See order ${orderNumber}` }).click();
  await expect(page).toHaveURL(`/order/${orderNumber}#${pageKey}`);
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('A••• K•••');
});
