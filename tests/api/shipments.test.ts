import { describe, expect, test } from 'vitest';
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
  return (await shop.call('POST', '/api/orders', { body: orderFor(lines, 3200, changes) })).json.data;
};
const orderOf = async (id: string) => (await staff('GET', `/api/orders/${id}`)).json.data;
const setOrder = (id: string, status: string) => staff('PUT', `/api/orders/${id}/status`, { status });
const create = async (orderId: string, changes: Record<string, unknown> = {}) =>
  (await staff('POST', BASE, { orderId, ...changes })).json.data;
const setStatus = (id: string, status: string) => staff('PUT', `${BASE}/${id}/status`, { status });

describe('a new shipment', () => {
  test('takes its recipient and items from the order', async () => {
    const order = await placeOrder({ customerName: 'Bilal', customerEmail: 'bilal@example.com' });
    const { status, json } = await staff('POST', BASE, {
      orderId: order.id,
      carrier: 'TCS',
      trackingNumber: 'TCS-77',
      shippingMethod: 'express',
      shippingCost: 249.5,
      weight: 320,
      estimatedDeliveryDate: '2026-12-24',
      notes: 'Fragile',
      recipientName: 'Somebody else',
    });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: json.data.id,
      shipmentNumber: expect.stringMatching(/^SHP-\d{4,}$/),
      orderId: order.id,
      orderNumber: order.orderNumber,
      recipientName: 'Bilal',
      recipientEmail: 'bilal@example.com',
      recipientPhone: '+923001234567',
      orderStatus: 'pending',
      city: 'Islamabad',
      cityKnown: 'Islamabad',
      toCollect: 3200,
      items: [
        {
          productName: RING.name,
          quantity: 1,
          selectedColor: 'Rose Gold',
          selectedSize: '7',
          sku: expect.stringMatching(/^RNG-\d{4}/),
        },
        {
          productName: PENDANT.name,
          quantity: 1,
          selectedColor: null,
          selectedSize: null,
          sku: expect.stringMatching(/^PND-\d{4}/),
        },
      ],
      carrier: 'TCS',
      trackingNumber: 'TCS-77',
      shippingMethod: 'express',
      shippingCost: 249.5,
      status: 'preparing',
      weight: 320,
      estimatedDeliveryDate: '2026-12-24',
      shippedDate: null,
      receivedAt: null,
      notes: 'Fragile',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await staff('GET', `${BASE}/${json.data.id}`)).json.data).toEqual(json.data);
    expect((await orderOf(order.id)).status).toBe('pending');
  });

  test('needs only an order', async () => {
    const order = await placeOrder();
    expect(await create(order.id)).toMatchObject({
      carrier: '',
      shippingMethod: 'standard',
      shippingCost: 0,
      weight: null,
      estimatedDeliveryDate: null,
    });
    for (const orderId of [undefined, '', null]) {
      const { status, json } = await staff('POST', BASE, { orderId, carrier: 'TCS' });
      expect([status, json.message]).toEqual([422, 'Please select an order']);
      expect(json.errors).toEqual([{ path: 'orderId', message: 'Please select an order' }]);
    }
  });

  test('for an unknown, archived or cancelled order is refused', async () => {
    const [archived, cancelled] = [await placeOrder(), await placeOrder()];
    await staff('DELETE', `/api/orders/${archived.id}`);
    await setOrder(cancelled.id, 'cancelled');
    const answers = [];
    for (const orderId of ['f'.repeat(24), archived.id, cancelled.id]) {
      const { status, json } = await staff('POST', BASE, { orderId });
      answers.push([status, json.code]);
    }
    expect(answers).toEqual([
      [404, 'order_not_found'],
      [404, 'order_not_found'],
      [409, 'order_cancelled'],
    ]);
  });

  test.each([
    ['orderId', { orderId: 'zzz' }],
    ['shippingCost', { shippingCost: -1 }],
    ['shippingCost', { shippingCost: 0.001 }],
    ['shippingCost', { shippingCost: 'much' }],
    ['weight', { weight: 0 }],
    ['weight', { weight: 0.5 }],
    ['shippingMethod', { shippingMethod: 'pigeon' }],
    ['estimatedDeliveryDate', { estimatedDeliveryDate: 'soon' }],
    ['trackingNumber', { trackingNumber: 'x'.repeat(121) }],
  ])('with an impossible %s is refused', async (path, change) => {
    const { status, json } = await staff('POST', BASE, { orderId: 'f'.repeat(24), ...change });
    expect([status, json.errors?.map((error: { path: string }) => error.path)]).toEqual([422, [path]]);
  });
});

