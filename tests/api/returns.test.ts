import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { call, staff, rows } = shop;
const packer = await signInAs(shop, 'packer');

interface Arrived {
  id: string;
  link: { orderNumber: string; key: string };
  itemId: string;
}

let people = 0;

/** An order of rings that has arrived. */
async function arrived(quantity = 1): Promise<Arrived> {
  const line = { productId: RING.id, quantity, selectedColor: RING.color, selectedSize: RING.size };
  const body = orderFor([line], 0, { customerPhone: `0306 ${String(++people).padStart(7, '0')}` });
  const sums = (await call('POST', '/api/cart/quote', { body: { items: body.items } })).json.data;
  const placed = (await call('POST', '/api/orders', { body: { ...body, totalAmount: sums.total } })).json.data;
  await staff('PUT', `/api/orders/${placed.id}/status`, { status: 'delivered', cashWith: 'us' });
  const [{ id: itemId }] = await rows(`select id from order_items where order_id = '${placed.id}'`);
  return { id: placed.id, link: { orderNumber: placed.orderNumber, key: placed.pageKey }, itemId };
}

function ask(one: Arrived, changes: object = {}, headers: Record<string, string> = {}) {
  const asked = { kind: 'return', outcome: 'store_credit', reason: 'does_not_fit', items: [{ itemId: one.itemId, quantity: 1 }] };
  return call('POST', '/api/order-page/returns', { body: { ...one.link, ...asked, ...changes }, headers });
}

const askedFor = async (one: Arrived, changes: object = {}) => (await ask(one, changes)).json.data.returns.requests[0];
const decide = (id: string, path: string, body: object, token = shop.token) =>
  call('POST', `/api/returns/${id}/${path}`, { body, token });

const receive = ({ id, itemId }: Arrived) =>
  staff('POST', '/api/goods-back', {
    key: crypto.randomUUID(),
    orderId: id,
    pieces: [{ itemId, quantity: 1, disposition: 'restocked' }],
  });

/** As a camera makes it, with the place where it was taken. */
const photo = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#aa3344' } })
  .withExif({ IFD0: { Copyright: 'Hira' } })
  .jpeg()
  .toBuffer();

function upload({ link }: Arrived, bytes: Uint8Array | string = new Uint8Array(photo)) {
  const body = new FormData();
  for (const [name, text] of Object.entries(link)) body.append(name, text);
  body.append('file', new Blob([bytes as BlobPart]), 'clasp.jpg');
  return call('POST', '/api/upload/return-photo', { body });
}

test('a return goes from the page to the money, and page, list and timeline say how far it is', async () => {
  const one = await arrived(2);
  const { status, json } = await ask(one, { words: 'It is  too wide.' });
  expect(status).toBe(200);
  expect(json.data.returns).toMatchObject({
    isOver: false,
    days: 30,
    kinds: ['return', 'exchange', 'claim'],
    items: [{ itemId: one.itemId, mayReturn: 1, mayClaim: 1, obstacle: 'asked' }],
    requests: [{ kind: 'return', state: 'asked', refund: RING.price, paidBack: 0, mayWithdraw: true, shopPays: false }],
  });
  const [{ id, returnNumber }] = json.data.returns.requests;
  const found = (await staff('GET', `/api/returns/${returnNumber}`)).json.data;
  expect(found).toMatchObject({ id, words: 'It is  too wide.', mayApprove: true, maySettle: false, refund: RING.price });
  expect(found.exchange).toBeUndefined();

  expect((await decide(id, 'approval', { outcome: 'store_credit', answer: 'Shop 4, Liberty' })).json.data).toMatchObject({
    state: 'approved',
    history: [
      { state: 'asked', by: null },
      { state: 'approved', by: 'sana', note: 'Shop 4, Liberty' },
    ],
  });
  expect((await staff('GET', `/api/goods-back/scan?code=${returnNumber.toLowerCase()}`)).json.data.order.id).toBe(one.id);
  await receive(one);
  expect((await decide(id, 'settlement', { method: 'store_credit' })).json.data).toMatchObject({ state: 'settled', toPay: 0 });
  const page = (await call('POST', '/api/order-page', { body: one.link })).json.data;
  expect(page.returns.requests[0]).toMatchObject({ state: 'settled', paidBack: RING.price, mayWithdraw: false });
  expect(JSON.stringify(page.returns)).not.toContain('sana');

  const notes = (await staff('GET', `/api/orders/${one.id}/timeline`)).json.data.flatMap(
    ({ note }: { note: string }) => note || [],
  );
  expect(notes).toEqual(
    expect.arrayContaining([
      `Return ${returnNumber} asked for on the order’s page`,
      `Return ${returnNumber} approved: store credit. Shop 4, Liberty`,
      `Return ${returnNumber} is back`,
      `Return ${returnNumber} settled`,
    ]),
  );
});

