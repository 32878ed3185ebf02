import { beforeEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { type Line, orderFor, type PlacedOrder, placeOrder, quoteCart, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment } from './calls/staff-calls.ts';
import { addBangles, stockByChoice } from './calls/variant-calls.ts';
import { addProduct, bookErrors, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const MOST_LINES = 50;

const database = await testPostgres();
const shop = await database.connect(30);

let ring: ProductRow;
let chain: ProductRow;

beforeEach(async () => {
  await shop`update public.orders set status = 'cancelled' where status = 'pending'`;
  await shop`update public.confirmation_rules set confirm_deliveries = null, confirm_below = null, hold_value = null, hold_score = null where true`;
  await shop`update public.limits set piece_units = 20, order_units = 40, order_value = 100000, network_units = 200, shop_units = 300 where true`;
  ring = await addProduct(shop, { stock: 40, price: 700 });
  chain = await addProduct(shop, { stock: 20, price: 1000, name: 'Rope Chain' });
});

interface Addition {
  page: { items: { product_name: string; quantity: number; price: number }[]; total_amount: number; is_confirmed: boolean };
  before: { total: number };
  after: { items: { name: string; quantity: number; price: number }[]; subtotal: number; shipping: number; total: number };
}

interface Wish {
  seen?: number | null;
  preview?: boolean;
  key?: string | null;
  limited?: boolean;
}

/** Adds pieces as the link of an order's page does. `seen` is the total that was shown; null for any. */
async function add(order: PlacedOrder, lines: Line[], wish: Wish = {}): Promise<Addition> {
  const { seen = null, preview = false, key = null, limited = false } = wish;
  const items = lines.map(({ product, quantity = 1, ...choice }) => ({ productId: product.id, quantity, ...choice }));
  const [row] = await shop<{ addition: Addition }[]>`
    select public.add_to_order(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'), ${shop.json(items)},
                               ${MOST_LINES}, ${seen}, ${preview}, ${key}, ${limited}) as addition`;
  if (!row) throw new Error('No answer');
  return row.addition;
}

let people = 0;
/** An order of somebody who has none yet. */
const newOrder = (lines: Line[] = [{ product: ring }]) =>
  placeOrder(shop, orderFor(lines, { customerPhone: `+92302${String(++people).padStart(7, '0')}` }));
const call = ({ id }: PlacedOrder) => shop`select public.record_attempt(${id}, '{"how": "call", "outcome": "confirmed"}', null)`;
const stateOf = async ({ id }: PlacedOrder) =>
  (
    await shop`select state, call_because, due_at is not null as is_due from public.order_confirmations where order_id = ${id}`
  )[0];
const eventsOf = ({ id }: PlacedOrder) =>
  shop<{ kind: string; note: string; after: object }[]>`
    select kind, note, after from public.order_events where order_id = ${id} and kind in ('items', 'confirmation') order by created_at, id`;

test('what is added costs today’s price and comes out of stock; what the order has keeps its price, also where that is another now', async () => {
  const order = await newOrder([{ product: ring, quantity: 2 }]);
  await shop`update public.products set price = 900 where id = ${ring.id}`;
  const { page, before, after } = await add(order, [{ product: ring }, { product: chain }], { seen: 3300 });
  expect(before.total).toBe(1600);
  expect(after).toMatchObject({ subtotal: 3300, shipping: 0, total: 3300 });
  expect(page.total_amount).toBe(3300);
  expect(page.items).toMatchObject([
    { product_name: ring.name, quantity: 2, price: 700 },
    { product_name: ring.name, quantity: 1, price: 900 },
    { product_name: chain.name, quantity: 1, price: 1000 },
  ]);
  expect([await stockOf(shop, ring.id), await stockOf(shop, chain.id)]).toEqual([37, 19]);
  expect((await stockHistoryOf(shop, chain.id)).at(-1)).toMatchObject({
    kind: 'sale',
    quantity: -1,
    reference: order.order_number,
  });
  expect(await eventsOf(order)).toMatchObject([{ kind: 'items', note: 'Added by the customer' }]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('more of a line that costs the same now is one line with more pieces, and keeps its id', async () => {
  const order = await newOrder();
  const id = async () =>
    (await shop`select array_agg(id) as ids, sum(quantity)::int as n from public.order_items where order_id = ${order.id}`)[0];
  const before = await id();
  await add(order, [{ product: ring }, { product: ring }]);
  expect(await id()).toEqual({ ids: before?.ids, n: 3 });
});

test('a preview says what it would cost and changes nothing', async () => {
  const order = await newOrder();
  const { before, after } = await add(order, [{ product: chain, quantity: 2 }], { preview: true });
  expect([before.total, after.total, after.shipping]).toEqual([900, 2900, 200]);
  expect(await stockOf(shop, chain.id)).toBe(20);
  expect(await eventsOf(order)).toEqual([]);
});

test('adding never makes delivery dearer', async () => {
  const order = await newOrder([{ product: chain, quantity: 3 }]);
  expect(order.shipping).toBe(0);
  const items = [{ productId: ring.id, quantity: 1 }];
  const [row] = await shop`
    select public.add_to_order(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'), ${shop.json(items)},
                               ${MOST_LINES}, 3700) -> 'after' as after`;
  expect(row?.after).toMatchObject({ shipping: 0, total: 3700 });
});

test('another total than the one shown is refused with the new one, and nothing is written', async () => {
  const order = await newOrder();
  const { after } = await add(order, [{ product: chain }], { preview: true });
  await shop`update public.products set price = 1100 where id = ${chain.id}`;
  expect(await refusalOf(add(order, [{ product: chain }], { seen: after.total }))).toMatchObject({
    code: 'price_changed',
    details: { total: 2000 },
  });
  expect(await stockOf(shop, chain.id)).toBe(20);
});

test('what is not there, not offered or not chosen is refused at the line that was sent', async () => {
  const bangle = await addBangles(shop, { '2.4': 1, '2.6': 0 });
  const order = await newOrder();
  expect(await refusalOf(add(order, [{ product: ring }, { product: bangle }]))).toMatchObject({
    code: 'choice_required',
    details: { errors: [{ path: 'items.1.selectedSize' }] },
  });
  expect(await refusalOf(add(order, [{ product: bangle, selectedSize: '2.4', quantity: 2 }]))).toMatchObject({
    code: 'out_of_stock',
    details: { items: [{ productId: bangle.id, requested: 2, available: 1, size: '2.4' }] },
  });
  await add(order, [{ product: bangle, selectedSize: '2.4' }]);
  expect(await stockByChoice(shop, bangle)).toMatchObject({ '2.4': 0 });
});

test('the order stays confirmed by whoever confirmed it', async () => {
  const order = await newOrder();
  await call(order);
  await add(order, [{ product: chain }]);
  expect(await stateOf(order)).toMatchObject({ state: 'confirmed', is_due: false });
});

test('an order that only staff may confirm because of what was added is asked about anew, once', async () => {
  await shop`update public.confirmation_rules set hold_value = 3000 where true`;
  const order = await newOrder();
  await call(order);
  await add(order, [{ product: chain, quantity: 3 }]);
  expect(await stateOf(order)).toEqual({ state: 'unconfirmed', call_because: 'Rs 3,000 or more', is_due: true });
  expect((await eventsOf(order)).at(-1)).toMatchObject({ kind: 'confirmation', note: 'More pieces: Rs 3,000 or more' });
  await call(order);
  await add(order, [{ product: ring }]);
  expect(await stateOf(order)).toMatchObject({ state: 'confirmed' });
});

test('an order that a rule had confirmed is asked about when it has grown beyond the rule, unless somebody has called meanwhile', async () => {
  const phone = '+923029990001';
  const earlier = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: phone }));
  await setStatus(shop, earlier, 'delivered');
  await shop`update public.confirmation_rules set confirm_deliveries = 1, confirm_below = 2500 where true`;
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: phone }));
  expect(await stateOf(order)).toMatchObject({ state: 'confirmed' });
  await add(order, [{ product: chain }]);
  expect(await stateOf(order)).toMatchObject({ state: 'confirmed' });
  await add(order, [{ product: chain }]);
  expect(await stateOf(order)).toMatchObject({ state: 'unconfirmed', is_due: true });
  expect((await eventsOf(order)).at(-1)?.note).toMatch(/^More pieces than rule: 1 deliveries or more/);
});

