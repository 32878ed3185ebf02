import { describe, expect, test } from 'vitest';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const items = [{ productId: PENDANT.id, quantity: 1 }];
const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;
let number = 0;

async function addCourier(name: string, charge?: number, fields: Record<string, unknown> = {}): Promise<string> {
  const charges = charge === undefined ? [] : [{ validFrom: '2026-01-01', upToGrams: 5_000, charge }];
  return (await staff('POST', '/api/couriers', { name, charges, ...fields })).json.data.id;
}

/** A confirmed order to a city. */
async function addOrder(city: string): Promise<string> {
  number += 1;
  const order = {
    ...orderFor(items, total),
    customerPhone: `0302 ${7_100_000 + number}`,
    customerAddress: `House ${number}`,
    city,
  };
  const headers = { 'Idempotency-Key': `dispatch-${number}-0123456789` };
  const { id } = (await shop.call('POST', '/api/orders', { body: order, headers })).json.data;
  await staff('PUT', `/api/orders/${id}/status`, { status: 'processing' });
  return id;
}

/** Ended parcels of a courier, so many of which came back. */
async function addHistory(courierId: string, city: string, { delivered, back, days = 2 }: Record<string, number>): Promise<void> {
  const statuses = [...Array(delivered).fill('delivered'), ...Array(back).fill('returned')];
  const [{ name }] = await shop.rows(`select name from couriers where id = '${courierId}'`);
  for (const status of statuses) {
    number += 1;
    const [{ id }] =
      await shop.rows(`insert into orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
      values ('Old', '', '+92300${7_000_000 + number}', 'House', '${city}', '${city}', 1, 0, 1, 'shipped') returning id`);
    await shop.rows(`insert into shipments (order_id, carrier, status, shipped_date)
      values ('${id}', upper('${name}'), 'shipped', now() - interval '${days} days')`);
    await shop.rows(`update shipments set status = '${status}' where order_id = '${id}'`);
  }
}

const list = async () => (await staff('GET', '/api/dispatch')).json.data;
const rowOf = async (orderId: string): Promise<DispatchRow> =>
  (await list()).rows.find((row: DispatchRow) => row.orderId === orderId);
/** The names of the couriers for an order, the suggested one first. */
async function choicesFor(orderId: string): Promise<string[]> {
  const { rows, couriers } = await list();
  const names = Object.fromEntries(couriers.map((one: { id: string; name: string }) => [one.id, one.name]));
  return rows
    .find((row: DispatchRow) => row.orderId === orderId)
    .choices.map((one: { courierId: string }) => names[one.courierId]);
}

describe('the suggested courier', () => {
  test('is the cheapest while nobody knows more, and of equal ones the first by name', async () => {
    const order = await addOrder('Quetta');
    await addCourier('Zarb', 200);
    await addCourier('Alif', 200);
    await addCourier('Without a price');
    await addCourier('Cheap', 150);
    expect(await choicesFor(order)).toEqual(['Cheap', 'Alif', 'Zarb', 'Without a price']);
    await shop.rows('update couriers set is_active = false');
  });

  test('is one in use that serves the city, under the price list of its zone', async () => {
    const zones = [{ validFrom: '2026-01-01', zone: 'A', upToGrams: 5_000, charge: 90 }];
    await addCourier('Local', undefined, { cities: [{ city: 'Multan', courierName: 'MUX', zone: 'A' }], charges: zones });
    await addCourier('Elsewhere', 10, { cities: [{ city: 'Karachi', courierName: 'KHI' }] });
    await addCourier('Set aside', 10, { isActive: false });
    await addCourier('Everywhere', 100);
    const order = await addOrder('Multan');
    expect(await choicesFor(order)).toEqual(['Local', 'Everywhere']);
    expect((await rowOf(order)).choices[0]).toMatchObject({ charge: 90, ended: 0, days: null });
    await shop.rows('update couriers set is_active = false');
  });

  test('is the one whose parcels came back least, whatever it costs, once five have ended there', async () => {
    const [dear, cheap] = [await addCourier('Dear', 300), await addCourier('Cheaper', 100)];
    const order = await addOrder('Sialkot');
    await addHistory(dear, 'Sialkot', { delivered: 4, back: 0 });
    // Too few to say anything.
    expect((await choicesFor(order))[0]).toBe('Cheaper');
    await addHistory(dear, 'Sialkot', { delivered: 1, back: 0, days: 3 });
    expect((await choicesFor(order))[0]).toBe('Dear');
    expect((await rowOf(order)).choices[0]).toEqual({ courierId: dear, charge: 300, ended: 5, delivered: 5, days: 2 });
    // As good as the other, to within five in a hundred: then the price counts.
    await addHistory(cheap, 'Sialkot', { delivered: 5, back: 0 });
    expect((await choicesFor(order))[0]).toBe('Cheaper');
    await addHistory(cheap, 'Sialkot', { delivered: 1, back: 2 });
    expect((await choicesFor(order))[0]).toBe('Dear');
    // Elsewhere it says nothing.
    expect((await choicesFor(await addOrder('Kasur')))[0]).toBe('Cheaper');
  });

  test('is not one that is known to be worse than the shop’s parcels are on the whole', async () => {
    await shop.rows('update couriers set is_active = false');
    const bad = await addCourier('Bad', 50);
    await addCourier('Untried', 400);
    await addHistory(bad, 'Gujrat', { delivered: 3, back: 3 });
    expect((await choicesFor(await addOrder('Gujrat')))[0]).toBe('Untried');
  });

  test('forgets what is older than six months, and a parcel that went on after all', async () => {
    await shop.rows('update couriers set is_active = false');
    const [old, price] = [await addCourier('Old', 300), await addCourier('Price', 100)];
    const order = await addOrder('Okara');
    await addHistory(old, 'Okara', { delivered: 6, back: 0 });
    expect((await choicesFor(order))[0]).toBe('Old');
    await shop.rows(`update courier_parcels set ended_at = now() - interval '7 months' where courier_id = '${old}'`);
    expect((await choicesFor(order))[0]).toBe('Price');
    await addHistory(price, 'Okara', { delivered: 5, back: 1 });
    await shop.rows(`update shipments set status = 'delivered' where carrier = 'PRICE' and status = 'returned'`);
    expect((await rowOf(order)).choices[0]).toMatchObject({ courierId: price, ended: 6, delivered: 6 });
    await shop.rows(`update shipments set archived_at = now() where carrier = 'PRICE'`);
    expect((await rowOf(order)).choices[0]).toMatchObject({ courierId: price, ended: 0, delivered: 0, days: null });
  });
});

