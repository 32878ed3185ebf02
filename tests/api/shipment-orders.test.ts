import { beforeAll, describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const BASE = '/api/shipments';
const placeOrder = async (changes: Record<string, unknown> = {}) => {
  const lines = [
    { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size },
    { productId: PENDANT.id, quantity: 1 },
  ];
  return (await staff('POST', '/api/orders/by-staff', { ...orderFor(lines, 3200, changes), source: 'phone' })).json.data;
};
const orderOf = async (id: string) => (await staff('GET', `/api/orders/${id}`)).json.data;
const setOrder = (id: string, status: string) => staff('PUT', `/api/orders/${id}/status`, { status });
const create = async (orderId: string, changes: Record<string, unknown> = {}) =>
  (await staff('POST', BASE, { orderId, ...changes })).json.data;
const setStatus = (id: string, status: string) => staff('PUT', `${BASE}/${id}/status`, { status });

beforeAll(async () => {
  for (const productId of [RING.id, PENDANT.id])
    await staff('POST', '/api/stock-history/adjust', { productId, quantity: 100, transactionType: 'purchase' });
});

describe('the parcel of an order', () => {
  test.each([
    ['shipped', 'preparing', 'shipped'],
    ['delivered', 'preparing', 'delivered'],
    ['delivered', 'in_transit', 'delivered'],
    ['shipped', 'delivered', 'shipped'],
    ['processing', 'delivered', 'preparing'],
    ['pending', 'in_transit', 'preparing'],
  ])('moves along when the order is set to %s while it is %s', async (status, from, to) => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await setStatus(shipment.id, from);
    const { json } = await setOrder(order.id, status);
    expect(json.data).toMatchObject({ status, shipments: [{ id: shipment.id, status: to }] });
    const wasSent = from !== 'preparing' || to !== 'preparing';
    expect((await staff('GET', `${BASE}/${shipment.id}`)).json.data).toMatchObject({
      status: to,
      shippedDate: wasSent ? expect.stringMatching(/Z$/) : null,
    });
  });

  test('stays where it is when the order is set to what it says already', async () => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await setStatus(shipment.id, 'out_for_delivery');
    await setOrder(order.id, 'shipped');
    expect((await orderOf(order.id)).shipments).toMatchObject([{ status: 'out_for_delivery' }]);
  });

  test('is never left under way when its order is delivered in bulk, nor listed as late', async () => {
    const placed = [];
    for (let n = 0; n < 17; n += 1) {
      const order = await placeOrder({ customerAddress: `House ${n}, Street 9`, customerPhone: `030012399${10 + n}` });
      const shipment = await create(order.id, { estimatedDeliveryDate: '2026-01-02' });
      await setStatus(shipment.id, 'shipped');
      placed.push(order);
    }
    const { json } = await staff('PUT', '/api/orders/status', { orders: placed.map(({ id }) => ({ id })), status: 'delivered' });
    const statuses = json.data.map(({ order }: { order: { status: string; shipments: { status: string }[] } }) => [
      order.status,
      ...order.shipments.map(({ status }) => status),
    ]);
    expect(statuses).toEqual(Array.from({ length: 17 }, () => ['delivered', 'delivered']));
    const ids = placed.map(({ id }) => `'${id}'`).join();
    expect(await shop.rows(`select id from shipments where order_id in (${ids}) and status <> 'delivered'`)).toEqual([]);
    const tracked = await shop.call('POST', '/api/orders/track', {
      body: { orderNumber: placed[0].orderNumber, phone: '03001239910' },
    });
    expect(tracked.json.data).toMatchObject({ status: 'delivered', shipments: [{ status: 'delivered' }] });
  });
});