test('an unconfirmed order is as risky as it has become', async () => {
  const order = await newOrder();
  await add(order, [{ product: chain, quantity: 10 }]);
  const [row] = await shop`select score, reasons from public.order_confirmations where order_id = ${order.id}`;
  expect(row?.reasons).toContainEqual({ code: 'large_order', text: 'Large order', points: 15 });
});

test('what strangers may take counts the order with what is added, confirmed or not', async () => {
  const order = await newOrder([{ product: ring, quantity: 15 }]);
  const wish = { limited: true };
  const refused = await refusalOf(add(order, [{ product: ring, quantity: 6 }], wish));
  expect(refused).toMatchObject({ code: 'order_too_large', details: { items: [{ productId: ring.id, available: 5 }] } });
  await call(order);
  expect(await refusalOf(add(order, [{ product: ring, quantity: 6 }], wish))).toMatchObject({
    code: 'order_too_large',
    details: { errors: [{ path: 'items.0.quantity', message: `Online you can order at most 20 of ${ring.name} in one order` }] },
  });
  await shop`update public.limits set order_units = 18 where true`;
  expect(await refusalOf(add(order, [{ product: chain, quantity: 4 }], wish))).toMatchObject({
    details: {
      errors: [{ message: 'Online you can order at most 18 pieces in one order: here are 4, and 15 are in it already' }],
    },
  });
  await add(order, [{ product: chain, quantity: 3 }], wish);
});

