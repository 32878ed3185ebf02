import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addBangles, stockByChoice } from './calls/variant-calls.ts';
import { addProduct, bookErrors, type ProductRow, stockOf } from './rows/catalogue-rows.ts';

let bangle: ProductRow;
let ring: ProductRow;

const database = await testPostgres();
const shop = await database.connect(12);

beforeEach(async () => {
  bangle = await addBangles(shop, { '2.4': 5, '2.6': 5, '2.8': 0 });
  ring = await addProduct(shop, { stock: 5, price: 700 });
});

interface Item {
  id?: string | undefined;
  productId: string;
  quantity: number;
  selectedSize?: string | null;
}

interface Change {
  order: {
    items: { id: string; product_id: string; selected_size: string | null; quantity: number; price: number }[];
    updated_at: string;
  };
  before: { total: number };
  after: { total: number; shipping: number; items: { name: string; size: string | null; quantity: number; price: number }[] };
}

async function edit(
  order: { id: string },
  items: Item[],
  { seen = null as string | null, total = null as number | null, preview = false } = {},
) {
  const [row] = await shop<{ change: Change }[]>`
    select public.edit_order_items(${order.id}, ${shop.json(items as never)}, ${shop.json(DELIVERY)}, null, ${seen}, ${total}, ${preview}) as change`;
  if (!row) throw new Error('No answer');
  return row.change;
}

const newOrder = (quantity = 2) => placeOrder(shop, orderFor([{ product: bangle, quantity, selectedSize: '2.4' }]));

/** The order's lines, as an edit sends them back. */
async function linesOf({ id }: { id: string }): Promise<Required<Item>[]> {
  return await shop<Required<Item>[]>`
    select id, product_id as "productId", quantity, selected_size as "selectedSize" from public.order_items where order_id = ${id} order by position`;
}

async function firstOf(order: PlacedOrder): Promise<Required<Item>> {
  const [line] = await linesOf(order);
  if (!line) throw new Error('The order has no line');
  return line;
}

test('another size is exchanged piece by piece, at the price it was sold at', async () => {
  const order = await newOrder();
  const line = await firstOf(order);
  await shop`update public.products set price = 1500 where id = ${bangle.id}`;
  const { order: changed, after } = await edit(order, [{ ...line, selectedSize: '2.6' }]);
  expect(changed.items).toMatchObject([{ id: line.id, selected_size: '2.6', quantity: 2, price: 1000 }]);
  expect(after.total).toBe(order.total_amount);
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 5, '2.6': 3, '2.8': 0 });
  expect(await bookErrors(shop)).toEqual([]);
});

