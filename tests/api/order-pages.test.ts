import { expect, test, vi } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

async function placeOrder(changes: object = {}, headers: Record<string, string> = {}) {
  return (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { ...changes }), headers })).json.data;
}

test('placing an order answers with the key of its page: 144 random bits, and the same again when the request is repeated', async () => {
  const headers = { 'Idempotency-Key': 'an-order-page-placed-once' };
  const first = await placeOrder({}, headers);
  const again = await placeOrder({}, headers);
  const other = await placeOrder({ repeat: true });
  expect(first.pageKey).toMatch(/^[\w-]{24}$/);
  expect(again.pageKey).toBe(first.pageKey);
  expect(other.pageKey).not.toBe(first.pageKey);
});

test('staff get the link of an order, and no other answer about orders tells its key', async () => {
  const { id, orderNumber, pageKey } = await placeOrder();
  const { json } = await staff('GET', `/api/orders/${id}/page-link`);
  expect(json.data).toEqual({ link: `${process.env.URL}/order/${orderNumber}#${pageKey}` });

  for (const path of [`/api/orders/${id}`, '/api/orders', `/api/orders/number/${orderNumber}`]) {
    expect(JSON.stringify((await staff('GET', path)).json)).not.toContain(pageKey);
  }
  const edited = await staff('PUT', `/api/orders/${id}/status`, { status: 'processing' });
  expect(JSON.stringify(edited.json)).not.toContain(pageKey);
});

test('an order from before there were pages gets its key when its link is asked for, and keeps it', async () => {
  const { id } = await placeOrder();
  await shop.rows(`delete from shop.order_keys where order_id = '${id}'`);
  const link = async () => (await staff('GET', `/api/orders/${id}/page-link`)).json.data.link;
  const first = await link();
  expect(first).toMatch(/#[\w-]{24}$/);
  expect(await link()).toBe(first);
});

const pageOf = (orderNumber: string, key: string, ip?: string) =>
  shop.call('POST', '/api/order-page', { body: { orderNumber, key }, ...(ip && { ip }) });

test('a link shows status, pieces and sums to anybody, and the recipient masked', async () => {
  const { orderNumber, pageKey } = await placeOrder({ city: 'khi', customerPhone: '0300 1234567', notes: 'Ring twice' });
  const { status, json } = await pageOf(orderNumber.toLowerCase(), pageKey);
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    orderNumber,
    status: 'pending',
    totalAmount: 2050,
    items: [{ productName: RING.name, selectedColor: RING.color, selectedSize: RING.size, quantity: 1 }],
    customerName: 'A••• K•••',
    customerPhone: '0300•••••67',
    customerAddress: 'House 12, Str…, F-7/2',
    city: 'khi',
    cityKnown: 'Karachi',
    deliveryDays: '2–3 working days',
    isUnpacked: true,
  });
  const sent = JSON.stringify(json);
  for (const secret of ['Ayesha', 'Street 4', '1234567', 'ayesha@example.com', 'Ring twice', pageKey])
    expect(sent).not.toContain(secret);
});