test('the shipping date is set on the first day in transit, and does not change', async () => {
  const shipment = await create((await placeOrder()).id);
  expect((await setStatus(shipment.id, 'failed')).json.data.shippedDate).toBeNull();
  const { shippedDate } = (await setStatus(shipment.id, 'in_transit')).json.data;
  for (const status of ['preparing', 'shipped', 'out_for_delivery', 'delivered']) {
    expect((await setStatus(shipment.id, status)).json.data.shippedDate).toBe(shippedDate);
  }
});

describe('an edit', () => {
  test('changes what was sent and nothing else', async () => {
    const shipment = await create((await placeOrder()).id, {
      carrier: 'TCS',
      shippingCost: 100,
      estimatedDeliveryDate: '2026-12-01',
    });
    const body = { trackingNumber: 'T-9', estimatedDeliveryDate: null, status: 'delivered', orderId: 'f'.repeat(24) };
    const { json } = await staff('PUT', `${BASE}/${shipment.id}`, body);
    expect(json.data).toEqual({
      ...shipment,
      trackingNumber: 'T-9',
      estimatedDeliveryDate: null,
      updatedAt: json.data.updatedAt,
    });
    expect((await staff('PUT', `${BASE}/${shipment.id}`, { status: 'delivered' })).status).toBe(422);
  });

  test('based on an old version is refused', async () => {
    const { id, updatedAt } = await create((await placeOrder()).id);
    const edit = (notes: string, seen: string) => staff('PUT', `${BASE}/${id}`, { notes, updatedAt: seen });
    const first = await edit('first', updatedAt);
    expect(first.status).toBe(200);
    const second = await edit('second', updatedAt);
    expect([second.status, second.json.code]).toEqual([409, 'edited_meanwhile']);
    expect((await edit('third', first.json.data.updatedAt)).json.data.notes).toBe('third');
    expect((await staff('PUT', `${BASE}/${'f'.repeat(24)}`, { notes: 'x', updatedAt })).status).toBe(404);
    expect((await edit('x', 'yesterday')).json.errors[0].path).toBe('updatedAt');
  });
});

