import { describe, expect, test } from 'vitest';
import { PENDANT, RING } from '#tests/setup/products.ts';
import { STAFF } from '#tests/setup/staff.ts';
import { staffedShop } from '#tests/setup/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const BASE = '/api/purchase-orders';
const rings = (quantity: number) => ({ productId: RING.id, productName: RING.name, quantity, unitCost: 700 });
const pendants = (quantity: number) => ({ productId: PENDANT.id, productName: PENDANT.name, quantity, unitCost: 450 });
const create = async (items: object[] = [rings(10)]) =>
  (await staff('POST', BASE, { supplierName: 'Karachi Beads', items })).json.data;
const read = async (id: string) => (await staff('GET', `${BASE}/${id}`)).json.data;
const receiptsOf = async (id: string) => (await staff('GET', `${BASE}/${id}/receipts`)).json.data;
const setStatus = (id: string, status: string) => staff('PUT', `${BASE}/${id}/status`, { status });
const close = (id: string, itemId: string, closedShort = true) => staff('PUT', `${BASE}/${id}/items/${itemId}`, { closedShort });
const takeBack = (id: string, receiptId: string) => staff('DELETE', `${BASE}/${id}/receipts/${receiptId}`);
const stockOf = async (id: string): Promise<number> =>
  (await shop.rows(`select stock_quantity as stock from products where id = '${id}'`))[0].stock;
const stockHistoryOf = (orderNumber: string) =>
  shop.rows(
    `select reference_number as reference, quantity from stock_history where reference_number like '${orderNumber}%' order by sequence`,
  );

/** Receives so many pieces of each line, in the order of the lines. */
function receive(
  order: { id: string; items: { id: string }[] },
  arrived: { received: number; damaged?: number }[],
  more: Record<string, unknown> = {},
  key?: string,
) {
  const items = arrived
    .map((line, index) => ({ ...line, itemId: order.items[index]?.id }))
    .filter(({ received }) => received > 0);
  return shop.call('POST', `${BASE}/${order.id}/receipts`, {
    token: shop.token,
    body: { items, ...more },
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  });
}

