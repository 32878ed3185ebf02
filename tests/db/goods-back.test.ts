import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import type { Disposition } from '#domain/returns/dispositions.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);

/** An order of pieces of a ring, whose parcel is under way. */
async function sent(quantity: number) {
  const ring = await addProduct(shop, { stock: 50 });
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity }], { customerAddress: `House ${randomUUID()}` }));
  const parcel = await createShipment(shop, order);
  await setShipmentStatus(shop, parcel, 'shipped');
  const [item] = await shop<{ id: string }[]>`select id from public.order_items where order_id = ${order.id}`;
  return { ring, order, parcel, itemId: item?.id ?? '' };
}

function receive(
  sql: Sql,
  { order, itemId }: { order: { id: string }; itemId: string },
  quantity: number,
  disposition: Disposition = 'restocked',
  key: string = randomUUID(),
) {
  const counted = { key, orderId: order.id, pieces: [{ itemId, quantity, disposition }] };
  return sql`select public.receive_pieces(${sql.json(counted)}, null) as pieces`;
}

const stockOf = async (product: { id: string }) =>
  (await shop<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${product.id}`)[0]?.stock;

const rows = (order: { id: string }) => shop`select * from public.goods_back where order_id = ${order.id} and not never_left`;

test('a hundred counts of one piece at once have one effect', async () => {
  const one = await sent(1);
  const { done, refused } = await race(100, () => receive(shop, one, 1));
  expect(done).toHaveLength(1);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['nothing_came_back']));
  expect(await stockOf(one.ring)).toBe(50);
  expect(await rows(one.order)).toHaveLength(1);
  expect(await bookErrors(shop)).toEqual([]);
});

test('a call that is sent a hundred times at once counts once, and each is answered with it', async () => {
  const one = await sent(3);
  const key = randomUUID();
  const { done, refused } = await race(100, () => receive(shop, one, 1, 'to_inspect', key));
  expect([done.length, refused]).toEqual([100, []]);
  expect(await rows(one.order)).toHaveLength(1);
});

test('a key of another order is refused', async () => {
  const [one, other] = [await sent(1), await sent(1)];
  const key = randomUUID();
  await receive(shop, one, 1, 'restocked', key);
  expect((await refusalOf(receive(shop, other, 1, 'restocked', key))).code).toBe('idempotency_mismatch');
});

test('receiving races cancelling, sending and deleting: each piece is put back once', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => sent(2)));
  await race(240, (n): PromiseLike<unknown> => {
    const one = all[n % all.length];
    if (!one) throw new Error('There is no such order');
    if (n % 4 === 0) return receive(shop, one, 1);
    if (n % 4 === 1) return setStatus(shop, one.order, 'cancelled');
    if (n % 4 === 2) return setShipmentStatus(shop, one.parcel, n % 3 ? 'returned' : 'failed');
    return receive(shop, one, 2, 'damaged');
  });
  for (const { ring, order } of all) {
    const [seen] = await shop<{ out: number; restocked: number; damaged: number }[]>`
      select (select sum(p.out)::int from shop.pieces_out(o) p) as out,
             (select coalesce(sum(r.quantity), 0)::int from public.goods_back r where r.order_id = o.id and r.disposition = 'restocked') as restocked,
             (select coalesce(sum(r.quantity), 0)::int from public.goods_back r where r.order_id = o.id and r.disposition = 'damaged') as damaged
        from public.orders o where o.id = ${order.id}`;
    if (!seen) throw new Error('The order is gone');
    expect(seen.out + seen.restocked + seen.damaged).toBe(2);
    expect(await stockOf(ring)).toBe(48 + seen.restocked);
  }
  expect(await bookErrors(shop)).toEqual([]);
});

test('the database holds it, whoever writes the rows', async () => {
  const one = await sent(2);
  const write = (changes: Record<string, string | number | null>) => {
    const row = {
      order_id: one.order.id,
      order_item_id: one.itemId,
      quantity: 1,
      disposition: 'restocked',
      inspects: null,
      ...changes,
    };
    return shop`
      insert into public.goods_back (order_id, order_item_id, product_id, variant_id, quantity, disposition, inspects, key)
      select ${row.order_id}, ${row.order_item_id}, i.product_id, i.variant_id, ${row.quantity}, ${row.disposition}, ${row.inspects}, ${randomUUID()}
        from public.order_items i where i.id = ${one.itemId} returning id`;
  };
  await expect(write({ quantity: 3 })).rejects.toThrow('sent_pieces_received_at_most_sent');
  await expect(write({ order_id: (await sent(1)).order.id })).rejects.toThrow('what came back is of a line of its order');
  const [kept] = await write({ disposition: 'to_inspect' });
  expect(await stockOf(one.ring)).toBe(48);
  await expect(write({ inspects: kept?.id, quantity: 2 })).rejects.toThrow('sent_pieces_inspected_once');
  await write({ inspects: kept?.id });
  await expect(write({ inspects: kept?.id, disposition: 'damaged' })).rejects.toThrow('sent_pieces_inspected_once');
  expect(await stockOf(one.ring)).toBe(49);
  for (const change of [shop`update public.goods_back set quantity = 2`, shop`delete from public.goods_back`])
    await expect(change).rejects.toThrow();
});

test('an order that was taken up again can be given up again, each time with all of its pieces', async () => {
  const one = await sent(2);
  await receive(shop, one, 1);
  await receive(shop, one, 1, 'damaged');
  expect(await stockOf(one.ring)).toBe(49);
  await setStatus(shop, one.order, 'processing');
  expect(await stockOf(one.ring)).toBe(47);
  await setStatus(shop, one.order, 'cancelled');
  expect(await stockOf(one.ring)).toBe(49);
  expect(await shop`select sent, received from shop.sent_pieces where order_item_id = ${one.itemId}`).toEqual([
    { sent: 4, received: 4 },
  ]);
});

test('what is lost is written off, and its order can be closed', async () => {
  const one = await sent(2);
  await receive(shop, one, 2, 'missing');
  const [order] = await shop`select status from public.orders where id = ${one.order.id}`;
  const [parcel] =
    await shop`select status, received_at is not null as counted from public.shipments where id = ${one.parcel.id}`;
  expect([order, parcel]).toEqual([{ status: 'cancelled' }, { status: 'failed', counted: true }]);
  expect(await stockOf(one.ring)).toBe(48);
  expect(await shop`select 1 from shop.order_lists where order_id = ${one.order.id}`).toEqual([]);
});