test('more pieces cost today’s price, on a line of their own where that is another; fewer go back to stock; delivery follows the rule', async () => {
  const order = await newOrder();
  const line = await firstOf(order);
  const same = await edit(order, [{ ...line, quantity: 3 }]);
  expect(same.order.items).toMatchObject([{ id: line.id, quantity: 3, price: 1000 }]);
  expect(same.after.shipping).toBe(0);
  await shop`update public.products set price = 1500 where id = ${bangle.id}`;
  const dearer = await edit(order, [
    { ...line, quantity: 4 },
    { productId: ring.id, quantity: 1 },
  ]);
  expect(dearer.order.items).toMatchObject([
    { id: line.id, quantity: 3, price: 1000 },
    { product_id: bangle.id, quantity: 1, price: 1500 },
    { product_id: ring.id, quantity: 1, price: 700 },
  ]);
  expect(await stockByChoice(shop, bangle)).toMatchObject({ '2.4': 1 });
  const fewer = await edit(order, [{ ...line, quantity: 1 }]);
  expect(fewer.after).toMatchObject({ total: 1000 + DELIVERY.fee, shipping: DELIVERY.fee });
  expect([await stockByChoice(shop, bangle), await stockOf(shop, ring.id)]).toMatchObject([{ '2.4': 4 }, 5]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('a preview says the difference and changes nothing', async () => {
  const order = await newOrder();
  const line = await firstOf(order);
  const { before, after } = await edit(
    order,
    [
      { ...line, quantity: 1 },
      { productId: ring.id, quantity: 1 },
    ],
    { preview: true },
  );
  expect([before.total, after.total]).toEqual([order.total_amount, 1700 + DELIVERY.fee]);
  expect(await linesOf(order)).toEqual([line]);
  expect(await stockByChoice(shop, bangle)).toMatchObject({ '2.4': 3 });
});

test('pieces that the order already has need no stock, also of a size that is no longer offered', async () => {
  const order = await newOrder(5);
  const line = await firstOf(order);
  expect((await edit(order, [{ ...line, quantity: 4 }])).order.items).toMatchObject([{ quantity: 4 }]);
  expect(await refusalOf(edit(order, [{ ...line, quantity: 6 }]))).toMatchObject({
    status: 409,
    code: 'out_of_stock',
    details: { items: [{ productId: bangle.id, size: '2.4', requested: 2, available: 1 }] },
  });
  expect(await refusalOf(edit(order, [{ ...line, selectedSize: '2.8' }]))).toMatchObject({ code: 'out_of_stock' });
  expect(await refusalOf(edit(order, [{ ...line, selectedSize: '3.0' }]))).toMatchObject({ code: 'choice_unavailable' });
  expect(await refusalOf(edit(order, [{ productId: bangle.id, quantity: 1 }]))).toMatchObject({ code: 'choice_required' });
  expect(await stockByChoice(shop, bangle)).toMatchObject({ '2.4': 1, '2.6': 5 });
});

test('a packed, sent or cancelled order, an old version and another total are refused', async () => {
  const order = await newOrder();
  const line = await firstOf(order);
  expect(await refusalOf(edit(order, [line], { seen: '2026-01-01T00:00:00Z' }))).toMatchObject({ code: 'edited_meanwhile' });
  expect(await refusalOf(edit(order, [{ ...line, quantity: 1 }], { total: 1 }))).toMatchObject({
    code: 'price_changed',
    details: { total: 1000 + DELIVERY.fee },
  });
  await shop`select public.create_shipment(${shop.json({ orderId: order.id })})`;
  expect(await refusalOf(edit(order, [line]))).toMatchObject({ status: 409, code: 'order_packed' });
  const cancelled = await newOrder();
  await setStatus(shop, cancelled, 'cancelled');
  expect(await refusalOf(edit(cancelled, [await firstOf(cancelled)]))).toMatchObject({ code: 'order_packed' });
});

test('the timeline keeps the items before and after, and the reports count what is left', async () => {
  const order = await newOrder();
  const line = await firstOf(order);
  await edit(order, [{ ...line, quantity: 1 }]);
  const [event] = await shop`select before, after from public.order_events where order_id = ${order.id} and kind = 'items'`;
  expect(event).toMatchObject({
    before: { items: [{ quantity: 2, size: '2.4' }] },
    after: { items: [{ quantity: 1, size: '2.4' }] },
  });
  expect(await shop`select quantity, paisas::int from shop.sold_lines where order_id = ${order.id}`).toEqual([
    { quantity: 1, paisas: 100_000 },
  ]);
});

test('edits race each other, cancelling, and orders for the last pieces: no piece is sold twice or lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const scarce = await addBangles(shop, { S: 3, M: 3 });
    const orders = await Promise.all(
      ['S', 'M'].map((selectedSize) => placeOrder(shop, orderFor([{ product: scarce, quantity: 1, selectedSize }]))),
    );
    const [one, other] = [orders[0] as PlacedOrder, orders[1] as PlacedOrder];
    const [first, second] = [await firstOf(one), await firstOf(other)];
    const acts: (() => Promise<unknown>)[] = [
      () => edit(one, [{ ...first, selectedSize: 'M', quantity: 2 }]),
      () => edit(one, [{ ...first, quantity: 3 }]),
      () =>
        edit(other, [
          { ...second, selectedSize: 'S' },
          { productId: ring.id, quantity: 1 },
        ]),
      () => setStatus(shop, round % 2 ? one : other, 'cancelled'),
      () => placeOrder(shop, orderFor([{ product: scarce, quantity: 2, selectedSize: 'S' }])),
      () => placeOrder(shop, orderFor([{ product: scarce, quantity: 2, selectedSize: 'M' }])),
    ];
    const { refused } = await race(acts.length, (number) => (acts[(number + round) % acts.length] as () => Promise<unknown>)());
    for (const { code } of refused) expect(['out_of_stock', 'order_packed', 'not_enough_stock']).toContain(code);
    const [held] = await shop<{ pieces: number }[]>`
      select coalesce(sum(i.quantity), 0)::int as pieces from public.order_items i join public.orders o on o.id = i.order_id
       where i.product_id = ${scarce.id} and o.status <> 'cancelled'`;
    expect((held?.pieces ?? 0) + (await stockOf(shop, scarce.id))).toBe(6);
    expect(await bookErrors(shop)).toEqual([]);
  }
});

test('five hundred random edits of many orders leave variants, products and history equal, and each total what its lines say', async () => {
  let seed = 7;
  const draw = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const wide = await addBangles(shop, { S: 40, M: 40, L: 40 });
  const orders = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      placeOrder(shop, orderFor([{ product: wide, quantity: 1 + (n % 3), selectedSize: 'S' }])),
    ),
  );
  for (let step = 0; step < 500; step += 1) {
    const order = orders[draw(orders.length)] as PlacedOrder;
    const lines: Item[] = (await linesOf(order)).filter((_, n) => n === 0 || draw(3) > 0);
    const changed = lines.map((line) => ({
      ...line,
      quantity: 1 + draw(4),
      ...(line.productId === wide.id && draw(2) === 0 && { selectedSize: ['S', 'M', 'L'][draw(3)] ?? 'S' }),
    }));
    if (draw(3) === 0) changed.push({ id: undefined, productId: ring.id, quantity: 1 + draw(2), selectedSize: null });
    if (draw(25) === 0) await shop`update public.products set price = price + 10 where id in ${shop([wide.id, ring.id])}`;
    await edit(order, changed).catch((refusal: Error) => refusalOf(Promise.reject(refusal)));
  }
  expect(await bookErrors(shop)).toEqual([]);
  expect(
    await shop`select o.order_number from public.orders o
                where o.subtotal <> (select sum(i.quantity * i.price) from public.order_items i where i.order_id = o.id)`,
  ).toEqual([]);
  const [counts] = await shop`
    select (select sum(v.stock_quantity) from public.product_variants v where v.product_id = ${wide.id})::int as left,
           (select sum(i.quantity) from public.order_items i where i.product_id = ${wide.id})::int as sold`;
  expect(counts?.left + counts?.sold).toBe(120);
});
