import { describe, expect, test } from 'vitest';
import { PENDANT, RING, SOLD_OUT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const BASE = '/api/purchase-orders';
const rings = (quantity: number, unitCost = 700) => ({ productId: RING.id, productName: RING.name, quantity, unitCost });
const pendants = (quantity: number) => ({ productId: PENDANT.id, productName: PENDANT.name, quantity, unitCost: 450.5 });
const create = async (changes: Record<string, unknown> = {}) =>
  (await staff('POST', BASE, { supplierName: 'Karachi Beads', items: [rings(5)], ...changes })).json.data;
const setStatus = (id: string, status: string) => staff('PUT', `${BASE}/${id}/status`, { status });
const stockHistoryOf = (orderNumber: string) =>
  shop.rows(
    `select product_id, transaction_type as kind, quantity from stock_history where reference_number = '${orderNumber}' order by sequence`,
  );

describe('a new purchase order', () => {
  test('has a number, the products’ names, and a total computed by the database', async () => {
    const { status, json } = await staff('POST', BASE, {
      supplierName: '  Karachi Beads ',
      supplierEmail: 'Sales@Beads.example',
      supplierPhone: '+92 21 1234567',
      supplierAddress: 'Saddar\nKarachi',
      items: [{ ...rings(10), productName: 'Whatever' }, pendants(4)],
      totalAmount: 1,
      expectedDeliveryDate: '2026-12-01',
      notes: 'Before Eid',
    });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      _id: json.data.id,
      orderNumber: expect.stringMatching(/^PO-\d{4,}$/),
      supplierName: 'Karachi Beads',
      supplierEmail: 'sales@beads.example',
      supplierAddress: 'Saddar\nKarachi',
      items: [
        { productId: RING.id, productName: RING.name, quantity: 10, unitCost: 700, totalCost: 7000 },
        { productId: PENDANT.id, productName: PENDANT.name, quantity: 4, unitCost: 450.5, totalCost: 1802 },
      ],
      totalAmount: 8802,
      status: 'pending',
      expectedDeliveryDate: '2026-12-01',
      orderDate: null,
      notes: 'Before Eid',
    });
    expect((await staff('GET', `${BASE}/${json.data.id}`)).json.data).toEqual(json.data);
    expect(await stockHistoryOf(json.data.orderNumber)).toEqual([]);
  });

  test.each([
    ['nothing at all', {}, ['supplierName', 'items']],
    ['no items', { supplierName: 'Beads', items: [] }, ['items']],
    ['no supplier', { supplierName: '  ', items: [rings(1)] }, ['supplierName']],
  ])('with %s asks for both', async (_, body, paths) => {
    const { status, json } = await staff('POST', BASE, body);
    const message = 'Please fill supplier name and add at least one item';
    expect(status).toBe(422);
    expect(json.message).toBe(message);
    expect(json.errors).toEqual(paths.map((path) => ({ path, message })));
  });

  test('with an incomplete item asks for its other fields', async () => {
    const items = [{ productId: '', quantity: 0, unitCost: '' }, rings(1), { productName: 'Ring' }];
    const { status, json } = await staff('POST', BASE, { supplierName: 'Beads', items });
    expect(status).toBe(422);
    expect(json.errors).toEqual(
      [0, 2].flatMap((item) =>
        ['productId', 'quantity', 'unitCost'].map((field) => ({
          path: `items.${item}.${field}`,
          message: 'Please fill all item fields',
        })),
      ),
    );
  });

  test('with an unknown or archived product names the item, and writes nothing', async () => {
    await shop.rows(`update products set archived_at = now() where id = '${SOLD_OUT.id}'`);
    const before = await shop.rows('select count(*)::int as n from purchase_orders');
    const items = [rings(1), { ...rings(1), productId: 'f'.repeat(24) }, { ...rings(1), productId: SOLD_OUT.id }];
    const { status, json } = await staff('POST', BASE, { supplierName: 'Beads', items });
    expect(status).toBe(422);
    expect(json.errors).toEqual([1, 2].map((item) => ({ path: `items.${item}.productId`, message: 'Product not found' })));
    expect(await shop.rows('select count(*)::int as n from purchase_orders')).toEqual(before);
  });

  test.each([
    ['items.0.quantity', { items: [rings(1.5)] }],
    ['items.0.quantity', { items: [rings(100_001)] }],
    ['items.0.unitCost', { items: [rings(1, -1)] }],
    ['items.0.unitCost', { items: [rings(1, 0.005)] }],
    ['items', { items: Array.from({ length: 101 }, () => rings(1)) }],
    ['items', { items: [rings(100_000, 10_000_000)] }],
    ['supplierEmail', { supplierEmail: 'beads' }],
    ['supplierName', { supplierName: 'x'.repeat(121) }],
    ['expectedDeliveryDate', { expectedDeliveryDate: '2026-02-30' }],
    ['expectedDeliveryDate', { expectedDeliveryDate: '0000-01-01' }],
  ])('with an impossible %s is refused', async (path, change) => {
    const { status, json } = await staff('POST', BASE, { supplierName: 'Beads', items: [rings(1)], ...change });
    expect([status, json.errors?.map((error: { path: string }) => error.path)]).toEqual([422, [path]]);
  });
});

