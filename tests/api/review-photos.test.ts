import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderFor } from '#tests/setup/samples/products.ts';
import { promisedPng } from '#tests/setup/samples/promised-png.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { call, staff, rows } = shop;

const withPlace = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#a02040' } })
  .withExif({ IFD0: { Copyright: 'Hira' }, IFD3: { GPSLatitude: '31/1 31/1 0/1' } })
  .jpeg()
  .toBuffer();
const jpeg = new Blob([new Uint8Array(withPlace)]);

const upload = (file: Blob) => {
  const form = new FormData();
  form.append('file', file, 'me.jpg');
  return call('POST', '/api/upload/review-photo', { body: form });
};
const uploaded = async () => (await upload(jpeg)).json.data.id as string;

let productId: string;
beforeEach(async () => {
  const body = { name: 'Pearl Studs', price: 500, category: 'earrings', images: ['/media/a.webp'], stockQuantity: 5 };
  productId = (await staff('POST', '/api/products', body)).json.data.id;
});

const write = (photos: string[], more: object = {}) =>
  call('POST', `/api/products/${productId}/reviews`, {
    body: { userName: 'Hira', rating: 5, comment: 'Hm', photos, ...more },
  });
const shown = async () => (await call('GET', `/api/products/${productId}/reviews`)).json.data;
const seenByStaff = async (id: string) =>
  (await staff('GET', '/api/reviews')).json.data.find((review: { id: string }) => review.id === id);
const decide = (id: string, isPublished: boolean) => staff('PUT', `/api/reviews/${id}/visibility`, { isPublished });
const isStored = async (address: string) => {
  await shop.idle();
  return (await fetch(address)).ok;
};
const storedUnder = async (id: string) => (await rows(`select name, address from review_photos where id = '${id}'`))[0] as any;

describe('a review with photos', () => {
  test('waits for staff, also that of a buyer; approved, it is shown with them, in the order in which they were sent', async () => {
    const order = orderFor([{ productId, quantity: 1 }], 700, { customerEmail: 'hira@example.com' });
    const { json } = await call('POST', '/api/orders', { body: order });
    await rows(`update orders set status = 'delivered' where id = '${json.data.id}'`);

    const ids = [await uploaded(), await uploaded()];
    const { review } = (await write(ids.toReversed(), { contact: 'hira@example.com' })).json.data;
    expect(review).toMatchObject({ awaitsStaff: true, boughtHere: true });
    expect(await shown()).toEqual([]);
    const { photos } = await seenByStaff(review.id);
    expect(photos.map(({ id, isShown }: any) => [id, isShown])).toEqual(ids.toReversed().map((id) => [id, true]));

    await decide(review.id, true);
    expect((await shown())[0].photos).toEqual(photos.map(({ id, address }: any) => ({ id, address })));
    await decide(review.id, false);
    expect(await shown()).toEqual([]);
  });

  test('keeps those that staff hid from everybody else, and loses those that they removed, with the file', async () => {
    const ids = [await uploaded(), await uploaded()];
    const { id } = (await write(ids)).json.data.review;
    await decide(id, true);
    const [first, second] = (await shown())[0].photos;
    const hide = (isShown: boolean) => staff('PUT', `/api/reviews/${id}/photos/${first.id}/visibility`, { isShown });
    expect((await hide(false)).json.data.photos).toEqual([second]);
    expect((await seenByStaff(id)).photos).toMatchObject([{ isShown: false }, { isShown: true }]);
    expect((await hide(true)).json.data.photos).toEqual([first, second]);

    expect(await isStored(first.address)).toBe(true);
    const { json } = await staff('DELETE', `/api/reviews/${id}/photos/${first.id}`);
    expect(json.data.photos).toEqual([second]);
    expect([await isStored(first.address), await isStored(second.address)]).toEqual([false, true]);
    expect(await storedUnder(first.id)).toBeUndefined();
    expect((await staff('DELETE', `/api/reviews/${id}/photos/${first.id}`)).json.code).toBe('photo_not_found');
  });

  test('takes them along when its author deletes it', async () => {
    const photo = await uploaded();
    const { address } = await storedUnder(photo);
    const { review, editToken } = (await write([photo])).json.data;
    await call('DELETE', `/api/reviews/${review.id}`, { headers: { 'X-Edit-Token': editToken } });
    expect(await isStored(address)).toBe(false);
    expect(await rows(`select 1 from review_photos where id = '${photo}'`)).toEqual([]);
  });

  test('is refused at the field for a photo that was never there, that another review has, twice the same, or a fourth', async () => {
    const [one, two, three, four] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
    const taken = await uploaded();
    await write([taken]);
    for (const photos of [['0'.repeat(32)], [taken], [one, one], [one, two, three, four]]) {
      const { status, json } = await write(photos);
      expect([status, json.errors[0].path]).toEqual([422, 'photos']);
    }
    expect((await write([one, two, three])).status).toBe(201);
  });
});

describe('a photo for a review', () => {
  test('is drawn anew: smaller, upright and without what a camera writes into it', async () => {
    expect((await sharp(withPlace).metadata()).exif).toBeDefined();
    const { address } = await storedUnder(await uploaded());
    const stored = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 1_600, height: 800 });
    expect([stored.exif, stored.xmp, stored.iptc]).toEqual([undefined, undefined, undefined]);
  });

  test('has an address that nobody is told who sends it, and that no id leads to', async () => {
    const { status, json } = await upload(jpeg);
    expect([status, json.data]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    const { name } = await storedUnder(json.data.id);
    expect(name).not.toContain(json.data.id);
  });

  test('is refused when it is no photo, or more than a phone takes, and nothing is stored', async () => {
    const stored = async () => (await rows('select count(*)::int as count from storage.objects'))[0];
    const before = await stored();
    const page = new Blob(['<script>alert(1)</script>'], { type: 'image/jpeg' });
    expect((await upload(page)).json.code).toBe('unsupported_photo');
    expect((await upload(await promisedPng({ width: 5_000, height: 3_300 }))).json.code).toBe('photo_too_large');
    expect(await stored()).toEqual(before);
  });

  test('goes with housekeeping when no review came within a day', async () => {
    const [late, fresh] = [await uploaded(), await uploaded()];
    const { address } = await storedUnder(late);
    await rows(`update review_photos set kept_until = now() - interval '1 second' where id = '${late}'`);
    expect((await write([late])).status).toBe(422);
    await shop.runScheduled('housekeeping');
    expect(await isStored(address)).toBe(false);
    expect([await storedUnder(late), await storedUnder(fresh)]).toEqual([undefined, expect.anything()]);
  });
});
