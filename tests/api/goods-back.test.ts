import { beforeAll, describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

/** An order of two rings and a pendant whose parcel is with the courier. */
async function sent(trackingNumber = '') {
  const lines = [
    { productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size },
    { productId: PENDANT.id, quantity: 1 },
  ];
  const placed = (await staff('POST', '/api/orders/by-staff', { ...orderFor(lines, 5050), source: 'phone', repeat: true })).json
    .data;
  const parcel = (await staff('POST', '/api/shipments', { orderId: placed.id, trackingNumber })).json.data;
  await staff('PUT', `/api/shipments/${parcel.id}/status`, { status: 'in_transit' });
  const [rings, pendant] = (await staff('GET', `/api/orders/${placed.id}`)).json.data.items;
  return { order: placed, parcel, rings: rings.id as string, pendant: pendant.id as string };
}

const receive = (orderId: string, pieces: object[], more: object = {}) =>
  staff('POST', '/api/goods-back', { key: crypto.randomUUID(), orderId, pieces, ...more });
const scan = (code: string) => staff('GET', `/api/goods-back/scan?code=${encodeURIComponent(code)}`);
const orderOf = async (id: string) => (await staff('GET', `/api/orders/${id}`)).json.data;
const stockOf = async (id: string): Promise<number> => (await shop.call('GET', `/api/products/${id}`)).json.data.stockQuantity;

beforeAll(async () => {
  for (const productId of [RING.id, PENDANT.id])
    await staff('POST', '/api/stock-history/adjust', { productId, quantity: 200, transactionType: 'purchase' });
});

describe('what was sent is found by', () => {
  test('the parcel’s number, its tracking number in any spelling, and the order’s number', async () => {
    const { order, parcel } = await sent('LP 8842-71');
    for (const code of [parcel.shipmentNumber, 'lp8842-71', ` ${order.orderNumber} `, order.orderNumber.replace('ORD-', '')]) {
      const { json } = await scan(code);
      expect(json.data).toMatchObject({
        order: { orderNumber: order.orderNumber, status: 'shipped' },
        items: [
          { quantity: 2, out: 2, restocked: 0 },
          { quantity: 1, out: 1, restocked: 0 },
        ],
        goodsBack: [],
      });
    }
    expect((await scan(parcel.shipmentNumber)).json.data.shipmentId).toBe(parcel.id);
    expect((await scan(order.orderNumber)).json.data.shipmentId).toBeNull();
  });

  test('nothing else', async () => {
    const { status, json } = await scan('8900000000017');
    expect([status, json.code]).toEqual([404, 'nothing_scanned']);
  });
});

describe('a parcel that arrives back', () => {
  test('is received piece by piece, whatever the courier says of it, and its order is cancelled', async () => {
    const { order, parcel, rings, pendant } = await sent();
    const before = [await stockOf(RING.id), await stockOf(PENDANT.id)];
    const { status, json } = await receive(
      order.id,
      [
        { itemId: rings, quantity: 1, disposition: 'restocked' },
        { itemId: rings, quantity: 1, disposition: 'damaged' },
        { itemId: pendant, quantity: 1, disposition: 'to_inspect' },
      ],
      { shipmentId: parcel.id, notes: 'Box was open' },
    );
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      order: { status: 'cancelled' },
      shipments: [{ status: 'returned', receivedAt: expect.stringMatching(/Z$/) }],
      items: [
        { out: 0, restocked: 1, damaged: 1, toInspect: 0, missing: 0 },
        { out: 0, restocked: 0, toInspect: 1 },
      ],
    });
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });

  test('waits for the rest until it is said to be complete', async () => {
    const { order, rings } = await sent();
    const first = await receive(order.id, [{ itemId: rings, quantity: 1, disposition: 'restocked' }]);
    expect(first.json.data).toMatchObject({
      order: { status: 'cancelled' },
      shipments: [{ status: 'returned', receivedAt: null }],
    });
    const { json: work } = await staff('GET', '/api/goods-back/work');
    expect(work.data.awaited).toContainEqual(expect.objectContaining({ orderId: order.id, pieces: 2 }));
    const last = await receive(order.id, [{ itemId: rings, quantity: 1, disposition: 'missing' }], { isComplete: true });
    expect(last.json.data.shipments[0].receivedAt).not.toBeNull();
  });

  test('is never more than was sent, and a repeated call changes nothing', async () => {
    const { order, rings, pendant } = await sent();
    const refused = await receive(order.id, [
      { itemId: rings, quantity: 2, disposition: 'restocked' },
      { itemId: rings, quantity: 1, disposition: 'damaged' },
      { itemId: (await sent()).pendant, quantity: 1, disposition: 'restocked' },
    ]);
    expect(refused.json.errors).toEqual([
      { path: 'pieces.1.quantity', message: 'Only 2 are out' },
      { path: 'pieces.2.itemId', message: 'This line is not in the order' },
    ]);
    expect((await orderOf(order.id)).status).toBe('shipped');
    const body = {
      key: crypto.randomUUID(),
      orderId: order.id,
      pieces: [{ itemId: pendant, quantity: 1, disposition: 'restocked' }],
    };
    const stock = await stockOf(PENDANT.id);
    const [one, again] = [await staff('POST', '/api/goods-back', body), await staff('POST', '/api/goods-back', body)];
    expect([again.status, again.json]).toEqual([one.status, one.json]);
    expect(await stockOf(PENDANT.id)).toBe(stock + 1);
  });

  test('is nothing that was packed and never left', async () => {
    const { order, parcel, rings } = await sent();
    await staff('PUT', `/api/shipments/${parcel.id}/status`, { status: 'preparing' });
    const { json } = await receive(order.id, [{ itemId: rings, quantity: 1, disposition: 'restocked' }]);
    expect(json.code).toBe('nothing_came_back');
  });

  test('is received by the packer, who may cancel no order', async () => {
    const token = await signInAs(shop, 'packer');
    const { order, parcel, rings, pendant } = await sent();
    const refused = await shop.call('PUT', `/api/orders/${order.id}/status`, {
      token,
      body: { status: 'cancelled' },
    });
    expect(refused.status).toBe(403);
    const pieces = [rings, rings, pendant].map((itemId) => ({ itemId, quantity: 1, disposition: 'restocked' }));
    const answer = await shop.call('POST', '/api/goods-back', {
      token,
      body: { key: crypto.randomUUID(), orderId: order.id, shipmentId: parcel.id, pieces },
    });
    expect(answer.status).toBe(200);
    expect((await orderOf(order.id)).status).toBe('cancelled');
  });
});

