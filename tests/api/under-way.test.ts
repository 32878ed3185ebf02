import { afterAll, describe, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const POSTEX_SECRET = 'p'.repeat(30);
const TOO_SHORT = 'x'.repeat(20);
const double = await startCourierDouble(POSTEX);
Object.assign(process.env, double.environment, {
  COURIER_PACE_MS: '0',
  POSTEX_HINT_SECRET: POSTEX_SECRET,
  TRAX_HINT_SECRET: TOO_SHORT,
});
afterAll(() => double.stop());
const shop = await staffedShop();
const packerToken = await signInAs(shop, 'packer');

const addCourier = async (body: object) => (await shop.staff('POST', '/api/couriers', body)).json.data.id as string;
const postex = await addCourier({ name: 'PostEx', adapter: 'postex' });
const riders = await addCourier({ name: 'Lahore Riders' });
await shop.rows(`insert into categories (name, slug) values ('Rings', 'rings') on conflict do nothing`);
await shop.rows(
  `insert into products (name, category, price, stock_quantity, images) values ('Halo Ring', 'rings', 1500, 0, '{/media/halo-ring.webp}')`,
);

let orders = 0;

/** A parcel with a courier, booked and named by its tracking number. */
async function bookedParcel(
  courierId: string,
  email = '',
): Promise<{ id: string; orderId: string; shipmentId: string; tracking: string }> {
  orders += 1;
  const [order] =
    await shop.rows(`insert into orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
    values ('Zarqa Canary', '${email}', '+92300123${1000 + orders}', 'House ${orders}, Canary Street', 'Lahore', 'Lahore', 1500, 0, 1500, 'processing') returning id`);
  await shop.rows(`insert into order_items (order_id, product_id, variant_id, product_name, quantity, price, position)
    select '${order.id}', p.id, v.id, p.name, 1, 1500, 0 from products p join product_variants v on v.product_id = p.id where p.name = 'Halo Ring'`);
  const [{ id: shipmentId }] = await shop.rows(`insert into shipments (order_id) values ('${order.id}') returning id`);
  const { data } = (await shop.staff('POST', '/api/bookings', { shipmentId, courierId })).json;
  const tracking = data.trackingNumber || `LR-${orders}`;
  if (!data.trackingNumber) await shop.staff('POST', `/api/bookings/${data.id}/outcome`, { trackingNumber: tracking });
  return { id: data.id, orderId: order.id, shipmentId, tracking };
}

const word = (id: string, meaning: string) => shop.staff('POST', `/api/under-way/${id}/words`, { meaning });
const list = async (query: string) => (await shop.staff('GET', `/api/under-way?${query}`)).json;

test('an attempt goes through the desk: listed, asked, called, and the courier told by hand', async () => {
  const parcel = await bookedParcel(riders);
  await word(parcel.id, 'out_for_delivery');
  expect((await word(parcel.id, 'attempted:no_cash')).json.data).toMatchObject({
    status: 'attempted',
    reason: 'no_cash',
    shipmentStatus: 'out_for_delivery',
    takesAdvice: false,
    question: { byMail: false, askedAt: null, answer: null },
    calls: [],
  });
  await shop.rows(`update delivery_questions set ask_at = now()`);
  await shop.rows(`update parcel_progress set advice_due_by = now() + interval '20 hours' where advice_due_by is not null`);
  expect(await list(`list=attempts&number=${parcel.tracking}`)).toMatchObject({
    data: [{ id: parcel.id, deskStep: 'ask' }],
    pagination: { totalItems: 1 },
  });
  expect((await shop.staff('GET', '/api/under-way/counts')).json.data).toMatchObject({ attempts: 1, desk: 1 });

  const asked = await shop.staff('POST', `/api/under-way/${parcel.id}/asked`);
  expect(asked.json.data).toMatchObject({ deskStep: 'wait', question: { askedAt: expect.any(String) } });
  const called = await shop.staff('POST', `/api/under-way/${parcel.id}/calls`, { outcome: 'no_answer', note: 'Rang twice' });
  expect(called.json.data).toMatchObject({
    deskStep: 'wait',
    calls: [{ outcome: 'no_answer', note: 'Rang twice', actorName: 'sana' }],
  });
  const refused = await shop.staff('POST', `/api/under-way/${parcel.id}/calls`, { outcome: 'deliver_again' });
  expect(refused).toMatchObject({ status: 409, json: { code: 'advice_not_offered', details: { courier: 'Lahore Riders' } } });
  const advised = await shop.staff('POST', `/api/under-way/${parcel.id}/calls`, {
    outcome: 'deliver_again',
    note: 'After 4',
    isGiven: true,
  });
  expect(advised.json.data).toMatchObject({ status: 'advised', advice: { action: 'retry', state: 'sent', remarks: 'After 4' } });
  expect(await list('list=attempts')).toMatchObject({ data: [], pagination: { totalItems: 0 } });
  const timeline = await shop.rows(
    `select note from order_events where order_id = '${parcel.orderId}' and kind = 'parcel' and actor is not null`,
  );
  expect(timeline.map(({ note }) => note)).toEqual(
    expect.arrayContaining([
      'the customer was asked what to do with the parcel',
      'called, nobody picked up: Rang twice',
      'called, the customer wants the parcel: After 4',
    ]),
  );
});

test('advice for a courier with an API is sent at once, and once', async () => {
  const parcel = await bookedParcel(postex, 'zarqa@example.com');
  await shop.rows(`insert into courier_events (courier_id, tracking_key, event_key, label, happened_at, meaning)
    values ('${postex}', '${parcel.tracking}', 'vain', 'Refused', now(), 'attempted:refused')`);
  await shop.rows(`select shop.update_progress('${parcel.id}')`);
  expect((await word(parcel.id, 'delivered')).json).toMatchObject({ code: 'courier_answers', details: { courier: 'PostEx' } });
  const advise = () => shop.staff('POST', `/api/under-way/${parcel.id}/advice`, { action: 'return', remarks: 'Not wanted' });
  expect((await advise()).json.data).toMatchObject({ advice: { action: 'return' } });
  expect((await advise()).json.code).toMatch(/^(advice_given|attempt_over)$/);
  const told = () => double.parcels.find(({ trackingNumber }) => trackingNumber === parcel.tracking)?.advice;
  await expect.poll(told, { timeout: 10_000 }).toEqual(['return']);
  expect((await shop.staff('POST', `/api/under-way/${parcel.id}/advice/outcome`, { wasTaken: true })).json.code).toBe(
    'advice_settled',
  );
});

test('a claim keeps its version, and what does not fit together is settled with a reason', async () => {
  const parcel = await bookedParcel(riders);
  await word(parcel.id, 'lost');
  expect((await list('list=lost')).data).toMatchObject([{ id: parcel.id, worth: 1500, claim: null }]);
  const put = (body: object) =>
    shop.staff('PUT', `/api/under-way/${parcel.id}/claim`, { amount: 1500, deadline: '2026-12-15', ...body });
  const { claim } = (await put({})).json.data;
  expect(claim).toMatchObject({ amount: 1500, state: 'open', deadline: '2026-12-15' });
  expect((await put({ state: 'asked' })).json.code).toBe('edited_meanwhile');
  // Its ends are booked, so they have an operation of their own.
  expect((await put({ state: 'paid', updatedAt: claim.updatedAt })).json.errors).toMatchObject([{ path: 'state' }]);
  expect((await put({ amount: 0 })).json.errors).toEqual([{ path: 'amount', message: 'At least 1' }]);
  const end = (body: object) =>
    shop.staff('POST', `/api/under-way/${parcel.id}/claim/end`, { end: 'paid', order: 'keep', ...body });
  expect((await end({ amount: 1400, paidInto: 'bank' })).json.code).toBe('edited_meanwhile');
  expect((await end({ updatedAt: claim.updatedAt })).json.errors).toMatchObject([{ path: 'amount' }]);
  const paid = { amount: 1400, paidInto: 'bank', updatedAt: claim.updatedAt };
  expect((await end(paid)).json.data.claim).toMatchObject({ state: 'paid', amount: 1500 });
  expect((await end({ ...paid, end: 'refused' })).json.code).toBe('claim_ended');
  expect((await list('list=lost')).data).toEqual([]);

  await word(parcel.id, 'delivered');
  expect((await list('list=unclear')).data).toMatchObject([
    { id: parcel.id, isUnclear: true, contradiction: expect.any(String) },
  ]);
  const settle = (body: object) => shop.staff('POST', `/api/under-way/${parcel.id}/settlement`, body);
  expect((await settle({ status: 'delivered', reason: 'The customer has it' })).json.data).toMatchObject({
    shipmentStatus: 'delivered',
    isUnclear: false,
  });
  expect((await list('list=unclear')).data).toEqual([]);
});

describe('who reads what', () => {
  test('is decided by the role: a packer sees neither phones nor sums, others nothing', async () => {
    const parcel = await bookedParcel(riders);
    await word(parcel.id, 'attempted:refused');
    const read = async (role: string) => {
      const token = role === 'packer' ? packerToken : await signInAs(shop, role);
      return (await shop.call('GET', `/api/under-way/${parcel.id}`, { token })).json;
    };
    const [desk, packer, catalogue, accounts] = [
      await read('desk'),
      await read('packer'),
      await read('catalogue'),
      await read('accounts'),
    ];
    expect(desk.data).toMatchObject({
      recipientName: 'Zarqa Canary',
      recipientPhone: expect.stringMatching(/^\+92300123\d{4}$/),
      collect: 1500,
    });
    expect(packer.data).toMatchObject({
      recipientName: 'Zarqa Canary',
      recipientPhone: expect.stringContaining('•'),
      collect: null,
      worth: null,
    });
    for (const json of [catalogue, accounts]) expect(json.code).toBe('not_allowed');
  });
});

describe('a hint', () => {
  const hint = (secret: string, body: unknown) => shop.call('POST', `/api/courier-hints/${secret}`, { body });
  const dueOf = async (id: string) =>
    (await shop.rows(`select next_poll_at <= now() as due from parcel_progress where booking_id = '${id}'`))[0].due;

  test('is no truth: the parcel is only asked about next, and the answer says nothing', async () => {
    const parcel = await bookedParcel(postex);
    await shop.rows(
      `update parcel_progress set next_poll_at = now() + interval '1 hour', polled_at = null where booking_id = '${parcel.id}'`,
    );
    const known = await hint(POSTEX_SECRET, { tracking_number: parcel.tracking, status: 'Delivered' });
    const unknown = await hint(POSTEX_SECRET, { tracking_number: '99999999999999', status: 'Delivered' });
    expect([known.status, known.json]).toEqual([200, { success: true, data: null }]);
    expect([unknown.status, unknown.json]).toEqual([200, { success: true, data: null }]);
    expect(await dueOf(parcel.id)).toBe(true);
    expect(await shop.rows(`select status from shipments where id = '${parcel.shipmentId}'`)).toEqual([{ status: 'preparing' }]);
  });

  test('of another secret, or of one that is too short to be one, is not found', async () => {
    for (const secret of ['p'.repeat(29), TOO_SHORT, 'undefined'])
      expect(await hint(secret, { tracking_number: '1' })).toMatchObject({
        status: 404,
        json: { code: 'courier_hint_not_found' },
      });
  });

  test('of another courier moves nothing of this one', async () => {
    process.env.TRAX_HINT_SECRET = 't'.repeat(30);
    const parcel = await bookedParcel(postex);
    await shop.rows(
      `update parcel_progress set next_poll_at = now() + interval '1 hour', polled_at = null where booking_id = '${parcel.id}'`,
    );
    expect((await hint('t'.repeat(30), [{ cn: parcel.tracking }])).status).toBe(200);
    expect(await dueOf(parcel.id)).toBe(false);
  });

  test('that is too large, or no list of anything, is refused', async () => {
    expect((await hint(POSTEX_SECRET, { note: 'x'.repeat(300_000) })).status).toBe(413);
    expect((await hint(POSTEX_SECRET, 'CN-1000')).status).toBe(400);
  });
});

test('any parcel is found by its numbers and its phone, on whatever list or none; by the phone only by who may see it', async () => {
  const parcel = await bookedParcel(riders);
  await shop.rows(`update orders set customer_phone = '+923219876543' where id = '${parcel.orderId}'`);
  const [{ order_number: orderNumber }] = await shop.rows(`select order_number from orders where id = '${parcel.orderId}'`);
  const found = async (typed: string, token = shop.token) => {
    const { json } = await shop.call('GET', `/api/under-way?number=${encodeURIComponent(typed)}`, { token });
    return json.data.map(({ id }: { id: string }) => id);
  };
  expect((await list('list=attempts')).data.map(({ id }: { id: string }) => id)).not.toContain(parcel.id);
  for (const typed of [parcel.tracking, orderNumber, '0321 9876543', '+92 321 9876543'])
    expect(await found(typed), typed).toContain(parcel.id);
  expect(await found(orderNumber, packerToken)).toContain(parcel.id);
  expect(await found('0321 9876543', packerToken)).toEqual([]);
});