describe('the list', () => {
  test('has each order to pack and each parcel that waits, with what it weighs and what is due', async () => {
    await shop.rows('update couriers set is_active = false');
    const courier = await addCourier('Waits', 120);
    const orderId = await addOrder('Lahore');
    const before = await rowOf(orderId);
    expect(before).toMatchObject({ id: orderId, city: 'Lahore', units: 1, isWeighed: false, toCollect: total, step: 'to_book' });
    expect([before.shipment, before.booking]).toEqual([null, null]);

    const [{ shipment }] = (await staff('POST', '/api/shipments/many', { shipments: [{ orderId, weight: 640 }] })).json.data;
    expect(await rowOf(orderId)).toMatchObject({
      id: shipment.id,
      grams: 640,
      isWeighed: true,
      toCollect: total,
      step: 'to_book',
    });

    const { json } = await staff('POST', '/api/bookings', { shipmentId: shipment.id, courierId: courier });
    expect(await rowOf(orderId)).toMatchObject({ step: 'open', booking: { id: json.data.id, state: 'unknown' }, choices: [] });
    await staff('POST', `/api/bookings/${json.data.id}/outcome`, { trackingNumber: '' });
    expect(await rowOf(orderId)).toMatchObject({
      step: 'to_book',
      booking: { state: 'failed', problem: expect.stringContaining('portal') },
    });

    const again = (await staff('POST', '/api/bookings', { shipmentId: shipment.id, courierId: courier })).json.data;
    await staff('POST', `/api/bookings/${again.id}/outcome`, { trackingNumber: 'W-1' });
    expect(await rowOf(orderId)).toMatchObject({ step: 'booked', shipment: { carrier: 'Waits', trackingNumber: 'W-1' } });
    await staff('PUT', `/api/shipments/${shipment.id}/status`, { status: 'shipped' });
    expect(await rowOf(orderId)).toBeUndefined();
  });

  test('leaves out what is collected in the shop, and what the dispatch gate holds', async () => {
    const { toConfirm } = await list();
    const collected = await addOrder('Lahore');
    await shop.rows(`update orders set customer_address = '', source = 'counter' where id = '${collected}'`);
    expect(await rowOf(collected)).toBeUndefined();

    const rules = (await staff('GET', '/api/confirmations/rules')).json.data;
    const { id: _id, updatedAt: _at, ...kept } = rules;
    await staff('PUT', '/api/confirmations/rules', { ...kept, gate: true });
    number += 1;
    const order = { ...orderFor(items, total), customerPhone: `0302 ${7_100_000 + number}`, customerAddress: `House ${number}` };
    const headers = { 'Idempotency-Key': `dispatch-${number}-0123456789` };
    const held = (await shop.call('POST', '/api/orders', { body: order, headers })).json.data.id;
    expect(await rowOf(held)).toBeUndefined();
    expect((await list()).toConfirm).toBe(toConfirm + 1);
  });

  test('says how fast each courier may be called', async () => {
    await addCourier('By API', 1, { adapter: 'postex' });
    const { couriers } = await list();
    const paces = Object.fromEntries(couriers.map((one: { name: string; paceMs: number }) => [one.name, one.paceMs]));
    expect(paces).toMatchObject({ 'By API': 1_000, Waits: 0 });
  });
});
