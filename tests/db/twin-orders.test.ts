import { beforeEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague, claim, confirmationOf, recordAttempt } from './calls/confirmation-calls.ts';
import { archiveOrder, type Line, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { recordAdvance } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment } from './calls/staff-calls.ts';
import { addBangles, stockByChoice } from './calls/variant-calls.ts';
import { addProduct, bookErrors, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(50);
const sana = await addColleague(database.owner, 'sana');
const omar = await addColleague(database.owner, 'omar');

let ring: ProductRow;
let chain: ProductRow;
let phone: string;
let people = 0;

beforeEach(async () => {
  await shop`update public.confirmation_rules set hold_value = null where true`;
  ring = await addProduct(shop, { stock: 20, price: 700 });
  chain = await addProduct(shop, { stock: 20, price: 1000, name: 'Rope Chain' });
  phone = `+92303${String(++people).padStart(7, '0')}`;
});

const order = (lines: Line[] = [{ product: ring }], changes: Record<string, string> = {}) =>
  placeOrder(shop, orderFor(lines, { customerPhone: phone, ...changes }));

interface Twin {
  id: string;
  order_number: string;
  shared: string[];
  is_earlier: boolean;
  merged_total: number;
}

interface Merged {
  kept: PlacedOrder & { items: { id: string; quantity: number; price: number; product_id: string }[]; notes: string };
  merged: PlacedOrder & { merged_into: string | null };
}

async function twinsOf({ id }: { id: string }): Promise<Twin[]> {
  const [row] = await shop<{ twins: Twin[] }[]>`select public.order_twins(${id}) as twins`;
  return row?.twins ?? [];
}

async function merge(one: { id: string }, other: { id: string }, actor: string | null = sana): Promise<Merged> {
  const [row] = await shop<{ merge: Merged }[]>`
    select public.merge_twin_orders(${one.id}, ${other.id}, ${actor}) as merge`;
  if (!row) throw new Error('No answer');
  return row.merge;
}

const keepBoth = (one: { id: string }, other: { id: string }) =>
  shop`select public.keep_twin_orders(${one.id}, ${other.id}, ${sana})`;

/** What the timeline of an order says in words. */
const notesOf = async ({ id }: { id: string }) =>
  (await shop`select note from public.order_events where order_id = ${id} and note <> '' order by created_at, id`).map(
    ({ note }) => note,
  );

const age = ({ id }: { id: string }, hours: number) =>
  shop`update public.orders set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`;

test('two orders of one person within a day that share a piece are twins, however the phone is spelt', async () => {
  const first = await order([{ product: ring }, { product: chain }]);
  const second = await order([{ product: ring, quantity: 2 }], {
    customerPhone: phone.replace('+92', '0092 ').replace(/(\d{3})$/, '-$1'),
  });
  expect(await twinsOf(first)).toMatchObject([{ id: second.id, shared: [ring.name], is_earlier: false, merged_total: 3100 }]);
  expect(await twinsOf(second)).toMatchObject([{ id: first.id, is_earlier: true, merged_total: 3100 }]);
});

test('orders of other people, without a common piece, a day apart, packed, paid, cancelled, deleted or collected are none', async () => {
  const first = await order();
  await order([{ product: chain }]);
  await order(undefined, { customerPhone: '+923039999999' });
  const old = await order();
  await age(old, 25);
  await createShipment(shop, await order());
  const paid = await order();
  await recordAdvance(shop, paid, 100);
  await setStatus(shop, await order(), 'cancelled');
  await archiveOrder(shop, await order());
  const collected = await order();
  await shop`update public.orders set source = 'counter', customer_address = '' where id = ${collected.id}`;
  expect(await twinsOf(first)).toEqual([]);
  await age(old, 23);
  expect(await twinsOf(first)).toMatchObject([{ id: old.id }]);
});

test('of a flood of orders from one phone staff see the first twenty twins', async () => {
  const pearl = await addProduct(shop, { stock: 30 });
  const placed = [];
  for (let n = 0; n < 23; n += 1) placed.push(await order([{ product: pearl }]));
  const [first, ...others] = placed;
  if (!first) throw new Error('No order');
  expect((await twinsOf(first)).map(({ id }) => id)).toEqual(others.slice(0, 20).map(({ id }) => id));
});

test('merging sums the lines in the earlier order at the prices they were sold at, delivers once, and leaves stock as it was', async () => {
  const first = await order([{ product: ring, quantity: 2 }]);
  await shop`update public.products set price = 800 where id = ${ring.id}`;
  const second = await order([{ product: { ...ring, price: 800 } }, { product: chain }]);
  const third = await order([{ product: { ...ring, price: 800 }, quantity: 2 }]);
  const before = [await stockOf(shop, ring.id), await stockOf(shop, chain.id)];
  const { kept, merged } = await merge(second, first);
  expect(kept).toMatchObject({ id: first.id, subtotal: 3200, shipping: 0, total_amount: 3200, status: 'pending' });
  expect(kept.items.map(({ product_id, quantity, price }) => [product_id, quantity, price])).toEqual([
    [ring.id, 2, 700],
    [ring.id, 1, 800],
    [chain.id, 1, 1000],
  ]);
  expect(merged).toMatchObject({ id: second.id, status: 'cancelled', merged_into: first.id });
  expect([await stockOf(shop, ring.id), await stockOf(shop, chain.id)]).toEqual(before);

  // A third one joins its line of the same price.
  const again = await merge(third, kept);
  expect(again.kept.items.map(({ quantity }) => quantity)).toEqual([2, 3, 1]);
  expect(again.kept.total_amount).toBe(4800);
  expect(await bookErrors(shop)).toEqual([]);
});

test('both timelines and the ledger say what was merged, and by whom', async () => {
  const [first, second] = [await order(), await order()];
  await merge(first, second);
  expect(await notesOf(first)).toContain(`Merged with ${second.order_number}`);
  expect(await notesOf(second)).toContain(`Merged into ${first.order_number}`);
  const [actors] =
    await shop`select array_agg(distinct actor) as by from public.order_events where order_id in (${first.id}, ${second.id})`;
  expect(actors?.by).toEqual([sana]);
  const moved = (await stockHistoryOf(shop, ring.id)).slice(-2);
  expect(moved).toMatchObject([
    { kind: 'return', quantity: 1, reference: second.order_number },
    { kind: 'sale', quantity: -1, reference: first.order_number },
  ]);
});

test('delivery never costs more together than apart', async () => {
  const [first, second] = [await order([{ product: chain, quantity: 3 }]), await order([{ product: chain, quantity: 3 }])];
  const [row] = await shop`
    select public.merge_twin_orders(${first.id}, ${second.id}, ${sana}) -> 'kept' as kept`;
  expect(row?.kept).toMatchObject({ shipping: 0, total_amount: 6000 });
});

test('each choice keeps its own pieces', async () => {
  const bangle = await addBangles(shop, { '2.4': 5, '2.6': 5 });
  const first = await order([{ product: bangle, selectedSize: '2.4' }]);
  const second = await order([{ product: bangle, selectedSize: '2.6', quantity: 2 }]);
  const { kept } = await merge(first, second);
  expect(kept.items).toMatchObject([{ quantity: 1 }, { quantity: 2 }]);
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 4, '2.6': 3 });
});

