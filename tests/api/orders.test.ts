import { describe, expect, test } from 'vitest';
import { BRIDAL_SET, orderFor, PENDANT, RING, SOLD_OUT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const ringLine = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const place = (body: unknown, headers: Record<string, string> = {}) => shop.call('POST', '/api/orders', { body, headers });
const track = (orderNumber: string, phone: string) => shop.call('POST', '/api/orders/track', { body: { orderNumber, phone } });
const stockOf = async (id: string): Promise<number> => (await shop.call('GET', `/api/products/${id}`)).json.data.stockQuantity;
const count = async (table: string): Promise<number> => (await shop.rows(`select count(*)::int as n from ${table}`))[0].n;

describe('a cart quote', () => {
  test('tells the current price, the stock and the delivery charge', async () => {
    const { json } = await shop.call('POST', '/api/cart/quote', { body: { items: [{ productId: RING.id, quantity: 1 }] } });
    expect(json.data).toMatchObject({
      items: [{ productId: RING.id, name: RING.name, price: 1850, quantity: 1 }],
      subtotal: 1850,
      shipping: 200,
      total: 2050,
    });
  });

  test('counts only available pieces', async () => {
    const items = [
      { productId: BRIDAL_SET.id, quantity: 9 },
      { productId: SOLD_OUT.id, quantity: 1 },
      { productId: 'f'.repeat(24), quantity: 1 },
    ];
    const { json } = await shop.call('POST', '/api/cart/quote', { body: { items } });
    expect(
      json.data.items.map(({ available, quantity }: { available: number; quantity: number }) => [available, quantity]),
    ).toEqual([
      [3, 3],
      [0, 0],
      [0, 0],
    ]);
    expect(json.data.total).toBe(3 * BRIDAL_SET.price);
  });
});

describe('placing an order', () => {
  test('takes the stock, stores the items and normalises the phone', async () => {
    const before = await stockOf(RING.id);
    const { status, json } = await place(orderFor([ringLine], 2050));
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      orderNumber: expect.stringMatching(/^ORD-\d{5,}$/),
      customerPhone: '+923001234567',
      status: 'pending',
      paymentStatus: 'pending',
      subtotal: 1850,
      shipping: 200,
      totalAmount: 2050,
      items: [{ productName: RING.name, selectedColor: 'Rose Gold', selectedSize: '7', quantity: 1, price: 1850 }],
    });
    expect(json.data).not.toHaveProperty('idempotencyKey');
    expect(await stockOf(RING.id)).toBe(before - 1);
  });

  test('charges the database’s price, whatever the browser says', async () => {
    const { status, json } = await place(orderFor([{ ...ringLine, price: 1, productName: 'Free' } as typeof ringLine], 201));
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'price_changed', details: { subtotal: 1850, shipping: 200, total: 2050 } });
  });

  test('ships free from the threshold on', async () => {
    const { json } = await place(orderFor([{ ...ringLine, quantity: 2 }], 3700));
    expect(json.data).toMatchObject({ shipping: 0, totalAmount: 3700 });
  });

  test('that exceeds the stock names the short items and changes nothing', async () => {
    const before = await Promise.all([
      count('orders'),
      count('order_items'),
      count('stock_history'),
      count('mail_outbox'),
      stockOf(PENDANT.id),
    ]);
    const { status, json } = await place(
      orderFor(
        [
          { productId: PENDANT.id, quantity: 1 },
          { productId: BRIDAL_SET.id, quantity: 4 },
        ],
        99_350,
      ),
    );
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'out_of_stock',
      details: { items: [{ productId: BRIDAL_SET.id, name: BRIDAL_SET.name, requested: 4, available: 3 }] },
    });
    expect(
      await Promise.all([
        count('orders'),
        count('order_items'),
        count('stock_history'),
        count('mail_outbox'),
        stockOf(PENDANT.id),
      ]),
    ).toEqual(before);
  });

  test('in a colour that is not offered is refused', async () => {
    const { status, json } = await place(orderFor([{ ...ringLine, selectedColor: 'Chartreuse' }], 2050));
    expect(status).toBe(409);
    expect(json.code).toBe('choice_unavailable');
  });

  test('twice with one key is one order', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await place(orderFor([ringLine], 2050), key);
    const second = await place(orderFor([ringLine], 2050), key);
    expect(second.json).toEqual(first.json);
    expect(
      (await shop.rows(`select count(*)::int as n from orders where idempotency_key = '${key['Idempotency-Key']}'`))[0].n,
    ).toBe(1);
  });

  test('with a used key and another body is refused', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const address = { customerAddress: 'House 78' };
    await place(orderFor([ringLine], 2050, address), key);
    const { status, json } = await place(orderFor([ringLine], 2050, { ...address, customerName: 'Somebody Else' }), key);
    expect(status).toBe(422);
    expect(json.code).toBe('idempotency_mismatch');
  });

  test('again under another key asks first, and is placed when the shopper confirms', async () => {
    const attempt = (changes = {}) =>
      place(orderFor([ringLine], 2050, { customerAddress: 'House 77', ...changes }), { 'Idempotency-Key': crypto.randomUUID() });
    const first = (await attempt()).json.data;
    const before = await stockOf(RING.id);
    const { status, json } = await attempt({ customerPhone: '+92 300 1234567' });
    expect([status, json.code]).toEqual([409, 'order_repeated']);
    expect(json.details).toEqual({ orderNumber: first.orderNumber, totalAmount: 2050, createdAt: expect.any(String) });
    expect(Date.parse(json.details.createdAt)).toBe(Date.parse(first.createdAt));
    expect(await stockOf(RING.id)).toBe(before);
    expect((await attempt({ repeat: true })).status).toBe(201);
  });

  test('names every invalid field', async () => {
    const { status, json } = await place(
      orderFor([{ productId: 'zzz', quantity: 0 }], 1, {
        customerName: ' ',
        customerEmail: 'nope',
        customerPhone: '12',
        country: 'Pakistan',
      }),
    );
    expect(status).toBe(422);
    expect(json.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'country',
      'customerEmail',
      'customerName',
      'customerPhone',
      'items.0.productId',
      'items.0.quantity',
    ]);
  });

  test('without an e-mail address is placed, and nothing is mailed', async () => {
    const { status, json } = await place(orderFor([ringLine], 2050, { customerEmail: '' }));
    expect([status, json.data.customerEmail]).toEqual([201, '']);
    expect(await shop.rows(`select id from mail_outbox where payload ->> 'id' = '${json.data.id}'`)).toEqual([]);
  });

  test('puts its confirmation into the outbox', async () => {
    const { json } = await place(orderFor([ringLine], 2050, { customerEmail: 'Outbox@Example.com' }));
    const [mail] = await shop.rows(`select kind, payload from mail_outbox where recipient = 'outbox@example.com'`);
    expect(mail).toMatchObject({ kind: 'order_confirmation', payload: { order_number: json.data.orderNumber } });
  });
});

