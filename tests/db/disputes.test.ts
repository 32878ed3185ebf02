import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { ask, disputesOf, settle } from './calls/dispute-calls.ts';
import { addCourier, type BookedParcel, bookParcels } from './calls/parcel-calls.ts';
import { balances, reversePayment } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { bookFile, fileOf, heldByNumber, returnOf, rowOf, settlementErrors, undoFile } from './calls/settlement-calls.ts';
import { setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(4);
const courier = await addCourier(shop, 'postex', 'PostEx');
await addProduct(shop, { stock: 1000 });
const sana = await addColleague(owner, 'sana');

let batches = 0;

/** A parcel of Rs. 1,000 that was delivered, some days ago. */
async function delivered(daysAgo = 0, by = courier): Promise<BookedParcel> {
  batches += 1;
  const [parcel] = await bookParcels(shop, by, { count: 1, prefix: `Dispute ${batches} of Lahore` });
  if (!parcel) throw new Error('no parcel');
  await setShipmentStatus(shop, { id: parcel.shipment }, 'in_transit');
  await setShipmentStatus(shop, { id: parcel.shipment }, 'delivered');
  // As a shop that is older would have it.
  await owner`set session_replication_role = replica`;
  await owner`update public.payments set created_at = now() - make_interval(days => ${daysAgo}) where order_id = ${parcel.order}`;
  await owner`set session_replication_role = origin`;
  return parcel;
}

const found = async ({ shipment }: BookedParcel) =>
  (await disputesOf(shop, shipment)).map(({ kind, state, amount, expected, said }) => [kind, state, amount, expected, said]);

async function only({ shipment }: BookedParcel) {
  const [item, ...others] = await disputesOf(shop, shipment);
  if (!item || others.length > 0) throw new Error(`${others.length + 1} disputes`);
  return item;
}

afterEach(async () => {
  expect(await settlementErrors(shop)).toEqual([]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('a parcel that is paid in full, or has time yet, is not wrong', async () => {
  const [paid, fresh] = [await delivered(), await delivered(14)];
  await bookFile(shop, courier, fileOf([rowOf(paid.tracking, 1000)]));
  expect([await found(paid), await found(fresh)]).toEqual([[], []]);
});

test('short, returned in the file, late and missing are told apart, each with both figures', async () => {
  const [short, returned, late] = [await delivered(), await delivered(), await delivered(15)];
  await bookFile(shop, courier, fileOf([rowOf(short.tracking, 700), returnOf(returned.tracking)]));
  expect(await found(short)).toEqual([['short', 'open', 300, 1000, 700]]);
  expect(await found(returned)).toEqual([['short', 'open', 1000, 1000, 0]]);
  const noFile = await delivered(15, await addCourier(shop, 'generic', 'Trax'));
  expect(await found(noFile)).toEqual([['late', 'open', 1000, 1000, 0]]);
  // A file came after its fourteen days, and it is not in it.
  expect(await found(late)).toEqual([['missing', 'open', 1000, 1000, 0]]);
  await shop`update public.couriers set payout_days = 3 where id = ${courier}`;
  const other = await delivered(4);
  expect((await found(other))[0]?.[0]).toBe('missing');
  await shop`update public.couriers set payout_days = 14 where id = ${courier}`;
  expect(await found(other)).toEqual([]);
});

test('cash that was asked for stays asked until a later file pays it, and is asked for again when that is undone', async () => {
  const parcel = await delivered();
  await bookFile(shop, courier, fileOf([rowOf(parcel.tracking, 700)]));
  const { id } = await only(parcel);
  await ask(shop, [id], sana);
  expect(await only(parcel)).toMatchObject({ state: 'asked', asked_by: 'sana', amount: 300 });
  const rest = await bookFile(shop, courier, fileOf([rowOf(parcel.tracking, 300), rowOf((await delivered()).tracking, 1000)]));
  expect(await only(parcel)).toMatchObject({ state: 'settled', settled_by: 'courier' });
  expect(await refusalOf(ask(shop, [id]))).toMatchObject({ status: 409, code: 'nothing_to_ask' });
  expect(await refusalOf(settle(shop, id, { end: 'accepted', reason: 'No' }))).toMatchObject({ code: 'dispute_settled' });
  await undoFile(shop, rest);
  expect(await only(parcel)).toMatchObject({ state: 'asked', amount: 300 });
});

test('cash that nobody asks for any more is written off with a reason, also where no file has it', async () => {
  const late = await delivered(20);
  const { id } = await only(late);
  await ask(shop, [id], sana);
  expect(await refusalOf(settle(shop, id, { end: 'paid', amount: 5, paidInto: 'bank' }))).toMatchObject({ status: 422 });
  await settle(shop, id, { end: 'accepted', reason: 'They closed' }, sana);
  expect(await only(late)).toMatchObject({ state: 'settled', settled_by: 'written_off', reason: 'They closed' });
  expect(Object.keys(await heldByNumber(shop))).not.toContain(late.tracking.slice(1));
});

test('charges and taxes above the dated tables are wrong, and a difference below a rupee is rounding', async () => {
  const [right, wrong, rounded] = [await delivered(), await delivered(), await delivered()];
  for (const { booking } of [right, wrong, rounded])
    await shop`update public.courier_bookings set charge = 200 where id = ${booking}`;
  await shop`insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment) values
    (${courier}, 'gst', '2025-01-01', 16, 'credit'), (${courier}, 'income_tax', '2025-01-01', 2, 'credit'),
    (${courier}, 'income_tax', '2099-01-01', 50, 'credit'), (${courier}, 'sales_tax', '2025-01-01', 2, 'final')`;
  const taxes = { income_tax: 20, sales_tax: 20 };
  await bookFile(
    shop,
    courier,
    fileOf([
      rowOf(right.tracking, 1000, taxes),
      rowOf(wrong.tracking, 1000, { shipping: 240, gst: 38.4, income_tax: 20, sales_tax: 60 }),
      rowOf(rounded.tracking, 1000, { ...taxes, gst: 32.99 }),
    ]),
  );
  expect(await found(right)).toEqual([]);
  expect(await found(rounded)).toEqual([]);
  expect(await found(wrong)).toEqual([
    ['overcharged', 'open', 46.4, 232, 278.4],
    ['overtaxed', 'open', 40, 40, 80],
  ]);
});

test('what was kept too much is paid back into the bank or with the next payout, or accepted; taken back, it is wrong again', async () => {
  const [kept, next, given] = [await delivered(), await delivered(), await delivered()];
  for (const { booking } of [kept, next, given])
    await shop`update public.courier_bookings set charge = 100 where id = ${booking}`;
  const charged = { shipping: 300, gst: 16, income_tax: 20, sales_tax: 20 };
  const file = await bookFile(shop, courier, fileOf([kept, next, given].map(({ tracking }) => rowOf(tracking, 1000, charged))));
  const before = await balances(shop);
  const { id } = await only(kept);
  expect(await refusalOf(settle(shop, id, { end: 'paid', amount: 200.01, paidInto: 'bank' }))).toMatchObject({ status: 422 });
  await settle(shop, id, { end: 'paid', amount: 200, paidInto: 'bank', reference: 'FT1' }, sana);
  await settle(shop, (await only(next)).id, { end: 'paid', amount: 200, paidInto: 'courier' }, sana);
  await settle(shop, (await only(given)).id, { end: 'accepted', reason: 'A heavy parcel' }, sana);
  const after = await balances(shop);
  expect((after['charges'] ?? 0) - (before['charges'] ?? 0)).toBe(-400);
  expect(await only(kept)).toMatchObject({ state: 'settled', settled_by: 'paid_back' });
  expect(await only(given)).toMatchObject({ state: 'settled', settled_by: 'accepted', reason: 'A heavy parcel' });
  expect((await heldByNumber(shop))[next.tracking.slice(1)]).toBe(200);
  expect((await refusalOf(undoFile(shop, file))).message).toContain('was paid back: undo that first');

  const [paid] = await shop`select payment_id from public.courier_disputes where shipment_id = ${kept.shipment}`;
  await reversePayment(shop, paid?.['payment_id']);
  expect(await only(kept)).toMatchObject({ state: 'open', amount: 200 });
});

test('of two people who settle one dispute at once, one does', async () => {
  const parcel = await delivered();
  await shop`update public.courier_bookings set charge = 100 where id = ${parcel.booking}`;
  await bookFile(
    shop,
    courier,
    fileOf([rowOf(parcel.tracking, 1000, { shipping: 300, gst: 16, income_tax: 20, sales_tax: 20 })]),
  );
  const { id } = await only(parcel);
  const { done, refused } = await race(3, () => settle(shop, id, { end: 'paid', amount: 200, paidInto: 'cash' }, sana));
  expect([done.length, refused.map(({ code }) => code)]).toEqual([1, ['dispute_settled', 'dispute_settled']]);
});

test('by courier, what nobody asked for and what was asked are told apart, and the oldest stand first', async () => {
  const daewoo = await addCourier(shop, 'generic', 'Daewoo');
  const booked = await bookParcels(shop, daewoo, { count: 2, prefix: 'Daewoo of Lahore' });
  for (const { shipment } of booked) {
    await setShipmentStatus(shop, { id: shipment }, 'in_transit');
    await setShipmentStatus(shop, { id: shipment }, 'delivered');
  }
  const [first, second] = booked as [BookedParcel, BookedParcel];
  await bookFile(shop, daewoo, fileOf(booked.map(({ tracking }, place) => rowOf(tracking, 900 - place))));
  await ask(shop, [`cash-${first.shipment}`]);
  const [row] = await shop`select public.disputes_by_courier() as groups`;
  const group = row?.['groups'].find((one: { courier: string }) => one.courier === 'Daewoo');
  expect(group).toMatchObject({ open: 101, open_items: 1, asked: 100, asked_items: 1 });
  expect(group.to_ask.map((item: { id: string }) => item.id)).toEqual([`cash-${second.shipment}`]);
});