test('pieces that only change from one order to the other tell nobody that they are back', async () => {
  const last = await addProduct(shop, { stock: 2, price: 500 });
  const [first, second] = [await order([{ product: last }]), await order([{ product: last }])];
  await shop`select public.add_stock_notice(${last.id}, '{"email": "waits@example.com"}')`;
  await merge(first, second);
  const waiting = () => shop`select back_at from public.stock_notices where product_id = ${last.id}`;
  expect(await waiting()).toEqual([{ back_at: null }]);
  await setStatus(shop, first, 'cancelled');
  expect((await waiting())[0]?.back_at).not.toBeNull();
});

test('the order is confirmed only if both were', async () => {
  const confirmed = async (isFirst: boolean, isSecond: boolean) => {
    phone = `+92304${String(++people).padStart(7, '0')}`;
    const [first, second] = [await order(), await order()];
    if (isFirst) await recordAttempt(shop, first, 'confirmed', sana);
    if (isSecond) await recordAttempt(shop, second, 'confirmed', sana);
    await merge(first, second);
    return { state: (await confirmationOf(shop, first)).state, notes: await notesOf(first), second };
  };
  expect((await confirmed(true, true)).state).toBe('confirmed');
  expect((await confirmed(false, true)).state).toBe('unconfirmed');
  const asked = await confirmed(true, false);
  expect(asked.state).toBe('unconfirmed');
  expect(asked.notes).toContain(`${asked.second.order_number} was not confirmed`);
});

