import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { call, staff, rows } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

interface Placed {
  id: string;
  orderNumber: string;
  pageKey: string;
}

let people = 0;
async function newOrder(): Promise<Placed> {
  const body = orderFor([line], 2050, { customerPhone: `0304 ${String(++people).padStart(7, '0')}` });
  return (await call('POST', '/api/orders', { body })).json.data;
}

const linkOf = ({ orderNumber, pageKey }: Placed) => ({ orderNumber, key: pageKey });
const ask = ({ id }: Placed, body: object = { basis: 'sum', amount: 500 }) => staff('PUT', `/api/advances/${id}`, body);
const advanceOf = async ({ id }: Placed) => (await staff('GET', `/api/advances/${id}`)).json.data;
const pageOf = async (order: Placed) => (await call('POST', '/api/order-page', { body: linkOf(order) })).json.data;
const send = (order: Placed, transfer: object) =>
  call('POST', '/api/order-page/transfer', { body: { ...linkOf(order), ...transfer } });
const errorsOf = ({ json }: { json: { errors?: { path: string; message: string }[] } }) =>
  json.errors?.map(({ path, message }) => `${path}: ${message}`);

async function asked(): Promise<Placed> {
  const order = await newOrder();
  await ask(order);
  return order;
}

const screenshot = await sharp({ create: { width: 1_080, height: 2_340, channels: 3, background: '#0a7040' } })
  .withExif({ IFD0: { Copyright: 'Hira' }, IFD3: { GPSLatitude: '31/1 31/1 0/1' } })
  .jpeg()
  .toBuffer();

const upload = (order: Placed, bytes: Uint8Array | string = new Uint8Array(screenshot), name = 'receipt.jpg') => {
  const body = new FormData();
  for (const [field, value] of Object.entries(linkOf(order))) body.append(field, value);
  body.append('file', new Blob([bytes as BlobPart]), name);
  return call('POST', '/api/upload/transfer-photo', { body });
};

test('an order of which nothing is asked says nothing of an advance', async () => {
  const order = await newOrder();
  expect(await pageOf(order)).not.toHaveProperty('advance');
  expect(await advanceOf(order)).toMatchObject({ due: 2050, advance: 0, mayAsk: true, request: null, transfers: [] });
});

