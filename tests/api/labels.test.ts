import { expect, test } from 'vitest';
import { scanned } from '#tests/setup/samples/labels.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const packer = await signInAs(shop, 'packer');
const { staff } = shop;

const items = [{ productId: PENDANT.id, quantity: 1 }];
const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;
let number = 0;

async function addParcel() {
  number += 1;
  const body = { ...orderFor(items, total), customerPhone: `0301 ${7_100_000 + number}`, customerAddress: `House ${number}` };
  const placed = await shop.call('POST', '/api/orders', { body, headers: { 'Idempotency-Key': `labels-${number}-0123456789` } });
  const order = placed.json.data;
  const parcel = (await staff('POST', '/api/shipments', { orderId: order.id, carrier: 'PostEx', trackingNumber: `24${number}` }))
    .json.data;
  return { order, parcel, link: { orderNumber: order.orderNumber, key: order.pageKey } };
}

type Parcel = Awaited<ReturnType<typeof addParcel>>;

const print = async ({ parcel }: Pick<Parcel, 'parcel'>) =>
  (await staff('POST', '/api/shipments/labels', { shipmentIds: [parcel.id] })).json.data[0];
const papersOf = async ({ parcel }: Parcel) => (await staff('GET', `/api/shipments/${parcel.id}/papers`)).json.data;
const pageOf = async ({ link }: Parcel) => (await shop.call('POST', '/api/order-page', { body: link })).json.data;
const check = async ({ link }: { link: string }, version = scanned(link).version) =>
  (await shop.call('POST', '/api/order-page/label', { body: { ...scanned(link), version } })).json.data;
const setTotal = (order: { id: string }, sum: number) =>
  shop.rows(`update orders set subtotal = ${sum} - shipping, total_amount = ${sum} where id = '${order.id}'`);
async function book({ parcel }: Parcel) {
  const { id: courierId } = (await staff('POST', '/api/couriers', { name: `Portal ${++number}` })).json.data;
  return (await staff('POST', '/api/bookings', { shipmentId: parcel.id, courierId })).json.data;
}

test('a label says where to, what is due, and which page says the same; its key is its own', async () => {
  const sent = await addParcel();
  const { label } = await print(sent);
  expect(label).toMatchObject({
    due: total,
    trackingNumber: sent.parcel.trackingNumber,
    address: sent.order.customerAddress,
    pieces: 1,
  });
  expect(scanned(label.link)).toEqual({ orderNumber: sent.order.orderNumber, key: expect.any(String), version: label.version });
  expect(JSON.stringify(label)).not.toContain(sent.link.key);
  expect(scanned((await print(sent)).label.link).key).toBe(scanned(label.link).key);
  expect((await pageOf(sent)).dueAtDoor).toMatchObject({ total, parcels: [{ due: total, hasAsked: false }] });
  expect(await check(label)).toMatchObject({ state: 'current', due: total, dueNow: total });
  expect((await papersOf(sent)).label).toMatchObject({ due: total, isCurrent: true });
});

test('a label names the courier that the parcel waits for, and is still right about it once the number comes', async () => {
  const sent = await addParcel();
  await staff('PUT', `/api/shipments/${sent.parcel.id}`, { carrier: '', trackingNumber: '' });
  const { courier, id } = await book(sent);
  const { label } = await print(sent);
  expect(label).toMatchObject({ carrier: courier, trackingNumber: '' });
  await staff('POST', `/api/bookings/${id}/outcome`, { trackingNumber: `KC-${number}` });
  // It has a barcode less than it should.
  expect((await check(label)).state).toBe('outdated');
  expect((await print(sent)).label.carrier).toBe(courier);
});

test('an older label says that it is out of date, and what is right', async () => {
  const sent = await addParcel();
  const { label } = await print(sent);
  await setTotal(sent.order, total + 100);
  expect(await check(label)).toMatchObject({ state: 'outdated', due: total, dueNow: total + 100 });
  expect((await papersOf(sent)).label.isCurrent).toBe(false);
  await print(sent);
  expect((await papersOf(sent)).label.isCurrent).toBe(true);

  const { label: second } = await print(sent);
  await staff('PUT', `/api/shipments/${sent.parcel.id}`, { trackingNumber: 'OTHER' });
  expect(await check(second)).toMatchObject({ state: 'outdated', dueNow: total + 100 });
  expect(await check(second, '00000000')).toMatchObject({ state: 'outdated', due: null });
  const { label: third } = await print(sent);
  // What it weighs changes nothing at the door.
  await staff('PUT', `/api/shipments/${sent.parcel.id}`, { weight: 777 });
  expect((await check(third)).state).toBe('current');
});