test('a wrong key, another order’s key and a number that does not exist are answered alike', async () => {
  const one = await placeOrder();
  const other = await placeOrder({ repeat: true });
  const answers = await Promise.all([
    pageOf(one.orderNumber, 'A'.repeat(24)),
    pageOf(one.orderNumber, other.pageKey),
    pageOf('ORD-99999999', one.pageKey),
    pageOf(one.orderNumber, one.pageKey.slice(0, 23)),
  ]);
  const known = answers.map(({ status, json }) => ({ status, json: { ...json, requestId: '' } }));
  expect(new Set(known.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect([known[0]?.status, known[0]?.json.code]).toEqual([404, 'order_page_not_found']);
});

test('the address is corrected until a parcel is packed, and its city recognised anew', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder();
  const correct = (customerAddress: string) =>
    shop.call('POST', '/api/order-page/address', { body: { orderNumber, key, customerAddress, city: 'RWP' } });
  expect((await correct('House 9, Satellite Town')).json.data).toMatchObject({
    customerAddress: 'House 9, Sat…',
    cityKnown: 'Rawalpindi',
  });
  const { json } = await staff('GET', `/api/orders/${id}`);
  expect(json.data).toMatchObject({
    customerAddress: 'House 9, Satellite Town',
    city: 'RWP',
    cityKnown: 'Rawalpindi',
    zipCode: '',
  });

  const timeline = (await staff('GET', `/api/orders/${id}/timeline`)).json.data;
  const after = expect.objectContaining({ customerAddress: 'House 9, Satellite Town' });
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'order', actorName: null, after }));

  await staff('POST', '/api/shipments', { orderId: id });
  expect((await pageOf(orderNumber, key)).json.data.isUnpacked).toBe(false);
  const refused = await correct('House 10');
  expect([refused.status, refused.json.code]).toEqual([409, 'order_packed']);
  expect((await staff('GET', `/api/orders/${id}`)).json.data.customerAddress).toBe('House 9, Satellite Town');
});

const correctPhone = (link: object, lastDigits: string, customerPhone: string, ip?: string) =>
  shop.call('POST', '/api/order-page/phone', { body: { ...link, lastDigits, customerPhone }, ...(ip && { ip }) });

test('the phone is corrected by whoever knows its last digits, until the order is packed; the timeline says so', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder({ customerPhone: '0300 5550001' });
  const link = { orderNumber, key };
  const wrong = await correctPhone(link, '0002', '0321 5550009');
  expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, 'lastDigits']);
  const noPhone = await correctPhone(link, '0001', '12');
  expect([noPhone.status, noPhone.json.errors[0].path]).toEqual([422, 'customerPhone']);
  expect((await correctPhone({ orderNumber, key: 'A'.repeat(24) }, '0001', '0321 5550009')).json.code).toBe(
    'order_page_not_found',
  );

  const { json } = await correctPhone(link, '0300-5550001', '0321 5550009 / 042 35761234');
  expect(json.data).toMatchObject({ customerPhone: '0321•••••09' });
  expect(JSON.stringify(json)).not.toContain('5550009');
  const changed = (await staff('GET', `/api/orders/${id}`)).json.data;
  expect(changed).toMatchObject({ customerPhone: '+923215550009', secondPhone: '+924235761234' });
  const timeline = (await staff('GET', `/api/orders/${id}/timeline`)).json.data;
  const after = expect.objectContaining({ customerPhone: '+923215550009' });
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'order', actorName: null, after }));
  // A second number that nobody typed anew stays.
  await correctPhone(link, '0009', '0321 5550010');
  expect((await staff('GET', `/api/orders/${id}`)).json.data.secondPhone).toBe('+924235761234');

  await staff('POST', '/api/shipments', { orderId: id });
  expect((await correctPhone(link, '0010', '0321 5550011')).json.code).toBe('order_packed');
});

test('an order whose phone is corrected is of whom the shop knows by it, blocked or not, and is asked about anew', async () => {
  const { customerId: blocked } = (await staff('GET', `/api/orders/${(await placeOrder({ customerPhone: '0333 5550001' })).id}`))
    .json.data;
  await staff('PUT', `/api/customers/${blocked}`, { name: 'Blocked', tags: [], block: 'do_not_ship', notes: '' });
  const {
    id,
    orderNumber,
    pageKey: key,
  } = await placeOrder({ customerPhone: '0300 5550003', customerAddress: 'House 77, Street 1' });
  await staff('POST', `/api/confirmations/${id}/attempts`, { how: 'call', outcome: 'wrong_number' });
  expect((await staff('GET', `/api/orders/${id}`)).json.data.confirmation.state).toBe('wrong_number');

  expect((await correctPhone({ orderNumber, key }, '0003', '0333 5550001')).status).toBe(200);
  expect((await staff('GET', `/api/orders/${id}`)).json.data).toMatchObject({
    customerId: blocked,
    confirmation: { state: 'unconfirmed' },
  });
});

