import { expect, test } from 'vitest';
import { pressed, signedDelivery, WHATSAPP } from '#tests/setup/doubles/whatsapp-double.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** Half set up is not set up. */
const { WHATSAPP_VERIFY_TOKEN: _, ...half } = WHATSAPP;
Object.assign(process.env, half);

const shop = await staffedShop();

test('without its variables nothing of WhatsApp is reachable', async () => {
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': '', 'hub.challenge': '1' });
  const asked = await shop.call('GET', `/api/whatsapp/webhook?${query}`);
  const delivery = signedDelivery('http://shop.test', JSON.stringify(pressed('923001234567', 'confirm:1', 'wamid.1')));
  const told = await shop.call('POST', '/api/whatsapp/webhook', {
    body: await delivery.text(),
    headers: Object.fromEntries(delivery.headers),
  });
  for (const { status, json } of [asked, told]) expect([status, json.code]).toEqual([404, 'not_found']);
});

test('nor described', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json');
  expect(Object.keys(json.paths).filter((path) => path.includes('whatsapp'))).toEqual([]);
});

test('nor is any order asked about', async () => {
  const { status } = await shop.call('POST', '/api/orders', { body: orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550) });
  expect(status).toBe(201);
  expect(await shop.rows('select id from whatsapp_questions')).toEqual([]);
});
