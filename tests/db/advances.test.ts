import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague, changeRules, confirmationOf, confirmByShopper, override } from './calls/confirmation-calls.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { lastPayment, recordAdvance, reversePayment, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf, sqlstateOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const sana = await addColleague(database.owner, 'sana');
const ring = await addProduct(shop, { stock: 1_000, price: 1_000 });
let people = 0;

beforeEach(() => changeRules(shop, {}));

const newOrder = (changes: Record<string, string> = {}, quantity = 1): Promise<PlacedOrder> =>
  placeOrder(
    shop,
    orderFor([{ product: ring, quantity }], { customerPhone: `+92304${String(++people).padStart(7, '0')}`, ...changes }),
  );

interface Advance {
  due: number;
  advance: number;
  request: { amount: number; missing: number; reason: string; basis: string } | null;
  transfers: {
    id: string;
    reference: string;
    state: string;
    amount: number | null;
    because: string;
    is_recorded: boolean;
    same_photo: { order_number: string }[];
  }[];
}

async function ask(order: { id: string }, asked: Record<string, string | number>): Promise<Advance> {
  const [row] = await shop<{ advance: Advance }[]>`
    select public.ask_for_advance(${order.id}, ${shop.json({ hours: 24, ...asked })}, ${sana}) as advance`;
  return row?.advance as Advance;
}

async function advanceOf(order: { id: string }): Promise<Advance> {
  const [row] = await shop<{ advance: Advance }[]>`select public.order_advance(${order.id}) as advance`;
  return row?.advance as Advance;
}

async function keyOf(order: { id: string }): Promise<string> {
  const [row] = await shop<{ key: string }[]>`select public.order_page_key(${order.id}) ->> 'key' as key`;
  return row?.key ?? '';
}

async function send(order: PlacedOrder, transfer: { reference?: string; photoId?: string }) {
  const [row] = await shop<{ page: { advance?: { missing: number; transfers: { state: string; because: string }[] } } }[]>`
    select public.claim_advance(${order.order_number}, ${await keyOf(order)}, ${shop.json(transfer)}) as page`;
  return row?.page.advance;
}

async function photo(order: PlacedOrder, id: string, hash = id): Promise<string> {
  const stored = { id: id.repeat(32).slice(0, 32), name: `${id}.webp`, hash, bytes: 10 };
  await shop`select public.add_transfer_photo(${order.order_number}, ${await keyOf(order)}, ${shop.json(stored)})`;
  return stored.id;
}

const verify = (order: { id: string }, seen: Record<string, string | number | boolean>, key: string | null = null) =>
  shop`select public.verify_transfer(${order.id}, ${shop.json({ method: 'bank_transfer', ...seen })}, ${sana}, ${key})`;

const reject = (order: { id: string }, claim: string, reason = 'Not in our account') =>
  shop`select public.reject_transfer(${order.id}, ${claim}, ${reason}, ${sana})`;

const takeBack = (order: { id: string }, claim: string, reason = 'It was for another order') =>
  shop`select public.take_back_transfer(${order.id}, ${claim}, ${reason}, ${sana})`;

const latest = async (order: { id: string }) => (await advanceOf(order)).transfers[0] ?? expect.fail('no transfer');

const listsOf = async (order: { id: string }) =>
  (await shop`select work from shop.order_lists where order_id = ${order.id} order by work`).map(({ work }) => work);

const letLate = (order: { id: string }, hours = 1) =>
  database.owner`update public.advance_requests set due_at = now() - make_interval(hours => ${hours}) where order_id = ${order.id}`;

test('an advance is the delivery charge, a sum, a share or all that is due, and at least a rupee', async () => {
  const order = await newOrder();
  const amounts = async (asked: Record<string, string | number>) => (await ask(order, asked)).request?.amount;
  expect(await amounts({ basis: 'delivery' })).toBe(DELIVERY.fee);
  expect(await amounts({ basis: 'sum', amount: 300.5 })).toBe(300.5);
  expect(await amounts({ basis: 'share', percent: 33 })).toBe(Math.round(order.total_amount * 0.33));
  expect(await amounts({ basis: 'all' })).toBe(order.total_amount);
  const [requests] = await shop`select count(*)::int as asked, count(*) filter (where ended_at is null)::int as open
                                  from public.advance_requests where order_id = ${order.id}`;
  expect(requests).toEqual({ asked: 4, open: 1 });

  expect(await refusalOf(ask(order, { basis: 'sum', amount: order.total_amount + 1 }))).toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ path: 'amount' }] },
  });
  const free = await newOrder({}, 10);
  expect(await refusalOf(ask(free, { basis: 'delivery' }))).toMatchObject({ details: { errors: [{ path: 'basis' }] } });
  await setStatus(shop, order, 'shipped');
  expect(await refusalOf(ask(order, { basis: 'all' }))).toMatchObject({ code: 'order_left' });
  expect(await refusalOf(ask({ id: 'f'.repeat(24) }, { basis: 'all' }))).toMatchObject({ code: 'order_not_found' });
});

