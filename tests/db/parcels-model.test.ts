import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEANINGS } from '#domain/couriers/parcel-status.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/status.ts';
import { DISPOSITIONS } from '#domain/receipts/contract.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/test-postgres.ts';
import { addProduct, bookErrors } from './catalogue-rows.ts';
import { orderFor, placeOrder, setStatus } from './order-calls.ts';
import { addCourier, tell, toldOf } from './parcel-calls.ts';
import { refusalOf } from './refusals.ts';
import { createShipment, setShipmentStatus } from './staff-calls.ts';

/** Every run is the same. A failure names its seed and path. */
const SEED = 20_261_126;
const STOCK = 40;
const ORDERED = 3;

const database = await testPostgres();
const shop = await database.connect(8);
const courier = await addCourier(database.owner);

/** Of the attempts one: why nobody took a parcel moves no piece. */
const TOLD = MEANINGS.filter((meaning) => !meaning.startsWith('attempted') || meaning === 'attempted:refused');

const ON_THE_WAY = ['picked', 'in_transit', 'out_for_delivery'] as const;

const some = fc.nat({ max: 11 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('receive'),
      order: some,
      pieces: fc.integer({ min: 1, max: 3 }),
      to: fc.constantFrom(...DISPOSITIONS),
      isSentTwice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('inspect'), order: some, to: fc.constantFrom('restocked', 'damaged') }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('set order'), order: some, to: fc.constantFrom(...ORDER_STATUSES, 'cancelled') }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('set parcel'),
      order: some,
      parcel: some,
      to: fc.constantFrom(...SHIPMENT_STATUSES, 'in_transit', 'out_for_delivery'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('send again'), order: some }) },
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constant('courier says'),
      order: some,
      parcel: some,
      // More of those that can be overtaken, by staff or by another word.
      to: fc.constantFrom(...TOLD, ...ON_THE_WAY, ...ON_THE_WAY),
      // Not in the order in which it is told.
      day: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
      isSentTwice: fc.boolean(),
    }),
  },
) as fc.Arbitrary<{
  does: string;
  order: number;
  parcel?: number;
  pieces?: number;
  to?: string;
  day?: number | null;
  isSentTwice?: boolean;
}>;

/** What became of the pieces of an order, by what was answered alone. */
interface Pieces {
  id: string;
  itemId: string;
  parcels: { id: string; tracking: string }[];
  isCancelled: boolean;
  out: number;
  damaged: number;
  missing: number;
  toInspect: string[];
}