describe('the order of a shipment', () => {
  test.each(['shipped', 'in_transit', 'out_for_delivery'])('is shipped when its parcel is %s', async (status) => {
    for (const before of ['pending', 'processing']) {
      const order = await placeOrder();
      await setOrder(order.id, before);
      const shipment = await create(order.id);
      const { json } = await setStatus(shipment.id, status);
      expect(json.data).toMatchObject({ status, shippedDate: expect.stringMatching(/Z$/) });
      expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', paymentStatus: 'pending' });
    }
  });

  test('is delivered and paid when its parcel is delivered', async () => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    const { json } = await setStatus(shipment.id, 'delivered');
    // Nobody said that it was on its way, but it must have been.
    expect(json.data).toMatchObject({ status: 'delivered', shippedDate: expect.stringMatching(/Z$/) });
    expect(await orderOf(order.id)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    // Telling it again changes nothing.
    const { updatedAt } = await orderOf(order.id);
    await setStatus(shipment.id, 'delivered');
    expect((await orderOf(order.id)).updatedAt).toBe(updatedAt);
  });

  test('is left to staff when its parcel failed or came back, and is packed again when the parcel is', async () => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await setStatus(shipment.id, 'shipped');
    for (const status of ['failed', 'returned']) {
      expect((await setStatus(shipment.id, status)).status).toBe(200);
      expect((await orderOf(order.id)).status).toBe('shipped');
    }
    await setStatus(shipment.id, 'preparing');
    expect((await orderOf(order.id)).status).toBe('processing');
  });

  test.each([
    ['in_transit', 'shipped'],
    ['returned', 'shipped'],
    ['failed', 'shipped'],
    ['preparing', 'processing'],
  ])('is no longer delivered and paid when its parcel is set back to %s', async (parcel, status) => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await setStatus(shipment.id, 'delivered');
    await setStatus(shipment.id, parcel);
    expect(await orderOf(order.id)).toMatchObject({ status, paymentStatus: 'pending', shipments: [{ status: parcel }] });
  });

  test('is delivered when the last of its parcels is, those that failed aside', async () => {
    const order = await placeOrder();
    const [failed, first, second] = [await create(order.id), await create(order.id), await create(order.id)];
    await setStatus(failed.id, 'failed');
    await setStatus(first.id, 'delivered');
    expect((await orderOf(order.id)).status).toBe('shipped');
    await setStatus(second.id, 'delivered');
    expect(await orderOf(order.id)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
  });

  test('when cancelled, lets its parcel only fail or come back', async () => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await setOrder(order.id, 'cancelled');
    const [before] = await shop.rows('select count(*)::int as n from stock_history');
    for (const status of ['shipped', 'in_transit', 'out_for_delivery', 'delivered']) {
      const refused = await setStatus(shipment.id, status);
      expect(refused.status).toBe(409);
      expect(refused.json).toMatchObject({
        code: 'order_cancelled',
        message: `Order ${order.orderNumber} is cancelled: its parcel can only be set to Failed or Returned`,
      });
    }
    for (const status of ['failed', 'returned']) expect((await setStatus(shipment.id, status)).json.data.status).toBe(status);
    expect((await setStatus(shipment.id, 'preparing')).json.code).toBe('order_cancelled');
    expect((await orderOf(order.id)).status).toBe('cancelled');
    expect(await shop.rows('select count(*)::int as n from stock_history')).toEqual([before]);
  });

  test('when deleted, removes its parcels from the list and its figures', async () => {
    const listed = async () => {
      const { json } = await staff('GET', `${BASE}?limit=100`);
      return {
        numbers: json.data.map((one: { shipmentNumber: string }) => one.shipmentNumber),
        total: json.pagination.totalItems,
      };
    };
    const figures = async () => (await staff('GET', `${BASE}/stats`)).json.data;
    const order = await placeOrder();
    const shipment = await create(order.id, { shippingCost: 250 });
    const [before, beforeFigures] = [await listed(), await figures()];
    await staff('DELETE', `/api/orders/${order.id}`);

    const [after, afterFigures] = [await listed(), await figures()];
    expect(before.numbers).toContain(shipment.shipmentNumber);
    expect(after.numbers).not.toContain(shipment.shipmentNumber);
    expect(after.total).toBe(before.total - 1);
    expect(afterFigures.totalShipments).toBe(beforeFigures.totalShipments - 1);
    expect(afterFigures.totalShippingCost).toBe(beforeFigures.totalShippingCost - 250);
  });

  test('when deleted, lets its parcel only fail or come back', async () => {
    const order = await placeOrder();
    const shipment = await create(order.id);
    await staff('DELETE', `/api/orders/${order.id}`);
    const { status, json } = await setStatus(shipment.id, 'delivered');
    expect([status, json.code]).toEqual([409, 'order_deleted']);
    expect(json.message).toBe(`Order ${order.orderNumber} was deleted: its parcel can only be set to Failed or Returned`);
    expect((await setStatus(shipment.id, 'returned')).json.data).toMatchObject({
      status: 'returned',
      orderNumber: order.orderNumber,
    });
    expect(await shop.rows(`select status from orders where id = '${order.id}'`)).toEqual([{ status: 'pending' }]);
  });

  test('shows its parcels in tracking', async () => {
    const order = await placeOrder();
    await setStatus((await create(order.id, { carrier: 'Leopards', trackingNumber: 'L-1' })).id, 'in_transit');
    const { json } = await shop.call('POST', '/api/orders/track', {
      body: { orderNumber: order.orderNumber, phone: '03001234567' },
    });
    expect(json.data).toMatchObject({
      status: 'shipped',
      shipments: [{ carrier: 'Leopards', trackingNumber: 'L-1', status: 'in_transit' }],
    });
  });
});