test('asking to cancel: staff read why, and keep the order or cancel it', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder();
  const ask = (reason: string) => shop.call('POST', '/api/order-page/cancellation', { body: { orderNumber, key, reason } });
  expect((await ask('Ordered twice')).json.data).toMatchObject({ status: 'pending', cancellationAskedAt: expect.any(String) });
  await ask('Impatient');
  const asked = (await staff('GET', `/api/orders/${id}`)).json.data;
  expect(asked).toMatchObject({ status: 'pending', cancellationReason: 'Ordered twice', cancellationAnsweredAt: null });

  const kept = await staff('PUT', `/api/orders/${id}/kept`, {});
  expect(kept.json.data).toMatchObject({ status: 'pending', cancellationAnsweredAt: expect.any(String) });
  expect((await pageOf(orderNumber, key)).json.data.cancellationAnsweredAt).toBe(kept.json.data.cancellationAnsweredAt);

  await ask('Really');
  expect((await staff('GET', `/api/orders/${id}`)).json.data).toMatchObject({
    cancellationReason: 'Really',
    cancellationAnsweredAt: null,
  });
  await staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled' });
  expect((await ask('Again')).json.code).toBe('order_packed');
});

test('who asked to cancel takes it back until staff have answered; the timeline keeps both', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder();
  const link = { orderNumber, key };
  const ask = () => shop.call('POST', '/api/order-page/cancellation', { body: { ...link, reason: 'Ordered twice' } });
  const withdraw = async () => (await shop.call('POST', '/api/order-page/cancellation/withdrawal', { body: link })).json.data;
  await ask();
  expect(await withdraw()).toMatchObject({ status: 'pending', cancellationAskedAt: null });
  expect((await staff('GET', `/api/orders/${id}`)).json.data).toMatchObject({
    cancellationAskedAt: null,
    cancellationReason: '',
  });
  const timeline = (await staff('GET', `/api/orders/${id}/timeline`)).json.data;
  const before = { cancellationAskedAt: expect.any(String), cancellationReason: 'Ordered twice' };
  const after = { cancellationAskedAt: null, cancellationReason: '' };
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'order', actorName: null, before, after }));

  await ask();
  await staff('PUT', `/api/orders/${id}/kept`, {});
  const { cancellationAnsweredAt, updatedAt } = (await pageOf(orderNumber, key)).json.data;
  expect(await withdraw()).toMatchObject({ cancellationAskedAt: expect.any(String), cancellationAnsweredAt, updatedAt });
  const wrong = await shop.call('POST', '/api/order-page/cancellation/withdrawal', { body: { ...link, key: 'A'.repeat(24) } });
  expect(wrong.json.code).toBe('order_page_not_found');
});

test('number and phone open no page: its link goes to the order’s own address alone', async () => {
  const customerEmail = 'tracked-by-number@example.com';
  const { orderNumber, pageKey } = await placeOrder({ customerEmail, customerPhone: '0300 5556677' });
  const ask = (phone: string) => shop.call('POST', '/api/orders/track/link', { body: { orderNumber, phone } });
  const mailed = () =>
    shop.rows(
      `select recipient, payload from mail_outbox where kind = 'order_link' and payload ->> 'order_number' = '${orderNumber}'`,
    );
  const wrong = await ask('0300 5556678');
  expect([wrong.status, wrong.json.code, await mailed()]).toEqual([404, 'order_not_found', []]);
  const right = await ask('0300 5556677');
  expect([right.status, right.json.data]).toEqual([200, { isAsked: true }]);
  expect(await mailed()).toMatchObject([{ recipient: customerEmail, payload: { page_key: pageKey } }]);

  const nobody = await placeOrder({ customerEmail: '', customerPhone: '0300 5556677', repeat: true });
  const silent = await shop.call('POST', '/api/orders/track/link', {
    body: { orderNumber: nobody.orderNumber, phone: '0300 5556677' },
  });
  expect(silent.json).toEqual({ ...right.json, requestId: silent.json.requestId });
  const tracked = await shop.call('POST', '/api/orders/track', { body: { orderNumber, phone: '0300 5556677' } });
  for (const secret of [pageKey, 'Ayesha', 'Street', customerEmail]) expect(JSON.stringify(tracked.json)).not.toContain(secret);
});

