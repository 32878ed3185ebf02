import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const { call, rows, staff } = await staffedShop();

const line = { productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size };
const place = async () => (await call('POST', '/api/orders', { body: orderFor([line], RING.price * 2) })).json.data;
const stock = async () => (await call('GET', `/api/products/${RING.id}`)).json.data.stockQuantity;
const deleted = async (kind: string) => (await staff('GET', `/api/deleted?kind=${kind}`)).json.data;
const restore = (body: unknown) => staff('POST', '/api/deleted/restore', body);

describe('a deleted order', () => {
  test('is restored whole, and takes its stock again', async () => {
    const before = await stock();
    const order = await place();
    await staff('DELETE', `/api/orders/${order.id}`);
    expect(await stock()).toBe(before);
    expect(await deleted('order')).toMatchObject([
      { id: order.id, kind: 'order', name: order.orderNumber, detail: order.customerName },
    ]);

    expect((await restore({ kind: 'order', id: order.id })).json.data).toEqual({ kind: 'order', id: order.id });
    expect(await stock()).toBe(before - 2);
    expect((await staff('GET', `/api/orders/${order.id}`)).json.data).toMatchObject({
      status: 'pending',
      items: [{ quantity: 2 }],
    });
    expect(await deleted('order')).toEqual([]);
    expect((await restore({ kind: 'order', id: order.id })).json).toMatchObject({ code: 'deleted_not_found' });
  });

  test('stays deleted if its pieces have been sold since', async () => {
    const order = await place();
    await staff('DELETE', `/api/orders/${order.id}`);
    const left = await stock();
    await staff('POST', '/api/stock-history/adjust', { productId: RING.id, quantity: 1, transactionType: 'adjustment' });
    expect((await restore({ kind: 'order', id: order.id })).json).toMatchObject({ code: 'not_enough_stock' });
    expect((await staff('GET', `/api/orders/${order.id}`)).status).toBe(404);
    await staff('POST', '/api/stock-history/adjust', { productId: RING.id, quantity: left, transactionType: 'adjustment' });
  });

  test('moves no stock if it was cancelled before', async () => {
    const order = await place();
    await staff('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' });
    const before = await stock();
    await staff('DELETE', `/api/orders/${order.id}`);
    expect((await restore({ kind: 'order', id: order.id })).status).toBe(200);
    expect(await stock()).toBe(before);
  });

  test('can be restored for thirty days and no longer', async () => {
    const order = await place();
    await staff('DELETE', `/api/orders/${order.id}`);
    await rows(`update orders set archived_at = now() - interval '30 days 1 second' where id = '${order.id}'`);
    expect((await deleted('order')).map(({ id }: { id: string }) => id)).not.toContain(order.id);
    expect((await restore({ kind: 'order', id: order.id })).status).toBe(404);
  });
});

describe('a deleted product', () => {
  const newProduct = async (category = 'rings') =>
    (
      await staff('POST', '/api/products', {
        name: 'Opal Ring',
        price: 900,
        category,
        images: ['/media/products/pave-eternity-band.webp'],
      })
    ).json.data;

  test('is on sale again with its old stock', async () => {
    const product = await newProduct();
    await staff('DELETE', `/api/products/${product.id}`);
    expect((await call('GET', `/api/products/${product.id}`)).status).toBe(404);
    await restore({ kind: 'product', id: product.id });
    expect((await call('GET', `/api/products/${product.id}`)).json.data).toMatchObject({ name: 'Opal Ring', stockQuantity: 10 });
  });

  test('needs another category if its own is gone', async () => {
    const category = (await staff('POST', '/api/categories', { name: 'Nose Pins' })).json.data;
    const product = await newProduct(category.slug);
    await staff('DELETE', `/api/products/${product.id}`);
    await staff('DELETE', `/api/categories/${category.id}`);
    expect(await deleted('product')).toMatchObject([{ id: product.id, needsCategory: true }]);
    const record = { kind: 'product', id: product.id };
    expect((await restore(record)).json.errors).toEqual([
      { path: 'category', message: expect.stringContaining('Choose another') },
    ]);
    expect((await restore({ ...record, category: 'nonsense' })).json.errors).toEqual([
      { path: 'category', message: expect.any(String) },
    ]);
    expect((await restore({ ...record, category: 'rings' })).status).toBe(200);
    expect((await call('GET', `/api/products/${product.id}`)).json.data).toMatchObject({ category: 'rings' });
  });
});

test('a deleted purchase order is restored unchanged', async () => {
  const items = [{ productId: RING.id, productName: RING.name, quantity: 1, unitCost: 500 }];
  const { json } = await staff('POST', '/api/purchase-orders', { supplierName: 'Anarkali Traders', items });
  await staff('DELETE', `/api/purchase-orders/${json.data.id}`);
  expect(await deleted('purchase_order')).toMatchObject([{ name: json.data.orderNumber, detail: 'Anarkali Traders' }]);
  await restore({ kind: 'purchase_order', id: json.data.id });
  expect((await staff('GET', `/api/purchase-orders/${json.data.id}`)).json.data.items).toHaveLength(1);
});

test('a deleted shipment is restored, but not before its order', async () => {
  const order = await place();
  const { json } = await staff('POST', '/api/shipments', { orderId: order.id, carrier: 'TCS' });
  await staff('DELETE', `/api/shipments/${json.data.id}`);
  await staff('DELETE', `/api/orders/${order.id}`);
  const shipment = { kind: 'shipment', id: json.data.id };
  expect((await restore(shipment)).json).toMatchObject({
    code: 'order_deleted',
    message: expect.stringContaining(order.orderNumber),
  });
  await restore({ kind: 'order', id: order.id });
  expect((await restore(shipment)).status).toBe(200);
  expect((await staff('GET', `/api/shipments/${json.data.id}`)).json.data).toMatchObject({ carrier: 'TCS' });
});

test('bad parameters are refused by name', async () => {
  expect((await restore({ kind: 'review', id: RING.id })).json.errors).toEqual([{ path: 'kind', message: expect.any(String) }]);
  expect((await staff('GET', '/api/deleted?kind=all')).status).toBe(422);
  expect((await restore({ kind: 'order', id: RING.id })).status).toBe(404);
});