test('an order without pieces yet takes those of both when its twin had some, and none when neither had', async () => {
  const awaiting = ({ id }: PlacedOrder) => shop`
    with returned as (select shop.put_pieces_back(o, null) from public.orders o where o.id = ${id}) update public.orders set awaits_proof = true from returned where id = ${id}`;
  const [first, second] = [await order(), await order()];
  await awaiting(first);
  expect(await stockOf(shop, ring.id)).toBe(19);
  await merge(first, second);
  expect(await stockOf(shop, ring.id)).toBe(18);

  phone = '+923040000001';
  const neither = [await order(), await order()] as const;
  for (const one of neither) await awaiting(one);
  await merge(...neither);
  expect(await stockOf(shop, ring.id)).toBe(18);

  phone = '+923040000002';
  const later = [await order(), await order()] as const;
  await awaiting(later[1]);
  await merge(...later);
  expect(await stockOf(shop, ring.id)).toBe(16);
  expect(await bookErrors(shop)).toEqual([]);
});

test('the note of the later order goes along', async () => {
  const [first, second] = [
    await order(undefined, { notes: 'Ring twice' }),
    await order(undefined, { notes: 'Gift wrap, please' }),
  ];
  expect((await merge(first, second)).kept.notes).toBe('Ring twice\nGift wrap, please');
});

test('a merged order stays cancelled: its pieces are in the other one', async () => {
  const [first, second] = [await order(), await order()];
  await merge(first, second);
  expect(await refusalOf(setStatus(shop, second, 'pending'))).toMatchObject({ code: 'order_merged' });
  expect(await twinsOf(first)).toEqual([]);
});

test('orders that staff keep apart are not twins any more, and cannot be merged', async () => {
  const [first, second] = [await order(), await order()];
  await keepBoth(second, first);
  await keepBoth(first, second);
  expect([await twinsOf(first), await twinsOf(second)]).toEqual([[], []]);
  expect(await notesOf(first)).toEqual([`Kept beside ${second.order_number}: both are wanted`]);
  expect(await notesOf(second)).toEqual([`Kept beside ${first.order_number}: both are wanted`]);
  expect(await refusalOf(merge(first, second))).toMatchObject({ code: 'not_twins' });
  const third = await order();
  expect((await twinsOf(first)).map(({ id }) => id)).toEqual([third.id]);
});

test('while a colleague works on one of them, nobody else merges them', async () => {
  const [first, second] = [await order(), await order()];
  await claim(shop, second, omar);
  expect(await refusalOf(merge(first, second))).toMatchObject({ code: 'claimed_by_other', details: { name: 'omar' } });
  expect(await refusalOf(keepBoth(first, second))).toMatchObject({ code: 'claimed_by_other' });
  await merge(first, second, omar);
});

test('an order with itself and orders that do not exist are refused', async () => {
  const first = await order();
  for (const other of [first, { id: 'f'.repeat(24) }])
    expect(await refusalOf(merge(first, other))).toMatchObject({ code: 'order_not_found' });
});

