import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const placeOrder = async () => (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) })).json.data;
const createPurchase = async () => {
  const items = [{ productId: RING.id, productName: RING.name, quantity: 2, unitCost: 500 }];
  return (await staff('POST', '/api/purchase-orders', { supplierName: 'Karachi Beads', items })).json.data;
};
const createShipment = async () => (await staff('POST', '/api/shipments', { orderId: (await placeOrder()).id })).json.data;
const stockOf = async (id: string): Promise<number> =>
  (await shop.rows(`select stock_quantity as stock from products where id = '${id}'`))[0].stock;

describe.each([
  { resource: 'orders', create: placeOrder, first: 'cancelled', second: 'processing' },
  { resource: 'purchase-orders', create: createPurchase, first: 'received', second: 'cancelled' },
  { resource: 'shipments', create: createShipment, first: 'returned', second: 'preparing' },
])('a status change in $resource', ({ resource, create, first, second }) => {
  const setStatus = (id: string, body: Record<string, unknown>) => staff('PUT', `/api/${resource}/${id}/status`, body);

  test('from an outdated version is answered with the current record, and changes nothing', async () => {
    const seen = await create();
    const changed = (await setStatus(seen.id, { status: first, updatedAt: seen.updatedAt })).json.data;
    const shelf = await stockOf(RING.id);
    const { status, json } = await setStatus(seen.id, { status: second, updatedAt: seen.updatedAt });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'edited_meanwhile',
      details: { status: first, updatedAt: changed.updatedAt },
    });
    expect((await staff('GET', `/api/${resource}/${seen.id}`)).json.data).toEqual(changed);
    expect(await stockOf(RING.id)).toBe(shelf);

    // The version it was told of is the one to go on from.
    const again = await setStatus(seen.id, { status: second, updatedAt: json.details.updatedAt });
    expect([again.status, again.json.data.status]).toEqual([200, second]);
  });

  test('to its current status is no change, whatever the version', async () => {
    const seen = await create();
    const changed = (await setStatus(seen.id, { status: first })).json.data;
    const { status, json } = await setStatus(seen.id, { status: first, updatedAt: seen.updatedAt });
    expect([status, json.data]).toEqual([200, changed]);
  });

  test('without a version goes through', async () => {
    const seen = await create();
    await setStatus(seen.id, { status: first });
    const { status, json } = await setStatus(seen.id, { status: second });
    expect([status, json.data.status]).toEqual([200, second]);
  });
});

describe('an order with a parcel under way', () => {
  const parcelUnderWay = async () => {
    const order = await placeOrder();
    const { id, shipmentNumber } = (await staff('POST', '/api/shipments', { orderId: order.id })).json.data;
    await staff('PUT', `/api/shipments/${id}/status`, { status: 'in_transit' });
    const { updatedAt } = (await staff('GET', `/api/orders/${order.id}`)).json.data;
    return { id: order.id, shipmentNumber, updatedAt };
  };

  test('is cancelled with a version only after confirming', async () => {
    const { id, shipmentNumber, updatedAt } = await parcelUnderWay();
    const shelf = await stockOf(RING.id);
    const { status, json } = await staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled', updatedAt });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'parcel_under_way',
      message: `A parcel of this order is under way: ${shipmentNumber}`,
      details: { shipments: [shipmentNumber] },
    });
    expect(await stockOf(RING.id)).toBe(shelf);

    const agreed = await staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled', updatedAt, despiteParcel: true });
    expect(agreed.json.data.status).toBe('cancelled');
    // Its piece is with the courier: it comes back to the shelf when somebody has received it.
    expect(await stockOf(RING.id)).toBe(shelf);
  });

  test('is cancelled without confirming if no version is sent', async () => {
    const { id } = await parcelUnderWay();
    expect((await staff('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })).json.data.status).toBe('cancelled');
  });
});