describe('an edit', () => {
  test('changes what was sent and nothing else', async () => {
    const order = await create({ supplierEmail: 'a@beads.example', expectedDeliveryDate: '2026-12-01', notes: 'Old' });
    const { json } = await staff('PUT', `${BASE}/${order.id}`, {
      notes: '',
      expectedDeliveryDate: null,
      totalAmount: 1,
      id: 'x',
    });
    expect(json.data).toEqual({ ...order, notes: '', expectedDeliveryDate: null, updatedAt: json.data.updatedAt });
    const { json: items } = await staff('PUT', `${BASE}/${order.id}`, { items: [pendants(2)] });
    expect(items.data).toMatchObject({
      items: [{ productId: PENDANT.id, quantity: 2 }],
      totalAmount: 901,
      supplierName: 'Karachi Beads',
    });
  });

  test('without any change is refused', async () => {
    const order = await create();
    for (const body of [{}, { status: 'received' }, { updatedAt: order.updatedAt }]) {
      expect((await staff('PUT', `${BASE}/${order.id}`, body)).status).toBe(422);
    }
  });

  test('based on an old version is refused', async () => {
    const order = await create();
    const first = await staff('PUT', `${BASE}/${order.id}`, { notes: 'first', updatedAt: order.updatedAt });
    expect(first.status).toBe(200);
    const second = await staff('PUT', `${BASE}/${order.id}`, { notes: 'second', updatedAt: order.updatedAt });
    expect(second.status).toBe(409);
    expect(second.json).toMatchObject({
      code: 'edited_meanwhile',
      message: 'Somebody else changed this meanwhile. Reload to see their version.',
    });
    const third = await staff('PUT', `${BASE}/${order.id}`, { notes: 'third', updatedAt: first.json.data.updatedAt });
    expect(third.json.data.notes).toBe('third');
  });
});

describe('the list', () => {
  test('is filtered by status, part of the supplier’s name and days in Karachi, newest first', async () => {
    const [first, second] = [await create({ supplierName: '100% Pearls' }), await create({ supplierName: 'The 100% PEARLS' })];
    await create({ supplierName: '1000 Pearls' });
    await setStatus(second.id, 'partial');
    const ids = async (query: string) => (await staff('GET', `${BASE}?${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await ids('supplierName=100%25%20pearls')).toEqual([second.id, first.id]);
    expect(await ids('supplierName=100%25%20pearls&status=partial')).toEqual([second.id]);
    await shop.rows(`update purchase_orders set created_at = '2026-02-01T19:00:00Z' where id = '${first.id}'`);
    expect(await ids('startDate=2026-02-02&endDate=2026-02-02')).toEqual([first.id]);
    expect(await ids('startDate=2026-02-01&endDate=2026-02-01')).toEqual([]);
    expect((await staff('GET', `${BASE}?limit=1`)).json.pagination).toMatchObject({ limit: 1, page: 1 });
  });

  test('is filtered by the day it shows: when it was ordered, not when it was entered', async () => {
    const order = await create({ supplierName: 'Dated Supplies' });
    await shop.rows(
      `update purchase_orders set created_at = '2026-03-01T08:00:00Z', order_date = '2026-03-20T19:30:00Z' where id = '${order.id}'`,
    );
    const found = async (day: string) => {
      const days = `startDate=${day}&endDate=${day}`;
      const listed = (await staff('GET', `${BASE}?supplierName=Dated&${days}`)).json.data.length;
      return [listed, (await staff('GET', `${BASE}/stats?${days}`)).json.data.totalPurchaseOrders];
    };
    expect(await found('2026-03-21')).toEqual([1, 1]);
    expect(await found('2026-03-01')).toEqual([0, 0]);
  });

  test.each([
    ['supplierName&sortOrder=asc', ['Agate', 'Beryl', 'Coral']],
    ['totalAmount&sortOrder=desc', ['Beryl', 'Coral', 'Agate']],
    ['status&sortOrder=asc', ['Coral', 'Agate', 'Beryl']],
    ['createdAt&sortOrder=asc', ['Beryl', 'Agate', 'Coral']],
  ])('is sorted by %s', async (sorting, suppliers) => {
    await shop.rows(`update purchase_orders set archived_at = now()`);
    const beryl = await create({ supplierName: 'Beryl', items: [rings(9)] });
    const agate = await create({ supplierName: 'Agate', items: [rings(1)] });
    await create({ supplierName: 'Coral', items: [rings(5)] });
    await setStatus(beryl.id, 'partial');
    await setStatus(agate.id, 'ordered');
    const { json } = await staff('GET', `${BASE}?sortBy=${sorting}`);
    expect(json.data.map(({ supplierName }: { supplierName: string }) => supplierName)).toEqual(suppliers);
  });

  test('has figures that count every status, and no money of cancelled orders', async () => {
    await shop.rows(`update purchase_orders set created_at = '2025-01-01T00:00:00Z', order_date = null`);
    const cancelled = await create({ items: [rings(3, 100)] });
    await setStatus(cancelled.id, 'cancelled');
    await create({ items: [rings(2, 100.25)] });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date());
    expect((await staff('GET', `${BASE}/stats?startDate=${today}`)).json.data).toEqual({
      totalPurchaseOrders: 2,
      totalAmount: 200.5,
      statusCounts: { pending: 1, ordered: 0, received: 0, partial: 0, cancelled: 1 },
    });
  });

  test('is for staff only', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/stats'],
      ['PUT', '/x'],
      ['PUT', '/x/status'],
      ['DELETE', '/x'],
    ] as const) {
      expect(
        (await shop.call(method, `${BASE}${path}`, method === 'GET' || method === 'DELETE' ? {} : { body: {} })).status,
      ).toBe(401);
    }
  });
});