test('after any edits the label, the booking and the page say one sum, or the booking is said to differ and gets no label', async () => {
  const sent = await addParcel();
  await book(sent);
  for (const sum of [total, total + 250, total, total - 300, total]) {
    await setTotal(sent.order, sum);
    const { booking, due } = await papersOf(sent);
    const { label, refusal } = await print(sent);
    expect([due, (await pageOf(sent)).dueAtDoor.total]).toEqual([sum, sum]);
    expect(booking.differs).toBe(booking.collect !== sum);
    expect([label?.due, refusal?.code]).toEqual(booking.differs ? [undefined, 'booking_differs'] : [sum, undefined]);
  }
});

test('a parcel that is over has no label, its page asks for nothing, and an older label of it is no longer right', async () => {
  const sent = await addParcel();
  const { label } = await print(sent);
  await staff('PUT', `/api/shipments/${sent.parcel.id}/status`, { status: 'failed' });
  expect((await print(sent)).refusal).toMatchObject({
    code: 'parcel_over',
    details: { shipmentNumber: sent.parcel.shipmentNumber },
  });
  expect(await pageOf(sent)).not.toHaveProperty('dueAtDoor');
  expect(await check(label)).toMatchObject({ state: 'outdated', dueNow: 0 });
  expect((await staff('POST', '/api/shipments/load-sheet', { shipmentIds: [sent.parcel.id] })).json.data).toEqual([]);
});

test('what stands in the database of printed labels only grows', async () => {
  await print(await addParcel());
  await expect(shop.rows('delete from shipment_labels where true')).rejects.toThrow();
});

test('whoever reveals contacts one by one reveals one with each label', async () => {
  const sent = await addParcel();
  const { json } = await shop.call('POST', '/api/shipments/labels', { token: packer, body: { shipmentIds: [sent.parcel.id] } });
  expect(json.data[0].label).toMatchObject({ due: total, address: sent.order.customerAddress });
  expect(await shop.rows(`select count(*)::integer as n from contact_reveals where order_id = '${sent.order.id}'`)).toEqual([
    { n: 1 },
  ]);
});

test('a rider who asks for another sum is told of once a parcel, and stays in view until staff have seen to it', async () => {
  const sent = await addParcel();
  const { shipmentNumber } = sent.parcel;
  const report = (asked: number) =>
    shop.call('POST', '/api/order-page/asked-sum', { body: { ...sent.link, shipmentNumber, asked, note: 'For the fuel' } });
  expect((await report(total + 400)).json.data.dueAtDoor.parcels[0].hasAsked).toBe(true);
  await report(9_999);
  const open = (await staff('GET', '/api/shipments/asked-sums')).json.data;
  expect(open).toMatchObject([{ shipmentNumber, asked: total + 400, due: total, note: 'For the fuel' }]);
  const { json } = await staff('GET', `/api/orders/${sent.order.id}/timeline`);
  expect(json.data.filter(({ after }: any) => after?.askedSum)).toHaveLength(1);
  expect((await staff('POST', `/api/shipments/${sent.parcel.id}/asked-sum/settlement`, {})).json.data).toEqual([]);

  const other = await addParcel();
  const stolen = { ...other.link, shipmentNumber, asked: 5, note: '' };
  expect((await shop.call('POST', '/api/order-page/asked-sum', { body: stolen })).json.code).toBe('shipment_not_found');
});

