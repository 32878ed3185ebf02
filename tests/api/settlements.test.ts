import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const LIPSTICK = '68f0a1000000000000000232';
const { json: made } = await staff('POST', '/api/couriers', { name: 'PostEx' });
const courierId: string = made.data.id;

let orders = 0;

/** A parcel that is delivered, with what its rider collected. */
async function delivered(): Promise<{
  id: string;
  tracking: string;
  collected: number;
  shipmentNumber: string;
  orderNumber: string;
}> {
  orders += 1;
  const items = [{ productId: LIPSTICK, quantity: 1 }];
  const { json: quote } = await shop.call('POST', '/api/cart/quote', { body: { items } });
  const { json: placed } = await shop.call('POST', '/api/orders', {
    body: {
      customerName: 'Hira Malik',
      customerEmail: 'hira@example.com',
      customerPhone: `0301 ${7_100_000 + orders}`,
      customerAddress: `House ${orders}`,
      city: 'Lahore',
      items,
      totalAmount: quote.data.total,
    },
    headers: { 'Idempotency-Key': `settlement-${orders}-0123456789` },
  });
  const tracking = `px 100${orders}`;
  const { json: parcel } = await staff('POST', '/api/shipments', {
    orderId: placed.data.id,
    carrier: 'PostEx',
    trackingNumber: tracking,
  });
  const { id, shipmentNumber } = parcel.data;
  const { status } = await staff('PUT', `/api/shipments/${id}/status`, { status: 'delivered' });
  expect(status).toBe(200);
  return { id, tracking, collected: quote.data.total, shipmentNumber, orderNumber: placed.data.orderNumber };
}

let files = 0;

const rowOf = (trackingNumber: string, cod: number, changes: object = {}) => ({
  line: 2,
  trackingNumber,
  orderReference: 'ORD',
  outcome: 'delivered',
  cod,
  shipping: 222.4,
  gst: 35.58,
  incomeTax: 0,
  salesTax: 0,
  otherCharges: 0,
  net: Math.round((cod - 257.98) * 100) / 100,
  day: '2026-11-20',
  ...changes,
});

function fileOf(rows: ReturnType<typeof rowOf>[], changes: object = {}) {
  files += 1;
  return {
    courierId,
    fileName: `CPR_Transactions_${files}.csv`,
    fileHash: String(files).padStart(64, 'a'),
    reference: `CPR-${files}`,
    control: { parcels: rows.length, sum: Math.round(rows.reduce((sum, { net }) => sum + net * 100, 0)) / 100 },
    rows,
    ...changes,
  };
}

const balanceOfCouriers = async () => (await staff('GET', '/api/payments/balances')).json.data.courier;

test('a courier’s file is checked without a trace, booked once, read back as it was checked, and undone', async () => {
  const parcel = await delivered();
  const before = await balanceOfCouriers();
  const file = fileOf([rowOf(parcel.tracking, parcel.collected)]);

  const check = await staff('POST', '/api/settlements/check', file);
  expect(check.status).toBe(200);
  expect(check.json.data).toMatchObject({
    refusals: [],
    sums: { parcels: 1, cod: parcel.collected, charges: 222.4, gst: 35.58, net: file.control.sum },
    lines: [
      {
        // In capitals and without spaces, however the file has it.
        trackingNumber: `PX100${orders}`,
        result: 'received',
        expected: { cod: parcel.collected, charge: null },
        shipmentNumber: parcel.shipmentNumber,
        orderNumber: parcel.orderNumber,
        difference: 0,
        chargeDifference: null,
        day: '2026-11-20',
      },
    ],
  });
  expect(await balanceOfCouriers()).toBe(before);
  expect((await staff('GET', '/api/settlements')).json.pagination.totalItems).toBe(0);

  const send = () =>
    shop.call('POST', '/api/settlements', {
      body: file,
      token: shop.token,
      headers: { 'Idempotency-Key': 'settlement-key-1' },
    });
  const booked = await send();
  expect(booked.status).toBe(201);
  expect((await send()).json.data.id).toBe(booked.json.data.id);
  expect(await balanceOfCouriers()).toBe(before - parcel.collected);
  const again = await staff('POST', '/api/settlements', file);
  expect([again.status, again.json.code]).toEqual([409, 'settlement_refused']);
  expect(again.json.message).toContain('This file was booked');

  const found = await staff('GET', `/api/settlements/${booked.json.data.id}`);
  expect(found.json.data.lines).toEqual(check.json.data.lines);
  expect(found.json.data).toMatchObject({
    courier: 'PostEx',
    state: 'booked',
    results: { received: 1 },
    sums: check.json.data.sums,
  });

  const undone = await staff('POST', `/api/settlements/${booked.json.data.id}/undo`, { reason: 'The wrong week' });
  expect(undone.json.data).toMatchObject({ state: 'undone', undoReason: 'The wrong week', undoneBy: expect.any(String) });
  expect(await balanceOfCouriers()).toBe(before);
  const states = await staff('GET', `/api/settlements?state=undone&courierId=${courierId}`);
  expect(states.json.data).toHaveLength(1);
});