describe('an order that is cancelled', () => {
  test('puts its pieces back at once while they are in the shop', async () => {
    const { order, parcel } = await sent();
    await staff('PUT', `/api/shipments/${parcel.id}/status`, { status: 'preparing' });
    const stock = await stockOf(RING.id);
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' });
    expect(await stockOf(RING.id)).toBe(stock + 2);
  });

  test('awaits them when they have left, and takes none anew when it is taken up again', async () => {
    const { order, rings } = await sent();
    const stock = await stockOf(RING.id);
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' });
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'delivered', cashWith: 'us' });
    expect(await stockOf(RING.id)).toBe(stock);
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' });
    expect(await stockOf(RING.id)).toBe(stock);
    await receive(order.id, [{ itemId: rings, quantity: 2, disposition: 'restocked' }]);
    expect(await stockOf(RING.id)).toBe(stock + 2);
  });

  test('has them back when it is deleted, as if it had never been', async () => {
    const { order } = await sent();
    const stock = await stockOf(RING.id);
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' });
    await staff('DELETE', `/api/orders/${order.id}`);
    expect(await stockOf(RING.id)).toBe(stock + 2);
  });
});

test('pieces to inspect become stock or not, each once', async () => {
  const { order, rings } = await sent();
  const { json } = await receive(order.id, [{ itemId: rings, quantity: 2, disposition: 'to_inspect' }]);
  const [{ id }] = json.data.goodsBack;
  const stock = await stockOf(RING.id);
  const inspect = (disposition: string, quantity = 1, key = crypto.randomUUID()) =>
    staff('POST', `/api/goods-back/${id}/inspection`, { key, quantity, disposition });
  const { json: work } = await staff('GET', '/api/goods-back/work');
  expect(work.data.toInspect).toContainEqual(expect.objectContaining({ id, quantity: 2 }));
  const key = crypto.randomUUID();
  for (let press = 0; press < 2; press++) expect((await inspect('restocked', 1, key)).status).toBe(200);
  expect((await inspect('damaged', 2)).json.code).toBe('inspected_meanwhile');
  expect((await inspect('damaged')).json.data.items[0]).toMatchObject({ restocked: 1, damaged: 1, toInspect: 0 });
  expect((await inspect('restocked')).json.message).toBe('These pieces were inspected already');
  expect(await stockOf(RING.id)).toBe(stock + 1);
});
