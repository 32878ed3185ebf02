import { expect, test } from 'vitest';
import { MEANINGS, PARCEL_STATUSES } from '#domain/couriers/parcel-status.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCourier, type BookedParcel, bookParcels, tell, toldOf } from './calls/parcel-calls.ts';
import { refusalOf } from './calls/refusals.ts';

const { owner: sql } = await testPostgres();
const courier = await addCourier(sql);

let prefixes = 0;
async function oneParcel(options: { email?: string; courier?: string } = {}): Promise<BookedParcel> {
  prefixes += 1;
  const [parcel] = await bookParcels(sql, options.courier ?? courier, { prefix: `Street ${prefixes}`, ...options });
  if (!parcel) throw new Error('The parcel was not booked');
  return parcel;
}

const progressOf = async ({ booking }: BookedParcel) =>
  (
    await sql`select status, reason, attempts, status_since, attempted_at, advice_due_by, last_label, contradiction from public.parcel_progress where booking_id = ${booking}`
  )[0];

const shipmentOf = async ({ shipment }: BookedParcel) =>
  (await sql`select status from public.shipments where id = ${shipment}`)[0]?.status;

/** Tells what a courier says one after another, an hour between two. */
async function says(parcel: BookedParcel, ...meanings: string[]): Promise<void> {
  const events = meanings.map((meaning, n) => toldOf(parcel, meaning, `2026-02-01T${String(n).padStart(2, '0')}:00:00Z`));
  await tell(sql, courier, events);
}

/** Tells portions one after another, in one call: the way to the database is not what is tested. */
async function tellOneByOne(portions: ReturnType<typeof toldOf>[][]): Promise<void> {
  await sql`select count(public.store_courier_events(${courier}, p.portion)) from jsonb_array_elements(${sql.json(portions as never)}) as p (portion)`;
}

test('the statuses of parcels are the same in the database', async () => {
  const rows = await sql`select s::text as status from unnest(enum_range(null::shop.parcel_status)) s`;
  expect(rows.map(({ status }) => status)).toEqual([...PARCEL_STATUSES]);
});

