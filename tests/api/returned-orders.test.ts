import { beforeAll, describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

type Status = 'failed' | 'returned';

/** An order of two rings and a pendant whose parcel failed or came back, as staff see both. */
async function orderBack(status: Status = 'returned') {
  const lines = [
    { productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size },
    { productId: PENDANT.id, quantity: 1 },
  ];
  const placed = (await staff('POST', '/api/orders/by-staff', { ...orderFor(lines, 5050), source: 'phone', repeat: true })).json
    .data;
  const parcel = (await staff('POST', '/api/shipments', { orderId: placed.id })).json.data;
  for (const next of ['shipped', status]) await setParcel(parcel.id, { status: next });
  return { order: await orderOf(placed.id), parcel: await parcelOf(parcel.id) };
}

const orderOf = async (id: string) => (await staff('GET', `/api/orders/${id}`)).json.data;
const parcelOf = async (id: string) => (await staff('GET', `/api/shipments/${id}`)).json.data;
const setOrder = (id: string, body: object) => staff('PUT', `/api/orders/${id}/status`, body);
const setParcel = (id: string, body: object) => staff('PUT', `/api/shipments/${id}/status`, body);
const receive = (orderId: string, body: object = {}) =>
  staff('POST', '/api/goods-back', { key: crypto.randomUUID(), orderId, isWholeOrder: true, ...body });
const damaged = (itemId: string, quantity: unknown) => ({ itemId, quantity, disposition: 'damaged' });
const notes = async (id: string) =>
  (await staff('GET', `/api/orders/${id}/timeline`)).json.data.flatMap(({ kind, note }: { kind: string; note: string }) =>
    kind === 'note' ? [note] : [],
  );
const listed = async () =>
  (await staff('GET', '/api/orders?work=returned&limit=100')).json.data.map(({ id }: { id: string }) => id);
const stockOf = async (id: string): Promise<number> => (await shop.call('GET', `/api/products/${id}`)).json.data.stockQuantity;
const booked = (orderNumber: string) =>
  shop.rows(
    `select transaction_type as kind, quantity from stock_history where reference_number = '${orderNumber}' order by sequence`,
  );

beforeAll(async () => {
  for (const productId of [RING.id, PENDANT.id])
    await staff('POST', '/api/stock-history/adjust', { productId, quantity: 200, transactionType: 'purchase' });
});

describe('an order whose parcel failed or came back', () => {
  test.each(['failed', 'returned'] as const)('stays as it is, and is listed as returned: %s', async (status) => {
    const { order } = await orderBack(status);
    expect(order).toMatchObject({ status: 'shipped', paymentStatus: 'pending', shipments: [{ status, receivedAt: null }] });
    expect(await listed()).toContain(order.id);
    const { json } = await staff('GET', '/api/analytics/today');
    expect(json.data).toContainEqual(expect.objectContaining({ task: 'receive', count: (await listed()).length }));
  });

  test('is no longer listed once it is sent again, and is then being packed', async () => {
    const { order } = await orderBack('failed');
    await staff('POST', '/api/shipments', { orderId: order.id });
    expect(await orderOf(order.id)).toMatchObject({
      status: 'processing',
      shipments: [{ status: 'failed' }, { status: 'preparing' }],
    });
    expect(await listed()).not.toContain(order.id);
  });

  test('stays listed when it is cancelled, until its parcel was counted', async () => {
    const { order } = await orderBack();
    await setOrder(order.id, { status: 'cancelled' });
    expect(await listed()).toContain(order.id);
    expect((await receive(order.id)).status).toBe(200);
    expect(await listed()).not.toContain(order.id);
    // The pieces came back with the parcel, and only then.
    const ofReturn = (await booked(order.orderNumber)).filter(({ kind }) => kind === 'return');
    expect(ofReturn.reduce((units, { quantity }) => units + quantity, 0)).toBe(3);
  });
});

describe('what came back of an order', () => {
  test('is on the shelf again or damaged, piece by piece, and the order is cancelled', async () => {
    const { order } = await orderBack();
    const [rings] = order.items;
    const { status, json } = await receive(order.id, {
      pieces: [damaged(rings.id, 1)],
      notes: 'Box <b>was</b> wet’; --',
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ order: { status: 'cancelled' }, items: [{ restocked: 1, damaged: 1 }, { restocked: 1 }] });
    expect(await orderOf(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
      shipments: [{ status: 'returned', receivedAt: expect.stringMatching(/Z$/) }],
    });
    const units = Object.entries(Object.groupBy(await booked(order.orderNumber), ({ kind }) => kind)).map(([kind, rows = []]) => [
      kind,
      rows.reduce((sum, { quantity }) => sum + quantity, 0),
    ]);
    expect(Object.fromEntries(units)).toEqual({ sale: -3, return: 3, damage: -1 });
    expect(await notes(order.id)).toEqual([
      expect.stringMatching(/^Counted what came back: 2 × .+ \(1 damaged\); 1 × .+\. Box <b>was<\/b> wet’; --$/),
    ]);
  });

  test('is counted once', async () => {
    const { order } = await orderBack();
    await receive(order.id);
    const before = await booked(order.orderNumber);
    const again = await receive(order.id);
    expect([again.status, again.json.code]).toEqual([409, 'nothing_came_back']);
    expect(await booked(order.orderNumber)).toEqual(before);
  });

  test('is not counted while a parcel is under way, nor of an order that somebody changed meanwhile', async () => {
    const { order, parcel } = await orderBack('failed');
    const stale = await receive(order.id, { updatedAt: '2026-01-01T00:00:00.000Z' });
    expect(stale.json.code).toBe('edited_meanwhile');
    await setParcel(parcel.id, { status: 'out_for_delivery' });
    expect((await receive(order.id)).json.code).toBe('nothing_came_back');
    expect((await orderOf(order.id)).status).toBe('shipped');
  });

  test('is never more than was sent, nor of another order, and nothing is half done', async () => {
    const { order } = await orderBack();
    const other = await orderBack();
    const [rings] = order.items;
    const { status, json } = await receive(order.id, {
      pieces: [damaged(rings.id, 3), damaged(other.order.items[0].id, 1)],
    });
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      { path: 'pieces.0.quantity', message: 'Only 2 are out' },
      { path: 'pieces.1.itemId', message: 'This line is not in the order' },
    ]);
    for (const quantity of [-1, 1.5, 'two'])
      expect((await receive(order.id, { pieces: [damaged(rings.id, quantity)] })).json.errors[0].path).toBe('pieces.0.quantity');
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', shipments: [{ receivedAt: null }] });
  });

  test('is not in stock before it is counted, although the order was cancelled', async () => {
    const { order } = await orderBack();
    const [, pendant] = order.items;
    const left = await stockOf(PENDANT.id);
    await setOrder(order.id, { status: 'cancelled' });
    expect(await stockOf(PENDANT.id)).toBe(left);
    await receive(order.id, { pieces: [damaged(pendant.id, 1)] });
    expect(await stockOf(PENDANT.id)).toBe(left);
    expect((await booked(order.orderNumber)).slice(-1)).toEqual([{ kind: 'damage', quantity: -1 }]);
  });
});

