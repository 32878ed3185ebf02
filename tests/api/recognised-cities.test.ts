import { expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

async function placeOrder(changes: object, headers: Record<string, string> = {}) {
  return (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { ...changes }), headers })).json.data;
}

test('an order keeps the city as it was typed, and beside it the one that was recognised', async () => {
  expect(await placeOrder({ city: 'khi.' })).toMatchObject({ city: 'khi.', cityKnown: 'Karachi', cityTakesCash: true });
  expect(await placeOrder({ city: 'Miran Shah' })).toMatchObject({ cityKnown: 'Miranshah', cityTakesCash: false });
  const byAddress = { city: '', customerAddress: 'مکان ۵، گلبرگ، لاہور' };
  expect(await placeOrder(byAddress)).toMatchObject({ city: '', cityKnown: 'Lahore' });
});

test('a city that is not certain stays unknown until staff correct it', async () => {
  const { id, ...order } = await placeOrder({ city: 'Pindi Saidpur' });
  expect(order).toMatchObject({ city: 'Pindi Saidpur', cityKnown: null, cityTakesCash: null });

  const corrected = await staff('PUT', `/api/orders/${id}`, { city: 'RWP' });
  expect(corrected.json.data).toMatchObject({ city: 'RWP', cityKnown: 'Rawalpindi', cityTakesCash: true });
  const renamed = await staff('PUT', `/api/orders/${id}`, { notes: 'Ring the bell' });
  expect(renamed.json.data).toMatchObject({ cityKnown: 'Rawalpindi' });
  const abroad = await staff('PUT', `/api/orders/${id}`, { country: 'in' });
  expect(abroad.json.data).toMatchObject({ cityKnown: null });
});

test('nobody can say which city is recognised', async () => {
  expect(await placeOrder({ city: 'Nowhere', cityKnown: 'Lahore', cityTakesCash: true })).toMatchObject({ cityKnown: null });
});
