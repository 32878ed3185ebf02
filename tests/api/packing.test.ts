import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { call, staff, rows } = shop;

interface Placed {
  id: string;
  orderNumber: string;
  pageKey: string;
}

let people = 0;
async function newOrder(quantity = 1): Promise<Placed> {
  const line = { productId: RING.id, quantity, selectedColor: RING.color, selectedSize: RING.size };
  const body = orderFor([line], 0, { customerPhone: `0305 ${String(++people).padStart(7, '0')}` });
  const sums = (await call('POST', '/api/cart/quote', { body: { items: body.items } })).json.data;
  return (await call('POST', '/api/orders', { body: { ...body, totalAmount: sums.total } })).json.data;
}

const linkOf = ({ orderNumber, pageKey }: Placed) => ({ orderNumber, key: pageKey });
const pageOf = async (order: Placed) => (await call('POST', '/api/order-page', { body: linkOf(order) })).json.data;
const packingOf = async (code: string) => (await staff('GET', `/api/packing/${encodeURIComponent(code)}`)).json.data;

let keys = 0;
async function pieceOf(order: Placed) {
  const { itemId, variantId } = (await packingOf(order.id)).lines[0];
  return { key: `phone-1.${++keys}.${order.id}`, itemId, variantId, packedAt: '2026-11-20T18:00:00+05:00' };
}

const pack = (order: Placed, pieces: object[]) => staff('POST', `/api/packing/${order.id}/pieces`, { pieces });

/** A photo as a camera makes it: full of detail, with the place where it was taken. */
const taken = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
  .resize(1_600)
  .blur(2)
  .withExif({ IFD0: { Copyright: 'Hira' }, IFD3: { GPSLatitude: '31/1 31/1 0/1' } })
  .jpeg()
  .toBuffer();

function photograph(order: Placed, key = `photo-${++keys}-of-${order.id}`, bytes: Uint8Array = new Uint8Array(taken)) {
  const body = new FormData();
  for (const [name, text] of Object.entries({ key, takenAt: '2026-11-20T18:05:00+05:00' })) body.append(name, text);
  body.append('file', new Blob([bytes as BlobPart]), 'parcel.jpg');
  return call('POST', `/api/packing/${order.id}/photos`, { body, token: shop.token });
}

