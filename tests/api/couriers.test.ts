import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { startDemoCourier } from '#local/couriers/demo-courier.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { addCouriers, COURIER_IDS } from '#local/demo/couriers.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const double = await startCourierDouble(POSTEX);
afterAll(() => double.stop());
const shop = await staffedShop();
const { staff } = shop;
const COURIERS = '/api/couriers';

// Read when they are needed: the shop's modules read their environment when they are imported.
const { serviceSupabase: db } = await import('#server/database/service-client.ts');
const { standInOf } = await import('#server/couriers/courier-apis.ts');
const { storeEvents } = await import('#server/couriers/store-events.ts');

beforeEach(async () => {
  double.reset();
  for (const name of Object.keys(double.environment)) if (name !== 'URL') delete process.env[name];
});

let number = 0;

const items = [{ productId: PENDANT.id, quantity: 1 }];
const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;

async function addCourier(fields: Record<string, unknown> = {}) {
  number += 1;
  const { status, json } = await staff('POST', COURIERS, { name: `Courier ${number}`, ...fields });
  expect([status, json.errors]).toEqual([201, undefined]);
  return json.data;
}

async function addParcel(city = 'Lahore') {
  number += 1;
  const order = {
    ...orderFor(items, total),
    customerPhone: `0301 ${7_000_000 + number}`,
    customerAddress: `House ${number}`,
    city,
  };
  const placed = await shop.call('POST', '/api/orders', {
    body: order,
    headers: { 'Idempotency-Key': `couriers-${number}-0123456789` },
  });
  return (await staff('POST', '/api/shipments', { orderId: placed.json.data.id })).json.data;
}

describe('a courier', () => {
  test('keeps what it serves, charges and withholds, and a new list replaces the one before', async () => {
    const added = await addCourier({
      cutOff: '15:30',
      cities: [{ city: 'lhr', courierName: 'LAHORE', courierCode: '789', zone: 'A' }],
      charges: [{ validFrom: '2026-11-01', zone: 'A', upToGrams: 500, charge: 222.4, furtherKg: 90 }],
      taxes: [{ validFrom: '2026-07-01', tax: 'income_tax', percent: 2, treatment: 'credit' }],
    });
    expect(added).toMatchObject({ adapter: 'generic', cutOff: '15:30', credentials: [], isActive: true });
    expect(added.cities).toEqual([{ city: 'Lahore', courierName: 'LAHORE', courierCode: '789', zone: 'A' }]);
    expect(added.charges).toEqual([{ validFrom: '2026-11-01', zone: 'A', upToGrams: 500, charge: 222.4, furtherKg: 90 }]);
    expect(added.taxes).toEqual([{ validFrom: '2026-07-01', tax: 'income_tax', percent: 2, treatment: 'credit' }]);

    const { json } = await staff('PUT', `${COURIERS}/${added.id}`, { name: added.name, cities: [], updatedAt: added.updatedAt });
    expect([json.data.cities, json.data.charges, json.data.taxes]).toEqual([[], [], []]);
    const again = await staff('PUT', `${COURIERS}/${added.id}`, { name: added.name, updatedAt: added.updatedAt });
    expect(again.json.code).toBe('edited_meanwhile');
  });

  test('is refused at the field that is wrong', async () => {
    const { name } = await addCourier();
    const city = (typed: string) => ({ cities: [{ city: typed, courierName: 'X' }] });
    const slab = { validFrom: '2026-11-01', zone: '', upToGrams: 500, charge: 1 };
    for (const [fields, path] of [
      [{ name: name.toUpperCase() }, 'name'],
      [{ cutOff: '25:00' }, 'cutOff'],
      [{ adapter: 'pigeon' }, 'adapter'],
      [city('Atlantis'), 'cities.0.city'],
      [{ cities: [...city('Lahore').cities, ...city('lhr').cities] }, 'cities'],
      [{ charges: [slab, slab] }, 'charges'],
      [{ charges: [{ ...slab, charge: 1.005 }] }, 'charges.0.charge'],
      [{ taxes: [{ validFrom: '2026-11-01', tax: 'gst', percent: 101, treatment: 'final' }] }, 'taxes.0.percent'],
    ] as const) {
      const { status, json } = await staff('POST', COURIERS, { name: `Wrong ${path}`, ...fields });
      expect([path, status, json.errors?.map((error: { path: string }) => error.path)]).toEqual([path, 422, [path]]);
    }
  });

  test('says which of its credentials are set, and never what they are', async () => {
    process.env.LEOPARDS_API_KEY = 'a-secret-of-leopards';
    const added = await addCourier({ adapter: 'leopards' });
    delete process.env.LEOPARDS_API_KEY;
    expect(added.credentials).toEqual([
      { name: 'LEOPARDS_API_KEY', isSet: true },
      { name: 'LEOPARDS_API_PASSWORD', isSet: false },
    ]);
    expect(JSON.stringify(added)).not.toContain('a-secret');
  });

  test('is noted in the audit log with what changed', async () => {
    const { name } = await addCourier({ cutOff: '14:00' });
    const { json } = await staff('GET', '/api/audit-log');
    expect(json.data[0]).toMatchObject({ subject: `courier ${name}`, after: { cutOff: '14:00', cities: 0 } });
  });
});

