import { beforeAll, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const offer = (gifts: object) => staff('PUT', '/api/settings', { gifts, proof: STAFF.password });
const place = (totalAmount: number, changes: object) =>
  shop.call('POST', '/api/orders', { body: orderFor([line], totalAmount, { ...changes }) });

const GIFT = {
  recipientName: 'Zarmina Afridi',
  recipientPhone: '0321 7654321',
  isGift: true,
  giftNote: 'Eid Mubarak,\nAmmi',
  hidesPrices: true,
  wantsGiftWrap: true,
};

beforeAll(async () => {
  expect((await offer({ wrap: 'offered', price: 150 })).status).toBe(200);
});

test('a cart that is to be wrapped is quoted with it, and costs just that', async () => {
  const quote = (body: object) => shop.call('POST', '/api/cart/quote', { body: { items: [line], ...body } });
  expect((await quote({ wantsGiftWrap: true })).json.data).toMatchObject({ giftWrap: 150, shipping: 200, total: 2200 });
  const plain = (await quote({})).json.data;
  expect(plain.total).toBe(2050);
  expect(plain).not.toHaveProperty('giftWrap');

  const cheap = await place(2050, GIFT);
  expect(cheap.json).toMatchObject({ code: 'price_changed', details: { giftWrap: 150, total: 2200, delivery: { fee: 200 } } });
  expect((await place(2200, GIFT)).status).toBe(201);
});

test('a gift is an order of its customer that goes to somebody else; its page says that masked, and the mail what the wrap costs', async () => {
  const { id, orderNumber, pageKey } = (await place(2200, { ...GIFT, customerPhone: '0300 1112223' })).json.data;
  const found = (await staff('GET', `/api/orders/${id}`)).json.data;
  expect(found).toMatchObject({
    customerPhone: '+923001112223',
    recipientName: 'Zarmina Afridi',
    recipientPhone: '+923217654321',
    isGift: true,
    isWrapped: true,
    giftNote: 'Eid Mubarak,\nAmmi',
    hidesPrices: true,
    giftWrap: 150,
    totalAmount: 2200,
  });
  const page = (await shop.call('POST', '/api/order-page', { body: { orderNumber, key: pageKey } })).json.data;
  expect(page).toMatchObject({
    recipientName: 'Z••• A•••',
    recipientPhone: '0321•••••21',
    giftNote: 'Eid Mubarak,\nAmmi',
    isWrapped: true,
    giftWrap: 150,
  });
  const tracked = await shop.call('POST', '/api/orders/track', { body: { orderNumber, phone: '0300 1112223' } });
  expect(tracked.json.data).toMatchObject({ giftWrap: 150, totalAmount: 2200 });
  expect(JSON.stringify(tracked.json)).not.toMatch(/Zarmina|7654321|Ammi/);
  const stranger = await shop.call('POST', '/api/orders/track', { body: { orderNumber, phone: '0321 7654321' } });
  expect(stranger.status).toBe(404);
  expect((await staff('GET', '/api/orders?search=zarmina')).json.data).toContainEqual(expect.objectContaining({ id }));
});

test('staff correct whom it goes to and the card, and take both away; the timeline says so', async () => {
  const { id } = (await place(2200, { ...GIFT, customerPhone: '0300 1112224' })).json.data;
  const edit = async (body: object) => (await staff('PUT', `/api/orders/${id}`, body)).json;
  expect((await edit({ recipientPhone: '0333 4445556', giftNote: 'Mubarak' })).data).toMatchObject({
    recipientPhone: '+923334445556',
    giftNote: 'Mubarak',
    totalAmount: 2200,
  });
  expect((await edit({ recipientName: '', recipientPhone: '' })).data).toMatchObject({
    recipientName: null,
    recipientPhone: null,
  });
  expect((await edit({ recipientPhone: '12' })).errors).toMatchObject([{ path: 'recipientPhone' }]);
  expect((await edit({ giftNote: 'x'.repeat(201) })).errors).toMatchObject([{ path: 'giftNote' }]);
  const timeline = (await staff('GET', `/api/orders/${id}/timeline`)).json.data;
  expect(timeline).toContainEqual(
    expect.objectContaining({
      before: expect.objectContaining({ giftNote: GIFT.giftNote }),
      after: expect.objectContaining({ giftNote: 'Mubarak' }),
    }),
  );
});

test('whoever packs reads what to do for a gift', async () => {
  const { orderNumber } = (await place(2200, { ...GIFT, customerPhone: '0300 1112225' })).json.data;
  const { gift } = (await staff('GET', `/api/packing/${orderNumber}`)).json.data;
  expect(gift).toEqual({ note: GIFT.giftNote, recipientName: 'Zarmina Afridi', isWrapped: true, hidesPrices: true });
});

test('gift wrap is the owner’s to price, in whole rupees', async () => {
  expect((await offer({ wrap: 'offered', price: 99.5 })).json.errors).toMatchObject([{ path: 'gifts.price' }]);
  expect((await offer({ wrap: 'sometimes', price: 99 })).json.errors).toMatchObject([{ path: 'gifts.wrap' }]);
});
