import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { approve, arrived, askedFor, receive, settle } from './calls/return-calls.ts';
import { bookFile, fileOf, returnOf, rowOf } from './calls/settlement-calls.ts';
import { answer, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';
import { earningsErrors } from './rows/kept-earnings.ts';

const database = await testPostgres();
const shop = await database.connect(2);
const courier = await addCourier(shop, 'postex', 'PostEx');
const ring = await addProduct(shop, { name: 'Ring', stock: 100, price: 3000, category: 'rings' });
const chain = await addProduct(shop, { name: 'Chain', stock: 100, price: 1000, category: 'necklaces' });
const unknown = await addProduct(shop, { name: 'Pin', stock: 100, price: 500, category: 'rings' });
await shop`select public.set_piece_cost(${ring.id}, 900), public.set_piece_cost(${chain.id}, 250)`;
await shop`insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment) values
  (${courier}, 'gst', '2020-01-01', 16, 'final'), (${courier}, 'income_tax', '2020-01-01', 2, 'final'), (${courier}, 'sales_tax', '2020-01-01', 2, 'credit')`;

interface Earned {
  key: string | null;
  name: string | null;
  orders: number;
  delivered: number;
  came_back: number;
  ordered: number;
  net: number;
  pieces: number;
  cost: number;
  uncosted: number;
  charges: number;
  taxes: number;
  packing: number;
  profit: number;
  collected: number | null;
  advertising: number | null;
  after_advertising: number | null;
}

interface Report {
  stages: { stage: string; orders: number; amount: number }[];
  totals: Omit<Earned, 'key' | 'name'>;
  group_count: number;
  groups: Earned[];
}

const report = (by: string) =>
  answer<Report>(shop`select public.profit_report(shop.day_of(now()) - 1, shop.day_of(now()), ${by}, 1000) as answer`);
const totals = async () => (await report('day')).totals;

let phones = 0;
const customer = (more = {}) => ({ customerPhone: `+9231177${String(10_000 + ++phones)}`, city: 'Lahore', ...more });

/** Sends an order with PostEx, under a number. */
async function send(order: { id: string }, tracking: string): Promise<{ id: string }> {
  const [parcel] = await shop<{ id: string }[]>`
    select j ->> 'id' as id from public.create_shipment(${shop.json({ orderId: order.id, carrier: 'PostEx', trackingNumber: tracking })}, null) j`;
  if (!parcel) throw new Error('no parcel');
  await setShipmentStatus(shop, parcel, 'in_transit');
  return parcel;
}

const day = () => new Date().toISOString().slice(0, 10);

test('an order earns what was paid for it, less its pieces, what the courier took, and taxes that stay with the state', async () => {
  const order = await placeOrder(shop, orderFor([{ product: ring }, { product: chain, quantity: 2 }], customer()));
  expect(await totals()).toMatchObject({ orders: 1, delivered: 0, ordered: order.total_amount, net: 0, cost: 0, profit: 0 });

  const parcel = await send(order, 'EARN1');
  await setShipmentStatus(shop, parcel, 'delivered');
  const before = await totals();
  expect(before).toMatchObject({ delivered: 1, net: order.total_amount, pieces: 3, cost: 1400, uncosted: 0, charges: 0 });
  expect(before.profit).toBe(order.total_amount - 1400);

  const kept = { shipping: 200, gst: 32, income_tax: 100, sales_tax: 100, other_charges: 15.5 };
  await bookFile(
    shop,
    courier,
    fileOf([rowOf('EARN1', order.total_amount, { ...kept, net: order.total_amount - 447.5, day: day() })]),
  );
  const after = await totals();
  expect(after).toMatchObject({ charges: 215.5, taxes: 132 });
  expect(after.profit).toBe(order.total_amount - 1400 - 215.5 - 132);
  expect((await report('day')).stages.map(({ stage, orders }) => [stage, orders])).toEqual([
    ['placed', 1],
    ['confirmed', 1],
    ['sent', 1],
    ['delivered', 1],
    ['settled', 1],
  ]);
});

test('what comes back whole costs nothing, what comes back damaged costs the piece, and a parcel that comes back costs its way', async () => {
  const before = await totals();
  const one = await arrived(shop, [{ product: ring, quantity: 2 }], customer());
  const request = await askedFor(shop, one, { items: [{ itemId: one.items[0] ?? '', quantity: 2 }] });
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  expect((await totals()).cost - before.cost).toBe(900);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1, disposition: 'damaged' }]);
  await settle(shop, request);
  const returned = await totals();
  expect(returned.cost - before.cost).toBe(900);
  expect(returned.net - before.net).toBe(one.order.total_amount - 6000);

  const refused = await placeOrder(shop, orderFor([{ product: chain }], customer()));
  await setShipmentStatus(shop, await send(refused, 'EARN2'), 'returned');
  await bookFile(shop, courier, fileOf([returnOf('EARN2', { day: day() })]));
  const came = await totals();
  expect(came).toMatchObject({ came_back: before.came_back + 1, cost: returned.cost, net: returned.net });
  expect(came.profit - returned.profit).toBe(-232);
});

