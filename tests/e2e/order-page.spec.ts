import type { APIRequestContext } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/axe.ts';
import { orderFor } from '#tests/setup/products.ts';
import { expect, type Shop, test } from '#tests/setup/shop-test.ts';
import { MOON } from '#tests/setup/shopper.ts';

const LINES = [{ productId: MOON.id, quantity: 1, selectedColor: 'Gold' }];

async function placeOrder(request: APIRequestContext, changes: object = {}) {
  const data = orderFor(LINES, 1350, { customerAddress: `House ${Math.random()}, Street 4`, ...changes });
  const answer = await request.post('/api/orders', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  const order: { id: string; orderNumber: string; pageKey: string } = (await answer.json()).data;
  return { ...order, path: `/order/${order.orderNumber}#${order.pageKey}` };
}

async function asStaff(request: APIRequestContext, shop: Shop) {
  const { username, password } = shop.staff;
  const answer = await request.post('/api/auth/admin/login', { data: { username, password } });
  return { Authorization: `Bearer ${(await answer.json()).data.token}` };
}

test('the link shows the order masked, corrects the address and asks to cancel; axe finds no fault', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { path, orderNumber } = await placeOrder(request, { city: 'khi' });
  await page.goto(path);
  await expect(page.getByRole('region', { name: `Order ${orderNumber}` })).toContainText(MOON.name);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  for (const text of ['A••• K•••', '0300•••••67', 'Karachi', '2–3 working days']) await expect(delivery).toContainText(text);
  await expect(page.getByText('Ayesha')).toHaveCount(0);
  await expectNoFindings(page);

  await delivery.getByRole('button', { name: 'Correct the address' }).click();
  const form = delivery.getByRole('form', { name: 'Correct the address' });
  await form.getByRole('button', { name: 'Send to this address' }).click();
  await expect(form.getByText('Please enter your address')).toBeVisible();
  await form.getByLabel('Address').fill('House 9, Satellite Town');
  await form.getByLabel('City').fill('Pindi');
  await expectNoFindings(page);
  await form.getByRole('button', { name: 'Send to this address' }).click();
  await expect(delivery).toContainText('your parcel goes to the new address');
  await expect(delivery).toContainText('Rawalpindi');

  await page.getByRole('button', { name: 'Confirm my order' }).click();
  await expect(page.getByText('Confirmed, thank you.')).toBeVisible();

  const cancel = page.getByRole('region', { name: 'Cancel the order' });
  await cancel.getByRole('button', { name: 'Ask us to cancel this order' }).click();
  await cancel.getByLabel('Why?').fill('Ordered twice');
  await cancel.getByRole('button', { name: 'Ask to cancel' }).click();
  const asked = page.getByRole('region', { name: 'You asked us to cancel' });
  await expect(asked).toContainText('until then your order stands');
  await expect(page.locator('[aria-current=step]')).toHaveText('Order placed');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('on a phone an order that is asked to be cancelled leads with that, at once and when its link is opened again; what staff keep asks to be confirmed', async ({
  page,
  request,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { path, id } = await placeOrder(request);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Confirm my order' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask us to cancel this order' }).click();
  await page.getByRole('button', { name: 'Ask to cancel' }).click();
  const title = page.getByRole('heading', { name: 'You asked us to cancel' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  for (const comeBack of [async () => {}, () => page.reload()]) {
    await comeBack();
    await expect(page.getByRole('main').locator('section').first()).toHaveAccessibleName('You asked us to cancel');
    await expect(page.getByRole('button', { name: 'Confirm my order' })).toHaveCount(0);
  }
  await expectNoFindings(page);

  const headers = await asStaff(request, shop);
  expect((await request.put(`/api/orders/${id}/kept`, { headers, data: {} })).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Confirm my order' })).toBeVisible();
  await expect(page.getByText('we agreed to keep the order')).toBeVisible();
});

test('on a phone a mistyped phone is seen and corrected by whoever knows its last digits', async ({ page, request, forgive }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { path } = await placeOrder(request, { customerPhone: '0300 1234567', customerAddress: 'House 15, Street 4, Gulshan' });
  await page.goto(path);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await expect(delivery).toContainText('House 15, Str…, Gulshan');
  await expect(delivery).toContainText('0300•••••67');
  await delivery.getByRole('button', { name: 'Correct the phone' }).click();
  const form = delivery.getByRole('form', { name: 'Correct the phone' });
  const phone = form.getByLabel('New phone');
  const digits = form.getByLabel('Last four digits of the old phone');
  await form.getByRole('button', { name: 'Call this phone' }).click();
  await expect(phone).toHaveAccessibleDescription('Please enter your phone number');
  await phone.fill('0321 76543');
  await digits.fill('4568');
  await form.getByRole('button', { name: 'Call this phone' }).click();
  await expect(phone).toHaveAccessibleDescription(/11 digits/);
  await expect(phone).toBeFocused();
  await phone.fill('0321 7654321');
  await form.getByRole('button', { name: 'Call this phone' }).click();
  await expect(digits).toHaveAccessibleDescription('The number that we have does not end like this');
  await expect(phone).toHaveValue('0321 7654321');
  await expectNoFindings(page);
  await digits.fill('4567');
  await form.getByRole('button', { name: 'Call this phone' }).click();
  await expect(delivery).toContainText('we call or message the new number');
  await expect(delivery).toContainText('0321•••••21');
  forgive(/422/);
});

test('an address is not corrected while offline, and what was typed stays', async ({ page, request, forgive }) => {
  const { path } = await placeOrder(request);
  await page.goto(path);
  await page.getByRole('button', { name: 'Correct the address' }).click();
  const form = page.getByRole('form', { name: 'Correct the address' });
  await form.getByLabel('Address').fill('House 9, Satellite Town');
  await page.route('**/api/order-page/address', (route) => route.abort());
  await form.getByRole('button', { name: 'Send to this address' }).click();
  await expect(form.getByRole('alert')).toContainText('What you typed is still here');
  await expect(form.getByLabel('Address')).toHaveValue('House 9, Satellite Town');
  await page.unroute('**/api/order-page/address');
  await form.getByRole('button', { name: 'Send to this address' }).click();
  await expect(page.getByText('your parcel goes to the new address')).toBeVisible();
  forgive(/ERR_FAILED/);
});

test('a packed order can be seen, not changed', async ({ page, request, shop }) => {
  const { id, path } = await placeOrder(request);
  await request.post('/api/shipments', { headers: await asStaff(request, shop), data: { orderId: id } });
  await page.goto(path);
  await expect(page.getByText('It is packed already.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Correct the address' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ask us to cancel this order' })).toHaveCount(0);
});

test('a link that lost its key says so, and a shop that cannot be reached offers another try', async ({
  page,
  request,
  forgive,
}) => {
  const { orderNumber, path } = await placeOrder(request);
  await page.goto(`/order/${orderNumber}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This link opens no order' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Track an order' })).toHaveAttribute('href', '/track');

  await page.route('**/api/order-page', (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'We cannot reach the shop just now' })).toBeVisible();
  await page.unroute('**/api/order-page');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  forgive(/422|404|ERR_FAILED/);
});

test('the key is in no address that is asked for and in no storage, and nothing keeps or tells the page', async ({
  page,
  request,
}) => {
  const { path, pageKey, orderNumber } = await placeOrder(request);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url(), JSON.stringify(sent.headers())));
  const answer = await page.goto(path);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, urls]);
  });
  for (const text of [...asked.filter((url) => !url.includes('#')), kept]) expect(text).not.toContain(pageKey);
  expect(kept).not.toContain('/order/');
});

test('the order page is no page without an order', async ({ page, shop }) => {
  for (const path of ['/order', '/order-shell']) {
    await page.goto(path);
    expect([path, page.url()]).toEqual([path, `${shop.url}/track`]);
  }
});