describe('an order whose parcel failed or came back is delivered for a reason alone', () => {
  test('set on the order, whoever sets it', async () => {
    const { order, parcel } = await orderBack();
    for (const version of [{}, { updatedAt: order.updatedAt }, { reason: '  ' }]) {
      const { status, json } = await setOrder(order.id, { status: 'delivered', ...version });
      expect([status, json.code]).toEqual([409, 'parcel_came_back']);
      expect(json.message).toBe(`${parcel.shipmentNumber} failed or came back. Say why the order is delivered all the same.`);
    }
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', paymentStatus: 'pending' });
    const { json } = await setOrder(order.id, { status: 'delivered', reason: 'Fetched <i>at</i> the depot’; --' });
    expect(json.data).toMatchObject({ status: 'delivered', paymentStatus: 'paid', shipments: [{ status: 'delivered' }] });
    expect(await notes(order.id)).toEqual([
      `Delivered although ${parcel.shipmentNumber} failed or came back: Fetched <i>at</i> the depot’; --`,
    ]);
  });

  test('set for many orders at once', async () => {
    const { order } = await orderBack();
    const { json } = await staff('PUT', '/api/orders/status', { orders: [{ id: order.id }], status: 'delivered' });
    expect(json.data).toMatchObject([{ order: null, refusal: { code: 'parcel_came_back' } }]);
    expect((await orderOf(order.id)).status).toBe('shipped');
  });

  test.each(['failed', 'returned'] as const)('set on the parcel that %s, by a screen that shows it', async (status) => {
    const { order, parcel } = await orderBack(status);
    const { updatedAt } = parcel;
    const refused = await setParcel(parcel.id, { status: 'delivered', updatedAt });
    expect([refused.status, refused.json.code]).toEqual([409, 'parcel_came_back']);
    const many = await staff('PUT', '/api/shipments/status', { shipments: [{ id: parcel.id, updatedAt }], status: 'delivered' });
    expect(many.json.data).toMatchObject([{ shipment: null, refusal: { code: 'parcel_came_back' } }]);
    await setParcel(parcel.id, { status: 'delivered', updatedAt, reason: 'Second attempt' });
    expect(await orderOf(order.id)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    expect(await notes(order.id)).toEqual([`Delivered although ${parcel.shipmentNumber} failed or came back: Second attempt`]);
  });

  test('but a courier that delivers on the second attempt needs none', async () => {
    const { order, parcel } = await orderBack('failed');
    expect((await setParcel(parcel.id, { status: 'delivered' })).status).toBe(200);
    expect((await orderOf(order.id)).status).toBe('delivered');
  });
});