describe('checking the connection', () => {
  test('says what is not set up, and what the courier refuses', async () => {
    const { id } = await addCourier({ adapter: 'postex' });
    const check = async () => (await staff('POST', `${COURIERS}/${id}/check`, {})).json.data;
    expect(await check()).toEqual({ isConnected: false, problem: 'POSTEX_TOKEN not set', cities: [], otherCities: 0 });
    Object.assign(process.env, { POSTEX_TOKEN: 'wrong', POSTEX_API_URL: double.url });
    expect(await check()).toMatchObject({ isConnected: false, problem: 'Invalid token' });
    const unknown = await staff('POST', `${COURIERS}/68f0a1000000000000000999/check`, {});
    expect(unknown.json.code).toBe('courier_not_found');
  });

  test('brings the cities that the shop knows', async () => {
    Object.assign(process.env, { ...double.environment, URL: process.env.URL });
    const { id } = await addCourier({ adapter: 'postex' });
    const { json } = await staff('POST', `${COURIERS}/${id}/check`, {});
    expect(json.data).toMatchObject({ isConnected: true, otherCities: 0 });
    expect(json.data.cities[1]).toEqual({ city: 'Rahim Yar Khan', courierName: 'Rahim Yar Khan', courierCode: '', zone: '' });
  });
});

describe('a day of a simulated courier', () => {
  const live = async (id: string) => (await staff('POST', `${COURIERS}/${id}/simulated-day`, {})).json.data;

  test('moves its parcels, and the shop hears of it at once', async () => {
    await shop.rows(addCouriers());
    await startDemoCourier({ sql: shop.rows } as never);
    const { isSimulated } = (await staff('GET', COURIERS)).json.data.find((one: { id: string }) => one.id === COURIER_IDS.postex);
    expect(isSimulated).toBe(true);
    const { id, toCollect } = await addParcel();
    const { json } = await staff('POST', '/api/bookings', { shipmentId: id, courierId: COURIER_IDS.postex });
    expect(json.data).toMatchObject({ state: 'booked', collect: toCollect });
    expect(await live(COURIER_IDS.postex)).toEqual({ parcels: 1 });
    const events = await shop.rows(
      `select label, meaning from courier_events where tracking_key = '${json.data.trackingNumber}' order by happened_at`,
    );
    expect(events).toMatchObject([{ meaning: 'picked' }, { meaning: 'in_transit' }]);
    expect((await staff('GET', `/api/shipments/${id}`)).json.data.status).not.toBe('preparing');
  });

  test('does not pass for a real one, wherever its address points', async () => {
    const { id, isSimulated } = await addCourier({ adapter: 'postex' });
    expect([isSimulated, await live(id)]).toEqual([false, { parcels: 0 }]);
    Object.assign(process.env, { POSTEX_TOKEN: 'ours', POSTEX_API_URL: 'https://api.postex.pk' });
    expect(await live(id)).toEqual({ parcels: 0 });
    // Nor in a shop that is not on this machine.
    Object.assign(process.env, { POSTEX_API_URL: double.url });
    expect(standInOf('postex', { ...process.env, URL: 'https://shop.example' })).toBeNull();
  });
});

describe('the weight of a parcel', () => {
  test('is that of its pieces and the packing: as stated, as usual in the category, or as of any piece', async () => {
    const { json } = await staff('GET', `${COURIERS}/weights`);
    const put = (categories: object[]) => staff('PUT', `${COURIERS}/weights`, { packingGrams: 100, pieceGrams: 30, categories });
    expect(json.data.categories.length).toBeGreaterThan(3);
    const shipment = await addParcel();
    const gramsNow = async () => (await shop.rows(`select shop.parcel_grams('${shipment.orderId}') as grams`))[0].grams;
    await shop.rows(`update products set weight_grams = null where id = '${PENDANT.id}'`);
    await put([]);
    expect(await gramsNow()).toBe(130);
    const [{ category }] = await shop.rows(`select category from products where id = '${PENDANT.id}'`);
    await put([{ category, grams: 17 }]);
    expect(await gramsNow()).toBe(117);
    await shop.rows(`update products set weight_grams = 12.4 where id = '${PENDANT.id}'`);
    expect(await gramsNow()).toBe(113);
    const wrong = await put([{ category: 'spoons', grams: 17 }]);
    expect(wrong.json.errors).toEqual([{ path: 'categories', message: 'There is no such category' }]);
  });
});

