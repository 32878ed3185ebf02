import { describe, expect, test } from 'vitest';
import { BRIDAL_SET, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const BASE = '/api/purchase-orders';
const rings = (quantity: number, unitCost = 700) => ({ productId: RING.id, productName: RING.name, quantity, unitCost });
const pendants = (quantity: number) => ({ productId: PENDANT.id, productName: PENDANT.name, quantity, unitCost: 450.5 });
const create = async (changes: Record<string, unknown> = {}) =>
  (await staff('POST', BASE, { supplierName: 'Karachi Beads', items: [rings(5)], ...changes })).json.data;
const setStatus = (id: string, status: string) => staff('PUT', `${BASE}/${id}/status`, { status });
const stockOf = async (id: string): Promise<number> =>
  (await shop.rows(`select stock_quantity as stock from products where id = '${id}'`))[0].stock;
const stockHistoryOf = (orderNumber: string) =>
  shop.rows(
    `select product_id, transaction_type as kind, quantity from stock_history where reference_number like '${orderNumber}-R%' order by sequence`,
  );

describe('a purchase order that is received', () => {
  test('adds its pieces to stock once, with one ledger row per product', async () => {
    const [before, beforePendants] = [await stockOf(RING.id), await stockOf(PENDANT.id)];
    const order = await create({ items: [rings(5), pendants(2), rings(1)] });
    expect((await setStatus(order.id, 'received')).json.data).toMatchObject({
      status: 'received',
      items: [{ received: 5 }, { received: 2 }, { received: 1 }],
    });
    await setStatus(order.id, 'received');
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([before + 6, beforePendants + 2]);
    expect(await stockHistoryOf(order.orderNumber)).toEqual([
      { product_id: RING.id, kind: 'purchase', quantity: 6 },
      { product_id: PENDANT.id, kind: 'purchase', quantity: 2 },
    ]);
  });

  test('takes its pieces out of stock when it is no longer received', async () => {
    const before = await stockOf(RING.id);
    const order = await create();
    await setStatus(order.id, 'received');
    expect((await setStatus(order.id, 'cancelled')).json.data.status).toBe('cancelled');
    expect(await stockOf(RING.id)).toBe(before);
    expect((await stockHistoryOf(order.orderNumber)).map(({ quantity }) => quantity)).toEqual([5, -5]);
  });

  test('stays received if pieces of one product are already sold', async () => {
    const order = await create({ items: [rings(5), { ...rings(40), productId: BRIDAL_SET.id }] });
    await setStatus(order.id, 'received');
    await staff('POST', '/api/stock-history/adjust', { productId: BRIDAL_SET.id, transactionType: 'adjustment', quantity: 39 });
    const before = [await stockOf(RING.id), await stockHistoryOf(order.orderNumber)];
    const { status, json } = await setStatus(order.id, 'ordered');
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'not_enough_stock', details: { productId: BRIDAL_SET.id, available: 39 } });
    expect([await stockOf(RING.id), await stockHistoryOf(order.orderNumber)]).toEqual(before);
    expect((await staff('GET', `${BASE}/${order.id}`)).json.data.status).toBe('received');
  });

  test('keeps its items, but its supplier may be corrected', async () => {
    const order = await create();
    await setStatus(order.id, 'received');
    const { status, json } = await staff('PUT', `${BASE}/${order.id}`, { items: [rings(6)] });
    expect([status, json.code]).toEqual([409, 'already_received']);
    expect((await staff('PUT', `${BASE}/${order.id}`, { supplierName: 'Lahore Beads' })).json.data).toMatchObject({
      supplierName: 'Lahore Beads',
      items: [{ quantity: 5, received: 5 }],
    });
  });

  test('keeps its pieces in stock when it is archived', async () => {
    const order = await create();
    await setStatus(order.id, 'received');
    const before = await stockOf(RING.id);
    expect((await staff('DELETE', `${BASE}/${order.id}`)).json.data.id).toBe(order.id);
    expect(await stockOf(RING.id)).toBe(before);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PUT', '', { notes: 'x' }],
      ['PUT', '/status', { status: 'pending' }],
    ] as const) {
      const { status, json } = await staff(method, `${BASE}/${order.id}${path}`, body);
      expect([status, json.code]).toEqual([404, 'purchase_order_not_found']);
    }
    expect((await staff('GET', `${BASE}?limit=100`)).json.data.map(({ id }: { id: string }) => id)).not.toContain(order.id);
  });
});

test('the order date is set when the status first becomes ordered, and does not change', async () => {
  const order = await create();
  expect((await setStatus(order.id, 'partial')).json.data.orderDate).toBeNull();
  const { orderDate } = (await setStatus(order.id, 'ordered')).json.data;
  expect(orderDate).toMatch(/Z$/);
  for (const status of ['pending', 'received', 'ordered']) {
    expect((await setStatus(order.id, status)).json.data.orderDate).toBe(orderDate);
  }
});