test('the orders to pack are listed with their pieces and nothing of their customers, until everything is in', async () => {
  const order = await newOrder(2);
  await staff('POST', `/api/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'confirmed' });
  const listed = async () => {
    const { json } = await staff('GET', '/api/packing');
    return json.data.orders.find(({ orderId }: { orderId: string }) => orderId === order.id);
  };
  const found = await listed();
  expect(found).toMatchObject({ orderNumber: order.orderNumber, lines: [{ ordered: 2, packed: 0, sku: expect.any(String) }] });
  expect(JSON.stringify(found)).not.toMatch(/Ayesha|0305|Islamabad|House/);
  await pack(order, [await pieceOf(order)]);
  expect((await listed()).lines).toMatchObject([{ packed: 1, pieces: [{ by: 'sana' }] }]);
  await pack(order, [await pieceOf(order)]);
  expect(await listed()).toBeUndefined();
  expect((await staff('GET', `/api/orders/${order.id}/timeline`)).json.data.at(-1)).toMatchObject({
    note: 'Packed: every piece is in the parcel',
    actorName: 'sana',
  });
});

test('a packing is found by the order’s number, its parcel’s, and the courier’s in any spelling', async () => {
  const order = await newOrder();
  const { json } = await staff('POST', '/api/shipments', { orderId: order.id, trackingNumber: `LE ${order.id.slice(-6)} 7` });
  const { shipmentNumber, trackingNumber } = json.data;
  for (const code of [order.orderNumber.toLowerCase(), shipmentNumber, trackingNumber.replaceAll(' ', '').toLowerCase()])
    expect((await packingOf(code)).orderId, code).toBe(order.id);
  expect((await staff('GET', '/api/packing/ORD-0')).json.code).toBe('order_not_found');
});

test('a scan counts once however often it is sent; what is refused names its field', async () => {
  const order = await newOrder();
  const piece = await pieceOf(order);
  for (const _ of [1, 2, 3]) await pack(order, [piece]);
  expect(await packingOf(order.id)).toMatchObject({ lines: [{ packed: 1 }], surplus: [] });
  const { json } = await pack(order, [await pieceOf(order)]);
  expect(json.data).toMatchObject({ lines: [{ packed: 1 }], surplus: [{ quantity: 1, by: 'sana', isOrdered: true }] });
  for (const wrong of [{ key: 'short' }, { quantity: 0 }, { packedAt: 'yesterday' }, { itemId: '1' }]) {
    const { status, json } = await pack(order, [{ ...piece, ...wrong }]);
    expect([status, json.errors[0].path], JSON.stringify(wrong)).toEqual([422, `pieces.0.${Object.keys(wrong)[0]}`]);
  }
});

test('who packed how many pieces is in the figures of activity', async () => {
  const token = await signInAs(shop, 'packer');
  const order = await newOrder(3);
  const pieces = [await pieceOf(order), await pieceOf(order)].map((piece) => ({ ...piece, packedAt: new Date().toISOString() }));
  await call('POST', `/api/packing/${order.id}/pieces`, { body: { pieces }, token });
  const { json } = await staff('GET', '/api/audit-log/figures');
  expect(json.data.find(({ username }: { username: string }) => username === 'packer')).toMatchObject({ parcels: 1, pieces: 2 });
});

describe('a photo of the open parcel', () => {
  test('is drawn anew, small and without metadata, kept once for its key, and shown to whoever has the link of its order alone', async () => {
    const order = await newOrder();
    expect(await pageOf(order)).not.toHaveProperty('packedPhotos');
    for (const _ of [1, 2]) expect((await photograph(order, `same-photo-${order.id}`)).status).toBe(201);
    const { packedPhotos } = await pageOf(order);
    expect(packedPhotos).toHaveLength(1);
    const [{ id }] = packedPhotos;
    const ask = (of: Placed, photoId = id) => call('POST', '/api/order-page/packed-photo', { body: { ...linkOf(of), photoId } });
    const { json } = await ask(order);
    const bytes = Buffer.from(json.data.photo.replace('data:image/webp;base64,', ''), 'base64');
    const drawn = await sharp(bytes).metadata();
    expect([drawn.format, drawn.exif, drawn.width <= 1_280, bytes.length <= 80_000]).toEqual(['webp', undefined, true, true]);
    expect((await staff('GET', `/api/packing/photos/${id}`)).json.data.photo).toBe(json.data.photo);

    expect((await ask(await newOrder())).json.code).toBe('photo_not_found');
    expect((await ask({ ...order, pageKey: 'not-the-key' })).json.code).toBe('order_page_not_found');
    expect((await call('GET', `/api/packing/photos/${id}`)).status).toBe(401);
    const [{ name }] = await rows(`select name from packed_photos where id = '${id}'`);
    for (const path of ['public/parcels', 'parcels', 'authenticated/parcels'])
      expect((await fetch(new URL(`/storage/v1/object/${path}/${name}`, shop.supabase.url))).ok).toBe(false);

    await staff('DELETE', `/api/packing/${order.id}/photos/${id}`);
    expect((await ask(order)).json.code).toBe('photo_not_found');
    expect(await pageOf(order)).not.toHaveProperty('packedPhotos');
  });

  test('is a condition of dispatch where the shop says so, unless somebody with the right lets the order out', async () => {
    const rules = (await staff('GET', '/api/packing/rules')).json.data;
    await staff('PUT', '/api/packing/rules', { photoNeeded: true, updatedAt: rules.updatedAt });
    try {
      const [bare, shown] = [await newOrder(), await newOrder()];
      const ship = (order: Placed) => staff('PUT', `/api/orders/${order.id}/status`, { status: 'shipped' });
      const { json } = await ship(bare);
      expect(json).toMatchObject({ code: 'photo_needed', details: { orderId: bare.id, orderNumber: bare.orderNumber } });
      await photograph(shown);
      expect((await ship(shown)).status).toBe(200);
      await staff('POST', `/api/packing/${bare.id}/photo-waiver`, { reason: 'The phone fell' });
      expect((await ship(bare)).status).toBe(200);
      const { json: timeline } = await staff('GET', `/api/orders/${bare.id}/timeline`);
      expect(timeline.data).toContainEqual(
        expect.objectContaining({ note: 'Goes out without a photo: The phone fell', actorName: 'sana' }),
      );
    } finally {
      await staff('PUT', '/api/packing/rules', { photoNeeded: false });
    }
  });

  test.each([
    ['a PDF', new TextEncoder().encode('%PDF-1.7 parcel'), 'unsupported_photo'],
    ['a broken photo', new Uint8Array(taken.subarray(0, 300)), 'photo_unreadable'],
  ])('is not %s', async (_, bytes, code) => {
    const order = await newOrder();
    expect((await photograph(order, undefined, bytes)).json.code).toBe(code);
    expect((await packingOf(order.id)).photos).toEqual([]);
  });
});