test('the same events give the same progress in any order, however often they are told and in whatever portions', async () => {
  const random = randomNumbers(11);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shuffled = <Item>(items: Item[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const meanings = [
    ...MEANINGS.filter((meaning) => !meaning.startsWith('attempted')),
    'attempted:refused',
    'attempted:other',
    null,
  ];
  for (let story = 0; story < 60; story++) {
    const [first, second, third] = (await bookParcels(sql, courier, { count: 3, prefix: `Story ${story}` })) as [
      BookedParcel,
      BookedParcel,
      BookedParcel,
    ];
    const told = Array.from({ length: 3 + Math.floor(random() * 9) }, () => ({
      meaning: pick(meanings),
      at: random() < 0.12 ? null : `2026-02-0${1 + Math.floor(random() * 5)}T${pick(['04', '05', '09', '18'])}:00:00Z`,
    }));
    const events = (parcel: BookedParcel) => told.map(({ meaning, at }) => toldOf(parcel, meaning, at, `${meaning} of ${story}`));
    const portions = shuffled([...events(third), ...events(third), ...events(third)]);
    await tellOneByOne([
      events(first),
      ...shuffled([...events(second), ...events(second)]).map((event) => [event]),
      ...portions.flatMap((_, n) => (n % 4 === 0 ? [portions.slice(n, n + 4)] : [])),
    ]);
    const [whole, ...others] = await Promise.all([first, second, third].map(progressOf));
    for (const other of others)
      expect({ ...other, status_since: 0, attempted_at: 0, advice_due_by: 0 }, JSON.stringify(told)).toEqual({
        ...whole,
        status_since: 0,
        attempted_at: 0,
        advice_due_by: 0,
      });
    if (told.every(({ at }) => at)) for (const other of others) expect(other, JSON.stringify(told)).toEqual(whole);
  }
});

test.each([
  [['booked'], 'preparing', 'booked'],
  [['booked', 'picked'], 'shipped', 'picked'],
  [['picked', 'in_transit'], 'in_transit', 'in_transit'],
  [['in_transit', 'out_for_delivery'], 'out_for_delivery', 'out_for_delivery'],
  [['out_for_delivery', 'in_transit', 'picked'], 'out_for_delivery', 'out_for_delivery'],
  [['out_for_delivery', 'attempted:refused', 'in_transit'], 'out_for_delivery', 'attempted'],
  [['attempted:refused', 'advice_due'], 'out_for_delivery', 'advice_due'],
  [['attempted:refused', 'advised'], 'out_for_delivery', 'advised'],
  [['attempted:refused', 'advised', 'out_for_delivery', 'delivered'], 'delivered', 'delivered'],
  [['in_transit', 'lost'], 'failed', 'lost'],
  [['attempted:refused', 'return_started'], 'failed', 'return_started'],
  [['return_started', 'out_for_delivery', 'returned'], 'returned', 'returned'],
  [['lost', 'returned'], 'returned', 'returned'],
  [['booked', 'cancelled'], 'preparing', 'cancelled'],
])('after %s the parcel is %s in the shop and %s at the courier', async (told, shipment, status) => {
  const parcel = await oneParcel();
  await says(parcel, ...told);
  expect([await shipmentOf(parcel), (await progressOf(parcel))?.status]).toEqual([shipment, status]);
  expect((await progressOf(parcel))?.contradiction).toBeNull();
});

test.each([
  [['return_started', 'delivered'], 'failed', 'delivered'],
  [['returned', 'delivered'], 'returned', 'delivered'],
  [['delivered', 'return_started'], 'delivered', 'return_started'],
  [['lost', 'delivered'], 'failed', 'delivered'],
  [['lost', 'in_transit'], 'failed', 'in_transit'],
  [['cancelled', 'picked'], 'preparing', 'picked'],
])('%s contradicts itself: nothing moves silently, and staff see it', async (told, shipment, contradiction) => {
  const parcel = await oneParcel();
  for (let n = 1; n <= told.length; n++) await says(parcel, ...told.slice(0, n));
  expect([await shipmentOf(parcel), (await progressOf(parcel))?.contradiction]).toEqual([shipment, contradiction]);
});

test('what staff set by hand is not overruled backwards, and goes on from there', async () => {
  const parcel = await oneParcel();
  await sql`select public.set_shipment_status(${parcel.shipment}, 'out_for_delivery', null)`;
  await says(parcel, 'picked', 'in_transit');
  expect(await shipmentOf(parcel)).toBe('out_for_delivery');
  await says(parcel, 'picked', 'in_transit', 'out_for_delivery', 'delivered');
  expect(await shipmentOf(parcel)).toBe('delivered');

  const returned = await oneParcel();
  await sql`select public.set_shipment_status(${returned.shipment}, 'returned', null)`;
  await says(returned, 'out_for_delivery', 'delivered');
  expect(await shipmentOf(returned)).toBe('returned');
});

test('the order moves with the parcel, and its timeline names the courier and what it said', async () => {
  const parcel = await oneParcel();
  await tell(sql, courier, [toldOf(parcel, 'picked', '2026-02-01T00:00:00Z', 'Picked By PostEx')]);
  const [order] = await sql`select status from public.orders where id = ${parcel.order}`;
  expect(order?.status).toBe('shipped');
  const events =
    await sql`select note from public.order_events where order_id = ${parcel.order} and kind = 'parcel' and before is not null`;
  expect(events.map(({ note }) => note)).toEqual(['Courier by postex: Picked By PostEx']);
});

test('a parcel of a cancelled order is not delivered by a word of the courier, but may come back', async () => {
  const parcel = await oneParcel();
  await says(parcel, 'picked');
  await sql`select public.set_order_status(${parcel.order}, 'cancelled', null)`;
  await says(parcel, 'picked', 'delivered');
  expect(await shipmentOf(parcel)).toBe('shipped');
  const other = await oneParcel();
  await sql`select public.set_order_status(${other.order}, 'cancelled', null)`;
  await says(other, 'picked', 'returned');
  expect(await shipmentOf(other)).toBe('returned');
});

test('repeated attempts within six hours are one, a rider who comes again makes another', async () => {
  const parcel = await oneParcel();
  const at = (hour: string) => `2026-02-01T${hour}:00:00Z`;
  await tell(sql, courier, [
    toldOf(parcel, 'attempted:other', at('06'), 'Attempted'),
    toldOf(parcel, 'attempted:refused', at('07'), 'Refused'),
    toldOf(parcel, 'advice_due', at('08')),
  ]);
  expect(await progressOf(parcel)).toMatchObject({
    attempts: 1,
    reason: 'refused',
    status: 'advice_due',
    attempted_at: new Date(at('06')),
  });
  await tell(sql, courier, [toldOf(parcel, 'out_for_delivery', at('09')), toldOf(parcel, 'attempted:closed', at('10'))]);
  expect(await progressOf(parcel)).toMatchObject({ attempts: 2, reason: 'closed', status: 'attempted' });
});

test.each([
  ['a day later, before the cut-off', '2026-02-01T06:00:00Z', null, '2026-02-02T06:00:00Z'],
  ['by the cut-off of that day', '2026-02-01T14:00:00Z', null, '2026-02-02T11:00:00Z'],
  ['as many hours later as the courier says for the reason', '2026-02-01T06:00:00Z', 48, '2026-02-03T06:00:00Z'],
  ['hours later the same evening, when the cut-off has passed already', '2026-02-01T12:00:00Z', 3, '2026-02-01T15:00:00Z'],
])('advice is due %s', async (_, attempted, hours, due) => {
  await sql`delete from public.courier_advice_hours where courier_id = ${courier}`;
  if (hours) await sql`insert into public.courier_advice_hours values (${courier}, 'refused', ${hours}), (${courier}, '', 1)`;
  const parcel = await oneParcel();
  await tell(sql, courier, [toldOf(parcel, 'attempted:refused', attempted)]);
  expect((await progressOf(parcel))?.advice_due_by).toEqual(new Date(due));
  await sql`delete from public.courier_advice_hours where courier_id = ${courier}`;
});

test('what a label means counts for what was told before', async () => {
  const parcel = await oneParcel();
  await tell(sql, courier, [toldOf(parcel, null, '2026-02-01T00:00:00Z', 'Handed to the moon')]);
  expect((await progressOf(parcel))?.status).toBe('booked');
  const [label] = await sql`select id from public.courier_labels where label = 'Handed to the moon'`;
  await sql`select public.explain_courier_label(${label?.id}, 'out_for_delivery', null)`;
  expect([(await progressOf(parcel))?.status, await shipmentOf(parcel)]).toEqual(['out_for_delivery', 'out_for_delivery']);
});

test('what a courier told before its number was known counts, and what nobody booked is kept for then', async () => {
  const parcel = await oneParcel();
  await sql`update public.courier_bookings set state = 'cancelled' where id = ${parcel.booking}`;
  await tell(sql, courier, [toldOf({ tracking: 'LATE-1' }, 'in_transit', '2026-02-01T00:00:00Z')]);
  const [booking] = await sql<
    { id: string }[]
  >`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until)
    values (${parcel.shipment}, ${courier}, 'again', 1000, 200, now()) returning id`;
  await sql`select public.note_booking(${booking?.id ?? ''}, 1, 'booked', 'late-1')`;
  expect((await progressOf({ ...parcel, booking: booking?.id ?? '' }))?.status).toBe('in_transit');
  expect((await progressOf(parcel))?.status).toBe('cancelled');
});

test('two runs never ask about the same parcel, and one that fails waits longer each time', async () => {
  const polled = await addCourier(sql, 'leopards');
  const parcels = await bookParcels(sql, polled, { count: 30, prefix: 'Polled' });
  await sql`update public.parcel_progress set next_poll_at = '2026-03-01T06:00:00Z' where booking_id = any (${parcels.map(({ booking }) => booking)})`;
  const at = '2026-03-01T06:00:00Z';
  const claims = await Promise.all(
    Array.from({ length: 5 }, () => sql<{ numbers: string[] }[]>`select public.claim_polls(${polled}, 10, 60, ${at}) as numbers`),
  );
  const numbers = claims.flatMap(([row]) => row?.numbers ?? []);
  expect([numbers.length, new Set(numbers).size]).toEqual([30, 30]);

  const [first = ''] = numbers;
  const pauses = [];
  for (let n = 0; n < 8; n++) {
    await sql`select public.note_polls(${polled}, ${[first]}, 'no answer', false, ${at})`;
    const [row] =
      await sql`select extract(epoch from p.next_poll_at - ${at}::timestamptz)::integer / 60 as minutes from public.parcel_progress p
      join public.courier_bookings b on b.id = p.booking_id where b.tracking_number = ${first}`;
    pauses.push(row?.minutes);
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240, 360, 360, 360]);
});

test.each([
  ['booked', 60],
  ['out_for_delivery', 15],
  ['attempted:refused', 15],
  ['return_started', 360],
  ['delivered', null],
])('a parcel that is %s is asked about again after %s minutes', async (meaning, minutes) => {
  const parcel = await oneParcel();
  await says(parcel, meaning);
  await sql`update public.parcel_progress set status_since = '2026-02-01T00:00:00Z' where booking_id = ${parcel.booking}`;
  await sql`select public.note_polls(${courier}, ${[parcel.tracking]}, null, false, '2026-02-01T06:00:00Z')`;
  const [row] =
    await sql`select extract(epoch from next_poll_at - '2026-02-01T06:00:00Z'::timestamptz)::integer / 60 as minutes from public.parcel_progress where booking_id = ${parcel.booking}`;
  expect(row?.minutes).toBe(minutes);
});

test('a parcel waits for advice only while its row says so', async () => {
  const parcel = await oneParcel();
  await says(parcel, 'attempted:refused', 'return_started');
  expect(await refusalOf(sql`select public.advise_parcel(${parcel.booking}, 'retry', '', false, null)`)).toMatchObject({
    code: 'attempt_over',
  });
  await expect(
    sql`insert into public.parcel_advices (booking_id, attempted_at, is_by_staff, action) values (${parcel.booking}, '2026-02-01T00:00:00Z', true, 'retry')`,
  ).rejects.toThrow('waits for no advice');
});
