import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { LEOPARDS } from '#tests/couriers/leopards-double.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const [postex, leopards] = await Promise.all([POSTEX, LEOPARDS].map(startCourierDouble));
afterAll(() => Promise.all([postex?.stop(), leopards?.stop()]));
if (!postex || !leopards) throw new Error('No doubles');
const shop = await staffedShop();
const packer = await signInAs(shop, 'packer');
const { staff } = shop;

for (const { environment } of [postex, leopards]) Object.assign(process.env, { ...environment, URL: process.env['URL'] });
process.env['COURIER_PACE_MS'] = '0';
beforeEach(() => {
  for (const double of [postex, leopards]) double.reset();
});

const items = [{ productId: PENDANT.id, quantity: 1 }];
const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;
await staff('POST', '/api/stock-history/adjust', { ...items[0], transactionType: 'purchase', quantity: 200 });
let number = 0;

const addCourier = async (adapter: string) => {
  const cities = adapter === 'leopards' ? [{ city: 'Lahore', courierName: 'Lahore', courierCode: '789' }] : [];
  return (await staff('POST', '/api/couriers', { name: `${adapter} ${++number}`, adapter, cities })).json.data.id;
};
const couriers = {
  postex: await addCourier('postex'),
  leopards: await addCourier('leopards'),
  generic: await addCourier('generic'),
};

async function addParcel() {
  number += 1;
  const body = {
    ...orderFor(items, total),
    customerPhone: `0301 ${7_200_000 + number}`,
    customerAddress: `House ${number}`,
    city: 'Lahore',
  };
  const placed = await shop.call('POST', '/api/orders', { body, headers: { 'Idempotency-Key': `papers-${number}-0123456789` } });
  return (await staff('POST', '/api/shipments', { orderId: placed.json.data.id })).json.data;
}

async function book(courier: keyof typeof couriers) {
  const parcel = await addParcel();
  const booked = await staff('POST', '/api/bookings', { shipmentId: parcel.id, courierId: couriers[courier] });
  expect(booked.json.errors).toBeUndefined();
  return { ...booked.json.data, parcel };
}

async function take(parcels: { shipmentId: string }[], papers?: string, token?: string) {
  const body = { shipmentIds: parcels.map(({ shipmentId }) => shipmentId), ...(papers ? { papers } : {}) };
  const { status, json } = await shop.call('POST', '/api/bookings/labels', { token: token ?? shop.token, body });
  expect(status).toBe(200);
  const pdf = json.data.pdf && (await PDFDocument.load(Buffer.from(json.data.pdf, 'base64')));
  return { pages: pdf ? pdf.getPageCount() : 0, parcels: json.data.parcels };
}

const calls = (double: typeof postex, path: string) => double.requests.filter((asked) => asked.path.includes(path)).length;

describe('couriers’ own labels', () => {
  test('come as one PDF, however many the couriers give at once', async () => {
    const parcels = [];
    for (let n = 0; n < 12; n += 1) parcels.push(await book('postex'));
    parcels.push(await book('leopards'), await book('leopards'));
    const taken = await take(parcels);
    expect(taken.pages).toBe(14);
    expect(taken.parcels.map(({ id, outcome }: any) => [id, outcome])).toEqual(
      parcels.map(({ shipmentId }) => [shipmentId, 'in_pdf']),
    );
    expect([calls(postex, 'get-invoice'), calls(leopards, 'slip')]).toEqual([2, 2]);
  });

  test('that fail are named one by one, and the others come', async () => {
    const [good, gone, portal] = [await book('postex'), await book('postex'), await book('generic')];
    const unbooked = await addParcel();
    const [first] = postex.parcels.filter(({ trackingNumber }) => trackingNumber === gone.trackingNumber);
    if (first) first.isCancelled = true;
    const differs = await book('leopards');
    await shop.rows(`update orders set subtotal = 50, shipping = 0, total_amount = 50 where id = '${differs.parcel.orderId}'`);
    const { pages, parcels } = await take([good, gone, portal, { shipmentId: unbooked.id }, differs]);
    expect(pages).toBe(1);
    expect(parcels).toMatchObject([
      { outcome: 'in_pdf', problem: '', shipmentNumber: good.shipmentNumber },
      { outcome: 'refused', problem: 'PostEx gave no PDF (200)', shipmentNumber: gone.shipmentNumber },
      { outcome: 'refused', problem: 'This parcel is not booked with a courier', shipmentNumber: portal.shipmentNumber },
      { outcome: 'refused', problem: 'This parcel is not booked with a courier' },
      { outcome: 'refused', problem: expect.stringMatching(/was told to collect a different sum/) },
    ]);
    // A label with the wrong sum is not even asked for.
    expect(calls(leopards, 'slip')).toBe(0);
  });

  test('reveal a contact each to staff who see them one by one', async () => {
    const booked = await book('postex');
    await take([booked], 'labels', packer);
    const seen = `select count(*)::integer as n from contact_reveals where order_id = '${booked.parcel.orderId}'`;
    expect(await shop.rows(seen)).toEqual([{ n: 1 }]);
  });

  test('for which there is no time are left, and come when they are asked for again', async () => {
    const { takeCourierPapers } = await import('#server/couriers/courier-papers.ts');
    const { serviceSupabase: db } = await import('#server/database/service-client.ts');
    const [{ id: actor }] = await shop.rows('select id from staff limit 1');
    const booked = [await book('leopards'), await book('leopards')];
    const request = { shipmentIds: booked.map(({ shipmentId }) => shipmentId), papers: 'labels' as const };
    const { parcels } = await takeCourierPapers(db, request, actor, { asksMs: -1 });
    expect(parcels.map(({ outcome }) => outcome)).toEqual(['in_pdf', 'left']);
    leopards.lose('slip', 'hangs');
    const late = await takeCourierPapers(db, request, actor, { asksMs: 10, waitsMs: 50 });
    expect(late).toMatchObject({
      pdf: null,
      parcels: [{ outcome: 'refused', problem: 'The courier did not answer in time' }, { outcome: 'left' }],
    });
  });
});