describe('receiving', () => {
  test('books what arrived, line by line, and books the rest once when the order is set to received', async () => {
    const order = await create([rings(10), pendants(3)]);
    const [shelf, pendantShelf] = [await stockOf(RING.id), await stockOf(PENDANT.id)];

    const { status, json } = await receive(order, [{ received: 4 }, { received: 3 }], { notes: 'First carton' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      status: 'partial',
      orderDate: expect.stringMatching(/Z$/),
      items: [
        { quantity: 10, received: 4, damaged: 0, closedShort: false },
        { quantity: 3, received: 3 },
      ],
    });
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([shelf + 4, pendantShelf + 3]);

    expect((await setStatus(order.id, 'received')).json.data).toMatchObject({
      status: 'received',
      items: [{ received: 10 }, {}],
    });
    await setStatus(order.id, 'received');
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([shelf + 10, pendantShelf + 3]);
    const ledger = await stockHistoryOf(order.orderNumber);
    expect(ledger).toHaveLength(3);
    expect(ledger).toEqual(
      expect.arrayContaining([
        { reference: `${order.orderNumber}-R1`, quantity: 4 },
        { reference: `${order.orderNumber}-R1`, quantity: 3 },
        { reference: `${order.orderNumber}-R2`, quantity: 6 },
      ]),
    );
  });

  test('lists who received what and when, newest first', async () => {
    const order = await create();
    await receive(order, [{ received: 4, damaged: 1 }], { notes: 'First carton' });
    await receive(order, [{ received: 6 }]);
    expect((await read(order.id)).status).toBe('received');
    expect(await receiptsOf(order.id)).toMatchObject([
      {
        receiptNumber: `${order.orderNumber}-R2`,
        items: [{ position: expect.any(Number), productName: RING.name, received: 6, damaged: 0 }],
      },
      {
        receiptNumber: `${order.orderNumber}-R1`,
        notes: 'First carton',
        actorName: STAFF.username,
        createdAt: expect.stringMatching(/Z$/),
        takenBackAt: null,
        items: [{ received: 4, damaged: 1 }],
      },
    ]);
  });

  test('counts damaged pieces as arrived, but not as stock', async () => {
    const order = await create([rings(5), pendants(2)]);
    const [shelf, pendantShelf] = [await stockOf(RING.id), await stockOf(PENDANT.id)];
    const { json } = await receive(order, [
      { received: 5, damaged: 2 },
      { received: 2, damaged: 2 },
    ]);
    expect(json.data).toMatchObject({
      status: 'received',
      items: [
        { received: 5, damaged: 2 },
        { received: 2, damaged: 2 },
      ],
    });
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([shelf + 3, pendantShelf]);
    expect((await stockHistoryOf(order.orderNumber)).map(({ quantity }) => quantity)).toEqual([3]);
  });

  test('more than was ordered is refused, unless confirmed', async () => {
    const order = await create();
    await receive(order, [{ received: 8 }]);
    const shelf = await stockOf(RING.id);
    const { status, json } = await receive(order, [{ received: 5 }]);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'more_than_ordered',
      message: `More than was ordered. ${RING.name}: 5 arrived, 2 missing`,
      details: { items: [{ itemId: order.items[0].id, productName: RING.name, missing: 2, received: 5 }] },
    });
    expect(await stockOf(RING.id)).toBe(shelf);

    expect((await receive(order, [{ received: 5 }], { overDelivery: true })).json.data).toMatchObject({
      status: 'received',
      items: [{ quantity: 10, received: 13 }],
    });
    expect(await stockOf(RING.id)).toBe(shelf + 5);
  });

  test('under the same key books once; the same key for something else is refused', async () => {
    const order = await create();
    const shelf = await stockOf(RING.id);
    const first = await receive(order, [{ received: 4 }], {}, 'carton-number-one');
    const again = await receive(order, [{ received: 4 }], {}, 'carton-number-one');
    expect([again.status, again.json.data]).toEqual([201, first.json.data]);
    expect(await stockOf(RING.id)).toBe(shelf + 4);
    const other = await receive(order, [{ received: 5 }], {}, 'carton-number-one');
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('from an outdated version is refused', async () => {
    const order = await create();
    await receive(order, [{ received: 4 }], { updatedAt: order.updatedAt });
    const { status, json } = await receive(order, [{ received: 4 }], { updatedAt: order.updatedAt });
    expect([status, json.code]).toEqual([409, 'edited_meanwhile']);
    expect((await read(order.id)).items[0].received).toBe(4);
  });

  test('is refused for a cancelled or missing purchase order', async () => {
    const order = await create();
    await setStatus(order.id, 'cancelled');
    const { status, json } = await receive(order, [{ received: 1 }]);
    expect([status, json.code]).toEqual([409, 'purchase_order_cancelled']);
    const nowhere = await receive({ ...order, id: '0'.repeat(24) }, [{ received: 1 }]);
    expect([nowhere.status, nowhere.json.code]).toEqual([404, 'purchase_order_not_found']);
    expect((await staff('GET', `${BASE}/${'0'.repeat(24)}/receipts`)).status).toBe(404);
  });

  test.each([
    ['nothing', [], 'items'],
    ['no pieces', [{ received: 0 }], 'items.0.received'],
    ['more damaged than arrived', [{ received: 2, damaged: 3 }], 'items.0.damaged'],
    ['half a piece', [{ received: 1.5 }], 'items.0.received'],
    ['a line of another purchase order', [{ received: 1, itemId: 'f'.repeat(24) }], 'items.0.itemId'],
    ['a line twice', [{ received: 1 }, { received: 1 }], 'items'],
  ])('of %s is refused at its field', async (_, lines, path) => {
    const order = await create();
    const items = lines.map((line) => ({ itemId: order.items[0].id, ...line }));
    const { status, json } = await staff('POST', `${BASE}/${order.id}/receipts`, { items });
    expect([status, json.errors?.[0]?.path]).toEqual([422, path]);
  });

  test('part of a purchase order locks its items until the receipt is undone', async () => {
    const order = await create();
    await receive(order, [{ received: 4 }]);
    await setStatus(order.id, 'ordered');
    const refused = await staff('PUT', `${BASE}/${order.id}`, { items: [rings(6)] });
    expect([refused.status, refused.json.code]).toEqual([409, 'already_received']);
    const [receipt] = await receiptsOf(order.id);
    await takeBack(order.id, receipt.id);
    expect((await staff('PUT', `${BASE}/${order.id}`, { items: [rings(6)] })).json.data.items).toMatchObject([
      { quantity: 6, received: 0 },
    ]);
    // What it was once received for is told all the same.
    expect(await receiptsOf(order.id)).toMatchObject([{ items: [{ productName: RING.name, received: 4 }] }]);
  });
});

