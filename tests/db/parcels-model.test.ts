import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { DISPOSITIONS } from '#domain/receipts/contract.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/test-postgres.ts';
import { addProduct, bookErrors } from './catalogue-rows.ts';
import { orderFor, placeOrder, setStatus } from './order-calls.ts';
import { refusalOf } from './refusals.ts';
import { createShipment, setShipmentStatus } from './staff-calls.ts';

/** Every run is the same. A failure names its seed and path. */
const SEED = 20_261_126;
const STOCK = 40;
const ORDERED = 3;

const database = await testPostgres();
const shop = await database.connect(8);

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
      to: fc.constantFrom(...SHIPMENT_STATUSES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('send again'), order: some }) },
) as fc.Arbitrary<{ does: string; order: number; parcel?: number; pieces?: number; to?: string; isSentTwice?: boolean }>;

/** What became of the pieces of an order, by what was answered alone. */
interface Pieces {
  id: string;
  itemId: string;
  parcels: { id: string }[];
  isCancelled: boolean;
  out: number;
  damaged: number;
  missing: number;
  toInspect: string[];
}

let keys = 0;
const key = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`;

async function opened(): Promise<{ ring: { id: string }; orders: Pieces[] }> {
  const ring = await addProduct(shop, { stock: STOCK });
  const orders: Pieces[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await placeOrder(shop, orderFor([{ product: ring, quantity: ORDERED }], { customerAddress: `${key()}` }));
    const [item] = await shop<{ id: string }[]>`select id from public.order_items where order_id = ${id}`;
    orders.push({
      id,
      itemId: item?.id ?? '',
      parcels: [await createShipment(shop, { id })],
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
        } else happened = await isDone(createShipment(shop, order).then((parcel) => order.parcels.push(parcel)));

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
    ].toSorted(),
  );
  expect(await bookErrors(shop)).toEqual([]);
}, 120_000);