test('the page says what is asked and until when, takes the transfer, and says what became of it', async () => {
  const order = await newOrder();
  expect((await ask(order, { basis: 'sum', amount: 500, reason: 'As agreed on the phone' })).json.data).toMatchObject({
    request: { basis: 'sum', amount: 500, missing: 500, reason: 'As agreed on the phone', by: 'sana' },
  });
  const { advance } = await pageOf(order);
  expect(advance).toMatchObject({ isAsked: true, missing: 500, received: 0, reason: 'As agreed on the phone', transfers: [] });
  expect(Date.parse(advance.dueAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);

  const { status, json } = await send(order, { reference: ' FT-2611 0042 ' });
  expect([status, json.data.advance.transfers]).toMatchObject([
    200,
    [{ reference: 'FT-2611 0042', state: 'sent', hasPhoto: false }],
  ]);
  const [{ id }] = (await advanceOf(order)).transfers;
  await staff('POST', `/api/advances/${order.id}/transfers/${id}/rejection`, { reason: 'Not in our account yet' });
  expect((await pageOf(order)).advance.transfers).toMatchObject([{ state: 'rejected', because: 'Not in our account yet' }]);

  const seen = { transferId: id, amount: 500, method: 'raast', reference: 'FT26110042' };
  expect((await staff('POST', `/api/advances/${order.id}/transfers`, seen)).json.data).toMatchObject({
    due: 1550,
    advance: 500,
    request: { missing: 0 },
    transfers: [{ state: 'received', amount: 500, method: 'raast' }],
  });
  const page = await pageOf(order);
  expect(page.advance).toMatchObject({ missing: 0, received: 500, transfers: [{ state: 'received', amount: 500, because: '' }] });
  expect(page.paid).toMatchObject({ advance: 500, due: 1550 });
  const { json: back } = await staff('POST', `/api/advances/${order.id}/transfers/${id}/taken-back`, {
    reason: 'Of another order',
  });
  expect(back.data).toMatchObject({ due: 2050, advance: 0, request: { missing: 500 } });
});

test('the lists of work have the orders whose transfer waits and whose advance is late', async () => {
  const [late, waits] = [await asked(), await asked()];
  await rows(`update advance_requests set due_at = now() - interval '1 hour'`);
  await send(waits, { reference: 'to check' });
  const numbersOf = async (work: string) =>
    (await staff('GET', `/api/orders?work=${work}`)).json.data.map(({ orderNumber }: Placed) => orderNumber);
  expect(await numbersOf('advance_late')).toContain(late.orderNumber);
  expect(await numbersOf('advance_late')).not.toContain(waits.orderNumber);
  expect(await numbersOf('to_check')).toEqual([waits.orderNumber]);
  const { work } = (await staff('GET', '/api/orders/stats')).json.data;
  expect(work).toContainEqual({ work: 'to_check', orders: 1 });
});

describe('the photo of a receipt', () => {
  test('is drawn anew without metadata, lies where no visitor reads, and only staff see it', async () => {
    const order = await asked();
    const { status, json } = await upload(order);
    expect([status, json.data]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    const { id } = json.data;
    expect((await staff('GET', `/api/advances/transfer-photos/${id}`)).json.code).toBe('photo_not_found');
    await send(order, { photoId: id });
    expect((await pageOf(order)).advance.transfers).toMatchObject([{ hasPhoto: true, reference: '', state: 'sent' }]);

    const { photo } = (await staff('GET', `/api/advances/transfer-photos/${id}`)).json.data;
    const bytes = Buffer.from(photo.replace('data:image/webp;base64,', ''), 'base64');
    const drawn = await sharp(bytes).metadata();
    expect([drawn.format, drawn.height, drawn.exif]).toEqual(['webp', 1_600, undefined]);
    expect((await call('GET', `/api/advances/transfer-photos/${id}`)).status).toBe(401);
    const [{ name }] = await rows(`select name from transfer_photos where id = '${id}'`);
    for (const path of ['public/transfer-photos', 'transfer-photos', 'authenticated/transfer-photos']) {
      expect((await fetch(new URL(`/storage/v1/object/${path}/${name}`, shop.supabase.url))).ok).toBe(false);
    }
  });

  test('sent for two orders stands beside the other', async () => {
    const [one, other] = [await asked(), await asked()];
    for (const order of [one, other]) await send(order, { photoId: (await upload(order)).json.data.id });
    const [{ samePhoto }] = (await advanceOf(other)).transfers;
    expect(samePhoto).toContainEqual(expect.objectContaining({ orderNumber: one.orderNumber, state: 'sent' }));
  });

  test.each([
    ['a PDF', '%PDF-1.7 receipt', 'unsupported_photo'],
    ['a text', 'I have paid, really', 'unsupported_photo'],
    ['nothing', '', 'unsupported_photo'],
    ['a broken photo', new Uint8Array(screenshot.subarray(0, 300)), 'photo_unreadable'],
  ])('refuses %s', async (_, bytes, code) => {
    const order = await asked();
    const { status, json } = await upload(order, bytes);
    expect([json.code, status < 500]).toEqual([code, true]);
    expect(await rows(`select id from transfer_photos where order_id = '${order.id}'`)).toEqual([]);
  });

  test('needs the link of an order that an advance is asked of', async () => {
    const order = await newOrder();
    expect((await upload(order)).json.code).toBe('advance_not_asked');
    expect((await upload({ ...order, pageKey: 'x'.repeat(24) })).json.code).toBe('order_page_not_found');
  });
});

test('the checkout asks all of it in advance only where the owner offers that; the answer and the mail say where to pay', async () => {
  const place = (changes: object) => {
    const body = orderFor([line], 2050, { customerPhone: `0304 ${String(++people).padStart(7, '0')}`, ...changes });
    return call('POST', '/api/orders', { body });
  };
  const refused = await place({ payByTransfer: true });
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    ['payByTransfer: Bank transfer is not offered any more. Please choose cash on delivery.'],
  ]);
  const { status } = await staff('PUT', '/api/settings', { payment: { transfer: 'beside_cash' } });
  expect(status).toBe(200);
  const { json } = await place({ payByTransfer: true, customerEmail: 'pays.now@example.com' });
  expect(json.data).toMatchObject({ totalAmount: 2050, paymentMethod: 'cash_on_delivery', advanceMissing: 2050 });
  expect((await pageOf(json.data)).advance).toMatchObject({ isAsked: true, missing: 2050 });
  const [{ payload }] = await rows(`select payload from mail_outbox where recipient = 'pays.now@example.com'`);
  expect(payload).toMatchObject({ advance_missing: 2050 });

  const cash = (await place({})).json.data;
  expect(cash).not.toHaveProperty('advanceMissing');
  expect(await pageOf(cash)).not.toHaveProperty('advance');
});