test('the account that money goes to is read by whoever refunds, and by its end elsewhere', async () => {
  const one = await arrived();
  const { id } = await askedFor(one, { outcome: 'transfer' });
  const named = { ...one.link, requestId: id, method: 'bank', title: 'Hira Aslam', account: 'pk36 scbl 0000 0011 2345 6702' };
  const name = (changes: object = {}) => call('POST', '/api/order-page/returns/payout', { body: { ...named, ...changes } });
  const wrong = await name({ account: 'PK37 SCBL 0000 0011 2345 6702', title: 'Hira' });
  expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, 'account']);
  const { status, json } = await name();
  expect([status, json.data.returns.requests[0].payout]).toMatchObject([200, { method: 'bank', lastFour: '6702' }]);
  expect(JSON.stringify(json)).not.toMatch(/SCBL|Hira Aslam/);

  const payoutFor = async (token: string) => (await call('GET', `/api/returns/${id}`, { token })).json.data.payout;
  expect(await payoutFor(shop.token)).toMatchObject({ title: 'Hira Aslam', account: 'PK36SCBL0000001123456702' });
  expect(await payoutFor(packer)).toMatchObject({ title: '•••', account: '•••6702' });

  await decide(id, 'approval', { outcome: 'transfer' });
  await receive(one);
  await decide(id, 'settlement', { method: 'bank_transfer', reference: 'FT26110042' });
  const page = (await call('POST', '/api/order-page', { body: one.link })).json.data;
  expect(page.returns.requests[0]).toMatchObject({
    mayNamePayout: false,
    paid: { amount: RING.price, method: 'bank_transfer', reference: 'FT26110042' },
  });
  expect((await name()).json.code).toBe('payout_not_open');
});

test('owners say where pieces are sent back to, and customers read it with the approval', async () => {
  const address = { recipient: 'Naqsh Returns', phone: '042 35761234', address: '12 Mall Road', city: 'Lahore' };
  const { updatedAt } = (await staff('GET', '/api/returns/address')).json.data;
  const save = (token: string, changes: object = {}) =>
    call('PUT', '/api/returns/address', { body: { ...address, updatedAt, proof: STAFF.password, ...changes }, token });
  const refused = await save(await signInAs(shop, 'manager'));
  expect([refused.status, refused.json.code]).toEqual([403, 'owner_only']);
  expect((await save(shop.token, { phone: 'ask us' })).json.errors).toMatchObject([{ path: 'phone' }]);
  expect((await save(shop.token)).json.data).toMatchObject(address);
  expect((await save(shop.token, { city: 'Karachi' })).json.code).toBe('edited_meanwhile');
  expect(await rows(`select actor_name, after ->> 'city' as city from audit_log where subject = 'return address'`)).toEqual([
    { actor_name: 'sana', city: 'Lahore' },
  ]);
  const one = await arrived();
  const { id } = await askedFor(one);
  await decide(id, 'approval', { outcome: 'store_credit' });
  const page = (await call('POST', '/api/order-page', { body: one.link })).json.data;
  expect(page.returns.requests[0].sendBack).toEqual({ by: page.returns.until, to: address, pickup: null });
});