test.each([
  // Monday afternoon: 7 hours, Tuesday 13, Wednesday 4.
  ['2026-11-23 15:00', 24, '2026-11-25 13:00'],
  ['2026-11-23 23:30', 1, '2026-11-24 10:00'],
  ['2026-11-23 03:00', 13, '2026-11-23 22:00'],
  ['2026-11-23 21:30', 1, '2026-11-24 09:30'],
  ['2026-11-23 09:00', 26, '2026-11-24 22:00'],
])('asked on %s, %d waking hours end on %s', async (asked, hours, due) => {
  const [row] = await shop`select to_char(shop.after_waking_hours(${asked}::timestamp at time zone 'Asia/Karachi', ${hours})
                                            at time zone 'Asia/Karachi', 'YYYY-MM-DD HH24:MI') as due`;
  expect(row).toEqual({ due });
});

test('a transfer is asked for, sent, found, and taken back; only what staff saw changes what is due', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'sum', amount: 500, reason: 'Large order' });
  expect(await send(order, { reference: 'ft-26 0001' })).toMatchObject({ missing: 500, transfers: [{ state: 'sent' }] });
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 0, due: order.total_amount });
  expect(await listsOf(order)).toEqual(['to_check', 'to_confirm']);

  const { id } = await latest(order);
  await verify(order, { claimId: id, amount: 450, reference: 'FT260001' });
  expect(await advanceOf(order)).toMatchObject({
    due: order.total_amount - 450,
    advance: 450,
    request: { missing: 50, reason: 'Large order' },
    transfers: [{ state: 'received', amount: 450, reference: 'FT260001', is_recorded: false }],
  });
  expect(await refusalOf(verify(order, { claimId: id, amount: 450, reference: '' }))).toMatchObject({
    code: 'transfer_decided',
    message: 'sana has decided about this transfer already',
  });

  await takeBack(order, id);
  expect(await advanceOf(order)).toMatchObject({
    due: order.total_amount,
    advance: 0,
    request: { missing: 500 },
    transfers: [{ state: 'taken_back', because: 'It was for another order' }],
  });
  expect(await refusalOf(takeBack(order, id))).toMatchObject({ code: 'transfer_decided' });
  const events =
    await shop`select subject from public.order_events where order_id = ${order.id} and kind = 'payment' order by created_at`;
  expect(events.map(({ subject }) => subject)).toEqual(['advance_asked', 'transfer', 'advance', 'advance']);
});

test('a transfer is taken back with its payment, too, and its number may come again', async () => {
  const order = await newOrder();
  const seen = { amount: 450, reference: 'FT260077' };
  await verify(order, seen);
  await reversePayment(shop, await lastPayment(shop, order, 'advance'), 'Of another order');
  expect(await advanceOf(order)).toMatchObject({ advance: 0, transfers: [{ state: 'taken_back', because: 'Of another order' }] });
  expect(await refusalOf(takeBack(order, (await latest(order)).id))).toMatchObject({ code: 'transfer_decided' });
  await verify(order, seen);
  expect(await advanceOf(order)).toMatchObject({ advance: 450 });
});

test('a rejected transfer says why, frees its number, and may be found after all', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'all' });
  await send(order, { reference: 'FT 77' });
  const { id } = await latest(order);
  await reject(order, id);
  expect((await send(order, { reference: 'FT 78' }))?.transfers).toMatchObject([
    { state: 'sent' },
    { state: 'rejected', because: 'Not in our account' },
  ]);
  expect(await refusalOf(reject(order, id))).toMatchObject({ code: 'transfer_decided' });
  await verify(order, { claimId: id, amount: 100, reference: 'FT 77' });
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 100 });
});

