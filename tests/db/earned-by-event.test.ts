import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { bookFile, fileOf, rowOf, undoFile } from './calls/settlement-calls.ts';
import { answer, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(2);
const courier = await addCourier(shop, 'postex', 'PostEx');
const ring = await addProduct(shop, { name: 'Ring', stock: 1000, price: 3000 });
const chain = await addProduct(shop, { name: 'Chain', stock: 1000, price: 1000.5 });

interface Counted {
  stage: string;
  orders: number;
  amount: number;
}

interface Stages {
  stages: Counted[];
  days: { day: string; stages: Counted[] }[];
}

const [today = { day: '' }] = await shop<{ day: string }[]>`select shop.day_of(now())::text as day`;

/** The day so many days ago. */
const daysAgo = (days: number) => new Date(Date.parse(`${today.day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

const stagesOf = (by: 'order' | 'event', from = 60, to = 0) =>
  answer<Stages>(shop`select public.stages_by_day(${daysAgo(from)}, ${daysAgo(to)}, ${by === 'event'}) as answer`);

/** How many orders of each stage, where there are any. */
const orders = (stages: Counted[] = []) =>
  Object.fromEntries(stages.filter((counted) => counted.orders > 0).map((counted) => [counted.stage, counted.orders]));

/** The same by the days on which something happened. */
const byDay = ({ days }: Stages) =>
  Object.fromEntries(
    days.map(({ day, stages }) => [day, orders(stages)] as const).filter(([, stages]) => Object.keys(stages).length > 0),
  );

let placed = 0;

const place = () => {
  placed += 1;
  const lines = [{ product: placed % 2 ? ring : chain, quantity: 1 + (placed % 3) }];
  return placeOrder(
    shop,
    orderFor(lines, { customerPhone: `+9231188${String(10_000 + placed)}`, customerAddress: `House ${placed}` }),
  );
};

/** Moves all that happened to an order up to now so many days into the past. */
async function age({ id }: { id: string }, days: number): Promise<void> {
  const { owner } = database;
  const past = `${days} days`;
  await owner`alter table public.order_events disable trigger user`;
  await owner`alter table public.payments disable trigger user`;
  await owner`update public.orders set created_at = created_at - ${past}::interval where id = ${id}`;
  await owner`update public.order_events set created_at = created_at - ${past}::interval where order_id = ${id}`;
  await owner`update public.payments set created_at = created_at - ${past}::interval where order_id = ${id}`;
  await owner`alter table public.payments enable trigger user`;
  await owner`alter table public.order_events enable trigger user`;
}

const confirm = ({ id }: { id: string }) =>
  shop`select public.record_attempt(${id}, ${shop.json({ how: 'call', outcome: 'confirmed' })}, null)`;

async function pack({ id }: { id: string }, tracking: string): Promise<{ id: string }> {
  const [parcel] = await shop<{ id: string }[]>`
    select j ->> 'id' as id from public.create_shipment(${shop.json({ orderId: id, carrier: 'PostEx', trackingNumber: tracking })}, null) j`;
  if (!parcel) throw new Error('no parcel');
  return parcel;
}

test('each stage counts on the day on which it happened, or all of them on the day of the order', async () => {
  const order = await place();
  await age(order, 3);
  await confirm(order);
  await age(order, 4);
  const parcel = await pack(order, 'DAYS1');
  await setShipmentStatus(shop, parcel, 'in_transit');
  await age(order, 2);
  await setShipmentStatus(shop, parcel, 'delivered');
  await age(order, 5);
  const file = await bookFile(shop, courier, fileOf([rowOf('DAYS1', order.total_amount)]));

  expect(byDay(await stagesOf('order'))).toEqual({
    [daysAgo(14)]: { placed: 1, confirmed: 1, sent: 1, delivered: 1, settled: 1 },
  });
  const book = await stagesOf('event');
  expect(byDay(book)).toEqual({
    [daysAgo(14)]: { placed: 1 },
    [daysAgo(11)]: { confirmed: 1 },
    [daysAgo(7)]: { sent: 1 },
    [daysAgo(5)]: { delivered: 1 },
    [daysAgo(0)]: { settled: 1 },
  });
  expect(book.days).toHaveLength(61);
  expect(book.stages.find(({ stage }) => stage === 'delivered')?.amount).toBe(order.total_amount);

  // Of a week, only what happened in it.
  expect(orders((await stagesOf('event', 8, 1)).stages)).toEqual({ sent: 1, delivered: 1 });
  expect(orders((await stagesOf('order', 8, 1)).stages)).toEqual({});

  await undoFile(shop, file);
  expect(orders((await stagesOf('event')).stages)).toEqual({ placed: 1, confirmed: 1, sent: 1, delivered: 1 });
});

test('a parcel that comes back counts on that day, and an order that was never confirmed was by being sent', async () => {
  const before = await stagesOf('event', 0);
  const order = await place();
  const parcel = await pack(order, 'DAYS2');
  await setShipmentStatus(shop, parcel, 'in_transit');
  await age(order, 6);
  await setShipmentStatus(shop, parcel, 'returned');
  const gone = await place();
  await archiveOrder(shop, gone);

  expect(byDay(await stagesOf('event', 6, 6))).toEqual({ [daysAgo(6)]: { placed: 1, confirmed: 1, sent: 1 } });
  const after = await stagesOf('event', 0);
  expect(orders(after.stages)).toEqual({ ...orders(before.stages), came_back: 1 });
});

test('over all time both views are equal, and so is how far orders came by the report of profit', async () => {
  for (let n = 0; n < 24; n += 1) {
    const order = await place();
    const steps = n % 8;
    if (n % 3) await confirm(order);
    await age(order, n % 5);
    if (steps === 1) await setStatus(shop, order, 'cancelled');
    if (steps === 2) await setStatus(shop, order, 'delivered');
    if (steps > 2) {
      const parcel = await pack(order, `MIX${n}`);
      if (steps > 3) await setShipmentStatus(shop, parcel, 'in_transit');
      await age(order, n % 4);
      if (steps === 5) await setShipmentStatus(shop, parcel, 'returned');
      if (steps > 5) await setShipmentStatus(shop, parcel, 'delivered');
      await age(order, n % 3);
      if (steps === 7) await bookFile(shop, courier, fileOf([rowOf(`MIX${n}`, order.total_amount)]));
    }
  }
  const [cohort, book] = [await stagesOf('order'), await stagesOf('event')];
  expect(book.stages).toEqual(cohort.stages);
  for (const { stages, days } of [cohort, book])
    for (const { stage, ...whole } of stages) {
      const counted = days.flatMap((day) => day.stages.filter((each) => each.stage === stage));
      expect(
        counted.reduce((sum, each) => sum + each.orders, 0),
        stage,
      ).toBe(whole.orders);
      expect(Math.round(counted.reduce((sum, { amount }) => sum + amount * 100, 0)), stage).toBe(Math.round(whole.amount * 100));
    }
  const profit = await answer<{ stages: Counted[]; totals: { came_back: number } }>(
    shop`select public.profit_report(${daysAgo(60)}, ${daysAgo(0)}, 'day', 1000) as answer`,
  );
  expect(cohort.stages.slice(0, 5)).toEqual(profit.stages);
  expect(cohort.stages[5]).toMatchObject({ stage: 'came_back', orders: profit.totals.came_back });
});