describe('tracking', () => {
  test('shows an order by number and phone, without personal data', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const { orderNumber } = json.data;
    const tracked = await track(orderNumber.toLowerCase(), '0300-1234567');
    expect(tracked.json.data).toMatchObject({
      orderNumber: json.data.orderNumber,
      status: 'pending',
      items: [{ productName: RING.name }],
      shipments: [],
    });
    expect(JSON.stringify(tracked.json)).not.toMatch(/Ayesha|ayesha|Street|923001234567/);
    expect((await track(orderNumber, '03009999999')).status).toBe(404);
    expect((await track(orderNumber, '0300 123456')).json.errors[0].message).toBe(
      'A Pakistani mobile number has 11 digits: 03xx xxxxxxx',
    );
  });

  test('finds an order by either of its phones, in any spelling', async () => {
    const { json } = await place(orderFor([ringLine], 2050, { customerPhone: '۰۳۰۰-۱۲۳۴۵۶۷ / 0321 7654321' }));
    expect(json.data).toMatchObject({ customerPhone: '+923001234567', secondPhone: '+923217654321' });
    for (const phone of ['+92 (0)300 1234567', '\u200e0321–7654321\u200e', '3217654321']) {
      expect((await track(json.data.orderNumber, phone)).status).toBe(200);
    }
  });

  test('still answers GET requests, marked as deprecated', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const answer = await shop.call('GET', `/api/orders/track?orderNumber=${json.data.orderNumber}&phone=03001234567`);
    expect(answer.json.data.orderNumber).toBe(json.data.orderNumber);
    const { paths } = (await shop.call('GET', '/api/openapi.json')).json;
    expect([paths['/api/orders/track'].get.deprecated, paths['/api/orders/track'].post.deprecated]).toEqual([true, undefined]);
  });
});