test('a courier by files has no label of its own, and says so', async () => {
  const booked = await book('generic');
  await staff('POST', `/api/bookings/${booked.id}/outcome`, { trackingNumber: 'KC-77' });
  const { pages, parcels } = await take([booked]);
  expect([pages, parcels[0].problem]).toEqual([0, `${booked.courier} offers the shop no labels`]);
});

test('a courier’s own load sheet comes from each courier that has one, in one call', async () => {
  const booked = [await book('postex'), await book('postex'), await book('leopards')];
  const { pages, parcels } = await take(booked, 'load_sheet');
  expect([pages, parcels.map(({ outcome }: any) => outcome)]).toEqual([2, ['in_pdf', 'in_pdf', 'in_pdf']]);
  expect(calls(postex, 'generate-load-sheet')).toBe(1);
});

describe('a cancellation', () => {
  const cancel = async ({ id }: { id: string }) => (await staff('POST', `/api/bookings/${id}/cancellation`, {})).json.data;
  const there = ({ trackingNumber }: { trackingNumber: string }) => postex.byNumber(trackingNumber)?.isCancelled;

  test('whose answer is lost is looked up: done there, it is done here', async () => {
    const booked = await book('postex');
    postex.lose('cancel-order');
    expect(await cancel(booked)).toMatchObject({ state: 'cancelled', problem: '' });
    expect([there(booked), calls(postex, 'cancel-order')]).toEqual([true, 1]);
    // The parcel can go again, as another booking.
    const again = await staff('POST', '/api/bookings', { shipmentId: booked.shipmentId, courierId: couriers.postex });
    expect(again.json.data).toMatchObject({ state: 'booked', reference: `${booked.reference}-2` });
    expect(postex.parcels.filter(({ isCancelled }) => !isCancelled)).toHaveLength(1);
  });

  test('that did not arrive leaves the booking as it is, with the reason, and can be repeated', async () => {
    const booked = await book('postex');
    postex.lose('cancel-order', 'before');
    expect(await cancel(booked)).toMatchObject({ state: 'booked', problem: 'Not cancelled: PostEx did not answer' });
    expect(there(booked)).toBe(false);
    expect((await cancel(booked)).state).toBe('cancelled');
    expect([there(booked), calls(postex, 'cancel-order')]).toEqual([true, 2]);
  });

  test('of which nobody knows keeps the booking; pressed again, it is found cancelled, and never cancels another one', async () => {
    const booked = await book('postex');
    postex.lose('cancel-order');
    postex.lose('get-all-order');
    expect(await cancel(booked)).toMatchObject({ state: 'booked', trackingNumber: booked.trackingNumber });
    // While nobody knows, the parcel is not booked a second time.
    await staff('POST', '/api/bookings', { shipmentId: booked.shipmentId, courierId: couriers.postex });
    expect(postex.parcels).toHaveLength(1);
    expect((await cancel(booked)).state).toBe('cancelled');
    expect((await staff('GET', `/api/shipments/${booked.shipmentId}`)).json.data.trackingNumber).toBe('');
  });

  test('at a courier that cannot be asked stays open until staff have looked', async () => {
    const booked = await book('postex');
    postex.lose('cancel-order');
    postex.lose('get-all-order');
    await cancel(booked);
    const settled = await staff('POST', `/api/bookings/${booked.id}/cancellation`, { isCancelledThere: true });
    expect(settled.json.data).toMatchObject({ state: 'cancelled', problem: '' });
    expect(calls(postex, 'cancel-order')).toBe(1);
  });
});