test('an exchange is quoted, asked for at that sum, and refused at another one', async () => {
  const one = await arrived();
  const wish = { kind: 'exchange', items: [{ itemId: one.itemId, quantity: 1, wanted: { productId: PENDANT.id } }] };
  const quote = (changes: object = {}) =>
    call('POST', '/api/order-page/returns/quote', { body: { ...one.link, ...wish, ...changes } });
  const { due, back, total, charges } = (await quote()).json.data;
  expect([total, due - back]).toEqual([PENDANT.price + charges, PENDANT.price + charges - RING.price]);
  const nothing = await quote({ items: [{ itemId: one.itemId, quantity: 2, wanted: { productId: PENDANT.id } }] });
  expect([nothing.status, nothing.json.errors[0].path]).toEqual([422, 'items.0.quantity']);

  const refused = await ask(one, { ...wish, outcome: 'exchange', balanceSeen: due - back + 1 });
  expect([refused.status, refused.json.code, refused.json.details]).toMatchObject([409, 'price_changed', { due, back }]);
  const asked = await askedFor(one, { ...wish, outcome: 'exchange', balanceSeen: due - back });
  expect(asked.promised).toMatchObject({ total, charges, due, back });
  const { exchange } = (await staff('GET', `/api/returns/${asked.id}`)).json.data;
  expect(exchange).toMatchObject({ total, charges, due, back, isAvailable: true });
});

test('a refund of the order names its open return, and closes it where it was meant for it', async () => {
  const one = await arrived(2);
  const { id, returnNumber } = await askedFor(one, { outcome: 'transfer' });
  await decide(id, 'approval', { outcome: 'transfer' });
  await receive(one);
  const refund = { amount: RING.price, method: 'cash', reason: 'The return' };
  const refused = await staff('POST', `/api/orders/${one.id}/refunds`, refund);
  expect([refused.status, refused.json.code]).toEqual([409, 'returns_open']);
  expect(refused.json.message).toContain(returnNumber);
  expect((await staff('POST', `/api/orders/${one.id}/refunds`, { ...refund, isBesides: true })).status).toBe(201);
  const closed = await decide(id, 'settlement', { method: 'cash', isPaidAlready: true });
  expect(closed.json.data).toMatchObject({ state: 'settled', paidBack: RING.price, toPay: 0 });
  expect((await staff('GET', `/api/orders/${one.id}`)).json.data.paid).toMatchObject({ refunded: RING.price });
});

