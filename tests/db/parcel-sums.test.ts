import * as fc from 'fast-check';
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { lastPayment, recordAdvance, refundOrder, reversePayment, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { answer, createShipment, type ShipmentRow, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const AT_ONCE = 8;
const SEED = 20_261_126;

const database = await testPostgres();
const shop = await database.connect(AT_ONCE);
const ring = await addProduct(shop, { stock: 1_000_000 });
const courier = await addCourier(shop);
let house = 0;

interface Sums {
  due: number;
  version: string;
  parcels: { shipment_id: string; shipment_number: string; collect: number; fixed_by: string }[];
}

type Identified = { id: string };

const newOrder = () => placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${++house}` }));

type Parcels = [ShipmentRow, ShipmentRow, ...ShipmentRow[]];

async function newOrderWith(parcels: number) {
  const order = await newOrder();
  const sent: Parcels = [await createShipment(shop, order), await createShipment(shop, order)];
  while (sent.length < parcels) sent.push(await createShipment(shop, order));
  return { order, sent, third: sent[2] ?? sent[1] };
}

const readSums = (sql: Sql, order: Identified) => answer<Sums | null>(sql`select shop.order_sums_json(${order.id}) as answer`);

async function sayWith(sql: Sql, parcel: Identified, version: string | undefined, sums: [Identified, number][]) {
  const said = { version: version ?? '', sums: sums.map(([{ id }, collect]) => ({ shipmentId: id, collect })) };
  await sql`select public.set_parcel_sums(${parcel.id}, ${sql.json(said)}, null)`;
}

/** Says what parcels collect, as it is on the screen. */
async function say(order: Identified, ...sums: [Identified, number][]) {
  const now = await readSums(shop, order);
  const [parcel] = sums[0] ?? [];
  if (parcel) await sayWith(shop, parcel, now?.version, sums);
}

const addParcel = (order: Identified, collect: number) =>
  answer<ShipmentRow>(shop`select public.create_shipment(${shop.json({ orderId: order.id, collect })}, null) as answer`);

/** What each parcel asks for at the door, as label, page and dispatch say. */
async function atDoors(order: Identified, sql: Sql = shop): Promise<number[]> {
  const rows = await sql<{ sum: number }[]>`
    select v.to_collect::float as sum from public.shipments_of_orders v
     where v.order_id = ${order.id} and v.archived_at is null order by v.created_at, v.id`;
  return rows.map(({ sum }) => sum);
}

interface Booking {
  id: string;
  turn: number;
}

async function book(parcel: Identified, sql: Sql = shop): Promise<Booking> {
  const { booking } = await answer<{ booking: Booking }>(
    sql`select public.begin_booking(${parcel.id}, ${courier}, 60, null) as answer`,
  );
  await sql`select public.note_booking(${booking.id}, ${booking.turn}, 'booked', ${`T${booking.id}`})`;
  return booking;
}

const cancelBooking = ({ id }: Identified) => shop`select public.note_cancelled_booking(${id}, null)`;

const collectedOf = async (order: Identified) => [
  ...(await shop`select reference, amount::float as amount from public.payments p where p.order_id = ${order.id} and p.kind = 'collected' and p.reverses is null
    and not exists (select from public.payments r where r.reverses = p.id) order by sequence`),
];

test('the first of several parcels collects all that is due, until staff say what each collects', async () => {
  const { order, sent } = await newOrderWith(3);
  const due = order.total_amount;
  expect(await atDoors(order)).toEqual([due, 0, 0]);
  await say(order, [sent[0], due - 300], [sent[1], 300]);
  expect(await atDoors(order)).toEqual([due - 300, 300, 0]);
  await say(order, [sent[0], 0], [sent[1], due]);
  expect(await atDoors(order)).toEqual([0, due, 0]);
});

test('sums that are together not what is due, or of a strange parcel, or of a screen that is out of date are refused', async () => {
  const { order, sent } = await newOrderWith(2);
  const due = order.total_amount;
  const { sent: strange } = await newOrderWith(2);
  const version = (await readSums(shop, order))?.version;
  for (const sums of [
    [[sent[0], due - 1]],
    [[sent[0], due + 1]],
    [
      [sent[0], due],
      [strange[0], 0],
    ],
  ] as [Identified, number][][]) {
    expect((await refusalOf(sayWith(shop, sent[0], version, sums))).code).toBe('validation_failed');
  }
  await say(order, [sent[0], due - 50], [sent[1], 50]);
  expect(
    (
      await refusalOf(
        sayWith(shop, sent[0], version, [
          [sent[0], due],
          [sent[1], 0],
        ]),
      )
    ).code,
  ).toBe('edited_meanwhile');
  expect(await atDoors(order)).toEqual([due - 50, 50]);
  // Whatever writes them.
  expect(await sqlstateOf(shop`update shop.parcel_sums set collect = collect + 1 where shipment_id = ${sent[0].id}`)).toBe(
    AGAINST_THE_BOOKS,
  );
  expect(await sqlstateOf(shop`delete from shop.parcel_sums where shipment_id = ${sent[1].id}`)).toBe(AGAINST_THE_BOOKS);
});

test('what a courier was told to collect stays until its booking is cancelled; the others may share the rest', async () => {
  const { order, sent, third } = await newOrderWith(3);
  const due = order.total_amount;
  await say(order, [sent[0], due - 300], [sent[1], 300]);
  const booking = await book(sent[1]);
  expect((await refusalOf(say(order, [sent[0], due], [sent[1], 0]))).code).toBe('parcel_booked');
  expect(
    await sqlstateOf(
      shop.begin(async (sql) => {
        await sql`update shop.parcel_sums set collect = 0 where shipment_id = ${sent[1].id}`;
      }),
    ),
  ).toBe(AGAINST_THE_BOOKS);
  await say(order, [sent[0], 100], [third, due - 400]);
  expect(await atDoors(order)).toEqual([100, 300, due - 400]);
  await cancelBooking(booking);
  await say(order, [sent[0], due], [sent[1], 0], [third, 0]);
  expect(await atDoors(order)).toEqual([due, 0, 0]);
});

test('what is paid before comes off the last parcel that is not booked, and only then off one that is, which is said to differ', async () => {
  const { order, sent, third } = await newOrderWith(3);
  const due = order.total_amount;
  await say(order, [sent[0], due - 500], [sent[1], 300], [third, 200]);
  const booking = await book(third);
  await recordAdvance(shop, order, 100);
  expect(await atDoors(order)).toEqual([due - 500, 200, 200]);
  await recordAdvance(shop, order, due - 150);
  expect(await atDoors(order)).toEqual([0, 0, 50]);
  const differs = await answer(
    shop`select shop.booking_differs(b) as answer from public.courier_bookings b where b.id = ${booking.id}`,
  );
  expect(differs).toBe(true);
  await reversePayment(shop, await lastPayment(shop, order, 'advance'));
  expect(await atDoors(order)).toEqual([0, due - 150, 50]);
});

test('a new parcel takes its sum off those that are not booked, and is refused more than that', async () => {
  const order = await newOrder();
  const due = order.total_amount;
  const first = await addParcel(order, due);
  expect((await refusalOf(addParcel(order, due + 1))).code).toBe('validation_failed');
  await addParcel(order, 200);
  expect(await atDoors(order)).toEqual([due - 200, 200]);
  await book(first);
  expect((await refusalOf(addParcel(order, 201))).code).toBe('validation_failed');
  await addParcel(order, 150);
  expect(await atDoors(order)).toEqual([due - 200, 50, 150]);
  expect((await refusalOf(addParcel(await newOrder(), 1))).code).toBe('validation_failed');
});

test('a parcel that came back leaves its sum to the one that is sent in its place, and never to a rider who has the other parcel', async () => {
  const { order, sent } = await newOrderWith(2);
  const due = order.total_amount;
  await say(order, [sent[0], due - 300], [sent[1], 300]);
  await setShipmentStatus(shop, sent[0], 'in_transit');
  await setShipmentStatus(shop, sent[1], 'returned');
  expect(await atDoors(order)).toEqual([due - 300, 0]);
  await createShipment(shop, order);
  expect(await atDoors(order)).toEqual([due - 300, 0, 300]);
});

test('a deleted parcel leaves its sum to the others; restored it collects nothing', async () => {
  const { order, sent } = await newOrderWith(2);
  const due = order.total_amount;
  await say(order, [sent[0], due - 300], [sent[1], 300]);
  await shop`select public.archive_shipment(${sent[1].id}, null)`;
  expect(await atDoors(order)).toEqual([due]);
  await shop`select public.restore_shipment(${sent[1].id}, null)`;
  expect(await atDoors(order)).toEqual([due, 0]);
});

test('each delivered parcel is a payment that its courier owes at once, under its number; what came back is not', async () => {
  const { order, sent } = await newOrderWith(2);
  const due = order.total_amount;
  const [first, second] = sent;
  await say(order, [first, due - 300], [second, 300]);
  await setShipmentStatus(shop, second, 'in_transit');
  await setShipmentStatus(shop, first, 'delivered');
  expect(await collectedOf(order)).toEqual([{ reference: first.shipment_number, amount: due - 300 }]);
  expect(await sumsOf(shop, order)).toMatchObject({ collected: due - 300, due: 300, status: 'pending' });
  expect(await atDoors(order)).toEqual([0, 300]);
  await setShipmentStatus(shop, second, 'delivered');
  const both = [
    { reference: first.shipment_number, amount: due - 300 },
    { reference: second.shipment_number, amount: 300 },
  ];
  expect(await collectedOf(order)).toEqual(both);
  await setShipmentStatus(shop, second, 'returned');
  expect(await collectedOf(order)).toEqual(both.slice(0, 1));
  expect(await sumsOf(shop, order)).toMatchObject({ collected: due - 300, due: 0, toRefund: 0, status: 'paid' });
  await setShipmentStatus(shop, second, 'delivered');
  expect(await collectedOf(order)).toEqual(both);
  await setShipmentStatus(shop, second, 'in_transit');
  expect(await collectedOf(order)).toEqual(both.slice(0, 1));
  expect(await atDoors(order)).toEqual([0, 300]);
  await setShipmentStatus(shop, second, 'failed');
  expect(await collectedOf(order)).toEqual(both.slice(0, 1));
  await refundOrder(shop, order, due - 300);
  expect((await refusalOf(setShipmentStatus(shop, first, 'returned'))).code).toBe('money_refunded');
});

test.each([0, 1])(
  'parcels that arrive with their order have each collected its own sum, whichever of them the database comes to first (%s)',
  async (moved) => {
    const { order, sent } = await newOrderWith(2);
    const [first, second] = sent;
    await say(order, [first, order.total_amount - 300], [second, 300]);
    // A row that was written last is come to last.
    await shop`update public.shipments set notes = 'Fragile' where id = ${sent[moved]?.id ?? ''}`;
    await setStatus(shop, order, 'delivered');
    const byNumber = (await collectedOf(order)).toSorted((one, other) => one['amount'] - other['amount']);
    expect(byNumber).toEqual([
      { reference: second.shipment_number, amount: 300 },
      { reference: first.shipment_number, amount: order.total_amount - 300 },
    ]);
    await setStatus(shop, order, 'shipped');
    expect(await collectedOf(order)).toEqual([]);
    expect(await sumsOf(shop, order)).toMatchObject({ collected: 0, due: order.total_amount });
  },
);

test('of many who say sums, book and pay at once, all leave parcels that collect what is due', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { order, sent } = await newOrderWith(3);
    const due = order.total_amount;
    const version = (await readSums(shop, order))?.version;
    await race(AT_ONCE, async (number) => {
      if (number % 4 === 0) return book(sent[number % 3] ?? sent[0]);
      if (number % 4 === 1) return recordAdvance(shop, order, 100 + number);
      if (number % 4 === 2) return createShipment(shop, order);
      return sayWith(shop, sent[0], version, [
        [sent[0], due - number],
        [sent[1], number],
      ]);
    });
    const { due: now } = await sumsOf(shop, order);
    const doors = await atDoors(order);
    expect(doors.reduce((sum, one) => sum + one, 0)).toBe(now);
  }
});

type Step = { act: number; who: number; sum: number };

test('whatever happens, parcels of an open order together collect what is due and nobody less than nothing', async () => {
  const step: fc.Arbitrary<Step> = fc.record({ act: fc.nat(8), who: fc.nat(3), sum: fc.nat(2_000) });
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { order, sent } = await newOrderWith(2);
      for (const { act, who, sum } of steps) {
        const parcel = sent[who % sent.length] ?? sent[0];
        const other = sent[(who + 1) % sent.length] ?? sent[0];
        const now = await readSums(shop, order);
        const of = ({ id }: Identified) => Number(now?.parcels.find(({ shipment_id }) => shipment_id === id)?.collect ?? 0);
        const together = of(parcel) + of(other);
        const moved = Math.min(sum, together);
        const actions = [
          () =>
            sayWith(shop, parcel, now?.version, [
              [parcel, moved],
              [other, together - moved],
            ]),
          () => sayWith(shop, parcel, now?.version, [[parcel, sum]]),
          () => recordAdvance(shop, order, sum + 1),
          async () => reversePayment(shop, await lastPayment(shop, order, 'advance')),
          () =>
            setShipmentStatus(
              shop,
              parcel,
              (['preparing', 'in_transit', 'delivered', 'failed', 'returned'] as const)[sum % 5] ?? 'preparing',
            ),
          async () => void sent.push(await (sum % 2 ? createShipment(shop, order) : addParcel(order, sum))),
          () => book(parcel),
          () => shop`select public.archive_shipment(${parcel.id}, null)`,
          () => setStatus(shop, order, (['processing', 'shipped', 'delivered', 'cancelled'] as const)[sum % 4] ?? 'processing'),
        ];
        const refused = await Promise.resolve(actions[act]?.()).then(
          () => null,
          async (error: unknown) =>
            error instanceof Error && error.message.startsWith('no ') ? 'nothing' : (await refusalOf(Promise.reject(error))).code,
        );
        met.add(`${act} ${refused ?? 'done'}`);
        await expectSums(order);
      }
    }),
    { seed: SEED, numRuns: 40 },
  );
  for (const act of [0, 2, 3, 4, 5, 6, 7, 8]) expect(met).toContain(`${act} done`);
  expect(met).toContain('0 parcel_booked');
  expect(met).toContain('1 validation_failed');
});

/** Said or not, what stands at doors is what is due; what failed or came back keeps its part of it, and what arrived is booked. */
async function expectSums(order: Identified) {
  const [now] = await shop<
    {
      due: number;
      uncollected: number;
      open: boolean;
      said: number;
      least: number;
      parcels: number;
      kept: number;
      others: number;
      waits: boolean;
      door: number;
      collected: number;
      books: number;
    }[]
  >`
    select o.due_on_delivery::float as due, o.uncollected::float as uncollected, shop.is_open(o.status) as open, count(p.shipment_id)::integer as said,
           count(s.id)::integer as parcels, coalesce(sum(p.collect) filter (where s.status <> 'delivered'), 0)::float as kept,
           count(s.id) filter (where s.status <> 'delivered')::integer as others, coalesce(min(v.to_collect), 0)::float as least,
           coalesce(bool_or(not shop.is_over(s.status)), false) as waits, coalesce(sum(v.to_collect), 0)::float as door, o.collected::float as collected,
           coalesce((select sum(shop.signed_amount(m)) from public.payments m where m.order_id = o.id and m.kind = 'collected'), 0)::float as books
      from public.orders o left join public.shipments s on s.order_id = o.id and s.archived_at is null left join shop.parcel_sums p on p.shipment_id = s.id
      left join public.shipments_of_orders v on v.id = s.id where o.id = ${order.id} group by o.id`;
  expect(now?.least).toBeGreaterThanOrEqual(0);
  expect(now?.books).toBe(now?.collected);
  if (now?.open && now.waits) expect(now.door).toBe(now.due);
  if (!now?.open || now.said === 0) return;
  expect(now.said).toBe(now.parcels);
  if (now.others > 0) expect(now.kept).toBe(now.due + now.uncollected);
}

test('a line of a portal that comes twice at once settles its booking once, and is the same each other time', async () => {
  const { sent } = await newOrderWith(2);
  const { booking } = await answer<{ booking: Booking }>(
    shop`select public.begin_booking(${sent[0].id}, ${courier}, 0, null) as answer`,
  );
  const { done, refused } = await race(AT_ONCE, () =>
    answer<{ id: string; is_same: boolean }>(
      shop`select public.settle_by_reference(${courier}, ${sent[0].shipment_number}, 'CO-44444', null) as answer`,
    ),
  );
  expect(refused).toEqual([]);
  expect(done.map(({ id, is_same }) => [id, is_same]).toSorted()).toEqual([
    [booking.id, false],
    ...Array.from({ length: AT_ONCE - 1 }, () => [booking.id, true]),
  ]);
});
