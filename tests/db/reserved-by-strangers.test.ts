import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);

let ring: ProductRow;
beforeEach(async () => {
  await shop`update public.orders set status = 'cancelled' where status = 'pending'`;
  await shop`update public.limits set network_units = 30, shop_units = 500 where true`;
  ring = await addProduct(shop, { stock: 1000 });
});

let people = 0;

interface Placed {
  id: string;
  order_number: string;
  awaits_proof: boolean;
  page_key: string;
}

async function order(
  quantity: number,
  network: string | null,
  phone = `+92301${String(++people).padStart(7, '0')}`,
): Promise<Placed> {
  const payload = orderFor([{ product: ring, quantity }], { customerPhone: phone });
  const [row] = await shop`
    select public.place_order(${shop.json(payload)}, ${shop.json(DELIVERY)}, null, null, null, '{}', null, ${network}) as order`;
  return row?.order;
}

const stock = async () => (await shop`select stock_quantity as n from public.products where id = ${ring.id}`)[0]?.n;
/** What the ledger says that stock is. */
const booked = async () =>
  (await shop`select sum(quantity)::int as n from public.stock_history where product_id = ${ring.id}`)[0]?.n;
const call = ({ id }: { id: string }) =>
  shop`select public.record_attempt(${id}, '{"how": "call", "outcome": "confirmed"}', null)`;
const awaits = async ({ id }: { id: string }) =>
  (await shop`select awaits_proof from public.orders where id = ${id}`)[0]?.awaits_proof;

/** An order that came when its network held 30 pieces. */
async function awaiting(quantity = 5) {
  const network = `network ${++people}`;
  await order(15, network);
  await order(15, network);
  const placed = await order(quantity, network);
  expect(placed.awaits_proof).toBe(true);
  return placed;
}

test('beyond what one network may hold an order is accepted and takes nothing, while other networks go on', async () => {
  await awaiting();
  expect(await stock()).toBe(970);
  expect((await order(5, 'another network')).awaits_proof).toBe(false);
  expect(await stock()).toBe(965);
});

test('a call takes its pieces, once, and the shopper’s own word does not', async () => {
  const placed = await awaiting();
  await shop`select public.confirm_by_shopper(${placed.id}, 'page')`;
  expect([await awaits(placed), await stock()]).toEqual([true, 970]);
  await call(placed);
  expect([await awaits(placed), await stock(), await booked()]).toEqual([false, 965, 965]);
  await setStatus(shop, placed, 'processing');
  expect(await stock()).toBe(965);
  await setStatus(shop, placed, 'cancelled');
  expect([await stock(), await booked()]).toEqual([970, 970]);
});

test.each(['processing', 'shipped', 'delivered'] as const)('making it %s takes its pieces', async (status) => {
  const placed = await awaiting();
  await setStatus(shop, placed, status);
  expect([await awaits(placed), await stock(), await booked()]).toEqual([false, 965, 965]);
});

test('letting it go out, or packing it, takes its pieces', async () => {
  const placed = await awaiting();
  await shop`select public.override_confirmation(${placed.id}, 'Known to us', null)`;
  expect([await awaits(placed), await stock()]).toEqual([false, 965]);
  const packed = await awaiting();
  await shop`select public.create_shipment(${shop.json({ orderId: packed.id })}, null)`;
  expect(await awaits(packed)).toBe(false);
});

test('cancelled, deleted or restored it gives back nothing that it never took', async () => {
  const cancelled = await awaiting();
  const before = await stock();
  await setStatus(shop, cancelled, 'cancelled');
  expect([await awaits(cancelled), await stock()]).toEqual([false, before]);
  await setStatus(shop, cancelled, 'pending');
  expect([await stock(), await booked()]).toEqual([before - 5, before - 5]);

  const deleted = await awaiting();
  const then = await stock();
  await archiveOrder(shop, deleted);
  await shop`select public.restore_order(${deleted.id}, null)`;
  expect([await awaits(deleted), await stock()]).toEqual([true, then]);
});

