import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const placeOrder = async () => (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) })).json.data;
const ship = async (orderId: string, trackingNumber = '') =>
  (await staff('POST', '/api/shipments', { orderId, trackingNumber })).json.data;
const newParcel = async (trackingNumber = '') => ship((await placeOrder()).id, trackingNumber);
const parcelOf = async ({ id }: { id: string }) => (await staff('GET', `/api/shipments/${id}`)).json.data;
const orderOf = async ({ orderId }: { orderId: string }) => (await staff('GET', `/api/orders/${orderId}`)).json.data;
const setStatus = (status: string, ids: string[], said: object = {}) =>
  staff('PUT', '/api/shipments/status', { shipments: ids.map((id) => ({ id })), status, ...said });
const setNumbers = async (shipments: object[], preview = false) =>
  (await staff('PUT', '/api/shipments/tracking-numbers', { shipments, preview })).json.data;
const find = async (...numbers: string[]) => (await staff('POST', '/api/shipments/find', { numbers })).json.data;

describe('a number means a parcel', () => {
  test('as that of the shipment, of the order in any spelling, or as its tracking number in any spelling', async () => {
    const { shipmentNumber, orderNumber } = await newParcel('Tcs 7712 001');
    const digits = orderNumber.slice(4);
    const written = [
      shipmentNumber,
      shipmentNumber.toLowerCase(),
      orderNumber,
      digits,
      `order #${digits}`,
      'TCS7712001',
      'tcs 7712001',
    ];
    const found = await find(...written);
    expect(found.map(({ number, shipment }: any) => [number, shipment?.shipmentNumber])).toEqual(
      written.map((number) => [number, shipmentNumber]),
    );
  });

  test('the one that was sent again, where the other came back; between two under way nobody chooses', async () => {
    const first = await newParcel();
    await setStatus('returned', [first.id]);
    const second = await ship(first.orderId);
    expect((await find(first.orderNumber))[0].shipment.id).toBe(second.id);
    const third = await ship(first.orderId);
    expect((await find(first.orderNumber))[0]).toEqual({
      number: first.orderNumber,
      shipment: null,
      refusal: {
        code: 'several_shipments',
        message: `It may mean ${first.shipmentNumber}, ${second.shipmentNumber}, ${third.shipmentNumber}: give the number of one`,
      },
    });
  });

  test('or none, which is said with the reason', async () => {
    const { orderNumber } = await placeOrder();
    const deleted = await newParcel('GONE-1');
    await staff('DELETE', `/api/shipments/${deleted.id}`);
    const found = await find(orderNumber, 'GONE-1', deleted.shipmentNumber, '%', '   NOTHING   ');
    expect(found.map(({ shipment, refusal }: any) => [shipment, refusal.message])).toEqual([
      [null, `${orderNumber} has no shipment yet`],
      ...Array.from({ length: 4 }, () => [null, 'No order, shipment or tracking number is this']),
    ]);
  });

  test('at most a hundred at once', async () => {
    const numbers = Array.from({ length: 101 }, (_, n) => `T${n}`);
    const { status, json } = await staff('POST', '/api/shipments/find', { numbers });
    expect([status, json.errors]).toEqual([422, [{ path: 'numbers', message: 'At most 100 at once' }]]);
  });
});

