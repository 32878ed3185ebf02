import { afterAll, beforeEach, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const double = await startCourierDouble(POSTEX);
afterAll(() => double.stop());
const shop = await staffedShop();
const { call, staff, rows } = shop;
Object.assign(process.env, { ...double.environment, URL: process.env.URL, COURIER_PACE_MS: '0' });
beforeEach(() => double.reset());

const addCourier = async (fields: object) =>
  (await staff('POST', '/api/couriers', { cities: [{ city: 'Islamabad', courierName: 'ISB' }], pickupCode: '41', ...fields }))
    .json.data;
const postex = await addCourier({ name: 'PostEx', adapter: 'postex' });

let people = 0;

/** An approved return, and what opens the page of its order. */
async function approved() {
  const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
  const body = orderFor([line], 0, { customerPhone: `0307 ${String(++people).padStart(7, '0')}` });
  const { total } = (await call('POST', '/api/cart/quote', { body: { items: body.items } })).json.data;
  const placed = (await call('POST', '/api/orders', { body: { ...body, totalAmount: total } })).json.data;
  await staff('PUT', `/api/orders/${placed.id}/status`, { status: 'delivered', cashWith: 'us' });
  const [{ id: itemId }] = await rows(`select id from order_items where order_id = '${placed.id}'`);
  const link = { orderNumber: placed.orderNumber, key: placed.pageKey };
  const wish = { kind: 'return', outcome: 'store_credit', reason: 'does_not_fit', items: [{ itemId, quantity: 1 }] };
  const { returns } = (await call('POST', '/api/order-page/returns', { body: { ...link, ...wish } })).json.data;
  const [{ id, returnNumber }] = returns.requests;
  await staff('POST', `/api/returns/${id}/approval`, { outcome: 'store_credit' });
  return { id, returnNumber, link, body };
}

const collect = (id: string, courierId = postex.id) => staff('POST', `/api/returns/${id}/collection`, { courierId });
const cancel = (id: string, isCancelledThere = false) =>
  staff('POST', `/api/returns/${id}/collection/cancellation`, { isCancelledThere });
const letTurnPass = (id: string) => rows(`update return_collections set claimed_until = now() where request_id = '${id}'`);

test('PostEx collects an approved return once, and staff and the customer read under which number', async () => {
  const { id, returnNumber, link, body } = await approved();
  expect((await staff('GET', `/api/returns/${id}`)).json.data).toMatchObject({ collection: null, mayCollect: true });
  const { status, json } = await collect(id);
  const [parcel] = double.parcels;
  expect([status, json.data.collection]).toMatchObject([
    200,
    { state: 'booked', courier: 'PostEx', trackingNumber: parcel?.trackingNumber, problem: '' },
  ]);
  expect(parcel?.told).toMatchObject({
    orderRefNumber: returnNumber,
    orderType: 'Reverse',
    invoicePayment: 0,
    customerName: body.customerName,
    cityName: 'ISB',
    pickupAddressCode: '41',
  });
  await collect(id);
  expect(double.parcels).toHaveLength(1);
  const page = (await call('POST', '/api/order-page', { body: link })).json.data;
  expect(page.returns.requests[0]).toMatchObject({
    sendBack: { pickup: { courier: 'PostEx', trackingNumber: parcel?.trackingNumber } },
    mayWithdraw: false,
  });
  expect((await staff('POST', `/api/returns/${id}/refusal`, { reason: 'Worn' })).json.code).toBe('pickup_stands');
  expect((await cancel(id)).json.data.collection).toMatchObject({ state: 'cancelled' });
  expect(parcel?.isCancelled).toBe(true);
});

test('an answer that is lost is looked up and never booked twice; a refusal can be tried again', async () => {
  const { id } = await approved();
  double.fail('lost');
  expect((await collect(id)).json.data.collection).toMatchObject({ state: 'unknown', trackingNumber: '' });
  expect((await collect(id)).json.code).toBe('booking_under_way');
  await letTurnPass(id);
  expect((await cancel(id)).json.errors).toMatchObject([{ path: 'isCancelledThere' }]);
  expect((await collect(id)).json.data.collection).toMatchObject({
    state: 'booked',
    trackingNumber: double.parcels[0]?.trackingNumber,
  });
  expect(double.parcels).toHaveLength(1);

  const other = await approved();
  double.fail('refused');
  expect((await collect(other.id)).json.data.collection).toMatchObject({ state: 'failed', problem: 'City is not operational' });
  expect((await collect(other.id)).json.data.collection.state).toBe('booked');
});

test('a pickup that PostEx does not cancel stands with the problem, until staff saw that it is gone', async () => {
  const { id } = await approved();
  await collect(id);
  double.down(503);
  expect((await cancel(id)).json.data.collection).toMatchObject({
    state: 'booked',
    problem: expect.stringContaining('Not cancelled'),
  });
  expect((await cancel(id, true)).json.data.collection.state).toBe('cancelled');
  expect((await cancel(id)).json.code).toBe('booking_settled');
});

test('couriers that collect nothing say so, and are called by nobody', async () => {
  const { id } = await approved();
  const portal = await addCourier({ name: 'Portal' });
  const listed = (await staff('GET', '/api/couriers')).json.data.map((one: { name: string; collectsReturns: boolean }) => [
    one.name,
    one.collectsReturns,
  ]);
  expect(Object.fromEntries(listed)).toMatchObject({ PostEx: true, Portal: false });
  expect((await collect(id, portal.id)).json.errors).toMatchObject([{ path: 'courierId' }]);
  await rows(`update couriers set is_active = false where id = '${postex.id}'`);
  expect((await collect(id)).json.errors).toMatchObject([{ path: 'courierId' }]);
  expect(double.parcels).toEqual([]);
});
