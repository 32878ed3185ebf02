import { expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

interface Placed {
  id: string;
  orderNumber: string;
  pageKey: string;
}

async function placeOrder(changes: Record<string, unknown> = {}): Promise<Placed> {
  return (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, changes) })).json.data;
}

const linkOf = ({ orderNumber, pageKey }: Placed) => ({ orderNumber, key: pageKey });

const quote = (order: Placed, items: object[] = [line]) =>
  shop.call('POST', '/api/order-page/items/quote', { body: { ...linkOf(order), items } });
const add = (order: Placed, totalSeen: number, { items = [line] as object[], key = '' } = {}) =>
  shop.call('POST', '/api/order-page/items', {
    body: { ...linkOf(order), items, totalSeen },
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });

test('with the link of an order pieces are added to it at the total that was quoted, and its page shows them', async () => {
  const order = await placeOrder();
  const quoted = (await quote(order)).json.data;
  expect(quoted).toMatchObject({ before: { total: 2050 }, after: { subtotal: 3700, shipping: 0, total: 3700 } });
  const { status, json } = await add(order, 3700);
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    after: quoted.after,
    page: {
      orderNumber: order.orderNumber,
      totalAmount: 3700,
      items: [{ productName: RING.name, quantity: 2 }],
      customerName: 'A••• K•••',
    },
  });
  expect(JSON.stringify(json)).not.toContain(order.pageKey);

  const found = (await staff('GET', `/api/orders/${order.id}`)).json.data;
  expect(found).toMatchObject({ totalAmount: 3700, piecesAddedAt: expect.any(String) });
  const timeline = (await staff('GET', `/api/orders/${order.id}/timeline`)).json.data;
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'items', note: 'Added by the customer', actorName: null }));
});

test('the same press sent twice adds once, and another one under its key is refused', async () => {
  const order = await placeOrder();
  const key = `add-${order.id}`;
  const [first, again] = [await add(order, 3700, { key }), await add(order, 3700, { key })];
  expect(again.json.data).toEqual(first.json.data);
  expect((await add(order, 3700, { key, items: [{ ...line, quantity: 2 }] })).json).toMatchObject({
    code: 'idempotency_mismatch',
  });
  expect((await staff('GET', `/api/orders/${order.id}`)).json.data.totalAmount).toBe(3700);
});

test('another total than the one shown is refused with the new one', async () => {
  const order = await placeOrder();
  const { status, json } = await add(order, 3000);
  expect([status, json.code, json.details]).toEqual([409, 'price_changed', { total: 3700 }]);
});

test('a packed order takes nothing more, and says so', async () => {
  const order = await placeOrder();
  await staff('POST', '/api/shipments', { orderId: order.id });
  for (const refused of [await quote(order), await add(order, 3700)]) {
    expect([refused.status, refused.json.code]).toEqual([409, 'order_packed']);
    expect(refused.json.message).toContain('packed already');
  }
});

test('a guessed key, no pieces and a missing choice are refused', async () => {
  const order = await placeOrder();
  expect((await quote({ ...order, pageKey: 'guessed' })).status).toBe(404);
  expect((await quote(order, [])).json.errors[0].path).toBe('items');
  expect((await add(order, Number.NaN)).json.errors[0].path).toBe('totalSeen');
});
