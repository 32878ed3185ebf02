import type { APIRequestContext, Page } from '@playwright/test';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { LIPSTICK, MOON } from '#tests/setup/browsers/shopper.ts';
import { linksByMail } from '#tests/setup/doubles/mailed-links.ts';
import { orderFor } from '#tests/setup/samples/products.ts';

const ITEMS = [
  { productId: MOON.id, quantity: 2, selectedColor: 'Gold' },
  { productId: LIPSTICK.id, quantity: 1 },
];
const PHONE = '+923001234567';
const ADDRESS = 'who-tracks@example.com';

async function placeOrder(request: APIRequestContext): Promise<{ id: string; orderNumber: string }> {
  const answer = await request.post('/api/orders', { data: orderFor(ITEMS, 3490, { customerEmail: ADDRESS }) });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data;
}

async function ask(page: Page, orderNumber: string, phone: string): Promise<void> {
  await page.getByLabel('Order number').fill(orderNumber);
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Track Order' }).click();
}

// What an order shows: src/features/orders/TrackedOrderView.test.tsx.
test('order number and phone, however written, show what has become of an order', async ({ page, request, shop }) => {
  const { id, orderNumber } = await placeOrder(request);
  await page.goto('/track');
  await ask(page, `#${orderNumber.replace(/\D/g, '')}`, '0300 123 4567');
  const order = page.getByRole('region', { name: `Order ${orderNumber}` });
  await expect(order.getByRole('listitem').filter({ hasText: MOON.name })).toContainText('Colour: Gold · Qty: 2');
  await expect(order).toContainText('Rs. 3,490');
  await expect(page.locator('[data-announcements]').filter({ hasText: `Order ${orderNumber}: Order placed` })).toHaveCount(1);
  // The phone is nothing for an address bar.
  await expect(page).toHaveURL(new RegExp(`/track\\?orderNumber=${orderNumber}$`));
  // Number and phone open no page: its link goes to the order's address.
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'the link is on its way' })).toBeVisible();
  await expect.poll(() => linksByMail(ADDRESS, `/order/${orderNumber}`)).toHaveLength(2);
  const { username, password } = shop.staff;
  const login = await request.post('/api/auth/admin/login', { data: { username, password } });
  const headers = { Authorization: `Bearer ${(await login.json()).data.token}` };
  await request.put(`/api/orders/${id}/status`, { headers, data: { status: 'cancelled' } });
  await page.getByRole('button', { name: 'Track Order' }).click();
  await expect(page.getByText('Cancelled. This order will not be delivered.')).toBeVisible();
});

test('an incomplete form, a wrong phone, a long text and a failing API show errors', async ({ page, request, forgive }) => {
  const { orderNumber } = await placeOrder(request);
  await page.goto('/track');
  const alert = page.getByRole('main').getByRole('alert');
  await page.getByRole('button', { name: 'Track Order' }).click();
  await expect(alert).toHaveText('Please enter your order number and phone number.');
  await ask(page, 'ORD-1', 'abc');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toHaveAccessibleDescription('Enter a valid phone number');
  await expect(phone).toBeFocused();
  const long = 'My order number is ORD-10042, of the 5th of November';
  await paste(page.getByLabel('Order number'), long);
  await phone.fill(PHONE);
  await page.getByRole('button', { name: 'Track Order' }).click();
  await expect(page.getByLabel('Order number')).toHaveAccessibleDescription('At most 40 characters');
  await expect(page.getByLabel('Order number')).toHaveValue(long);
  await expect(page.getByLabel('Order number')).toBeFocused();
  await ask(page, orderNumber, '0301 0000000');
  await expect(alert.filter({ hasText: 'Order not found' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Order / })).toHaveCount(0);
  await page.route('**/api/orders/track*', (route) => route.abort());
  await ask(page, 'ORD-1', PHONE);
  await expect(alert).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  forgive(/404|422|ERR_FAILED/);
});