test('fields that cannot be are refused by their name, and a file that contradicts itself by its lines', async () => {
  const bad = await staff('POST', '/api/settlements/check', {
    ...fileOf([rowOf('2.5E+13', 100), rowOf('PX 100 77', 100, { day: '31/12/2026' }), rowOf('', 100)]),
    courierId: '',
    reference: ' ',
    fileHash: 'abc',
  });
  expect(bad.status).toBe(422);
  expect(bad.json.errors.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining([
      'courierId',
      'reference',
      'fileHash',
      'rows.0.trackingNumber',
      'rows.1.day',
      'rows.2.trackingNumber',
    ]),
  );
  const wrong = await staff('POST', '/api/settlements', fileOf([rowOf('PX 100 78', 100, { line: 7, net: 1 })]));
  expect([wrong.status, wrong.json.message]).toEqual([409, 'Line 7 says net 1.00, but its other columns make -157.98']);
  expect(
    (await staff('POST', '/api/settlements/check', fileOf([rowOf('PX 100 79', 100)], { courierId: 'f'.repeat(24) }))).json.code,
  ).toBe('courier_not_found');
});

test('a file of thousands of rows fits into one request, and of more than ten thousand the rows are refused, not the body', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) => rowOf(`PX9${String(place).padStart(13, '0')}`, 2299, { line: place + 2 }));
  const { status, json } = await staff('POST', '/api/settlements/check', fileOf(many(2_000)));
  expect([status, json.data.lines.length, json.data.refusals]).toEqual([200, 2_000, []]);
  const more = await staff('POST', '/api/settlements/check', { ...fileOf(many(1)), rows: many(10_001) });
  expect([more.status, more.json.errors]).toEqual([422, [{ path: 'rows', message: 'At most 10,000 rows' }]]);
});

test('what couriers have is listed until it is settled or written off', async () => {
  const parcel = await delivered();
  const held = async () =>
    (await staff('GET', '/api/couriers/holding/parcels')).json.data.find(
      ({ number }: { number: string }) => number === parcel.shipmentNumber,
    );
  expect(await held()).toMatchObject({ courier: 'PostEx', amount: parcel.collected, days: 0, orderNumber: parcel.orderNumber });
  await staff('POST', '/api/settlements', fileOf([rowOf(parcel.tracking, parcel.collected - 100)]));
  expect(await held()).toMatchObject({ amount: 100 });
  const [postex] = (await staff('GET', '/api/couriers/holding')).json.data;
  expect(postex).toMatchObject({ courier: 'PostEx', week: expect.any(Number), older: 0 });

  const written = await staff('POST', '/api/settlements/shortfalls', { shipmentId: parcel.id, reason: 'Their rider left' });
  expect([written.status, written.json.data]).toMatchObject([201, { kind: 'short_paid', amount: 100, courier: 'PostEx' }]);
  expect(await held()).toBeUndefined();
});

test('how a courier’s files are read is remembered with it', async () => {
  const mapping = {
    columns: [{ header: 'COD_AMOUNT', field: 'cod' }],
    words: [{ word: 'Return', outcome: 'returned' }],
    dayOrder: null,
  };
  const { json } = await staff('PUT', `/api/couriers/${courierId}/settlement-mapping`, {
    mapping,
    updatedAt: made.data.updatedAt,
  });
  expect(json.data.settlementMapping).toEqual(mapping);
  const late = await staff('PUT', `/api/couriers/${courierId}/settlement-mapping`, { mapping, updatedAt: made.data.updatedAt });
  expect(late.json.code).toBe('edited_meanwhile');
  // What owners change of the courier leaves it as it is.
  const { json: saved } = await staff('PUT', `/api/couriers/${courierId}`, { name: 'PostEx' });
  expect(saved.data.settlementMapping).toEqual(mapping);
});