describe('tracking numbers for many', () => {
  test('are tried without a trace, then given; each that cannot be is told with the reason', async () => {
    const [empty, numbered, other, edited] = [
      await newParcel(),
      await newParcel('OLD-1'),
      await newParcel('USED-1'),
      await newParcel(),
    ];
    const newer = (await staff('PUT', `/api/shipments/${edited.id}`, { notes: 'Fragile' })).json.data;
    const changes = [
      { id: empty.id, trackingNumber: 'NEW-1', updatedAt: empty.updatedAt },
      { id: numbered.id, trackingNumber: 'NEW-2', updatedAt: numbered.updatedAt },
      { id: 'f'.repeat(24), trackingNumber: 'NEW-3' },
      { id: edited.id, trackingNumber: 'used-1', updatedAt: newer.updatedAt },
    ];
    const refused = [undefined, undefined, 'shipment_not_found', 'tracking_number_used'];
    const tried = await setNumbers(changes, true);
    expect(tried.map(({ refusal }: any) => refusal?.code)).toEqual(refused);
    expect(tried[3].refusal.message).toBe(`${other.shipmentNumber} of ${other.orderNumber} has this tracking number already`);
    expect(await parcelOf(empty)).toEqual(empty);

    const given = await setNumbers(changes);
    expect(given.map(({ refusal }: any) => refusal?.code)).toEqual(refused);
    expect(given[0]).toMatchObject({ id: empty.id, shipment: { trackingNumber: 'NEW-1' } });
    expect((await parcelOf(numbered)).trackingNumber).toBe('NEW-2');
    expect(await parcelOf(edited)).toEqual(newer);
  });

  test('a parcel that somebody else edited since keeps what they made of it, and one that has its number already its version', async () => {
    const parcel = await newParcel('OURS 1');
    expect((await setNumbers([{ id: parcel.id, trackingNumber: 'ours1' }]))[0].shipment).toEqual(parcel);
    await staff('PUT', `/api/shipments/${parcel.id}`, { trackingNumber: 'THEIRS-1' });
    const [outcome] = await setNumbers([{ id: parcel.id, trackingNumber: 'OURS-2', updatedAt: parcel.updatedAt }]);
    expect(outcome.refusal.code).toBe('edited_meanwhile');
    expect((await parcelOf(parcel)).trackingNumber).toBe('THEIRS-1');
  });

  test.each([
    [
      'Each tracking number once',
      (id: string, other: string) => [
        { id, trackingNumber: 'TWICE 1' },
        { id: other, trackingNumber: 'twice1' },
      ],
    ],
    [
      'Each shipment once',
      (id: string) => [
        { id, trackingNumber: 'ONE' },
        { id, trackingNumber: 'TWO' },
      ],
    ],
  ])('%s', async (message, changesOf) => {
    const [one, other] = [await newParcel(), await newParcel()];
    const { status, json } = await staff('PUT', '/api/shipments/tracking-numbers', { shipments: changesOf(one.id, other.id) });
    expect([status, json.errors]).toEqual([422, [{ path: 'shipments', message }]]);
    expect((await parcelOf(one)).trackingNumber).toBe('');
  });
});

describe('one status for many', () => {
  test('is tried without a trace: the answer says what parcel and order would be, or the reason against it', async () => {
    const [sent, cancelled, back] = [await newParcel(), await newParcel(), await newParcel()];
    await staff('PUT', `/api/orders/${cancelled.orderId}/status`, { status: 'cancelled' });
    await setStatus('returned', [back.id]);
    const stock = async () =>
      shop.rows(`select stock_quantity, (select count(*) from order_events) as events from products where id = '${RING.id}'`);
    const before = [await parcelOf(sent), await orderOf(sent), await stock()];
    const seen = await Promise.all([sent, cancelled, back].map(parcelOf));
    const try_ = (said: object) =>
      staff('PUT', '/api/shipments/status', {
        shipments: seen.map(({ id, updatedAt }) => ({ id, updatedAt })),
        status: 'delivered',
        ...said,
      });

    const { json } = await try_({ preview: true });
    expect(json.data).toMatchObject([
      { id: sent.id, shipment: { status: 'delivered', orderStatus: 'delivered', toCollect: 0 }, refusal: null },
      { id: cancelled.id, shipment: null, refusal: { code: 'order_cancelled' } },
      { id: back.id, shipment: null, refusal: { code: 'parcel_came_back', details: { shipments: [back.shipmentNumber] } } },
    ]);
    expect([await parcelOf(sent), await orderOf(sent), await stock()]).toEqual(before);

    const done = (await try_({ reason: 'Delivered on the second attempt' })).json.data;
    expect(done.map(({ shipment, refusal }: any) => shipment?.orderStatus ?? refusal.code)).toEqual([
      'delivered',
      'order_cancelled',
      'delivered',
    ]);
    expect(await orderOf(back)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    const notes = (await staff('GET', `/api/orders/${back.orderId}/timeline`)).json.data.map(({ note }: any) => note);
    expect(notes).toContain(`Delivered although ${back.shipmentNumber} failed or came back: Delivered on the second attempt`);
  });
});

test('what is to collect is asked for once, and not for what is paid, cancelled or came back', async () => {
  const first = await newParcel();
  const second = await ship(first.orderId);
  const collected = async () => [(await parcelOf(first)).toCollect, (await parcelOf(second)).toCollect];
  expect(await collected()).toEqual([2050, 0]);
  await setStatus('returned', [first.id]);
  expect(await collected()).toEqual([0, 2050]);
  await setStatus('delivered', [second.id]);
  expect(await collected()).toEqual([0, 0]);
  const other = await newParcel();
  await staff('PUT', `/api/orders/${other.orderId}/status`, { status: 'cancelled' });
  expect((await parcelOf(other)).toCollect).toBe(0);
});