test('a piece without a cost is counted apart', async () => {
  const before = await totals();
  await arrived(shop, [{ product: unknown, quantity: 3 }], customer());
  const after = await totals();
  expect([after.cost - before.cost, after.uncosted - before.uncosted, after.pieces - before.pieces]).toEqual([0, 3, 3]);
});

test('whatever it is told by, the parts add up to the whole, to the paisa', async () => {
  for (const city of ['Karachi', 'Quetta', 'Karachi']) {
    const lines = [{ product: ring }, { product: chain }, { product: unknown }];
    const order = await placeOrder(shop, orderFor(lines, customer({ city })));
    await setShipmentStatus(shop, await send(order, `EARN-${phones}`), 'delivered');
    const kept = { shipping: 211.33, gst: 33.81, other_charges: 0.01, day: day() };
    await bookFile(
      shop,
      courier,
      fileOf([rowOf(`EARN-${phones}`, order.total_amount, { ...kept, net: order.total_amount - 245.15 })]),
    );
  }
  const cancelled = await placeOrder(shop, orderFor([{ product: ring }], customer()));
  await setStatus(shop, cancelled, 'cancelled');

  const whole = await totals();
  for (const by of ['day', 'month', 'city', 'courier', 'source', 'code', 'category', 'product', 'choice']) {
    const { groups, totals: again, group_count } = await report(by);
    expect(again, by).toEqual(whole);
    expect(groups).toHaveLength(group_count);
    for (const sum of ['ordered', 'net', 'pieces', 'cost', 'uncosted', 'charges', 'taxes', 'packing', 'profit'] as const)
      expect(Math.round(groups.reduce((all, group) => all + group[sum] * 100, 0)), `${sum} by ${by}`).toBe(
        Math.round(whole[sum] * 100),
      );
  }
  const sums = await answer<{ ordered: number; net: number }>(shop`
    select public.sales_report(shop.day_of(now()) - 1, shop.day_of(now()), 'day') -> 'sums' as answer`);
  expect(sums).toMatchObject({ ordered: whole.ordered, net: whole.net });
  // So does the ledger have it: what was sold less what went back, and what couriers charged.
  const [books] = await shop<{ net: number; charges: number }[]>`
    select - sum(j.amount) filter (where j.account in ('sales', 'delivery', 'gift_wrap', 'discounts', 'returned', 'sales_tax', 'sales_tax_returned'))::float as net,
           sum(j.amount) filter (where j.account in ('delivery_charges', 'return_charges', 'other_charges'))::float as charges from shop.journal j`;
  expect(books).toEqual({ net: whole.net, charges: whole.charges });
  expect((await report('city')).groups.map(({ name, orders }) => [name, orders]).sort()).toEqual([
    ['Karachi', 2],
    ['Lahore', 4],
    ['Quetta', 1],
  ]);
  expect((await report('choice')).groups.map(({ name }) => name).sort()).toEqual(['Chain', 'Pin', 'Ring']);
});

test('a later cost, rate or charge table changes nothing that was earned', async () => {
  const before = await report('product');
  await shop`select public.set_piece_cost(${ring.id}, 1200)`;
  await shop`insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
    values (${courier}, 'gst', shop.day_of(now()) + 1, 18, 'credit'), (${courier}, 'sales_tax', shop.day_of(now()) + 1, 5, 'final')`;
  expect(await report('product')).toEqual(before);
});