test('a transaction number counts once over all orders, however it is spelt, until it is rejected', async () => {
  const [mine, other] = [await newOrder(), await newOrder()];
  await ask(mine, { basis: 'all' });
  await ask(other, { basis: 'all' });
  await send(mine, { reference: 'abc-123 456' });
  const taken = { code: 'validation_failed', details: { errors: [{ path: 'reference' }] } };
  expect(await refusalOf(send(other, { reference: 'ABC123456' }))).toMatchObject(taken);
  expect(await refusalOf(verify(other, { amount: 100, reference: 'abc 123-456' }))).toMatchObject(taken);
  // The same order again: a double press.
  expect((await send(mine, { reference: 'ABC 123 456' }))?.transfers).toHaveLength(1);

  await reject(mine, (await latest(mine)).id);
  expect((await send(other, { reference: 'ABC123456' }))?.transfers).toHaveLength(1);
  // Staff who book without a word of the customer take the number as well.
  await verify(mine, { amount: 100, reference: 'X-9' });
  expect(await refusalOf(send(other, { reference: 'x9' }))).toMatchObject(taken);
});

test('nothing, a photo of another order, and a sixth transfer that waits are refused', async () => {
  const [order, other] = [await newOrder(), await newOrder()];
  expect(await refusalOf(send(order, { reference: 'FT1' }))).toMatchObject({ code: 'advance_not_asked' });
  expect(await refusalOf(photo(order, '1'))).toMatchObject({ code: 'advance_not_asked' });
  await ask(order, { basis: 'all' });
  await ask(other, { basis: 'all' });
  expect(await refusalOf(send(order, {}))).toMatchObject({ details: { errors: [{ path: 'reference' }] } });
  expect(await refusalOf(send(order, { reference: ' -- ' }))).toMatchObject({ details: { errors: [{ path: 'reference' }] } });
  const photoId = await photo(other, '2');
  expect(await refusalOf(send(order, { photoId }))).toMatchObject({ details: { errors: [{ path: 'photo' }] } });
  for (const n of [1, 2, 3, 4, 5]) await send(order, { reference: `many ${n}` });
  expect(await refusalOf(send(order, { reference: 'many 6' }))).toMatchObject({ code: 'transfers_wait' });
});

test('the same photo twice is taken, and each transfer names the other; a photo may follow its number', async () => {
  const [order, other] = [await newOrder(), await newOrder()];
  await ask(order, { basis: 'all' });
  await ask(other, { basis: 'all' });
  await send(order, { reference: 'photo 1' });
  await send(order, { reference: 'photo 1', photoId: await photo(order, '3', 'same') });
  const photoId = await photo(other, '4', 'same');
  await send(other, { photoId });
  expect((await send(other, { photoId }))?.transfers).toHaveLength(1);
  expect((await advanceOf(order)).transfers).toMatchObject([{ same_photo: [{ order_number: other.order_number }] }]);
  expect((await latest(other)).same_photo).toMatchObject([{ order_number: order.order_number }]);
});

test('photos that were never sent go after a day, and others half a year after the decision', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'all' });
  await photo(order, '5');
  await send(order, { photoId: await photo(order, '6') });
  const ended = async (days: number) => {
    await database.owner`update public.transfer_photos set kept_until = kept_until - make_interval(days => ${days}) where order_id = ${order.id}`;
    return (await shop`select name from public.ended_transfer_photos() where name in ('5.webp', '6.webp')`).map(
      ({ name }) => name,
    );
  };
  expect(await ended(0)).toEqual([]);
  expect(await ended(2)).toEqual(['5.webp']);
  await reject(order, (await latest(order)).id);
  expect(await ended(179)).toEqual(['5.webp']);
  expect((await ended(2)).toSorted()).toEqual(['5.webp', '6.webp']);
});

test('twenty staff who verify one transfer at once book it once; so do twenty presses of one button', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'all' });
  await send(order, { reference: 'race 1' });
  const { id } = await latest(order);
  const { done, refused } = await race(20, () => verify(order, { claimId: id, amount: 100, reference: 'race 1' }));
  expect([done.length, refused.length]).toEqual([1, 19]);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['transfer_decided']));
  await race(20, () => verify(order, { amount: 50 }, 'one press'));
  expect(await sumsOf(shop, order)).toMatchObject({ advance: 150 });
  expect(await refusalOf(verify(order, { amount: 60 }, 'one press'))).toMatchObject({ code: 'idempotency_mismatch' });
});

