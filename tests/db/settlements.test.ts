import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addCourier, type BookedParcel, bookParcels } from './calls/parcel-calls.ts';
import { balances, reversePayment } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import {
  bookFile,
  checkFile,
  fileOf,
  heldByNumber,
  returnOf,
  rowOf,
  settlementErrors,
  undoFile,
} from './calls/settlement-calls.ts';
import { setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(6);
const courier = await addCourier(shop, 'postex', 'PostEx');
const kangaroo = await addCourier(shop, 'generic', 'Kangaroo');
const ring = await addProduct(shop, { stock: 1000 });
const sana = await addColleague(owner, 'sana');

let batches = 0;

/** Parcels of Rs. 1,000 each that are delivered, or with the courier. */
async function parcels(count: number, { isDelivered = true, by = courier } = {}): Promise<BookedParcel[]> {
  batches += 1;
  const booked = await bookParcels(shop, by, { count, prefix: `Batch ${batches} of Lahore` });
  for (const { shipment } of booked) {
    await setShipmentStatus(shop, { id: shipment }, 'in_transit');
    if (isDelivered) await setShipmentStatus(shop, { id: shipment }, 'delivered');
  }
  return booked;
}

/** An order with parcels that nobody booked from here: each with its number, what it collects, and the courier that staff wrote on it. */
async function sent(carrier: string, ...numbers: [tracking: string, collect: number | null][]) {
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: newPhone() }));
  const made: { id: string; number: string }[] = [];
  for (const [trackingNumber, collect] of numbers) {
    const fields = { orderId: order.id, carrier, trackingNumber, ...(collect === null ? {} : { collect }) };
    made.push(
      ...(await shop<{ id: string; number: string }[]>`
      select j ->> 'id' as id, j ->> 'shipment_number' as number from public.create_shipment(${shop.json(fields)}, ${sana}) j`),
    );
  }
  return { order, parcels: made as [{ id: string; number: string }, ...{ id: string; number: string }[]] };
}

async function one(options = {}): Promise<BookedParcel> {
  const [parcel] = await parcels(1, options);
  if (!parcel) throw new Error('no parcel');
  return parcel;
}

const numberOf = ({ tracking }: BookedParcel) => tracking.slice(1);
const heldOf = async (parcel: BookedParcel) => (await heldByNumber(shop))[numberOf(parcel)] ?? 0;
const resultsOf = async (rows: Parameters<typeof fileOf>[0]) =>
  (await checkFile(shop, courier, fileOf(rows))).lines.map(({ result }) => result);

/** What a call moved between accounts, in rupees. */
async function movedBy(call: () => PromiseLike<unknown>): Promise<Record<string, number>> {
  const before = await balances(shop);
  await call();
  const after = await balances(shop);
  const accounts = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...accounts]
      .map((account) => [account, Math.round(((after[account] ?? 0) - (before[account] ?? 0)) * 100) / 100] as const)
      .filter(([, amount]) => amount !== 0),
  );
}