test('what was wrong about a tax or a category and is put right, is told so from then on', async () => {
  const before = await totals();
  const taxes = [
    { tax: 'gst', valid_from: '2020-01-01', percent: 16, treatment: 'credit' },
    { tax: 'income_tax', valid_from: '2020-01-01', percent: 2, treatment: 'final' },
  ];
  await shop`select shop.write_courier_taxes(${courier}, ${shop.json(taxes)})`;
  expect((await totals()).taxes).toBeLessThan(before.taxes);
  const rings = (await report('category')).groups.find(({ key }) => key === 'rings')?.ordered ?? 0;
  await shop`update public.products set category = 'rings' where id = ${chain.id}`;
  const [all] = (await report('category')).groups;
  expect(all).toMatchObject({ key: 'rings', ordered: before.ordered });
  expect(rings).toBeLessThan(before.ordered);
  expect(await earningsErrors(database.owner)).toEqual([]);
});

interface OrderEarned {
  is_delivered: boolean;
  is_settled: boolean;
  deliveries: number;
  returns: number;
  others: number;
  gst: number;
  withheld: number;
  packing: number;
  profit: number;
  month_delivered: number;
  month_undelivered: number;
  month_lost: number;
  share_of_returns: number | null;
  break_even: number | null;
}

const earningsOf = ({ id }: { id: string }) => answer<OrderEarned>(shop`select public.order_earnings(${id}) as answer`);

test('a parcel keeps what packing cost when it was made, and costs it once it has left', async () => {
  const before = await totals();
  await shop`select public.set_packing_cost(45.5)`;
  const order = await placeOrder(shop, orderFor([{ product: chain }], customer()));
  const [parcel] = await shop<{ id: string }[]>`
    select j ->> 'id' as id from public.create_shipment(${shop.json({ orderId: order.id, carrier: 'PostEx', trackingNumber: 'EARN-P' })}, null) j`;
  await shop`select public.set_packing_cost(60)`;
  expect((await totals()).packing).toBe(before.packing);
  await setShipmentStatus(shop, { id: parcel?.id ?? '' }, 'in_transit');
  const after = await totals();
  expect([after.packing - before.packing, after.profit - before.profit]).toEqual([45.5, -45.5]);
  expect(await earningsOf(order)).toMatchObject({ is_delivered: false, packing: 45.5, profit: -45.5, break_even: null });
  await database.owner`update public.shipments set packing_cost = 1 where order_id = ${order.id}`;
  expect((await totals()).packing).toBe(after.packing);
});

test('an order is told line by line, and what came back is shared by what was delivered: over the month that is its profit', async () => {
  const order = await placeOrder(shop, orderFor([{ product: ring }], customer()));
  await setShipmentStatus(shop, await send(order, 'EARN-L'), 'delivered');
  const kept = { shipping: 200, gst: 32, income_tax: 60, sales_tax: 60, other_charges: 15, day: day() };
  expect(await earningsOf(order)).toMatchObject({ is_settled: false, deliveries: 0, packing: 60 });
  await bookFile(shop, courier, fileOf([rowOf('EARN-L', order.total_amount, { ...kept, net: order.total_amount - 367 })]));
  // GST is credited by now, and tax on sales, too; tax on income is final.
  expect(await earningsOf(order)).toMatchObject({
    is_settled: true,
    deliveries: 200,
    returns: 0,
    others: 15,
    gst: 0,
    withheld: 60,
    profit: order.total_amount - 1200 - 200 - 15 - 60 - 60,
  });

  const ids = await shop<{ id: string }[]>`select id from public.orders`;
  const all = await Promise.all(ids.map(earningsOf));
  const delivered = all.filter(({ is_delivered }) => is_delivered);
  const whole = await totals();
  for (const one of delivered) {
    expect(one.month_delivered).toBe(delivered.length);
    expect(one.break_even).toBeCloseTo(one.profit - one.month_lost / delivered.length, 1);
  }
  expect(all.reduce((sum, one) => sum + one.profit, 0)).toBeCloseTo(whole.profit, 2);
  const shared = delivered.reduce((sum, one) => sum + (one.break_even ?? Number.NaN), 0);
  expect(Math.abs(shared - whole.profit)).toBeLessThan(0.01 * delivered.length);
  expect(await refusalOf(earningsOf({ id: '0123456789abcdef01234567' }))).toMatchObject({ code: 'order_not_found' });
});