test('staff see the requests of a state and of an order, the latest first, and how many there are', async () => {
  const one = await arrived(3);
  const [first, second] = [await askedFor(one), await askedFor(one)];
  await decide(first.id, 'refusal', { reason: 'It was worn' });
  const list = async (query: string) => (await staff('GET', `/api/returns?orderId=${one.id}&${query}`)).json;
  expect((await list('')).data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect((await list('state=declined')).data).toMatchObject([{ id: first.id, answer: 'It was worn' }]);
  expect((await list('state=open')).data).toMatchObject([{ id: second.id }]);
  expect((await list('kind=claim')).pagination.totalItems).toBe(0);
  expect((await list('page=2&limit=1')).data).toMatchObject([{ id: first.id }]);
  const { counts } = (await staff('GET', '/api/returns/counts')).json.data;
  expect(counts.find(({ state }: { state: string }) => state === 'declined').count).toBeGreaterThan(0);
});

test('an exchange is an order of its own, which both pages name', async () => {
  const one = await arrived();
  const items = [{ itemId: one.itemId, quantity: 1, wanted: { productId: PENDANT.id } }];
  const request = await askedFor(one, { kind: 'exchange', outcome: 'exchange', items });
  const before = (await staff('GET', `/api/returns/${request.id}`)).json.data;
  expect(before.exchange).toMatchObject({ isAvailable: true, credit: before.refund - 300, due: 0, orderId: null });
  const { exchange, state } = (await decide(request.id, 'approval', { outcome: 'exchange' })).json.data;
  expect([state, exchange.total, exchange.due]).toEqual(['approved', before.exchange.total, before.exchange.due]);
  const made = (await staff('GET', `/api/orders/${exchange.orderId}`)).json.data;
  expect(made).toMatchObject({ status: 'processing', confirmation: { state: 'confirmed', gate: 'closed' } });
  expect((await staff('GET', `/api/returns?orderId=${made.id}`)).json.data).toMatchObject([{ id: request.id }]);
  const { link } = (await staff('GET', `/api/orders/${made.id}/page-link`)).json.data;
  const { pathname, hash } = new URL(link);
  const body = { orderNumber: pathname.split('/').at(-1), key: hash.slice(1) };
  expect((await call('POST', '/api/order-page', { body })).json.data.exchangeOf).toBe(one.link.orderNumber);
  await receive(one);
  expect((await staff('GET', `/api/orders/${made.id}`)).json.data.confirmation.gate).toBe('open');
});

test('the customer withdraws, and a link of another order cannot', async () => {
  const [one, other] = [await arrived(), await arrived()];
  const { id } = await askedFor(one);
  const withdraw = ({ link }: Arrived) =>
    call('POST', '/api/order-page/returns/withdrawal', { body: { ...link, requestId: id } });
  expect((await withdraw(other)).json.code).toBe('return_not_found');
  expect((await withdraw(one)).json.data.returns.requests[0].state).toBe('withdrawn');
  expect((await withdraw(one)).status).toBe(200);
  expect((await decide(id, 'approval', { outcome: 'store_credit' })).json).toMatchObject({ code: 'return_decided' });
});

test('asking again with a key asks once, and with another request it is refused', async () => {
  const one = await arrived(3);
  const headers = { 'Idempotency-Key': 'return-asked-once-or-twice' };
  for (let time = 0; time < 2; time += 1) expect((await ask(one, {}, headers)).json.data.returns.requests).toHaveLength(1);
  const { status, json } = await ask(one, { words: 'Another' }, headers);
  expect([status, json.message]).toEqual([422, 'This Idempotency-Key was already used for another request']);
});

describe('a photo of what is wrong', () => {
  test('is drawn anew, and shown to staff and to whoever has the link, once it was sent', async () => {
    const [one, other] = [await arrived(), await arrived()];
    const { id } = (await upload(one)).json.data;
    expect((await staff('GET', `/api/returns/photos/${id}`)).json.code).toBe('photo_not_found');
    const request = await askedFor(one, { kind: 'claim', reason: 'faulty', photoIds: [id] });
    expect(request).toMatchObject({ kind: 'claim', photoIds: [id], shopPays: true });
    const shown = (await staff('GET', `/api/returns/photos/${id}`)).json.data.photo;
    const stored = await sharp(Buffer.from(shown.replace('data:image/webp;base64,', ''), 'base64')).metadata();
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 1280, undefined]);
    const onPage = ({ link }: Arrived) => call('POST', '/api/order-page/returns/photo', { body: { ...link, photoId: id } });
    expect((await onPage(one)).json.data.photo).toBe(shown);
    expect((await onPage(other)).json.code).toBe('photo_not_found');
    // Neither can another order send it.
    const { json } = await ask(other, { kind: 'claim', reason: 'faulty', photoIds: [id] });
    expect(json.errors).toEqual([{ path: 'photoIds.0', message: 'The photo was not kept. Please add it again.' }]);
  });

  test('is refused where it is none, or nothing can be returned', async () => {
    const one = await arrived();
    expect((await upload(one, 'I have a broken clasp')).json.code).toBe('unsupported_photo');
    await staff('PUT', `/api/orders/${one.id}/status`, { status: 'shipped' });
    expect((await upload(one)).json.code).toBe('return_not_offered');
  });
});

test.each([
  [{ reason: 'faulty' }, 'reason', 'Choose from the list'],
  [{ kind: 'claim' }, 'reason', 'Choose from the list'],
  [{ outcome: 'exchange' }, 'outcome', 'Choose from the list'],
  [{ kind: 'exchange', outcome: 'exchange' }, 'items.0.wanted', 'Choose what you want instead'],
  [{ words: 'x'.repeat(501) }, 'words', 'At most 500 characters'],
  [{ items: [] }, 'items', 'Choose at least one piece'],
  [{ photoIds: ['a'.repeat(32), 'a'.repeat(32)] }, 'photoIds', 'Each photo only once'],
])('the field of %j is named', async (changes, path, message) => {
  const { status, json } = await ask(await arrived(), changes);
  expect([status, json.errors]).toEqual([422, [{ path, message }]]);
});