test('one number sent for twenty orders at once belongs to one of them; what was found is not rejected at the same time', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => newOrder()));
  for (const order of orders) await ask(order, { basis: 'all' });
  const { done } = await race(20, (n) => send(orders[n] as PlacedOrder, { reference: 'race 2' }));
  expect(done).toHaveLength(1);

  const [order] = orders as [PlacedOrder];
  await send(order, { reference: 'race 3' });
  const { id } = (await advanceOf(order)).transfers.find(({ reference }) => reference === 'race 3') ?? expect.fail();
  await race(2, (n) => (n ? reject(order, id) : verify(order, { claimId: id, amount: 10, reference: 'race 3' })));
  // Found after all, or rejected too late.
  expect((await advanceOf(order)).transfers.find((transfer) => transfer.id === id)).toMatchObject({
    state: 'received',
    amount: 10,
  });
});

test('more than is due is taken for a slip, unless staff say that it arrived; then it waits to go back', async () => {
  const order = await newOrder();
  const more = { amount: order.total_amount + 10, reference: 'more' };
  expect(await refusalOf(verify(order, more))).toMatchObject({ details: { errors: [{ path: 'amount' }] } });
  await verify(order, { ...more, isMore: true });
  expect(await sumsOf(shop, order)).toMatchObject({ due: 0, toRefund: 10, status: 'paid' });
  expect(await refusalOf(ask(order, { basis: 'all' }))).toMatchObject({ details: { errors: [{ path: 'basis' }] } });
});

test('what was refunded cannot be taken back as well', async () => {
  const order = await newOrder();
  await verify(order, { amount: 500 });
  await setStatus(shop, order, 'cancelled');
  await shop`select shop.pay('refund', 'bank_transfer', 'bank', 'customer', 200, ${order.id})`;
  expect(await refusalOf(takeBack(order, (await latest(order)).id))).toMatchObject({
    code: 'advance_refunded',
    message: 'Rs 200 went back to the customer. Take the refund back first',
  });
});

test('a request of all follows the order; a sum stays, and never asks more than is due', async () => {
  const order = await newOrder();
  const change = (quantity: number) => shop`
    select public.edit_order_items(${order.id}, ${shop.json([{ productId: ring.id, quantity }])}, ${shop.json(DELIVERY)}, ${sana})`;
  await ask(order, { basis: 'all' });
  await change(2);
  expect((await advanceOf(order)).request).toMatchObject({ missing: 2_000 + DELIVERY.fee });
  await ask(order, { basis: 'sum', amount: 1_500 });
  await change(3);
  expect((await advanceOf(order)).request).toMatchObject({ missing: 1_500 });
  await change(1);
  expect((await advanceOf(order)).request).toMatchObject({ missing: 1_000 + DELIVERY.fee });
});

test('an order with an advance asked or sent is nobody’s twin', async () => {
  const phone = `+92305${String(++people).padStart(7, '0')}`;
  const [one, other] = [await newOrder({ customerPhone: phone }), await newOrder({ customerPhone: phone })];
  const twins = async () => (await shop`select id from shop.twins_of(${one.id})`).length;
  expect(await twins()).toBe(1);
  await ask(other, { basis: 'all' });
  expect(await twins()).toBe(0);
  await send(other, { reference: 'twin' });
  await shop`select public.end_advance(${other.id}, ${sana})`;
  expect(await twins()).toBe(0);
  await reject(other, (await latest(other)).id);
  expect(await twins()).toBe(1);
});

test('an advance is late after its time, until a transfer waits, and cancels nothing', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'all' });
  expect(await listsOf(order)).toEqual(['to_confirm']);
  await letLate(order, 1_000);
  expect(await listsOf(order)).toEqual(['advance_late', 'to_confirm']);
  await shop`select public.cancel_late_advances()`;
  expect(await shop`select status from public.orders where id = ${order.id}`).toMatchObject([{ status: 'pending' }]);
  await send(order, { reference: 'late' });
  expect(await listsOf(order)).toEqual(['to_check', 'to_confirm']);
});

test('an owner’s rule cancels orders whose advance is so many hours late, and neither others nor those with a transfer', async () => {
  await changeRules(shop, { advanceCancelHours: 12 });
  const [late, soon, sent, paid, packed] = await Promise.all(Array.from({ length: 5 }, () => newOrder()));
  const all = [late, soon, sent, paid, packed] as PlacedOrder[];
  for (const order of all) await ask(order, { basis: 'all' });
  for (const order of all) await letLate(order, order === soon ? 11 : 13);
  await send(sent as PlacedOrder, { reference: 'sent late' });
  await recordAdvance(shop, paid as PlacedOrder, 10);
  await createShipment(shop, packed as PlacedOrder);
  await Promise.all([shop`select public.cancel_late_advances()`, shop`select public.cancel_late_advances()`]);
  const statuses =
    await shop`select id, status from public.orders where id in ${shop(all.map(({ id }) => id))} and status = 'cancelled'`;
  expect(statuses.map(({ id }) => id)).toEqual([late?.id]);
  expect(await shop`select note from public.order_events where order_id = ${late?.id ?? ''} and kind = 'note'`).toMatchObject([
    { note: 'Rule: cancelled, because the advance is 12 hours late' },
  ]);
});