describe('the list', () => {
  test('is filtered by status, order number, part of the tracking number and days in Karachi, newest first', async () => {
    const order = await placeOrder();
    const [first, second] = [
      await create(order.id, { trackingNumber: 'AB_12' }),
      await create(order.id, { trackingNumber: 'xab_12y' }),
    ];
    await create(order.id, { trackingNumber: 'ABX12' });
    await setStatus(first.id, 'returned');
    const ids = async (query: string) => (await staff('GET', `${BASE}?${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await ids('trackingNumber=AB_12')).toEqual([second.id, first.id]);
    expect(await ids('trackingNumber=ab_12&status=returned')).toEqual([first.id]);
    expect(await ids(`orderNumber=${order.orderNumber.toLowerCase()}`)).toHaveLength(3);
    expect(await ids('orderNumber=ORD-0')).toEqual([]);
    await shop.rows(`update shipments set created_at = '2026-02-01T18:59:59Z' where id = '${first.id}'`);
    expect(await ids('startDate=2026-02-01&endDate=2026-02-01')).toEqual([first.id]);
    expect(await ids('startDate=2026-02-02&endDate=2026-02-02')).toEqual([]);
  });

  test.each([
    ['createdAt&sortOrder=asc', ['TCS', 'Leopards', '']],
    ['createdAt', ['', 'Leopards', 'TCS']],
    ['orderNumber&sortOrder=asc', ['Leopards', 'TCS', '']],
    ['carrier&sortOrder=desc', ['TCS', 'Leopards', '']],
    ['status&sortOrder=asc', ['TCS', 'Leopards', '']],
    ['shippedDate&sortOrder=desc', ['Leopards', '', 'TCS']],
    ['shippedDate&sortOrder=asc', ['TCS', '', 'Leopards']],
  ])('is sorted by %s', async (sorting, carriers) => {
    await shop.rows('update shipments set archived_at = now()');
    const [first, second, third] = [await placeOrder(), await placeOrder(), await placeOrder()];
    await create(second.id, { carrier: 'TCS' });
    const leopards = await create(first.id, { carrier: 'Leopards' });
    const nobodys = await create(third.id);
    await setStatus(nobodys.id, 'in_transit');
    await setStatus(nobodys.id, 'returned');
    await setStatus(leopards.id, 'in_transit');
    const { json } = await staff('GET', `${BASE}?sortBy=${sorting}`);
    expect(json.data.map(({ carrier }: { carrier: string }) => carrier)).toEqual(carriers);
  });

  test('has every shipment on exactly one page, however many sort as equal', async () => {
    await shop.rows('update shipments set archived_at = now()');
    const { id } = await placeOrder();
    const created = [];
    for (let number = 0; number < 7; number += 1) created.push((await create(id, { carrier: 'TCS' })).id);
    for (const sortBy of ['orderNumber', 'carrier', 'status', 'shippedDate']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => staff('GET', `${BASE}?sortBy=${sortBy}&limit=2&page=${page}`)));
      const ids = pages.flatMap(({ json }) => json.data.map((shipment: { id: string }) => shipment.id));
      expect(ids).toHaveLength(7);
      expect(new Set(ids)).toEqual(new Set(created));
    }
  });

  test.each(['sortBy=recipientName', 'sortBy=id', 'sortOrder=up'])('cannot be sorted by %s', async (query) => {
    const { status, json } = await staff('GET', `${BASE}?${query}`);
    expect([status, json.errors[0].path]).toEqual([422, query.split('=')[0]]);
  });

  test('has figures that count every status', async () => {
    await shop.rows(`update shipments set created_at = '2025-01-01T00:00:00Z'`);
    const order = await placeOrder();
    await create(order.id, { shippingCost: 150.25 });
    await setStatus((await create(order.id, { shippingCost: 100 })).id, 'failed');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date());
    expect((await staff('GET', `${BASE}/stats?startDate=${today}`)).json.data).toEqual({
      totalShipments: 2,
      totalShippingCost: 250.25,
      statusCounts: { preparing: 1, shipped: 0, in_transit: 0, out_for_delivery: 0, delivered: 0, failed: 1, returned: 0 },
    });
  });

  test('leaves out archived shipments, which cannot be changed', async () => {
    const { id, orderNumber } = await create((await placeOrder()).id);
    const path = `${BASE}/${id}`;
    expect((await staff('DELETE', path)).json.data.id).toBe(id);
    expect((await staff('GET', `${BASE}?orderNumber=${orderNumber}`)).json.data).toEqual([]);
    const changes = [staff('GET', path), staff('DELETE', path), staff('PUT', path, { notes: 'x' }), setStatus(id, 'delivered')];
    const answers = await Promise.all(changes);
    for (const { status, json } of answers) expect([status, json.code]).toEqual([404, 'shipment_not_found']);
  });

  test('is for staff only', async () => {
    for (const path of ['', '/stats', '/x']) expect((await shop.call('GET', `${BASE}${path}`)).status).toBe(401);
    expect((await shop.call('POST', BASE, { body: {} })).status).toBe(401);
  });
});