describe('a booking', () => {
  const book = async (shipmentId: string, courierId: string) => staff('POST', '/api/bookings', { shipmentId, courierId });

  test('through a portal waits for its tracking number, and is settled with it once', async () => {
    const courier = await addCourier({ charges: [{ validFrom: '2026-01-01', upToGrams: 1000, charge: 250 }] });
    const shipment = await addParcel();
    const { json } = await book(shipment.id, courier.id);
    expect(json.data).toMatchObject({
      state: 'unknown',
      reference: shipment.shipmentNumber,
      collect: shipment.toCollect,
      charge: 250,
    });
    expect((await book(shipment.id, courier.id)).json.data.id).toBe(json.data.id);
    expect((await staff('GET', '/api/bookings/open')).json.data.map(({ id }: { id: string }) => id)).toContain(json.data.id);

    const outcome = `/api/bookings/${json.data.id}/outcome`;
    const settled = await staff('POST', outcome, { trackingNumber: 'KNG 4711' });
    expect(settled.json.data).toMatchObject({ state: 'booked', trackingNumber: 'KNG4711' });
    const { json: shown } = await staff('GET', `/api/shipments/${shipment.id}`);
    expect(shown.data).toMatchObject({ carrier: courier.name, trackingNumber: 'KNG4711', status: 'preparing' });
    expect((await staff('POST', outcome, { trackingNumber: '' })).json.code).toBe('booking_settled');
    const other = await addCourier();
    expect((await book(shipment.id, other.id)).json).toMatchObject({
      code: 'booked_elsewhere',
      details: { courier: courier.name },
    });
  });

  test('that was not found in the portal has failed, and the parcel can go with another courier', async () => {
    const [first, second] = [await addCourier(), await addCourier()];
    const shipment = await addParcel();
    const { id } = (await book(shipment.id, first.id)).json.data;
    expect((await staff('POST', `/api/bookings/${id}/outcome`, { trackingNumber: '' })).json.data.state).toBe('failed');
    expect((await book(shipment.id, second.id)).json.data).toMatchObject({ state: 'unknown', courier: second.name });
  });

  test('by API gives the parcel its tracking number, and is not made again', async () => {
    Object.assign(process.env, { ...double.environment, URL: process.env.URL });
    const courier = await addCourier({ adapter: 'postex', cities: [{ city: 'Lahore', courierName: 'Lahore City' }] });
    const shipment = await addParcel();
    const { json } = await book(shipment.id, courier.id);
    expect(json.data).toMatchObject({ state: 'booked', trackingNumber: double.parcels[0]?.trackingNumber });
    expect(double.parcels[0]?.told).toMatchObject({ cityName: 'Lahore City', invoicePayment: shipment.toCollect });
    await book(shipment.id, courier.id);
    expect(double.parcels).toHaveLength(1);
  });

  test('is refused for a city that the courier does not serve, and for a parcel that left', async () => {
    const courier = await addCourier({ cities: [{ city: 'Karachi', courierName: 'KHI' }] });
    const shipment = await addParcel();
    expect((await book(shipment.id, courier.id)).json.errors).toEqual([
      { path: 'courierId', message: `${courier.name} does not serve Lahore` },
    ]);
    await staff('PUT', `/api/shipments/${shipment.id}/status`, { status: 'shipped' });
    expect((await book(shipment.id, (await addCourier()).id)).json.code).toBe('parcel_left');
  });
});

test('events are kept once, and a label that nobody knows waits for staff until one of them explains it', async () => {
  const { id } = await addCourier({ adapter: 'postex' });
  const event = (label: string) => ({ trackingNumber: '2241', label, code: '', reason: '', station: '', happenedAt: null });
  const told = [event('Delivered'), event('Held by Customs!'), event('Held by Customs!')];
  expect(await storeEvents(db, { id, adapter: 'postex' }, told)).toEqual({ stored: 2, refused: 0 });
  expect(await storeEvents(db, { id, adapter: 'postex' }, told)).toEqual({ stored: 0, refused: 0 });
  const { json } = await staff('GET', `${COURIERS}/unknown-labels`);
  expect(json.data).toMatchObject([{ label: 'Held by Customs!', exampleTrackingNumber: '2241' }]);
  const explained = await staff('PUT', `${COURIERS}/unknown-labels/${json.data[0].id}`, { meaning: 'in_transit' });
  expect(explained.json.data).toEqual([]);
  await storeEvents(db, { id, adapter: 'postex' }, [{ ...event('held by customs'), happenedAt: '2026-11-26T05:00:00.000Z' }]);
  expect(await shop.rows(`select meaning from courier_events where courier_id = '${id}' order by id`)).toMatchObject([
    { meaning: 'delivered' },
    { meaning: null },
    { meaning: 'in_transit' },
  ]);
});
