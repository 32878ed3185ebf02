import { describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const placeOrder = async (items: Parameters<typeof orderFor>[0] = [line], total = 2050) =>
  (await shop.call('POST', '/api/orders', { body: orderFor(items, total) })).json.data;
const stockOf = async (id: string): Promise<number> =>
  (await shop.rows(`select stock_quantity as stock from products where id = '${id}'`))[0].stock;

describe('a status for many orders', () => {
  test('is set where it is allowed; the others are reported with the reason and do not change', async () => {
    const orders = [await placeOrder(), await placeOrder(), await placeOrder()];
    const [first, edited, gone] = orders;
    const seen = orders.map(({ id, updatedAt }) => ({ id, updatedAt }));
    const newer = (await staff('PUT', `/api/orders/${edited.id}/status`, { status: 'shipped' })).json.data;
    await staff('DELETE', `/api/orders/${gone.id}`);

    const { status, json } = await staff('PUT', '/api/orders/status', { orders: seen, status: 'processing' });
    expect(status).toBe(200);
    expect(json.data).toMatchObject([
      { id: first.id, order: { id: first.id, status: 'processing' }, refusal: null },
      {
        id: edited.id,
        order: null,
        refusal: { code: 'edited_meanwhile', details: { status: 'shipped', updatedAt: newer.updatedAt } },
      },
      { id: gone.id, order: null, refusal: { code: 'order_not_found', message: 'Order not found' } },
    ]);
    expect((await staff('GET', `/api/orders/${edited.id}`)).json.data.status).toBe('shipped');
  });

  test('moves stock once for each, and not for those that already have it', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => placeOrder()));
    const before = await stockOf(RING.id);
    const cancel = () => staff('PUT', '/api/orders/status', { orders: orders.map(({ id }) => ({ id })), status: 'cancelled' });
    await cancel();
    await cancel();
    expect(await stockOf(RING.id)).toBe(before + 3);
  });

  test('that reopens more orders than there is stock for stops at the last that fits', async () => {
    const all = await placeOrder([{ productId: PENDANT.id, quantity: PENDANT.stock }], PENDANT.price * PENDANT.stock);
    await staff('PUT', `/api/orders/${all.id}/status`, { status: 'cancelled' });
    const some = await placeOrder([{ productId: PENDANT.id, quantity: PENDANT.stock }], PENDANT.price * PENDANT.stock);
    const { json } = await staff('PUT', '/api/orders/status', {
      orders: [{ id: all.id }, { id: some.id }],
      status: 'processing',
    });
    expect(json.data.map(({ refusal }: any) => refusal?.code)).toEqual(['not_enough_stock', undefined]);
    expect(await stockOf(PENDANT.id)).toBe(0);
  });

  test('asks with whom the cash is of those that are delivered without a parcel, and takes one answer for all', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()];
    const deliver = (answer: object = {}) =>
      staff('PUT', '/api/orders/status', { orders: [{ id: first.id }, { id: second.id }], status: 'delivered', ...answer });
    const refusals = (await deliver()).json.data.map(({ refusal }: any) => refusal);
    for (const [place, { orderNumber }] of [first, second].entries())
      expect(refusals[place]).toMatchObject({
        code: 'validation_failed',
        details: { errors: [{ path: 'cashWith', message: expect.stringContaining(orderNumber) }] },
      });
    const alone = await staff('PUT', `/api/orders/${first.id}/status`, { status: 'delivered' });
    expect([alone.status, alone.json.errors]).toMatchObject([422, [{ path: 'cashWith' }]]);
    const { json } = await deliver({ cashWith: 'nobody' });
    expect(json.data).toMatchObject(
      [1, 2].map(() => ({ order: { status: 'delivered', paymentStatus: 'pending', paid: { due: 2050 } } })),
    );
    expect((await deliver({ cashWith: 'us' })).json.data).toMatchObject([1, 2].map(() => ({ order: { paymentStatus: 'paid' } })));
  });

  test('takes each order once, and a hundred at most', async () => {
    const { id } = await placeOrder();
    const twice = await staff('PUT', '/api/orders/status', { orders: [{ id }, { id }], status: 'shipped' });
    expect([twice.status, twice.json.errors]).toEqual([422, [{ path: 'orders', message: 'Each order once' }]]);
    const many = Array.from({ length: 101 }, (_, n) => ({ id: n.toString(16).padStart(24, '0') }));
    expect((await staff('PUT', '/api/orders/status', { orders: many, status: 'shipped' })).json.errors).toEqual([
      { path: 'orders', message: 'At most 100 at once' },
    ]);
  });
});

describe('shipments for many orders', () => {
  test('are created for each order without one, and the orders then list them', async () => {
    const [first, sent, cancelled] = [await placeOrder(), await placeOrder(), await placeOrder()];
    const before = (await staff('POST', '/api/shipments', { orderId: sent.id })).json.data;
    await staff('PUT', `/api/orders/${cancelled.id}/status`, { status: 'cancelled' });

    const begun = [first, sent, cancelled].map(({ id }, n) => ({ orderId: id, carrier: 'TCS', trackingNumber: `TCS77100${n}` }));
    const { json } = await staff('POST', '/api/shipments/many', { shipments: begun });
    expect(json.data).toMatchObject([
      { orderId: first.id, shipment: { carrier: 'TCS', trackingNumber: 'TCS771000', status: 'preparing' }, refusal: null },
      {
        orderId: sent.id,
        shipment: null,
        refusal: { code: 'shipment_exists', message: `It already has a shipment: ${before.shipmentNumber}` },
      },
      { orderId: cancelled.id, shipment: null, refusal: { code: 'order_cancelled' } },
    ]);

    const { shipmentNumber } = json.data[0].shipment;
    const parcel = { shipmentNumber, status: 'preparing', trackingNumber: 'TCS771000' };
    expect((await staff('GET', `/api/orders/${first.id}`)).json.data.shipments).toMatchObject([parcel]);
    expect((await staff('GET', '/api/orders?search=TCS771000')).json.data).toMatchObject([{ id: first.id, shipments: [parcel] }]);
  });

  test('are created again where the last parcel came back', async () => {
    const { id: orderId } = await placeOrder();
    const { id } = (await staff('POST', '/api/shipments', { orderId })).json.data;
    await staff('PUT', `/api/shipments/${id}/status`, { status: 'returned' });
    const { json } = await staff('POST', '/api/shipments/many', { shipments: [{ orderId }] });
    expect(json.data[0].refusal).toBeNull();
  });

  test('are handed over together, and the statuses of their orders follow', async () => {
    const orders = [await placeOrder(), await placeOrder()];
    const { json: begun } = await staff('POST', '/api/shipments/many', { shipments: orders.map(({ id }) => ({ orderId: id })) });
    const parcels = begun.data.map(({ shipment }: any) => ({ id: shipment.id, updatedAt: shipment.updatedAt }));
    const { json } = await staff('PUT', '/api/shipments/status', { shipments: parcels, status: 'shipped' });
    expect(json.data.map(({ shipment }: any) => shipment.status)).toEqual(['shipped', 'shipped']);
    for (const { id } of orders) expect((await staff('GET', `/api/orders/${id}`)).json.data.status).toBe('shipped');
  });
});