test('rules ask an advance of new orders in words: value, score, a city without cash, returned parcels', async () => {
  const requestOf = async (order: PlacedOrder) => (await advanceOf(order)).request;
  expect(await requestOf(await newOrder())).toBeNull();
  await changeRules(shop, { advanceValue: 3_000 });
  expect(await requestOf(await newOrder())).toBeNull();
  expect(await requestOf(await newOrder({}, 2))).toBeNull();
  // The delivery of a large order is free: nothing to ask.
  expect(await requestOf(await newOrder({}, 10))).toBeNull();

  const sum = { advanceBasis: 'sum' as never, advanceAmount: 700 };
  await changeRules(shop, { ...sum, advanceValue: 3_000 });
  expect(await requestOf(await newOrder({}, 10))).toMatchObject({
    amount: 700,
    reason: 'Order of Rs 3,000 or more',
    basis: 'sum',
  });
  await changeRules(shop, { ...sum, advanceValue: null, advanceScore: 5 });
  expect(await requestOf(await newOrder())).toMatchObject({ reason: 'Score of 5 or more' });
  await changeRules(shop, { ...sum, advanceScore: null, advanceNoCash: true });
  expect(await requestOf(await newOrder({ city: 'Skardu', cityTakesCash: 'false' }))).toMatchObject({
    reason: 'No courier collects cash in Skardu',
  });
  expect(await requestOf(await newOrder({ cityTakesCash: 'true' }))).toBeNull();

  await changeRules(shop, { ...sum, advanceNoCash: false, advanceReturned: 1 });
  const customerPhone = `+92306${String(++people).padStart(7, '0')}`;
  const first = await newOrder({ customerPhone });
  expect(await requestOf(first)).toBeNull();
  await setShipmentStatus(shop, await createShipment(shop, first), 'returned');
  expect(await requestOf(await newOrder({ customerPhone }))).toMatchObject({ amount: 700, reason: 'Refused 1 parcel before' });
  // What is left out stays: an editor that knows nothing of advances takes no rule away.
  await changeRules(shop, {});
  expect(await shop`select advance_returned, advance_amount from public.confirmation_rules`).toMatchObject([
    { advance_returned: 1, advance_amount: '700.00' },
  ]);
  await changeRules(shop, { advanceReturned: null });
});

test('the gate keeps an order whose advance is missing, and the shopper’s yes counts once it has arrived', async () => {
  await changeRules(shop, { gate: true });
  const order = await newOrder();
  await ask(order, { basis: 'sum', amount: 500 });
  expect(await confirmByShopper(shop, order)).toBe('call_needed');
  expect(await confirmationOf(shop, order)).toMatchObject({ state: 'unconfirmed', call_because: 'The advance has not arrived' });
  await verify(order, { amount: 400 });
  expect(await refusalOf(setStatus(shop, order, 'shipped'))).toMatchObject({ code: 'not_confirmed' });
  await verify(order, { amount: 100 });
  expect(await confirmationOf(shop, order)).toMatchObject({ state: 'confirmed', gate: 'open', call_because: null });
  // Asked again after it was confirmed: the gate closes, and staff may let it out.
  await ask(order, { basis: 'sum', amount: 100 });
  expect(await confirmationOf(shop, order)).toMatchObject({ state: 'confirmed', gate: 'closed' });
  await override(shop, order, 'Pays at the door after all');
  await setStatus(shop, order, 'shipped');
  expect((await advanceOf(order)).request).toMatchObject({ missing: 0 });
});

test('nobody but the database says that money arrived', async () => {
  const order = await newOrder();
  await ask(order, { basis: 'all' });
  await send(order, { reference: 'guard' });
  const { id } = await latest(order);
  const write = (sets: string) => shop.unsafe(`update public.advance_claims set ${sets} where id = '${id}'`);
  expect(await sqlstateOf(write(`state = 'received', decided_at = now()`))).toBe('23514');
  expect(await sqlstateOf(write(`state = 'rejected', decided_at = now()`))).toBe('23514');
  expect(await sqlstateOf(write(`reference = 'other'`))).toBe('42501');
  expect(await sqlstateOf(shop`delete from public.advance_claims where id = ${id}`)).toBe('42501');
});