test('a booking by files goes into one portal file, comes back by a preview and then for good, and is cancelled once staff say so', async () => {
  const sent = await addParcel();
  const { id, courierId, reference } = await book(sent);
  const file = async (again = false) => (await staff('POST', `/api/couriers/${courierId}/portal-file`, { again })).json.data;
  const first = await file();
  expect([first.parcels, first.csv.includes(sent.order.customerAddress)]).toEqual([1, true]);
  expect([(await file()).parcels, (await file(true)).parcels]).toEqual([0, 1]);

  const answer = async (trackingNumber: string, preview: boolean, named = reference) => {
    const body = { parcels: [{ reference: named, trackingNumber }], preview };
    return (await staff('POST', `/api/couriers/${courierId}/portal-answer`, body)).json.data[0];
  };
  expect((await answer('KC-1', false, 'SHP-0')).refusal.code).toBe('booking_not_found');
  expect((await answer('KC-1', true)).booking.state).toBe('booked');
  expect((await papersOf(sent)).booking.state).toBe('unknown');
  expect((await answer('KC-1', false)).booking).toMatchObject({ state: 'booked', trackingNumber: 'KC-1' });
  expect(await answer('kc-1', false)).toMatchObject({ isSame: true, refusal: null });
  expect((await answer('KC-2', true)).refusal).toMatchObject({
    code: 'other_tracking_number',
    details: { trackingNumber: 'KC-1' },
  });
  expect((await answer('KC-2', false)).refusal.code).toBe('other_tracking_number');

  const cancel = (body: object) => staff('POST', `/api/bookings/${id}/cancellation`, body);
  expect((await cancel({})).json.errors).toMatchObject([{ path: 'isCancelledThere' }]);
  expect((await cancel({ isCancelledThere: true })).json.data.state).toBe('cancelled');
  expect((await cancel({ isCancelledThere: true })).json.code).toBe('booking_settled');
  expect((await staff('GET', `/api/shipments/${sent.parcel.id}`)).json.data.trackingNumber).toBe('');
});

test('lines of a portal that contradict each other are refused together, by whatever name they call the parcel, and the others are done', async () => {
  const sent = [await addParcel(), await addParcel(), await addParcel(), await addParcel()];
  const courierId = (await staff('POST', '/api/couriers', { name: 'Contradicting' })).json.data.id;
  for (const { parcel } of sent) await staff('POST', '/api/bookings', { shipmentId: parcel.id, courierId });
  const [twice, one, other, clear] = sent.map(({ parcel }) => parcel);
  const line = (reference: string, trackingNumber: string) => ({ reference, trackingNumber });
  const parcels = [
    line(twice.shipmentNumber, 'CO-11111'),
    line(twice.orderNumber.toLowerCase(), 'CO-22222'),
    line(one.shipmentNumber, 'CO-33333'),
    line(clear.shipmentNumber, 'CO-44444'),
    line(other.orderNumber, 'co-33333'),
    line(clear.shipmentNumber, 'CO-44444'),
  ];
  for (const preview of [true, false]) {
    const { json } = await staff('POST', `/api/couriers/${courierId}/portal-answer`, { parcels, preview });
    expect(json.data.map(({ booking, refusal }: any) => refusal?.code ?? booking.state)).toEqual([
      'portal_lines_contradict',
      'portal_lines_contradict',
      'portal_lines_contradict',
      'booked',
      'portal_lines_contradict',
      'booked',
    ]);
  }
  const rows = await shop.rows(
    `select state, tracking_number from courier_bookings where courier_id = '${courierId}' order by state, tracking_number`,
  );
  expect(rows.filter(({ state }) => state === 'booked')).toEqual([{ state: 'booked', tracking_number: 'CO-44444' }]);
});

test('a portal file leaves out a parcel whose sum is another one by now, and packers save it, too', async () => {
  const sent = await addParcel();
  const { courierId } = await book(sent);
  await setTotal(sent.order, total + 70);
  const { json } = await staff('POST', `/api/couriers/${courierId}/portal-file`, {});
  expect(json.data).toMatchObject({ parcels: 0, left: [{ shipmentNumber: sent.parcel.shipmentNumber, reason: 'differs' }] });
  // Whoever packs saves it as well: a parcel in it counts as a label does.
  const packed = await shop.call('POST', `/api/couriers/${courierId}/portal-file`, { token: packer, body: {} });
  expect(packed.json.data).toEqual(json.data);
});
