import { describe, expect, test } from 'vitest';
import { MIN_FILL_MS, OPEN_ORDERS } from '#domain/limits.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
const { token: staff } = shop;
await shop.rows(`select public.adjust_stock('${PENDANT.id}', 'purchase', 1000, '', null)`);

let calls = 0;
/** Every call from an address of its own: what is limited here is something else. */
const ip = () => `203.0.113.${++calls}`;

const body = (changes: Record<string, unknown> = {}) =>
  orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, {
    customerPhone: `0300 ${2_000_000 + ++calls}`,
    customerAddress: `House ${calls}`,
    ...changes,
  });
const order = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/orders', { body: body(changes), headers, ip: ip() });

test('a phone with too many open orders is told when it can order again, and how to order at once', async () => {
  for (let number = 0; number < OPEN_ORDERS.phone.perHour; number += 1) {
    expect((await order({ customerPhone: '0321 7654321' })).status).toBe(201);
  }
  // Another spelling is the same phone.
  const { status, headers, json } = await order({ customerPhone: '+92 321 765-4321' });
  expect([status, json.code]).toEqual([429, 'too_many_orders']);
  expect(json.message).toContain(DEFAULT_SETTINGS.contact.phone);
  expect(Number(headers.get('retry-after'))).toBe(json.details.retryAfter);
  expect(json.details.retryAfter).toBeGreaterThan(3_000);
});

test('staff take the order of a phone that has too many open ones already', async () => {
  const phone = { customerPhone: '0345 7654321' };
  for (let number = 0; number < OPEN_ORDERS.phone.perHour; number += 1) await order(phone);
  expect((await order(phone)).json.code).toBe('too_many_orders');
  const written = { ...body(phone), source: 'phone' };
  expect((await shop.call('POST', '/api/orders/by-staff', { body: written, token: staff, ip: ip() })).status).toBe(201);
});

test('an order beyond the limits is refused at its field with the way to order more, and staff take it', async () => {
  const items = { items: [{ productId: PENDANT.id, quantity: 21 }], totalAmount: PENDANT.price * 21 };
  const { status, json } = await order(items);
  expect([status, json.code, json.details.errors[0].path]).toEqual([422, 'order_too_large', 'items.0.quantity']);
  expect(json.message).toBe(
    `Online you can order at most 20 of ${PENDANT.name} in one order. For more, please call or WhatsApp us at ${DEFAULT_SETTINGS.contact.phone}.`,
  );
  const written = { ...body(items), source: 'phone' };
  expect((await shop.call('POST', '/api/orders/by-staff', { body: written, token: staff, ip: ip() })).status).toBe(201);
});

test('the open orders of a device are counted, and its id is stored only as a hash', async () => {
  const device = { 'X-Device': '0b9f8a1e-3a54-4c64-9f5c-0c8a8c3f2f11' };
  for (let number = 0; number < OPEN_ORDERS.device.perHour; number += 1) expect((await order({}, device)).status).toBe(201);
  expect((await order({}, device)).json.code).toBe('too_many_orders');
  expect((await order({}, { 'X-Device': '1b9f8a1e-3a54-4c64-9f5c-0c8a8c3f2f11' })).status).toBe(201);
  expect((await order({}, { 'X-Device': 'what is none' })).status).toBe(201);
  expect(await shop.rows(`select 1 as row from orders o where to_jsonb(o)::text like '%0b9f8a1e%'`)).toEqual([]);
  expect(await shop.rows(`select 1 as row from mail_outbox where payload ? 'device_fingerprint'`)).toEqual([]);
});

const message = { firstName: 'Hina', email: 'hina@example.com', message: 'Is it silver?' };
const review = { userName: 'Hina', rating: 5, comment: 'Lovely.' };