describe('staff', () => {
  test('see orders newest first, filtered by status, e-mail and day', async () => {
    const { json: placed } = await place(orderFor([ringLine], 2050, { customerEmail: 'under_score@example.com' }));
    await place(orderFor([ringLine], 2050, { customerEmail: 'underxscore@example.com' }));
    const { json } = await staff('GET', '/api/orders?customerEmail=R_SC&limit=5');
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([placed.data.id]);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date());
    expect((await staff('GET', `/api/orders?dateFrom=${today}&dateTo=${today}`)).json.pagination.totalItems).toBeGreaterThan(0);
    expect((await staff('GET', '/api/orders?dateTo=2020-01-01')).json.pagination.totalItems).toBe(0);
    expect((await staff('GET', '/api/orders?status=cancelled')).json.pagination.totalItems).toBe(0);
  });

  test('cancel an order, which returns its stock exactly once', async () => {
    const { json } = await place(orderFor([{ ...ringLine, quantity: 2 }], 3700));
    const before = await stockOf(RING.id);
    const path = `/api/orders/${json.data.id}/status`;
    expect((await staff('PUT', path, { status: 'cancelled' })).json.data.status).toBe('cancelled');
    expect((await staff('PUT', path, { status: 'cancelled' })).status).toBe(200);
    expect(await stockOf(RING.id)).toBe(before + 2);
    const ledger = await shop.rows(
      `select quantity, transaction_type from stock_history where reference_number = '${json.data.orderNumber}' order by sequence`,
    );
    expect(ledger).toEqual([
      { quantity: -2, transaction_type: 'sale' },
      { quantity: 2, transaction_type: 'return' },
    ]);
  });

  test('deliver an order, which marks its cash as collected', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    expect(
      (await staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'delivered', cashWith: 'us' })).json.data.paymentStatus,
    ).toBe('paid');
  });

  test('correct an address, but not what was bought', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const { json: edited } = await staff('PUT', `/api/orders/${json.data.id}`, { customerAddress: 'House 1', totalAmount: 1 });
    expect(edited.data).toMatchObject({ customerAddress: 'House 1', totalAmount: 2050, customerName: 'Ayesha Khan' });
    expect((await staff('PUT', `/api/orders/${json.data.id}`, { customerPhone: 'x' })).json.errors[0].path).toBe('customerPhone');
    expect((await staff('PUT', `/api/orders/${json.data.id}`, {})).status).toBe(422);
  });

  test('correct phones: two in one field become phone and second phone, an empty second one is removed', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const edit = async (changes: object) => (await staff('PUT', `/api/orders/${json.data.id}`, changes)).json.data;
    expect(await edit({ customerPhone: '0333 1112223, 042-35761234' })).toMatchObject({
      customerPhone: '+923331112223',
      secondPhone: '+924235761234',
    });
    expect(await edit({ secondPhone: '0345-5556667' })).toMatchObject({
      customerPhone: '+923331112223',
      secondPhone: '+923455556667',
    });
    expect(await edit({ secondPhone: '' })).toMatchObject({ secondPhone: null });
  });

  test('cannot save over a newer version of an order', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const { id, updatedAt } = json.data;
    const edit = (city: string, seen: string) => staff('PUT', `/api/orders/${id}`, { city, updatedAt: seen });
    const first = await edit('Lahore', updatedAt);
    expect(first.json.data.city).toBe('Lahore');
    const second = await edit('Multan', updatedAt);
    expect([second.status, second.json.code]).toEqual([409, 'edited_meanwhile']);
    expect((await edit('Quetta', first.json.data.updatedAt)).json.data.city).toBe('Quetta');
    expect((await staff('PUT', `/api/orders/${id}`, { updatedAt })).status).toBe(422);
    expect((await staff('PUT', `/api/orders/${'f'.repeat(24)}`, { city: 'x', updatedAt })).json.code).toBe('order_not_found');
  });

  test('archive an open order: it is no longer listed, and its stock is returned', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    const before = await stockOf(RING.id);
    expect((await staff('DELETE', `/api/orders/${json.data.id}`)).status).toBe(200);
    expect(await stockOf(RING.id)).toBe(before + 1);
    expect((await staff('GET', `/api/orders/${json.data.id}`)).json).toMatchObject({
      message: 'Order not found',
      code: 'order_not_found',
    });
    expect((await staff('DELETE', `/api/orders/${json.data.id}`)).status).toBe(404);
  });

  test('find an order by its number and read the figures', async () => {
    const { json } = await place(orderFor([ringLine], 2050));
    expect((await staff('GET', `/api/orders/number/${json.data.orderNumber}`)).json.data.id).toBe(json.data.id);
    const { data } = (await staff('GET', '/api/orders/stats')).json;
    expect(data.totalOrders).toBe(await count('orders where archived_at is null'));
    expect(Object.values<number>(data.statusCounts).reduce((sum, n) => sum + n, 0)).toBe(data.totalOrders);
  });
});