describe('a receipt', () => {
  test('is undone once, recorded with its number, person and time, and the status follows', async () => {
    const order = await create();
    await receive(order, [{ received: 4, damaged: 1 }]);
    await receive(order, [{ received: 6 }]);
    const shelf = await stockOf(RING.id);
    const [second, first] = await receiptsOf(order.id);

    const { status, json } = await takeBack(order.id, first.id);
    expect([status, json.data.status]).toEqual([200, 'partial']);
    expect(json.data.items).toMatchObject([{ received: 6, damaged: 0 }]);
    expect(await stockOf(RING.id)).toBe(shelf - 3);
    expect((await takeBack(order.id, first.id)).json.data).toEqual(json.data);
    expect(await stockOf(RING.id)).toBe(shelf - 3);

    expect((await takeBack(order.id, second.id)).json.data).toMatchObject({ status: 'ordered', items: [{ received: 0 }] });
    expect((await stockHistoryOf(order.orderNumber)).map(({ reference, quantity }) => [reference, quantity])).toEqual([
      [`${order.orderNumber}-R1`, 3],
      [`${order.orderNumber}-R2`, 6],
      [`${order.orderNumber}-R1`, -3],
      [`${order.orderNumber}-R2`, -6],
    ]);
    expect((await receiptsOf(order.id))[1]).toMatchObject({
      takenBackAt: expect.stringMatching(/Z$/),
      takenBackByName: STAFF.username,
    });
  });

  test('cannot be undone once its pieces are sold, and says so', async () => {
    const order = await create();
    await receive(order, [{ received: 4 }]);
    await staff('POST', '/api/stock-history/adjust', { productId: RING.id, transactionType: 'adjustment', quantity: 3 });
    const [receipt] = await receiptsOf(order.id);
    const { status, json } = await takeBack(order.id, receipt.id);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'not_enough_stock',
      message: `Not enough stock: 4 pieces of ${RING.name} would be taken back, and only 3 are left`,
      details: { productId: RING.id, available: 3 },
    });
    expect(await read(order.id)).toMatchObject({ status: 'partial', items: [{ received: 4 }] });
  });

  test('of another purchase order is not found', async () => {
    const [order, other] = [await create(), await create()];
    await receive(order, [{ received: 4 }]);
    const [receipt] = await receiptsOf(order.id);
    const { status, json } = await takeBack(other.id, receipt.id);
    expect([status, json.code]).toEqual([404, 'receipt_not_found']);
  });

  test('is undone with all others when the purchase order is no longer received', async () => {
    const order = await create();
    const shelf = await stockOf(RING.id);
    await receive(order, [{ received: 4 }]);
    await receive(order, [{ received: 6, damaged: 1 }]);
    expect((await setStatus(order.id, 'pending')).json.data).toMatchObject({
      status: 'pending',
      items: [{ received: 0, damaged: 0 }],
    });
    expect(await stockOf(RING.id)).toBe(shelf);
    expect((await receiptsOf(order.id)).map(({ takenBackAt }: { takenBackAt: unknown }) => takenBackAt !== null)).toEqual([
      true,
      true,
    ]);
  });

  test('does not change when another status is set by hand', async () => {
    const order = await create();
    await receive(order, [{ received: 4 }]);
    const shelf = await stockOf(RING.id);
    for (const status of ['pending', 'ordered', 'cancelled', 'partial']) {
      expect((await setStatus(order.id, status)).json.data).toMatchObject({ status, items: [{ received: 4 }] });
    }
    expect(await stockOf(RING.id)).toBe(shelf);
  });
});

describe('a line closed short', () => {
  test('is not waited for: the purchase order is received without it, and partly received once it is reopened', async () => {
    const order = await create([rings(10), pendants(3)]);
    await receive(order, [{ received: 8 }, { received: 3 }]);
    const shelf = await stockOf(RING.id);
    const closed = (await close(order.id, order.items[0].id)).json.data;
    expect(closed).toMatchObject({ status: 'received', items: [{ received: 8, closedShort: true }, { closedShort: false }] });
    expect((await receive(order, [{ received: 2 }])).json.errors).toEqual([
      { path: 'items.0.itemId', message: 'This line is closed. Reopen it to receive pieces.' },
    ]);
    expect((await close(order.id, order.items[0].id, false)).json.data.status).toBe('partial');
    expect(await stockOf(RING.id)).toBe(shelf);
  });

  test('is not received by setting the rest to received', async () => {
    const order = await create([rings(10), pendants(3)]);
    const [shelf, pendantShelf] = [await stockOf(RING.id), await stockOf(PENDANT.id)];
    expect((await close(order.id, order.items[0].id)).json.data.status).toBe('pending');
    await setStatus(order.id, 'received');
    expect([await stockOf(RING.id), await stockOf(PENDANT.id)]).toEqual([shelf, pendantShelf + 3]);
  });

  test('must have pieces missing and belong to this purchase order', async () => {
    const [order, other] = [await create(), await create()];
    await setStatus(order.id, 'received');
    const whole = await close(order.id, order.items[0].id);
    expect([whole.status, whole.json.code]).toEqual([409, 'nothing_missing']);
    const foreign = await close(other.id, order.items[0].id);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'item_not_found']);
  });
});

test('a receipt cannot be changed or deleted, and its lines add up to what arrived', async () => {
  const order = await create();
  await receive(order, [{ received: 4 }]);
  for (const statement of [
    `update purchase_order_receipts set notes = 'other' where purchase_order_id = '${order.id}'`,
    `delete from purchase_order_receipts where purchase_order_id = '${order.id}'`,
    `update purchase_order_receipt_items set received = 5 where item_id = '${order.items[0].id}'`,
    `delete from purchase_order_receipt_items where item_id = '${order.items[0].id}'`,
    `update purchase_order_items set received = 5 where id = '${order.items[0].id}'`,
    `update purchase_order_items set received = 11 where id = '${order.items[0].id}'`,
  ]) {
    await expect(shop.rows(statement), statement).rejects.toThrow();
  }
});
