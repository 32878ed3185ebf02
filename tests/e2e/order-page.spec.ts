import type { APIRequestContext } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, type Shop, test } from '#tests/setup/browsers/shop-test.ts';
import { MOON } from '#tests/setup/browsers/shopper.ts';
import { linksByMail } from '#tests/setup/doubles/mailed-links.ts';
import { orderFor } from '#tests/setup/samples/products.ts';

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

const PHONE = { widths: [390] };

test('on a phone the link corrects the address, and asks to cancel the order', async ({ page, request, shop, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { path, orderNumber, id } = await placeOrder(request, { city: 'khi' });
  await page.goto(path);
  await expect(page.getByRole('region', { name: `Order ${orderNumber}` })).toContainText(MOON.name);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  for (const text of ['A••• K•••', '0300•••••67', 'Karachi', '2–3 working days']) await expect(delivery).toContainText(text);
  await expect(page.getByText('Ayesha')).toHaveCount(0);

  await delivery.getByRole('button', { name: 'Correct the address' }).click();
  const form = delivery.getByRole('form', { name: 'Correct the address' });
  const send = form.getByRole('button', { name: 'Send to this address' });
  await send.click();
  await expect(form.getByText('Please enter your address')).toBeVisible();
  await form.getByLabel('Address').fill('House 9, Satellite Town');
  await form.getByLabel('City').fill('Islamabadd');
  await form.getByRole('button', { name: 'Did you mean Islamabad?' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Islamabad');
  await form.getByLabel('City').fill('Pindi');
  await expectNoFindings(page, PHONE);
  // While offline it is not corrected, and what was typed stays.
  await page.route('**/api/order-page/address', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(form.getByRole('alert')).toContainText('What you typed is still here');
  await expect(form.getByLabel('Address')).toHaveValue('House 9, Satellite Town');
  await send.click();
  await expect(delivery).toContainText('your parcel goes to the new address');
  await expect(delivery).toContainText('Rawalpindi');

  await expect(page.getByRole('button', { name: 'Confirm my order' })).toBeVisible();
  const cancel = page.getByRole('region', { name: 'Cancel the order' });
  await cancel.getByRole('button', { name: 'Ask us to cancel this order' }).click();
  await cancel.getByLabel('Why?').fill('Ordered twice');
  await cancel.getByRole('button', { name: 'Ask to cancel' }).click();
  const title = page.getByRole('heading', { name: 'You asked us to cancel' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(page.getByRole('region', { name: 'You asked us to cancel' })).toContainText('until then your order stands');
  await expect(page.locator('[aria-current=step]')).toHaveText('Order placed');
  for (const comeBack of [async () => {}, () => page.reload()]) {
    await comeBack();
    await expect(page.getByRole('main').locator('section').first()).toHaveAccessibleName('You asked us to cancel');
    await expect(page.getByRole('button', { name: 'Confirm my order' })).toHaveCount(0);
  }
  await expectNoFindings(page, PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // Taken back, it is asked again.
  await expect(page.getByText('Next: we contact you about your wish to cancel.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my order after all' }).click();
  await expect(page.getByRole('button', { name: 'Confirm my order' })).toBeVisible();
  await expect(page.getByText('Next: we confirm your order and pack it.')).toBeVisible();
  await cancel.getByRole('button', { name: 'Ask us to cancel this order' }).click();
  await cancel.getByRole('button', { name: 'Ask to cancel' }).click();
  await expect(title).toBeFocused();

  const headers = await asStaff(request, shop);
  expect((await request.put(`/api/orders/${id}/kept`, { headers, data: {} })).status()).toBe(200);
  await page.reload();
  await expect(page.getByText('we agreed to keep the order')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my order' }).click();
  await expect(page.getByText('Confirmed, thank you.')).toBeVisible();
  await expect(page.getByText('Next: we pack your order.')).toBeVisible();
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
  await form.getByRole('button', { name: 'Save this number' }).click();
  await expect(phone).toHaveAccessibleDescription('Please enter your phone number');
  await phone.fill('0321 76543');
  await digits.fill('4568');
  await form.getByRole('button', { name: 'Save this number' }).click();
  await expect(phone).toHaveAccessibleDescription(/11 digits/);
  await expect(phone).toBeFocused();
  await phone.fill('0321 7654321');
  await form.getByRole('button', { name: 'Save this number' }).click();
  await expect(digits).toHaveAccessibleDescription('The number that we have does not end like this');
  await expect(phone).toHaveValue('0321 7654321');
  await expectNoFindings(page, PHONE);
  await digits.fill('4567');
  await form.getByRole('button', { name: 'Save this number' }).click();
  await expect(delivery).toContainText('we call or message the new number');
  await expect(delivery).toContainText('0321•••••21');
  forgive(/422/);
});

test('a phone that the code of the order is not for is corrected once its shopper has read what the order costs then', async ({
  page,
  request,
  forgive,
  shop,
}) => {
  forgive(/409/);
  await page.setViewportSize({ width: 390, height: 844 });
  const code = `ONCE${Date.now() % 1_000_000}`;
  const data = { code, kind: 'sum', value: 150 };
  expect((await request.post('/api/discount-codes', { headers: await asStaff(request, shop), data })).status()).toBe(201);
  await placeOrder(request, { customerPhone: '0333 1110001', code, totalAmount: 1200 });
  const { path } = await placeOrder(request, { customerPhone: '0333 1110002', code, totalAmount: 1200 });
  await page.goto(path);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await delivery.getByRole('button', { name: 'Correct the phone' }).click();
  const form = delivery.getByRole('form', { name: 'Correct the phone' });
  await form.getByLabel('New phone').fill('0333 1110001');
  await form.getByLabel('Last four digits of the old phone').fill('0002');
  await form.getByRole('button', { name: 'Save this number' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    `The code ${code} cannot be used with this phone number. Without it the order costs Rs. 1,350 instead of Rs. 1,200.`,
  );
  await expectNoFindings(page, PHONE);
  // Another number is asked about anew.
  await form.getByLabel('New phone').fill('0333 111000');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await form.getByLabel('New phone').fill('0333 1110001');
  await form.getByRole('button', { name: 'Save this number' }).click();
  await form.getByRole('button', { name: 'Save this number · Rs. 1,350 in all' }).click();
  await expect(delivery).toContainText('we call or message the new number');
  await expect(page.getByText('Rs. 1,350').first()).toBeVisible();
  await expect(page.getByText('Rs. 1,200')).toHaveCount(0);
});

test('a link that opens no order says so; a packed order can only be seen', async ({ page, request, forgive, shop }) => {
  const { id, orderNumber, path } = await placeOrder(request);
  await page.goto(`/order/${orderNumber}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This link opens no order' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Track an order' })).toHaveAttribute('href', '/track');

  await page.route('**/api/order-page', (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'We cannot reach the shop just now' })).toBeVisible();
  await page.unroute('**/api/order-page');
  await request.post('/api/shipments', { headers: await asStaff(request, shop), data: { orderId: id } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await expect(page.getByText('It is packed already.')).toBeVisible();
  for (const name of ['Correct the address', 'Ask us to cancel this order'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  forgive(/422|404|ERR_FAILED/);
});

test('a delivered order is reviewed with proof, ordered again, and printed as a receipt on one sheet', async ({
  page,
  request,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, orderNumber, path } = await placeOrder(request);
  const headers = await asStaff(request, shop);
  const delivered = { status: 'delivered', cashWith: 'us' };
  expect((await request.put(`/api/orders/${id}/status`, { headers, data: delivered })).status()).toBe(200);
  await page.goto(path);
  const order = page.getByRole('region', { name: `Order ${orderNumber}` });
  for (const row of ['Subtotal', 'Shipping', 'Total']) await expect(order.getByText(row, { exact: true })).toBeVisible();
  await expect(order.getByRole('link', { name: MOON.name, exact: true })).toHaveAttribute('href', `/product/${MOON.id}`);

  await page.emulateMedia({ media: 'print' });
  await expect(order).toContainText('Rs. 1,350');
  await expect(page.getByRole('banner').first()).toBeHidden();
  for (const name of ['Print the receipt', 'Order again']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  const pages = async (size: object) => (await page.pdf(size)).toString('latin1').match(/\/Type \/Page\b/g)?.length;
  expect(await pages({ format: 'A4' })).toBe(1);
  expect(await pages({ width: '80mm', height: '297mm' })).toBe(1);
  await expectNoFindings(page, PHONE);

  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('status').filter({ hasText: `In your cart: ${MOON.name} (Gold).` })).toBeVisible();
  await page.getByRole('button', { name: 'See the cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(cart).toContainText(MOON.name);
  await page.keyboard.press('Escape');

  await order.getByRole('link', { name: `Write a review of ${MOON.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/product/${MOON.id}#review=`));
  await expect(page.getByRole('form', { name: /review/i })).toBeVisible();
});

// What a worker keeps: tests/e2e/offline.spec.ts.
test('the key is in no address that is asked for and in no storage, and nothing keeps the page', async ({ page, request }) => {
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
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of [...asked.filter((url) => !url.includes('#')), kept]) expect(text).not.toContain(pageKey);
  expect(kept).not.toContain('/order/');
});

test('whoever scans a label sees what is due, tells of another sum, and gets the link by mail alone', async ({
  page,
  request,
  shop,
  forgive,
}) => {
  forgive(/422|429|ERR_FAILED/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, orderNumber, pageKey } = await placeOrder(request, {
    customerPhone: '0300 1234567',
    customerEmail: 'scanned@example.com',
  });
  const headers = await asStaff(request, shop);
  const parcel = (await (await request.post('/api/shipments', { headers, data: { orderId: id, carrier: 'PostEx' } })).json())
    .data;
  const printed = await request.post('/api/shipments/labels', { headers, data: { shipmentIds: [parcel.id] } });
  const { link } = (await printed.json()).data[0].label;
  expect(link).not.toContain(pageKey);
  const { pathname, hash } = new URL(link);

  await page.route('**/api/order-page/label', (route) => route.abort(), { times: 1 });
  await page.goto(pathname + hash);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Pay the rider exactly Rs 1,350' })).toBeVisible();
  for (const text of ['Ayesha', '0300', orderNumber, MOON.name]) await expect(page.getByRole('main')).not.toContainText(text);
  await expectNoFindings(page, PHONE);

  await page.getByRole('button', { name: 'The rider asked for another sum' }).click();
  const report = page.getByRole('form', { name: 'What the rider asked for' });
  await report.getByRole('button', { name: 'Tell the shop' }).click();
  await expect(report.getByRole('textbox')).toHaveAccessibleDescription('Enter the sum in rupees');
  await report.getByRole('textbox').fill('1,600');
  await report.getByRole('button', { name: 'Tell the shop' }).click();
  await expect(page.getByText('Thank you for telling us what the rider asked for')).toBeVisible();

  const more = page.getByRole('form', { name: 'Mail me the link' });
  const digits = more.getByLabel('Last four digits of your phone');
  const send = more.getByRole('button', { name: 'Mail me the link' });
  await digits.fill('45');
  await send.click();
  await expect(digits).toHaveAccessibleDescription(/Enter the last four digits/);
  await digits.fill('4567');
  await page.route('**/api/order-page/label/link', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(more.getByRole('alert')).toContainText('What you typed is still here');
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'the link is on its way' })).toBeVisible();
  await expectNoFindings(page, PHONE);
  // Beside the one in the mail that thanks for the order.
  await expect.poll(() => linksByMail('scanned@example.com', pathname)).toHaveLength(2);

  // The same order’s own link, opened over it.
  await page.goto(`/order/${orderNumber}#${pageKey}`);
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
});