test('where strangers hold all that they may, nothing is added to an unconfirmed order, and a confirmed one takes it', async () => {
  await shop`update public.limits set shop_units = 5 where true`;
  const order = await newOrder([{ product: ring, quantity: 4 }]);
  expect(await refusalOf(add(order, [{ product: chain, quantity: 2 }], { limited: true }))).toMatchObject({
    code: 'adding_refused',
  });
  await add(order, [{ product: chain }], { limited: true });
  await call(order);
  await add(order, [{ product: chain, quantity: 2 }], { limited: true });
});

test('an order that awaits proof takes no pieces with those that are added', async () => {
  const order = await newOrder();
  await shop`update public.orders set awaits_proof = true where id = ${order.id}`;
  await add(order, [{ product: chain, quantity: 2 }]);
  expect(await stockOf(shop, chain.id)).toBe(20);
});

test('a parcel, a cancelled order and a wrong key are refused', async () => {
  const order = await newOrder();
  await createShipment(shop, order);
  expect(await refusalOf(add(order, [{ product: chain }]))).toMatchObject({ code: 'order_packed' });
  const cancelled = await setStatus(shop, await newOrder(), 'cancelled');
  expect(await refusalOf(add(cancelled, [{ product: chain }]))).toMatchObject({ code: 'order_packed' });
  const items = shop.json([{ productId: chain.id, quantity: 1 }]);
  const guess = shop`select public.add_to_order(${order.order_number}, 'guessed', ${items}, ${MOST_LINES})`;
  expect(await refusalOf(guess)).toMatchObject({ code: 'order_page_not_found' });
  expect(await stockOf(shop, chain.id)).toBe(20);
});

test('more different pieces than one order takes are refused at the field', async () => {
  const order = await newOrder();
  const items = shop.json([{ productId: chain.id, quantity: 1 }]);
  const call = shop`select public.add_to_order(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'), ${items}, 1)`;
  expect(await refusalOf(call)).toMatchObject({ code: 'validation_failed', details: { errors: [{ path: 'items' }] } });
});

test('thirty presses with one key add once, and all are answered with what was added', async () => {
  const order = await newOrder();
  const { done, refused } = await race(30, () => add(order, [{ product: chain }], { seen: 1900, key: `pressed ${order.id}` }));
  expect(refused).toEqual([]);
  expect(new Set(done.map(({ before, after }) => JSON.stringify([before.total, after.total])))).toEqual(new Set(['[900,1900]']));
  expect(await stockOf(shop, chain.id)).toBe(19);
  const other = add(order, [{ product: chain, quantity: 2 }], { seen: 1900, key: `pressed ${order.id}` });
  expect(await refusalOf(other)).toMatchObject({ code: 'idempotency_mismatch' });
});

test('thirty presses without a key add once too, since the others saw another total', async () => {
  const order = await newOrder();
  const { done, refused } = await race(30, () => add(order, [{ product: chain }], { seen: 1900 }));
  expect(done).toHaveLength(1);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['price_changed']));
  expect(await bookErrors(shop)).toEqual([]);
});

test('adding races packing: either the parcel has the pieces, or the shopper hears that it is packed', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => newOrder()));
  const added = race(10, (n) => add(orders[n] as PlacedOrder, [{ product: chain }]));
  const packed = race(10, (n) => createShipment(shop, orders[n] as PlacedOrder));
  const { done, refused } = await added;
  expect((await packed).refused).toEqual([]);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(refused.length ? ['order_packed'] : []));
  expect(await stockOf(shop, chain.id)).toBe(20 - done.length);
  for (const order of orders) {
    const [row] = await shop`
      select (select max(e.created_at) from public.order_events e where e.order_id = ${order.id} and e.kind = 'items')
             <= (select min(e.created_at) from public.order_events e where e.order_id = ${order.id} and e.kind = 'parcel') as ok`;
    // Null where nothing was added.
    expect(row?.ok).not.toBe(false);
  }
  expect(await bookErrors(shop)).toEqual([]);
});

test('the last pieces go to as many additions and new orders as there are, without a deadlock', async () => {
  const last = await addProduct(shop, { stock: 8, price: 500 });
  const orders = await Promise.all(Array.from({ length: 20 }, () => newOrder()));
  const rings = await stockOf(shop, ring.id);
  const { done, refused } = await race(40, (n) =>
    n % 2
      ? newOrder([{ product: last }, { product: ring }])
      : add(orders[n / 2] as PlacedOrder, [{ product: last }], { limited: true }).then(() => null),
  );
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['out_of_stock']));
  expect(done).toHaveLength(8);
  expect(await stockOf(shop, ring.id)).toBe(rings - done.filter((placed) => placed !== null).length);
  expect(await quoteCart(shop, [{ product: last }])).toMatchObject({ items: [{ available: 0 }] });
  expect(await bookErrors(shop)).toEqual([]);
});
