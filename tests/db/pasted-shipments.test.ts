import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { type RealPostgres, startRealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { createShipment, setShipmentStatus, setTrackingNumber, tryShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const PARCELS = 20;

let database: RealPostgres;
let shop: Sql;

beforeAll(async () => {
  database = await startRealPostgres();
  shop = await database.connect(20);
});

afterAll(() => database.stop());

async function newParcels(): Promise<{ id: string }[]> {
  const ring = await addProduct(shop, { stock: 100 });
  return Promise.all(
    Array.from({ length: PARCELS }, async (_, n) =>
      createShipment(shop, await placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${n}` }))),
    ),
  );
}

test('a tracking number that is pasted for many parcels at once is given to one of them, however it is spelled', async () => {
  const parcels = await newParcels();
  const { done, refused } = await race(PARCELS, (n) =>
    setTrackingNumber(shop, parcels[n] ?? { id: '' }, n % 2 ? 'TCS 7712 345' : 'tcs7712345'),
  );
  expect(done).toHaveLength(1);
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: PARCELS - 1 }, () => 'tracking_number_used'));
  const [stored] =
    await shop`select count(*)::int as parcels from public.shipments where shop.tracking_key(tracking_number) = 'TCS7712345'`;
  expect(stored?.parcels).toBe(1);
});

test('trying a status while others set one leaves nothing behind', async () => {
  const parcels = await newParcels();
  const parcelOf = (n: number) => parcels[n % PARCELS] ?? { id: '' };
  await race(PARCELS * 10, (n) =>
    n % 10 === 0
      ? setShipmentStatus(shop, parcelOf(n / 10), 'in_transit')
      : tryShipmentStatus(shop, parcelOf(n), SHIPMENT_STATUSES[n % SHIPMENT_STATUSES.length] ?? 'preparing'),
  );
  const left = await shop`
    select s.status, o.status as order_status, o.payment_status, count(*)::int as parcels,
           count(*) filter (where (select count(*) from public.order_events e where e.order_id = o.id and e.kind in ('parcel', 'order')) > 3)::int as talkative
      from public.shipments s join public.orders o on o.id = s.order_id
     where s.id = any (${parcels.map(({ id }) => id)}) group by 1, 2, 3`;
  expect([...left]).toEqual([
    { status: 'in_transit', order_status: 'shipped', payment_status: 'pending', parcels: PARCELS, talkative: 0 },
  ]);
});