test('a line that is named twice, and a choice that is missing, are named', async () => {
  const one = await arrived(2);
  const item = { itemId: one.itemId, quantity: 1 };
  expect((await ask(one, { items: [item, item] })).json.errors).toEqual([
    { path: 'items.1.itemId', message: 'Each piece only once' },
  ]);
  const [{ id }] = await rows(
    `select p.id from products p join product_variants v on v.product_id = p.id and v.size <> '' where v.archived_at is null limit 1`,
  );
  const items = [{ ...item, wanted: { productId: id } }];
  const { json } = await ask(one, { kind: 'exchange', outcome: 'exchange', items });
  expect(json.errors[0].path).toMatch(/^items\.0\.wanted\.selected(Size|Color)$/);
});

test('a packer sees what comes back but neither name nor sum, and decides nothing; the desk decides, and pays nothing', async () => {
  const one = await arrived();
  const { id } = await askedFor(one);
  const desk = await signInAs(shop, 'desk');
  const seen = (await call('GET', `/api/returns/${id}`, { token: packer })).json.data;
  expect(seen).toMatchObject({ refund: null, paidBack: null, toPay: null, items: [{ paid: null, quantity: 1 }] });
  expect((await decide(id, 'approval', { outcome: 'store_credit' }, packer)).status).toBe(403);
  expect((await decide(id, 'approval', { outcome: 'store_credit' }, desk)).status).toBe(200);
  await receive(one);
  expect((await decide(id, 'settlement', { method: 'store_credit' }, desk)).json.code).toBe('not_allowed');

  const second = await arrived();
  const items = [{ itemId: second.itemId, quantity: 1, wanted: { productId: PENDANT.id } }];
  const exchange = await askedFor(second, { kind: 'exchange', outcome: 'exchange', items });
  // What pays for it leaves the shop to nobody.
  expect(await decide(exchange.id, 'approval', { outcome: 'exchange' }, desk)).toMatchObject({
    status: 200,
    json: { data: { state: 'approved', outcome: 'exchange' } },
  });
});

test.each([
  ['approval', { outcome: 'store_credit', answer: 'Shop 4' }, 'approved'],
  ['refusal', { reason: 'It was worn' }, 'declined'],
] as const)('the customer is told by mail: %s', async (path, body, state) => {
  const one = await arrived();
  const { id, returnNumber } = await askedFor(one);
  await decide(id, path, body);
  const [mail] = await rows(
    `select recipient, payload from mail_outbox where kind = 'return_decided' order by created_at desc limit 1`,
  );
  expect(mail).toMatchObject({ recipient: 'ayesha@example.com', payload: { return_number: returnNumber, state } });
});

test('a return is found by its number, is awaited piece by piece at the receiving table, and owes nothing once it is declined', async () => {
  const one = await arrived(3);
  const { id, returnNumber } = await askedFor(one);
  const found = async () => (await staff('POST', '/api/search', { q: returnNumber })).json.data.returns;
  expect(await found()).toMatchObject([{ id, returnNumber, state: 'asked' }]);
  const pieces = async () => (await staff('GET', `/api/goods-back/scan?code=${returnNumber}`)).json.data.items;
  expect(await pieces()).toMatchObject([{ quantity: 3, out: 3, askedBack: 0 }]);
  await decide(id, 'approval', { outcome: 'store_credit' });
  expect(await pieces()).toMatchObject([{ quantity: 3, out: 3, askedBack: 1 }]);
  expect((await staff('GET', `/api/returns/${id}`)).json.data.toPay).toBeGreaterThan(0);
  await decide(id, 'refusal', { reason: 'It was worn' });
  expect((await staff('GET', `/api/returns/${id}`)).json.data).toMatchObject({ state: 'declined', refund: 0, toPay: 0 });
  expect(await pieces()).toMatchObject([{ quantity: 3, out: 3, askedBack: 0 }]);
});