let keys = 0;
const key = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`;

/** A parcel of an order, booked with the courier. */
async function send(order: { id: string }): Promise<{ id: string; tracking: string }> {
  const { id, shipment_number } = await createShipment(shop, order);
  await database.owner`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
    values (${id}, ${courier}, ${shipment_number}, 1000, 200, ${`T${shipment_number}`}, 'booked', now())`;
  return { id, tracking: `T${shipment_number}` };
}

async function opened(): Promise<{ ring: { id: string }; orders: Pieces[] }> {
  const ring = await addProduct(shop, { stock: STOCK });
  const orders: Pieces[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await placeOrder(shop, orderFor([{ product: ring, quantity: ORDERED }], { customerAddress: `${key()}` }));
    const [item] = await shop<{ id: string }[]>`select id from public.order_items where order_id = ${id}`;
    orders.push({
      id,
      itemId: item?.id ?? '',
      parcels: [await send({ id })],
      isCancelled: false,
      out: ORDERED,
      damaged: 0,
      missing: 0,
      toInspect: [],
    });
  }
  return { ring, orders };
}

/** Does it, and tells whether it was done; refusals are answers, too. */
async function isDone(call: PromiseLike<unknown>): Promise<boolean> {
  const [end] = await Promise.allSettled([call]);
  if (end.status === 'fulfilled') return true;
  expect((await refusalOf(Promise.reject(end.reason))).code).not.toBe('');
  return false;
}

/** What has left and nobody has counted, as the database has it: it decides what cancelling does. */
const hasLeft = async (order: Pieces) =>
  (await shop`select from public.shipments where order_id = ${order.id} and received_at is null and status <> 'preparing'`)
    .length > 0;
const statusOf = async (order: Pieces) =>
  (await shop<{ status: string }[]>`select status from public.orders where id = ${order.id}`)[0]?.status;

interface Statuses {
  order: OrderStatus;
  parcels: Record<string, ShipmentStatus>;
}

const statusesOf = async (order: Pieces) =>
  (
    await shop<Statuses[]>`
      select o.status as "order", (select jsonb_object_agg(s.id, s.status) from public.shipments s where s.order_id = o.id) as parcels
        from public.orders o where o.id = ${order.id}`
  )[0] as Statuses;

const isOver = (status: ShipmentStatus) => ['delivered', 'failed', 'returned'].includes(status);

/** What a word of the courier has moved backwards, or out of an end: only what failed may come back, or what nobody wants any more. */
function backwards(before: Statuses, after: Statuses): unknown[] {
  const parcels = Object.entries(before.parcels).filter(([id, was]) => {
    const is = after.parcels[id] ?? was;
    const isForward =
      SHIPMENT_STATUSES.indexOf(is) > SHIPMENT_STATUSES.indexOf(was) && (!isOver(was) || (was === 'failed' && is === 'returned'));
    const isWanted = before.order !== 'cancelled' || is === 'failed' || is === 'returned';
    return is !== was && !(isForward && isWanted);
  });
  const isBack = ORDER_STATUSES.indexOf(after.order) < ORDER_STATUSES.indexOf(before.order);
  return [...parcels, ...(isBack || (after.order === 'cancelled' && before.order !== 'cancelled') ? [before.order] : [])];
}

test('every piece is sold or under way, in stock, damaged, lost or waits to be inspected, exactly once after every step', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 35 }), async (steps) => {
      const { ring, orders } = await opened();
      for (const { does, to = '', ...what } of steps) {
        const order = orders[what.order % orders.length];
        if (!order) throw new Error('There is no such order');
        const left = await hasLeft(order);
        let happened = false;
        if (does === 'receive') {
          const receipt = {
            key: key(),
            orderId: order.id,
            pieces: [{ itemId: order.itemId, quantity: what.pieces ?? 1, disposition: to }],
          };
          const call = () =>
            shop<
              { pieces: { receipts: { id: string }[] } }[]
            >`select public.receive_pieces(${shop.json(receipt)}, null) as pieces`;
          happened = await isDone(call());
          if (happened && what.isSentTwice) await call();
          if (happened) {
            order.out -= what.pieces ?? 1;
            if (to === 'damaged') order.damaged += what.pieces ?? 1;
            if (to === 'missing') order.missing += what.pieces ?? 1;
            const [row] = await shop<{ id: string }[]>`select id from public.receipts where key = ${receipt.key}`;
            if (to === 'to_inspect') for (let n = 0; n < (what.pieces ?? 1); n++) order.toInspect.push(row?.id ?? '');
          }
        } else if (does === 'inspect') {
          const receipt = order.toInspect.pop();
          if (!receipt) continue;
          const decision = shop.json({ key: key(), quantity: 1, disposition: to });
          happened = await isDone(shop`select public.inspect_pieces(${receipt}, ${decision}, null)`);
          if (to === 'damaged') order.damaged += 1;
        } else if (does === 'set order') happened = await isDone(setStatus(shop, order, to as never, null, 'Asked for'));
        else if (does === 'set parcel') {
          const parcel = order.parcels[(what.parcel ?? 0) % order.parcels.length];
          if (parcel) happened = await isDone(setShipmentStatus(shop, parcel, to as never));
        } else if (does === 'courier says') {
          const parcel = order.parcels[(what.parcel ?? 0) % order.parcels.length];
          if (!parcel) continue;
          const before = await statusesOf(order);
          const event = toldOf(parcel, to, what.day ? `2026-02-0${what.day}T09:00:00Z` : null);
          await tell(shop, courier, what.isSentTwice ? [event, event] : [event]);
          if (what.isSentTwice) await tell(shop, courier, [event]);
          const after = await statusesOf(order);
          expect(backwards(before, after), JSON.stringify({ to, before, after })).toEqual([]);
          happened = true;
        } else happened = await isDone(send(order).then((parcel) => order.parcels.push(parcel)));

        const isCancelled = (await statusOf(order)) === 'cancelled';
        if (isCancelled && !order.isCancelled && does !== 'receive' && !left) order.out = 0;
        if (!isCancelled && order.isCancelled) order.out = ORDERED;
        order.isCancelled = isCancelled;
        if (happened) done.set(`${does} ${to}`.trim(), (done.get(`${does} ${to}`.trim()) ?? 0) + 1);

        const gone = orders.reduce((sum, one) => sum + one.out + one.damaged + one.missing + one.toInspect.length, 0);
        const seen = await shop`
          select p.stock_quantity as stock,
                 (select jsonb_agg((select sum(l.out) from shop.pieces_out(o) l) order by array_position(${orders.map(({ id }) => id)}, o.id))
                    from public.orders o where o.id = any (${orders.map(({ id }) => id)})) as out
            from public.products p where p.id = ${ring.id}`;
        expect({ does, to, seen: [...seen] }).toEqual({
          does,
          to,
          seen: [{ stock: STOCK - gone, out: orders.map(({ out }) => out) }],
        });
      }
    }),
    { seed: SEED, numRuns: 20, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
  // The lives are worth something only when everything that can happen did.
  expect([...done.keys()].toSorted()).toEqual(
    [
      ...DISPOSITIONS.map((to) => `receive ${to}`),
      ...['inspect restocked', 'inspect damaged', 'send again'],
      ...ORDER_STATUSES.map((to) => `set order ${to}`),
      ...SHIPMENT_STATUSES.map((to) => `set parcel ${to}`),
      ...TOLD.map((to) => `courier says ${to}`),
    ].toSorted(),
  );
  expect(await bookErrors(shop)).toEqual([]);
}, 120_000);
