import type { APIRequestContext, Page } from '@playwright/test';
import { paste } from '#tests/setup/paste.ts';
import { orderFor } from '#tests/setup/products.ts';
import { expect, type Shop, test } from '#tests/setup/shop-test.ts';
import { keep, LIPSTICK, MOON } from '#tests/setup/shopper.ts';

const ITEMS = [
  { productId: MOON.id, quantity: 2, selectedColor: 'Gold' },
  { productId: LIPSTICK.id, quantity: 1 },
];
const PHONE = '+923001234567';

async function placeOrder(request: APIRequestContext): Promise<{ id: string; orderNumber: string }> {
  const answer = await request.post('/api/orders', { data: orderFor(ITEMS, 3490) });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data;
}

async function asStaff(request: APIRequestContext, shop: Shop): Promise<{ Authorization: string }> {
  const { username, password } = shop.staff;
  const answer = await request.post('/api/auth/admin/login', { data: { username, password } });
  return { Authorization: `Bearer ${(await answer.json()).data.token}` };
}

async function ask(page: Page, orderNumber: string, phone: string): Promise<void> {
  await page.getByLabel('Order number').fill(orderNumber);
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Track Order' }).click();
}

test('order number and phone show an order’s status, items and total, however both are written', async ({ page, request }) => {
  const { orderNumber } = await placeOrder(request);
  await page.goto('/track');
  await ask(page, `#${orderNumber.replace(/\D/g, '')}`, '0300 123 4567');
  const order = page.getByRole('region', { name: `Order ${orderNumber}` });
  await expect(order.getByRole('list', { name: 'Status of the order' }).locator('[aria-current=step]')).toHaveText(
    'Order placed',
  );
  await expect(order.getByRole('listitem').filter({ hasText: MOON.name })).toContainText('Color: Gold · Qty: 2');
  await expect(order.getByRole('listitem').filter({ hasText: MOON.name })).toContainText('Rs. 2,300');
  await expect(order).toContainText('Rs. 3,490');
  await expect(order).toContainText('Your parcel has not left yet.');
  await expect(order).toContainText(
    /Next: we confirm your order and pack it\. Expected between \d+ \w+ \d{4} and \d+ \w+ \d{4}\./,
  );
  await expect(page.locator('[data-announcements]').filter({ hasText: `Order ${orderNumber}: Order placed` })).toHaveCount(1);
  // The phone is nothing for an address bar.
  await expect(page).toHaveURL(new RegExp(`/track\\?orderNumber=${orderNumber}$`));
});

test('a shipment shows with carrier, tracking number and status', async ({ page, request, shop }) => {
  const { id, orderNumber } = await placeOrder(request);
  const headers = await asStaff(request, shop);
  const created = await request.post('/api/shipments', {
    headers,
    data: { orderId: id, carrier: 'TCS', trackingNumber: 'TCS-777', shippingMethod: 'standard', shippingCost: 0, notes: '' },
  });
  expect(created.status()).toBe(201);
  const shipment = (await created.json()).data;
  await request.put(`/api/shipments/${shipment.id}/status`, { headers, data: { status: 'in_transit' } });
  await page.goto(`/track?orderNumber=${orderNumber}`);
  await expect(page.getByLabel('Order number')).toHaveValue(orderNumber);
  await page.getByRole('textbox', { name: 'Phone' }).fill(PHONE);
  await page.getByRole('button', { name: 'Track Order' }).click();
  const order = page.getByRole('region', { name: `Order ${orderNumber}` });
  await expect(order.locator('[aria-current=step]')).toHaveText('On its way');
  for (const text of [shipment.shipmentNumber, 'In transit', 'TCS', 'TCS-777'])
    await expect(order.getByText(text, { exact: true })).toBeVisible();
});

test('on a phone, an order that is collected in the shop shows no word of a parcel', async ({ page, request, shop }) => {
  const sent = orderFor(ITEMS, 3490, { source: 'counter', customerAddress: '', city: '' });
  const headers = await asStaff(request, shop);
  const placed = await request.post('/api/orders/by-staff', { headers, data: sent });
  expect(placed.status(), await placed.text()).toBe(201);
  const { id, orderNumber } = (await placed.json()).data;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/track');
  await ask(page, orderNumber, PHONE);
  const order = page.getByRole('region', { name: `Order ${orderNumber}` });
  await expect(order.getByRole('listitem').filter({ hasText: 'Collected in the shop' })).toBeVisible();
  await expect(order).not.toContainText(/parcel|with delivery|On its way|Delivered/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await request.put(`/api/orders/${id}/status`, { headers, data: { status: 'delivered' } });
  await ask(page, orderNumber, PHONE);
  await expect(order.locator('[aria-current=step]')).toHaveText('Collected in the shop');
});

test('a cancelled order shows as cancelled', async ({ page, request, shop }) => {
  const { id, orderNumber } = await placeOrder(request);
  await request.put(`/api/orders/${id}/status`, { headers: await asStaff(request, shop), data: { status: 'cancelled' } });
  await page.goto('/track');
  await ask(page, orderNumber, PHONE);
  await expect(page.getByText('Cancelled. This order will not be delivered.')).toBeVisible();
});

test('an order number with another phone is not found, and nothing of the order shows', async ({ page, request, forgive }) => {
  const { orderNumber } = await placeOrder(request);
  await page.goto('/track');
  await ask(page, orderNumber, '0301 0000000');
  await expect(page.getByRole('alert').filter({ hasText: 'Order not found' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Order / })).toHaveCount(0);
  forgive(/404/);
});

test('an incomplete form, an invalid phone, a text that is too long and a failing API show errors', async ({ page, forgive }) => {
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
  await page.route('**/api/orders/track*', (route) => route.abort());
  await ask(page, 'ORD-1', PHONE);
  await expect(alert).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  forgive(/422|ERR_FAILED/);
});

test('this device’s last order is filled in, and a link to one of its orders shows it at once', async ({ page, request }) => {
  const { orderNumber } = await placeOrder(request);
  await keep(page, { orders_v1: [{ orderNumber, createdAt: '2026-11-20T08:00:00.000Z', totalAmount: 3490, phone: PHONE }] });
  await page.goto('/track');
  await expect(page.getByLabel('Order number')).toHaveValue(orderNumber);
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(PHONE);
  await page.goto(`/track?orderNumber=${orderNumber}`);
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
});