describe.each([
  ['a message', '/api/contact', message, 'contact_messages'],
  ['an address for the newsletter', '/api/newsletter', { email: 'bot@example.com' }, 'newsletter_subscribers'],
  ['a review', `/api/products/${RING.id}/reviews`, review, `reviews where product_id = '${RING.id}'`],
  ['an order', '/api/orders', null, 'orders'],
] as const)('%s', (_, path, typed, table) => {
  const send = (marks: object) => shop.call('POST', path, { body: { ...(typed ?? body()), ...marks }, ip: ip() });
  const count = async () => (await shop.rows(`select count(*)::int as n from public.${table}`))[0].n;

  test('with the hidden field filled in is refused, and neither stored nor counted', async () => {
    const before = await count();
    const { status, json } = await send({ remark: 'https://example.com' });
    expect([status, json.errors]).toEqual([
      422,
      [{ path: 'remark', message: 'Something in your browser filled in a hidden field: please send it once more' }],
    ]);
    expect(await count()).toBe(before);
  });

  test('with that field empty and autofilled as fast as a person can send it is accepted', async () => {
    const before = await count();
    expect((await send({ remark: '', filledInMs: MIN_FILL_MS })).status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

test('a form filled in faster than a person can is asked for again', async () => {
  const { status, json } = await shop.call('POST', '/api/contact', { body: { ...message, filledInMs: 40 }, ip: ip() });
  expect([status, json.errors]).toEqual([
    422,
    [{ path: 'filledInMs', message: 'That was faster than a hand: please send it again' }],
  ]);
});

test('a message without script refuses a filled hidden field with a page that says how to reach the shop', async () => {
  const ask = (fields: Record<string, string>) =>
    shop.ask(new Request('http://shop.test/forms/contact', { method: 'POST', body: new URLSearchParams(fields) }));
  const answer = await ask({ ...message, remark: 'buy now' });
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain('Hidden field: Something in your browser filled in a hidden field');
  expect(page).toContain('https://wa.me/');
  expect((await ask({ ...message, remark: '' })).status).toBe(200);
});

test('beyond what one network may hold an order waits for the shop’s call, and staff release what is reserved with one press', async () => {
  await shop.rows(`update public.orders set status = 'cancelled' where status = 'pending'`);
  await shop.rows(`update public.limits set network_units = 2`);
  // Addresses of one IPv6 network.
  const send = (host: string) => shop.call('POST', '/api/orders', { body: body(), ip: `2001:db8:51:7::${host}` });
  const placed = [await send('1'), await send('2'), await send('3')].map(({ json }) => json.data);
  expect(placed.map(({ awaitsProof }) => awaitsProof)).toEqual([false, false, true]);
  expect((await order()).json.data.awaitsProof).toBe(false);
  const page = await shop.call('POST', '/api/order-page', {
    body: { orderNumber: placed[2].orderNumber, key: placed[2].pageKey },
  });
  expect(page.json.data).toMatchObject({ awaitsProof: true, mayConfirm: false });

  const held = async () => (await shop.call('GET', '/api/orders/reserved?same=network', { token: staff })).json.data;
  const [theirs] = (await held()).strangers;
  expect(theirs).toMatchObject({
    units: 2,
    orders: placed.map(({ orderNumber, awaitsProof }) => ({ orderNumber, awaitsProof })),
  });
  const release = { orderIds: theirs.orders.map(({ id }: { id: string }) => id), reason: 'Nobody answers' };
  const { status, json } = await shop.call('PUT', '/api/orders/reserved', { body: release, token: staff });
  expect([status, json.data.released.length, json.data.left]).toEqual([200, 3, []]);
  expect(await held()).toMatchObject({ orders: 1, units: 1 });
  const timeline = await shop.call('GET', `/api/orders/${placed[0].id}/timeline`, { token: staff });
  expect(timeline.json.data).toContainEqual(expect.objectContaining({ kind: 'note', note: 'Nobody answers', actorName: 'sana' }));
  expect((await send('4')).json.data.awaitsProof).toBe(false);
});