test('the page says when somebody last corrected whom or where it goes to', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder();
  const changedAt = async () => (await pageOf(orderNumber, key)).json.data.recipientChangedAt;
  expect(await changedAt()).toBeNull();
  await staff('PUT', `/api/orders/${id}/tags`, { tags: ['gift'] });
  await shop.call('POST', '/api/order-page/cancellation', { body: { orderNumber, key, reason: '' } });
  expect(await changedAt()).toBeNull();
  const { json } = await shop.call('POST', '/api/order-page/address', {
    body: { orderNumber, key, customerAddress: 'House 9, Street 5' },
  });
  expect(json.data.recipientChangedAt).toEqual(expect.any(String));
  expect(await changedAt()).toBe(json.data.recipientChangedAt);
});

test('the shopper confirms what the page showed, once, and not what was changed meanwhile', async () => {
  const { id, orderNumber, pageKey: key } = await placeOrder();
  const confirm = (version: string) => shop.call('POST', '/api/order-page/confirmation', { body: { orderNumber, key, version } });
  const state = async () => (await staff('GET', `/api/orders/${id}`)).json.data.confirmation.state;
  const { version, mayConfirm, isConfirmed } = (await pageOf(orderNumber, key)).json.data;
  expect({ mayConfirm, isConfirmed }).toEqual({ mayConfirm: true, isConfirmed: false });

  expect((await confirm('another version')).json.data).toMatchObject({ isConfirmed: false, version });
  expect(await state()).toBe('unconfirmed');
  expect((await confirm(version)).json.data).toMatchObject({ isConfirmed: true });
  expect((await confirm(version)).json.data).toMatchObject({ isConfirmed: true });
  expect(await state()).toBe('confirmed');

  await staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled' });
  expect((await confirm(version)).json.data).toMatchObject({ status: 'cancelled', mayConfirm: false });
});

test('a link ends 30 days after the delivery, when the days to return are over', async () => {
  const { id, orderNumber, pageKey } = await placeOrder();
  await staff('PUT', `/api/orders/${id}/status`, { status: 'delivered', cashWith: 'us' });
  const age = (days: number) =>
    shop.rows(`set session_replication_role = replica; update orders set updated_at = now() - interval '${days} days' where id = '${id}';
      update shop.return_terms set ends_at = now() + interval '30 days' - interval '${days} days' where order_id = '${id}';
      set session_replication_role = origin`);
  await age(29);
  expect((await pageOf(orderNumber, pageKey)).status).toBe(200);
  await age(31);
  const { status, json } = await pageOf(orderNumber, pageKey);
  expect([status, json.code]).toEqual([410, 'order_page_ended']);
});

test('no answer of an order’s page may be kept, and no log line tells a key', async () => {
  const { orderNumber, pageKey } = await placeOrder();
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(String(text)));
  const errors = vi.spyOn(console, 'error').mockImplementation((text) => void lines.push(String(text)));
  process.env.SHOP_LOG = 'all';
  try {
    const { headers } = await pageOf(orderNumber, pageKey);
    expect(headers.get('cache-control')).toContain('no-store');
    await pageOf(orderNumber, `${pageKey.slice(1)}x`);
    await shop.call('POST', '/api/order-page/address', { body: { orderNumber, key: pageKey } });
  } finally {
    process.env.SHOP_LOG = 'errors';
    log.mockRestore();
    errors.mockRestore();
  }
  expect(lines.filter((text) => text.includes('/api/order-page')).length).toBeGreaterThanOrEqual(3);
  for (const text of lines) for (const secret of [pageKey, pageKey.slice(1), orderNumber]) expect(text).not.toContain(secret);
});