test('advertising is told by source, day and month, each of which comes to all of it, and by nothing else', async () => {
  const open = await placeOrder(shop, orderFor([{ product: ring }], customer()));
  await setShipmentStatus(shop, await send(open, 'EARN-O'), 'delivered');
  const before = await totals();
  const spend = (advertises: string, amount: number, daysAgo: number) =>
    shop`select public.book_expense(jsonb_build_object('expense', 'advertising', 'spentOn', shop.day_of(now()) - ${daysAgo}::integer, 'advertises', ${advertises}::text,
                                                       'amount', ${amount}::numeric, 'method', 'bank_transfer', 'reference', '', 'reason', ''), null)`;
  await spend('instagram', 1500, 1);
  await spend('website', 2000.5, 0);
  await spend('website', 700, 5);
  const whole = await totals();
  const [{ spent } = { spent: 0 }] = await shop<{ spent: number }[]>`
    select sum(j.amount)::float as spent from shop.journal j where j.account = 'advertising'`;
  // 700 of it were for a day before.
  expect(spent).toBe(3500.5 + 700);
  expect(whole).toMatchObject({ advertising: 3500.5, profit: before.profit, after_advertising: before.profit - 3500.5 });
  const sources = await report('source');
  expect(sources.groups.find(({ key }) => key === 'instagram')).toMatchObject({ orders: 0, net: 0, advertising: 1500 });
  for (const by of ['source', 'day', 'month']) {
    const { groups, group_count } = await report(by);
    expect(groups).toHaveLength(group_count);
    for (const sum of ['advertising', 'collected', 'after_advertising'] as const)
      expect(
        groups.reduce((all, group) => all + (group[sum] ?? Number.NaN), 0),
        `${sum} by ${by}`,
      ).toBeCloseTo(whole[sum] ?? 0, 2);
  }
  expect((await report('product')).groups.map(({ advertising }) => advertising)).toEqual([null, null, null]);
  // What the courier still has of the last order is not collected.
  expect(whole.collected).toBe(whole.net - open.total_amount);
});

interface Lying {
  total: number;
  items: {
    name: string;
    pieces: number;
    unit_cost: number | null;
    cost: number | null;
    sold: number;
    days_left: number | null;
  }[];
}

test('stock is told at cost: what is dead, what runs short, what has no cost', async () => {
  const dead = await addProduct(shop, { name: 'Brooch', stock: 7, price: 500 });
  await shop`select public.set_piece_cost(${dead.id}, 10)`;
  await shop`update public.product_variants set created_at = now() - interval '90 days' where product_id = ${dead.id}`;
  const stock = (first: string) => answer<Lying>(shop`select public.list_stock_at_cost(${first}, 0, 10) as answer`);
  const [byAge, short, uncosted] = [await stock('dead'), await stock('short'), await stock('uncosted')];
  expect(byAge.items[0]).toMatchObject({ name: 'Brooch', days: 90, pieces: 7, cost: 70, sold: 0, days_left: null });
  expect(short.items.map(({ name }) => name)).not.toContain('Brooch');
  expect(short.items[0]?.days_left).toBeGreaterThan(0);
  expect(uncosted.items.map(({ name, unit_cost }) => [name, unit_cost])).toEqual([['Pin', null]]);
  const [worth] = await shop<{ cost: number; uncosted: number; pieces: number }[]>`
    select (select sum(v.stock_quantity) from public.product_variants v)::float as pieces,
           (select sum(v.stock_quantity) from public.product_variants v where v.product_id = ${unknown.id})::float as uncosted,
           (select sum(v.stock_quantity * c.unit_cost) from public.product_variants v join shop.piece_costs c on c.variant_id = v.id)::float as cost`;
  expect(await answer(shop`select public.stock_worth() as answer`)).toEqual(worth);

  const old = await placeOrder(shop, orderFor([{ product: dead }], customer()));
  await shop`update public.orders set created_at = now() - interval '400 days' where id = ${old.id}`;
  expect((await stock('dead')).items[0]).toMatchObject({ name: 'Brooch', days: 400, pieces: 6, sold: 0 });
});