describe('bad input', () => {
  test.each([
    [{ basis: 'sum', amount: 0 }, 'amount: At least 1'],
    [{ basis: 'sum', amount: -5 }, 'amount: Not below 0'],
    [{ basis: 'sum', amount: 1.005 }, 'amount: At most two decimals'],
    [{ basis: 'sum', amount: 2051 }, 'amount: At most what is due: Rs 2,050'],
    [{ basis: 'sum' }, 'amount: Enter an amount'],
    [{ basis: 'share' }, 'percent: Enter a share'],
    [{ basis: 'share', percent: 101 }, 'percent: At most 100'],
    [{ basis: 'all', hours: 0 }, 'hours: At least 1'],
    [{ basis: 'all', hours: 1e9 }, 'hours: At most 240'],
    [{ basis: 'all', reason: 'x'.repeat(301) }, 'reason: At most 300 characters'],
  ])('asking %j is refused at its field', async (body, complaint) => {
    const order = await newOrder();
    const answer = await ask(order, body);
    expect([answer.status, errorsOf(answer)]).toEqual([422, expect.arrayContaining([complaint])]);
    expect((await advanceOf(order)).request).toBeNull();
  });

  test.each([
    [{ amount: 0 }, 'amount: More than 0'],
    [{ amount: -1 }, 'amount: Not below 0'],
    [{ amount: 10.001 }, 'amount: At most two decimals'],
    [{ amount: 2051 }, 'amount: More than the Rs 2,050 that are due. Say so, if it really arrived.'],
    [{ amount: 500, reference: 'x'.repeat(500) }, 'reference: At most 60 characters'],
    [{ amount: 500, transferId: 'x' }, 'transferId: Not a valid id'],
  ])('booking %j is refused at its field, and nothing is booked', async (body, complaint) => {
    const order = await asked();
    const answer = await staff('POST', `/api/advances/${order.id}/transfers`, body);
    expect([answer.status, errorsOf(answer)]).toEqual([422, expect.arrayContaining([complaint])]);
    expect(await advanceOf(order)).toMatchObject({ advance: 0, transfers: [] });
  });

  test.each([
    [{}, 'reference: Enter the transaction number, or add a photo of the receipt'],
    [{ reference: '1'.repeat(500) }, 'reference: At most 60 characters'],
    [{ photoId: 'me.jpg' }, 'photoId: Not a valid id'],
    [{ photoId: 'a'.repeat(32) }, 'photo: The photo was not kept. Please add it again.'],
  ])('sending %j is refused at its field', async (transfer, complaint) => {
    const answer = await send(await asked(), transfer);
    expect([answer.status, errorsOf(answer)]).toEqual([422, [complaint]]);
  });
});