test('a hundred merges at once, half of them the other way round, have one effect', async () => {
  const [first, second] = [await order([{ product: ring, quantity: 2 }]), await order([{ product: ring }, { product: chain }])];
  const { done, refused } = await race(100, (n) => (n % 2 ? merge(first, second) : merge(second, first)));
  expect(refused).toEqual([]);
  expect(new Set(done.map(({ kept }) => `${kept.id} ${kept.total_amount}`))).toEqual(new Set([`${first.id} 3100`]));
  expect([await stockOf(shop, ring.id), await stockOf(shop, chain.id)]).toEqual([17, 19]);
  expect((await notesOf(second)).filter((note) => note.startsWith('Merged into'))).toHaveLength(1);
  expect(await bookErrors(shop)).toEqual([]);
});

test('merging races packing, cancelling and keeping both: one of them happens, and no piece is sold twice or lost', async () => {
  ring = await addProduct(shop, { stock: 40, price: 700 });
  const pairs = await Promise.all(
    Array.from({ length: 15 }, async (_, n) => {
      const customerPhone = `+92305${String(people * 100 + n).padStart(7, '0')}`;
      return [await order(undefined, { customerPhone }), await order(undefined, { customerPhone })] as const;
    }),
  );
  const others = [createShipment, (_: unknown, one: PlacedOrder) => setStatus(shop, one, 'cancelled'), keepBoth] as const;
  const { refused } = await race(30, async (n) => {
    const [first, second] = pairs[n >> 1] as (typeof pairs)[number];
    if (n % 2) return await merge(first, second);
    const other = others[(n >> 1) % 3];
    return other === keepBoth ? await keepBoth(first, second) : await (other as typeof createShipment)(shop, second);
  });
  for (const { code } of refused) expect(['not_twins', 'order_cancelled', 'order_merged']).toContain(code);
  const [row] = await shop`
    select coalesce(sum(i.quantity) filter (where o.status <> 'cancelled'), 0)::int as sold from public.orders o
      join public.order_items i on i.order_id = o.id where i.product_id = ${ring.id}`;
  expect(await stockOf(shop, ring.id)).toBe(40 - Number(row?.sold));
  expect(await bookErrors(shop)).toEqual([]);
});

test('three twins merged in pairs at once end as one or as two orders that can still be merged, without a deadlock', async () => {
  const three = [await order(), await order(), await order()] as const;
  const [a, b, c] = three;
  const { done, refused } = await race(30, (n) =>
    ([() => merge(a, b), () => merge(b, c), () => merge(c, a)][n % 3] as () => Promise<Merged>)(),
  );
  for (const { code } of refused) expect(code).toBe('not_twins');
  expect(done.length).toBeGreaterThan(0);
  expect(await stockOf(shop, ring.id)).toBe(17);
  expect(await bookErrors(shop)).toEqual([]);
});

const cancelLater = (one: PlacedOrder, other: PlacedOrder) =>
  shop`select public.cancel_twin_order(${one.id}, ${other.id}, 'Ordered twice', ${sana}) as done`;

test('the duplicate is cancelled as any order is: its pieces are back, both timelines say why, and a second press changes nothing', async () => {
  const [first, second] = [await order(), await order()] as const;
  const stock = await stockOf(shop, ring.id);
  const [row] = await cancelLater(second, first);
  expect(row?.['done']).toMatchObject({
    kept: { id: first.id, status: 'pending' },
    cancelled: { id: second.id, status: 'cancelled' },
  });
  expect(row?.['done'].cancelled.merged_into).toBeNull();
  await cancelLater(first, second);
  expect(await stockOf(shop, ring.id)).toBe(stock + 1);
  expect(await notesOf(second)).toEqual([`Cancelled as a duplicate of ${first.order_number}: Ordered twice`]);
  expect(await notesOf(first)).toEqual([`${second.order_number} was cancelled as its duplicate`]);
});

test('what is no twin any more is not cancelled as one', async () => {
  const [first, second] = [await order(), await order()] as const;
  await shop`select public.create_shipment(${shop.json({ orderId: first.id })})`;
  expect(await refusalOf(cancelLater(first, second))).toMatchObject({ code: 'not_twins' });
});