test('proven after its pieces were sold, it says which and stays as it is', async () => {
  const placed = await awaiting();
  await shop`select public.adjust_stock(${ring.id}, 'damage', 967, '', null)`;
  expect(await refusalOf(call(placed))).toMatchObject({
    status: 409,
    code: 'not_enough_stock',
    message: `Halo Ring sold while order ${placed.order_number} waited: 3 left. Change its items first, or cancel it.`,
  });
  expect([await awaits(placed), await stock()]).toEqual([true, 3]);
});

test('beyond what strangers may hold together everybody without a delivery is asked, from whatever network', async () => {
  await shop`update public.limits set shop_units = 50 where true`;
  const known = '+923019999999';
  const first = await order(1, null, known);
  await call(first);
  await setStatus(shop, first, 'delivered');
  for (let number = 0; number < 5; number += 1) expect((await order(10, `network of ${number}`)).awaits_proof).toBe(false);
  expect((await order(1, 'yet another')).awaits_proof).toBe(true);
  expect((await order(1, 'the home of a customer', known)).awaits_proof).toBe(false);
});

test('orders sent at once from one network hold no more than it may', async () => {
  const { done } = await race(20, () => order(7, 'everybody'));
  expect(done.length).toBe(20);
  expect(await stock()).toBe(1000 - 28);
});

test('what strangers hold is listed by phone, device or network, and released together but for what somebody confirmed meanwhile', async () => {
  const orders = [await order(5, 'theirs'), await order(6, 'theirs'), await order(7, 'theirs')];
  const other = await order(3, 'somebody else’s');
  const [row] = await shop`select public.reserved_by_strangers('network') as held`;
  expect(row?.held).toMatchObject({
    orders: 4,
    units: 21,
    strangers: [{ units: 18, orders: [{ units: 5 }, { units: 6 }, { units: 7 }] }, { units: 3 }],
  });
  const [, second] = orders;
  await call(second as Placed);
  const [answer] =
    await shop`select public.release_reserved_orders(${orders.map(({ id }) => id)}, 'Nobody answers', null) as released`;
  expect(answer?.released.released.map((released: Placed) => released.order_number).sort()).toEqual(
    [orders[0]?.order_number, orders[2]?.order_number].sort(),
  );
  expect(answer?.released.left).toEqual([second?.order_number]);
  expect([await stock(), await booked()]).toEqual([1000 - 6 - 3, 1000 - 6 - 3]);
  // Twice changes nothing, and each can be taken back.
  await shop`select public.release_reserved_orders(${orders.map(({ id }) => id)}, 'Nobody answers', null)`;
  expect(await stock()).toBe(991);
  await setStatus(shop, orders[0] as Placed, 'pending');
  expect(await stock()).toBe(986);
  expect(other.awaits_proof).toBe(false);
});

test('those of a stranger’s orders that hold pieces are listed first, so that one press gives all of them back', async () => {
  const first = await awaiting(3);
  await shop`update public.orders set created_at = created_at - interval '1 hour' where id = ${first.id}`;
  const [row] = await shop`select public.reserved_by_strangers('network') as held`;
  expect(row?.held.strangers[0].orders.map((each: { awaits_proof: boolean }) => each.awaits_proof)).toEqual([false, false, true]);
});

test('releases and cancellations at once give each piece back once, without a deadlock', async () => {
  const orders: Placed[] = [];
  for (let number = 0; number < 6; number += 1) orders.push(await order(3, `n${number}`));
  const ids = orders.map(({ id }) => id);
  const { refused } = await race(12, (number) =>
    number % 2
      ? shop`select public.release_reserved_orders(${ids}, 'Nobody answers', null)`
      : shop`select public.set_order_status(${ids[(number / 2) % 6] ?? ''}, 'cancelled', null)`,
  );
  expect(refused).toEqual([]);
  expect([await stock(), await booked()]).toEqual([1000, 1000]);
});