afterEach(async () => {
  expect(await settlementErrors(shop)).toEqual([]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('what a courier pays goes to the bank, what it keeps to charges and taxes, and the parcel is owed no more', async () => {
  const [kept, back] = await parcels(2);
  if (!kept || !back) throw new Error('no parcels');
  await setShipmentStatus(shop, { id: back.shipment }, 'returned');
  const rows = [
    rowOf(kept.tracking, 1000, { shipping: 222.4, gst: 35.58, income_tax: 20, sales_tax: 20, other_charges: 10 }),
    returnOf(back.tracking, { shipping: 150, gst: 24 }),
    rowOf('', 0, { outcome: 'charge', shipping: 0, gst: 0, other_charges: 99.5 }),
  ];
  const file = fileOf(rows);
  expect(file).toMatchObject({ parcels: 2, sum: 692.02 - 174 - 99.5 });
  expect(await heldOf(kept)).toBe(1000);
  expect(await movedBy(() => bookFile(shop, courier, file, { actor: sana }))).toEqual({
    courier: -1000,
    bank: file.sum,
    charges: 222.4 + 35.58 + 10 + 174 + 99.5,
    tax_withheld: 40,
  });
  expect(await heldOf(kept)).toBe(0);
});

test('the arithmetic of a courier holds to the paisa, and a line that contradicts itself is refused by its number', async () => {
  const parcel = await one();
  const right = { shipping: 222.4, gst: 35.58, income_tax: 45.98, sales_tax: 45.98 };
  expect(rowOf('T1', 2299, right).net).toBe(1949.06);
  const file = fileOf([
    rowOf(parcel.tracking, 2299, { ...right, line: 7, net: 1949.07 }),
    returnOf('T2', { line: 8, income_tax: 45.98, net: -232 }),
    rowOf('T3', 1000, { line: 9 }),
    rowOf('T4', 1000, { line: 9 }),
  ]);
  const { refusals } = await checkFile(shop, courier, file);
  expect(refusals).toEqual([
    'Line 7 says net 1,949.07, but its other columns make 1,949.06',
    'Line 8 is not delivered, so no tax is withheld, but it says 45.98',
    'Line 9 stands twice',
  ]);
  expect(
    await movedBy(async () =>
      expect(await refusalOf(bookFile(shop, courier, file))).toMatchObject({
        status: 409,
        code: 'settlement_refused',
        details: { refusals },
      }),
    ),
  ).toEqual({});
});

test('more lines that contradict themselves than anybody reads are counted', async () => {
  const rows = Array.from({ length: 25 }, (_, place) => rowOf(`T9${place}`, 100, { net: 100 }));
  const { refusals } = await checkFile(shop, courier, fileOf(rows));
  expect(refusals).toHaveLength(21);
  expect(refusals.at(-1)).toBe('5 more lines contradict themselves');
});

test('a control total that is not what the rows come to is refused with both figures, and nothing is written', async () => {
  const parcel = await one();
  const file = fileOf([rowOf(parcel.tracking, 1000)], { parcels: 2, sum: 1000 });
  expect((await checkFile(shop, courier, file)).refusals).toEqual([
    'You entered 2 parcels, but the file has 1',
    'You entered Rs. 1,000.00, but the rows come to Rs. 768.00',
  ]);
  const count = () => owner`select (select count(*) from public.settlements) + (select count(*) from public.payments) as rows`;
  const before = await count();
  expect((await refusalOf(bookFile(shop, courier, file))).message).toContain('You entered 2 parcels, but the file has 1');
  expect(await count()).toEqual(before);
});

test('each line says what it came to', async () => {
  const [received, short, over, returned, notCollected] = (await parcels(5)) as [
    BookedParcel,
    BookedParcel,
    BookedParcel,
    BookedParcel,
    BookedParcel,
  ];
  const open = await one({ isDelivered: false });
  const theirs = await one({ by: kangaroo });
  await setShipmentStatus(shop, { id: returned.shipment }, 'returned');
  const check = await checkFile(
    shop,
    courier,
    fileOf([
      rowOf(received.tracking, 1000),
      rowOf(short.tracking, 900),
      rowOf(over.tracking, 1100),
      rowOf('T-OF-NOBODY-1', 500),
      rowOf(received.tracking, 1000),
      rowOf(open.tracking, 1000),
      rowOf(theirs.tracking, 1000),
      returnOf(returned.tracking, { cod: 1000 }),
      returnOf(notCollected.tracking),
      rowOf(received.tracking, 0, { outcome: 'charge' }),
    ]),
  );
  expect(check.refusals).toEqual([]);
  expect(check.lines.map(({ result, difference, expected }) => [result, difference, expected?.cod ?? null])).toEqual([
    ['received', 0, 1000],
    ['short', -100, 1000],
    ['over', 100, 1000],
    ['unmatched', 500, null],
    ['repeated', 1000, 0],
    ['not_owed', 1000, 0],
    ['unmatched', 1000, null],
    ['charge_only', 0, 0],
    // The courier says that it came back, the shop that it was delivered.
    ['short', -1000, 1000],
    ['charge_only', 0, null],
  ]);
  // What stands as cash beside a parcel that came back is no money.
  expect(check.sums).toMatchObject({ parcels: 9, cod: 6500 });
});

test('the dry run says of each line what booking writes down', async () => {
  const [received, short] = (await parcels(2)) as [BookedParcel, BookedParcel];
  const file = fileOf([rowOf(received.tracking, 1000), rowOf(short.tracking, 1), rowOf('T-UNKNOWN-1', 10)]);
  const checked = await checkFile(shop, courier, file);
  const { id } = await bookFile(shop, courier, file);
  const [row] = await shop`select public.find_settlement(${id}) as found`;
  expect(row?.['found'].lines).toEqual(checked.lines);
  expect(row?.['found'].sums).toEqual(checked.sums);
});

test('an order in two parcels settles parcel by parcel, in two files', async () => {
  const { order, parcels } = await sent('PostEx', ['FIRST-1', null], ['SECOND-1', 400]);
  const [first, second] = parcels;
  for (const { id } of parcels) await setShipmentStatus(shop, { id }, 'delivered');
  const rest = order.total_amount - 400;
  expect((await bookFile(shop, courier, fileOf([rowOf('FIRST-1', rest)]))).results).toEqual({ received: 1 });
  expect(await heldByNumber(shop)).toMatchObject({ [second?.number ?? '']: 400 });
  expect((await bookFile(shop, courier, fileOf([rowOf('SECOND-1', 400)]))).results).toEqual({ received: 1 });
  expect(Object.keys(await heldByNumber(shop))).not.toContain(first.number);
});

test('what comes unexplained is booked all the same, and leaves the courier below zero for it', async () => {
  const [twice, early] = [await one(), await one({ isDelivered: false })];
  await bookFile(shop, courier, fileOf([rowOf(twice.tracking, 1000)]));
  const file = fileOf([rowOf(twice.tracking, 1000), rowOf('T-UNKNOWN-2', 250), rowOf(early.tracking, 1000)]);
  const { results } = await bookFile(shop, courier, file);
  expect(results).toEqual({ repeated: 1, unmatched: 1, not_owed: 1 });
  expect(await heldByNumber(shop)).toMatchObject({ [numberOf(twice)]: -1000, 'T-UNKNOWN-2': -250, [numberOf(early)]: -1000 });
  // Once it is delivered here, too, the cash explains itself.
  await setShipmentStatus(shop, { id: early.shipment }, 'delivered');
  expect(await heldOf(early)).toBe(0);
});

test('what was short comes with a later file, or is written off', async () => {
  const [later, never] = [await one(), await one()];
  const booked = await bookFile(shop, courier, fileOf([rowOf(later.tracking, 700), rowOf(never.tracking, 700)]));
  expect([booked.results, await heldOf(later)]).toEqual([{ short: 2 }, 300]);
  const check = await checkFile(shop, courier, fileOf([rowOf(later.tracking, 300)]));
  expect(check.lines[0]).toMatchObject({ result: 'repeated', difference: 0, expected: { cod: 300 } });
  await bookFile(shop, courier, fileOf([rowOf(later.tracking, 300), rowOf((await one()).tracking, 1000)]));
  expect(await heldOf(later)).toBe(0);

  const writeOff = () => shop`select public.write_off_shortfall(${never.shipment}, 'Their rider left', ${sana}) as payment`;
  expect(await movedBy(writeOff)).toEqual({ courier: -300, written_off: 300 });
  expect(await heldOf(never)).toBe(0);
  expect(await refusalOf(writeOff())).toMatchObject({ status: 409, code: 'nothing_owed' });
  expect(await refusalOf(undoFile(shop, booked))).toMatchObject({ code: 'settlement_built_on' });
  const [paid] = await shop`select id from public.payments where kind = 'short_paid' and order_id = ${never.order}`;
  expect(await movedBy(() => reversePayment(shop, paid?.['id']))).toEqual({ courier: 300, written_off: -300 });
});

test('a claim that comes with the next payout is owed by the courier until it does', async () => {
  const lost = await one({ isDelivered: false });
  const ending = { end: 'paid', amount: 800, paidInto: 'courier', order: 'cancel', reference: 'CLM-7', notes: '' };
  await shop`select public.end_courier_claim(${lost.booking}, ${shop.json(ending)}, null, null)`;
  expect(await heldOf(lost)).toBe(800);
  expect((await bookFile(shop, courier, fileOf([rowOf(lost.tracking, 800, { shipping: 0, gst: 0 })]))).results).toEqual({
    received: 1,
  });
  expect(await heldOf(lost)).toBe(0);
});

test('a file of returned parcels alone leaves the shop paying the courier', async () => {
  const back = await one({ isDelivered: false });
  await setShipmentStatus(shop, { id: back.shipment }, 'returned');
  expect(await movedBy(() => bookFile(shop, courier, fileOf([returnOf(back.tracking)])))).toEqual({ bank: -232, charges: 232 });
});

test('the same file, or the same number of a payment, is booked once; repeating its key changes nothing', async () => {
  const [first, second] = (await parcels(2)) as [BookedParcel, BookedParcel];
  const file = fileOf([rowOf(first.tracking, 1000)], { reference: 'CPR-A7' });
  const booked = await bookFile(shop, courier, file, { key: 'settle-once-1' });
  expect(
    await movedBy(async () => expect((await bookFile(shop, courier, file, { key: 'settle-once-1' })).id).toBe(booked.id)),
  ).toEqual({});
  expect(
    await refusalOf(bookFile(shop, courier, fileOf([rowOf(second.tracking, 1000)]), { key: 'settle-once-1' })),
  ).toMatchObject({ code: 'idempotency_mismatch' });
  const again = await refusalOf(bookFile(shop, courier, { ...file, reference: 'CPR-A8', rows: [rowOf(second.tracking, 1000)] }));
  expect(again.message).toMatch(/^This file was booked on .+ already, as CPR-A7 of PostEx$/);
  const other = await refusalOf(bookFile(shop, courier, fileOf([rowOf(second.tracking, 1000)], { reference: 'cpr-a7' })));
  expect(other.message).toMatch(/^CPR-A7 of PostEx was booked on .+ already, from the file cpr.csv$/);
  const repeated = await refusalOf(bookFile(shop, courier, fileOf([rowOf(first.tracking, 1000)])));
  expect(repeated.message).toBe('Every row of this file was settled before');
  // Another courier may have used the number, too.
  const theirs = await one({ by: kangaroo });
  expect((await bookFile(shop, kangaroo, fileOf([rowOf(theirs.tracking, 1000)], { reference: 'CPR-A7' }))).results).toEqual({
    received: 1,
  });
});

test('of six people who book one file at once, one does', async () => {
  const booked = await parcels(20);
  const file = fileOf(booked.map(({ tracking }) => rowOf(tracking, 1000)));
  const moved = await movedBy(async () => {
    const { done, refused } = await race(6, () => bookFile(shop, courier, file, { actor: sana }));
    expect([done.length, refused.map(({ code }) => code)]).toEqual([1, Array(5).fill('settlement_refused')]);
  });
  expect(moved).toMatchObject({ courier: -20_000, bank: file.sum });
});

test('two files that share parcels, booked at once, settle each of them once', async () => {
  const shared = await parcels(12);
  const files = [0, 1].map((number) =>
    fileOf(shared.slice(number * 2, number * 2 + 10).map(({ tracking }) => rowOf(tracking, 1000))),
  );
  const { done } = await race(2, (number) => bookFile(shop, courier, files[number] as never));
  const results = done.map((booked) => booked.results);
  expect(results).toContainEqual({ received: 10 });
  expect(results).toContainEqual({ received: 2, repeated: 8 });
});

test('booking goes along with deliveries, and with those that are taken back, at the same moment', async () => {
  const booked = await parcels(10);
  const coming = await parcels(10, { isDelivered: false });
  const file = fileOf([...booked, ...coming].map(({ tracking }) => rowOf(tracking, 1000)));
  await race(21, (number): PromiseLike<unknown> => {
    if (number === 10) return bookFile(shop, courier, file);
    const parcel = number < 10 ? booked[number] : coming[number - 11];
    return setShipmentStatus(shop, { id: parcel?.shipment ?? '' }, number < 10 ? 'in_transit' : 'delivered');
  });
  for (const parcel of booked) expect(await heldOf(parcel)).toBe(-1000);
  for (const parcel of coming) expect(await heldOf(parcel)).toBe(0);
});

test('undone, a file moved nothing, its parcels are owed again, and it can be booked anew', async () => {
  const parcel = await one();
  const file = fileOf([rowOf(parcel.tracking, 1000)]);
  const moved = await movedBy(async () => {
    const { id } = await bookFile(shop, courier, file);
    const { done, refused } = await race(3, () => undoFile(shop, { id }, sana));
    expect([done.length, refused.map(({ code }) => code)]).toEqual([1, ['settlement_undone', 'settlement_undone']]);
    expect(await refusalOf(undoFile(shop, { id: 'f'.repeat(24) }))).toMatchObject({ status: 404 });
  });
  expect([moved, await heldOf(parcel)]).toEqual([{}, 1000]);
  expect(await resultsOf(file.rows)).toEqual(['received']);
  await bookFile(shop, courier, file);
  expect(await heldOf(parcel)).toBe(0);
});

test('a file on which another one stands is not undone, and its payments are not taken back one by one', async () => {
  const parcel = await one();
  const first = await bookFile(shop, courier, fileOf([rowOf(parcel.tracking, 600)]));
  const second = await bookFile(
    shop,
    courier,
    fileOf([rowOf(parcel.tracking, 400), rowOf((await one()).tracking, 1000)], { reference: 'CPR-TOP-UP' }),
  );
  expect((await refusalOf(undoFile(shop, first))).message).toBe(`CPR-TOP-UP settled ${parcel.tracking} again: undo that first`);
  await undoFile(shop, second);
  const [payment] = await shop`select id from public.payments where settlement_id = ${first.id} order by sequence limit 1`;
  expect(await refusalOf(reversePayment(shop, payment?.['id']))).toMatchObject({ code: 'settled_by_file' });
  await undoFile(shop, first);
  expect(await heldOf(parcel)).toBe(1000);
});

test('what a courier takes is compared with its price list of the day, with fuel and GST', async () => {
  const parcel = await one();
  await shop`update public.courier_bookings set charge = 200 where id = ${parcel.booking}`;
  await shop`insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
    values (${courier}, 'gst', '2025-01-01', 16, 'credit'), (${courier}, 'fuel', '2025-01-01', 10, 'final'), (${courier}, 'gst', '2026-06-01', 99, 'credit')`;
  const check = (row: Parameters<typeof fileOf>[0][number]) => checkFile(shop, courier, fileOf([row]));
  expect((await check(rowOf(parcel.tracking, 1000, { shipping: 220, gst: 35.2 }))).lines[0]).toMatchObject({
    expected: { charge: 255.2 },
    charge_difference: 0,
  });
  expect((await check(rowOf(parcel.tracking, 1000, { shipping: 240, gst: 38.4 }))).lines[0]).toMatchObject({
    charge_difference: 23.2,
  });

  // Sent by hand, without a booking: by its city and weight.
  const {
    order,
    parcels: [unbooked],
  } = await sent('postex', ['HAND-1', null]);
  await setShipmentStatus(shop, unbooked, 'delivered');
  await owner`update public.orders set city = 'Lahore', city_known = 'Lahore' where id = ${order.id}`;
  await owner`update public.shipments set weight = 900, created_at = '2026-02-02', shipped_date = '2026-02-02' where id = ${unbooked.id}`;
  await shop`insert into public.courier_cities (courier_id, city, courier_name, zone) values (${courier}, 'Lahore', 'LHE', 'A')`;
  await shop`insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge) values (${courier}, 'A', '2026-01-01', 1000, 300)`;
  expect((await check(rowOf('HAND-1', order.total_amount))).lines[0]).toMatchObject({
    result: 'received',
    expected: { cod: order.total_amount, charge: 382.8 },
  });
});

test('what couriers have is listed by how long, by courier and by parcel', async () => {
  const daewoo = await addCourier(shop, 'generic', 'Daewoo');
  const [fresh, old] = [await one({ by: daewoo }), await one({ by: daewoo })];
  await bookFile(shop, daewoo, fileOf([rowOf('D-1', 250), rowOf(fresh.tracking, 900)]));
  const at = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const [row] =
    await shop`select public.courier_holdings(${at}) as held, public.list_held_parcels(${daewoo}, 0, 10, ${at}) as parcels`;
  expect(row?.['held'].find(({ courier }: { courier: string }) => courier === 'Daewoo')).toEqual({
    courier_id: daewoo,
    courier: 'Daewoo',
    held: 850,
    week: 0,
    fortnight: 1100,
    month: 0,
    older: 0,
    overpaid: -250,
    parcels: 2,
  });
  expect(row?.['parcels'].total).toBe(3);
  expect(row?.['parcels'].items.map(({ number, amount, days }: Record<string, unknown>) => [number, amount, days])).toEqual(
    expect.arrayContaining([
      [numberOf(fresh), 100, 10],
      [numberOf(old), 1000, 10],
      ['D-1', -250, 10],
    ]),
  );
});

test('cash of which nobody knew with whom it is, is of the courier that pays it', async () => {
  const {
    order,
    parcels: [parcel],
  } = await sent('Somebody', ['LATE-1', null]);
  await setShipmentStatus(shop, parcel, 'delivered');
  const somebody = await addCourier(shop, 'generic', 'Somebody');
  expect((await bookFile(shop, somebody, fileOf([rowOf('LATE-1', order.total_amount)]))).results).toEqual({ received: 1 });
  expect(Object.keys(await heldByNumber(shop))).not.toContain(parcel.number);
});

test('whoever may not book payments books and undoes no file, whatever calls the database', async () => {
  const packer = await addColleague(owner, 'nida');
  await owner`update public.staff set role = 'packer' where id = ${packer}`;
  const parcel = await one();
  const file = fileOf([rowOf(parcel.tracking, 1000)]);
  expect(await refusalOf(bookFile(shop, courier, file, { actor: packer }))).toMatchObject({ code: 'not_allowed' });
  const booked = await bookFile(shop, courier, file);
  expect(await refusalOf(undoFile(shop, booked, packer))).toMatchObject({ code: 'not_allowed' });
});

test('what was booked stays as it was, also for the server', async () => {
  const parcel = await one();
  const { id } = await bookFile(shop, courier, fileOf([rowOf(parcel.tracking, 1000)]));
  expect(await sqlstateOf(shop`update public.settlement_lines set cod = 1 where settlement_id = ${id}`)).toBe(NOT_ALLOWED);
  expect(await sqlstateOf(shop`delete from public.settlement_lines where settlement_id = ${id}`)).toBe(NOT_ALLOWED);
  expect(await sqlstateOf(shop`delete from public.settlements where id = ${id}`)).toBe(NOT_ALLOWED);
  expect(await sqlstateOf(shop`update public.settlement_lines set is_standing = false where settlement_id = ${id}`)).toBe(
    AGAINST_THE_BOOKS,
  );
  expect(
    await sqlstateOf(shop`update public.settlements set state = 'undone', undone_at = now(), undo_reason = 'x' where id = ${id}`),
  ).toBe(AGAINST_THE_BOOKS);
});
