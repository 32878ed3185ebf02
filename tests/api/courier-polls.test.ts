import { afterAll, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const double = await startCourierDouble(POSTEX);
Object.assign(process.env, double.environment);
afterAll(() => double.stop());
const shop = await staffedShop();

const { id: courierId } = (await shop.staff('POST', '/api/couriers', { name: 'PostEx', adapter: 'postex' })).json.data;
const [order] =
  await shop.rows(`insert into orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
  values ('Hina Malik', 'hina@example.com', '+923001234501', 'House 5', 'Lahore', 'Lahore', 1500, 0, 1500, 'processing') returning id, order_number`);
await shop.rows(`insert into categories (name, slug) values ('Rings', 'rings') on conflict do nothing`);
await shop.rows(
  `insert into products (name, category, price, images) values ('Halo Ring', 'rings', 1500, '{/media/halo-ring.webp}')`,
);
await shop.rows(`insert into order_items (order_id, product_id, variant_id, product_name, quantity, price, position)
  select '${order.id}', p.id, v.id, p.name, 1, 1500, 0 from products p join product_variants v on v.product_id = p.id where p.name = 'Halo Ring'`);
const [{ id: shipmentId }] = await shop.rows(`insert into shipments (order_id) values ('${order.id}') returning id`);
await shop.staff('POST', '/api/bookings', { shipmentId, courierId });
const [parcel] = double.parcels;
if (!parcel) throw new Error('The parcel was not booked');

/** An hour ago or later, on the clock of Karachi without an offset, as PostEx writes it. */
const localTime = (minutesAgo: number) =>
  new Date(Date.now() + 5 * 3_600_000 - minutesAgo * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Lets the next run ask about every parcel. */
async function poll(): Promise<void> {
  await shop.rows(`update parcel_progress set next_poll_at = now() where next_poll_at is not null`);
  await shop.rows(`update courier_polls set next_try_at = null`);
  await shop.runScheduled('courier-polls');
}

const progress = async () =>
  (
    await shop.rows(`select p.status, p.attempts, p.poll_failures, s.status as shipment from parcel_progress p
    join courier_bookings b on b.id = p.booking_id join shipments s on s.id = b.shipment_id`)
  )[0];

test('a run hears where a parcel is, in any order and repeated, and moves the shipment', async () => {
  parcel.events.push(
    { label: 'Out For Delivery', code: '0004', at: localTime(60) },
    { label: 'Picked By PostEx', code: '', at: localTime(600) },
    { label: 'Out For Delivery', code: '0004', at: localTime(60) },
  );
  await poll();
  expect(await progress()).toMatchObject({ status: 'out_for_delivery', shipment: 'out_for_delivery' });
});

test('a courier that does not answer moves nothing, and waits', async () => {
  double.down(503);
  await poll();
  double.down(null);
  expect(await progress()).toMatchObject({ status: 'out_for_delivery', poll_failures: 1 });
  expect(await shop.rows('select failing_since is not null as failing from courier_polls')).toEqual([{ failing: true }]);
});

test('the customer of an attempt is asked, and an answer becomes one advice, however often it is given and sent', async () => {
  parcel.events.push({ label: 'Attempt Made: CNA (Consignee Not Available)', code: '0013', at: localTime(30) });
  await poll();
  expect(await progress()).toMatchObject({ status: 'attempted', attempts: 1, poll_failures: 0 });
  const [question] = await shop.rows('select id, mail_id is not null as by_mail from delivery_questions');
  expect(question).toMatchObject({ by_mail: true });
  const [{ key }] = await shop.rows(`select shop.page_key('${order.id}') as key`);
  const link = { orderNumber: order.order_number, key };
  const answer = (body: object) =>
    shop.call('POST', '/api/order-page/delivery', { body: { ...link, questionId: question.id, ...body } });
  expect((await answer({ answer: 'tomorrow', key: 'k'.repeat(24) })).json.code).toBe('order_page_not_found');
  expect((await answer({ answer: 'address' })).json.errors).toEqual([
    { path: 'customerAddress', message: 'Please enter your address' },
  ]);
  const { json } = await answer({ answer: 'tomorrow' });
  expect(json.data.deliveryQuestion).toMatchObject({ answer: 'tomorrow', outcome: 'advice' });
  expect(JSON.stringify(json.data)).not.toContain('Consignee');
  expect(json.data.parcels[0].steps.map(({ step }: { step: string }) => step)).toEqual([
    'picked',
    'out_for_delivery',
    'attempted',
    'booked',
  ]);
  expect((await answer({ answer: 'tomorrow' })).status).toBe(200);
  expect((await answer({ answer: 'not_wanted' })).json.code).toBe('attempt_answered');
  await Promise.all([poll(), poll()]);
  await poll();
  expect(parcel.advice).toEqual(['retry']);
  expect(await progress()).toMatchObject({ status: 'advised', shipment: 'out_for_delivery' });
});

test('of what a courier tells, its customer sees the steps alone', async () => {
  const canaries = ['label', 'code', 'reason', 'station', 'rider', 'unknown'].map(
    (field) => `CANARY ${field} Rashid 03009998877`,
  );
  const [label, code, reason, station, rider, unknown] = canaries;
  const told = (meaning: string | null, minutesAgo: number, own: object = {}) => ({
    tracking_number: parcel.trackingNumber,
    event_key: `${rider} ${minutesAgo}`,
    label: `${label} ${minutesAgo}`,
    label_key: `canary ${minutesAgo}`,
    code,
    reason,
    station,
    happened_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    meaning,
    rider,
    ...own,
  });
  const events = [
    told('in_transit', 500),
    told('out_for_delivery', 20),
    told('attempted:wants_to_open', 10),
    told(null, 5, { label: unknown }),
    told('return_started', 2),
  ];
  await shop.rows(`select public.store_courier_events('${courierId}', '${JSON.stringify(events)}')`);
  const [{ key }] = await shop.rows(`select shop.page_key('${order.id}') as key`);
  const tracking = { orderNumber: order.order_number, phone: '0300 1234501' };
  const page = await shop.call('POST', '/api/order-page', { body: { orderNumber: order.order_number, key } });
  const tracked = await shop.call('POST', '/api/orders/track', { body: tracking });
  const form = await shop.ask(
    new Request('http://shop.test/forms/track', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(tracking),
    }),
  );
  const withoutScript = await form.text();
  for (const sent of [JSON.stringify(page.json), JSON.stringify(tracked.json), withoutScript]) {
    expect(sent).not.toMatch(/canary|rashid|9998877/i);
    expect(sent).toContain(parcel.trackingNumber);
  }
  expect(withoutScript).toContain('The rider could not hand it over. The rider says that it was to be opened first.</li>');
  for (const { json } of [page, tracked]) {
    expect(json.data.parcels.map((one: object) => Object.keys(one))).toEqual([['shipmentNumber', 'steps']]);
    const { steps } = json.data.parcels[0];
    for (const step of steps) expect(['step', 'at', 'reason']).toEqual(expect.arrayContaining(Object.keys(step)));
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(
      expect.arrayContaining(['in_transit', 'out_for_delivery', 'attempted', 'coming_back']),
    );
  }
});
