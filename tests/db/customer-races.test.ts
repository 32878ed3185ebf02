import type { Sql } from 'postgres';
import { expect, test, vi } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const ROUNDS = 36;

const database = await testPostgres();
const shop = await database.connect(20);
/** Somebody whose transaction stays open while others come. */
const colleague = await database.connect(1);
const ring = await addProduct(shop, { stock: 100_000 });

let phones = 0;
const newPhone = () => `+92311${String(2_000_000 + ++phones)}`;

function order(customerPhone: string, house = 1): Promise<PlacedOrder> {
  return placeOrder(shop, orderFor([{ product: ring }], { customerPhone, customerAddress: `House ${house}` }));
}

async function customerOf({ id }: { id: string }): Promise<string> {
  const [row] = await shop<{ customer_id: string }[]>`select customer_id from public.orders where id = ${id}`;
  return row?.customer_id ?? '';
}

const merge = (sql: Sql, keep: string, other: string) => sql`select public.merge_customers(${keep}, ${other}, null)`;

const correctPhone = (sql: Sql, { id }: { id: string }, customer_phone: string) =>
  sql`select public.edit_order(${id}, ${sql.json({ customer_phone })}, null)`;

/** Orders whose customer is not the one of their phone, or is one who was merged. */
const strayOrders = () => shop`
  select o.order_number from public.orders o
    left join shop.customer_phones p on p.phone = o.customer_phone
    left join public.customers c on c.id = p.customer_id and c.merged_into is null
   where c.id is null or c.id <> o.customer_id`;

test('a merge takes along an order that comes to the customer while it waits, and never holds customers meanwhile', async () => {
  const [one, other, third] = [newPhone(), newPhone(), newPhone()];
  const [first, second, moving] = [await order(one), await order(other), await order(third)];
  const [keep, gone] = [await customerOf(first), await customerOf(second)];

  await colleague`begin`;
  await correctPhone(colleague, moving, other);
  const merging = merge(shop, keep, gone).then(() => 'merged');
  await waitingFor(1);
  // Gets the order before the merge does, then wants a customer that the merge wants, too.
  const correcting = correctPhone(shop, moving, one).then(() => 'corrected');
  await waitingFor(2);
  await colleague`commit`;

  expect(await Promise.all([merging, correcting])).toEqual(['merged', 'corrected']);
  expect(await customerOf(moving)).toBe(keep);
  expect(await strayOrders()).toEqual([]);
});

test('customers are merged both ways while their orders are placed, corrected and closed, without a deadlock or a stray order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [newPhone(), newPhone()];
    const [first, second, third, fourth] = await Promise.all([order(one), order(other), order(one, 2), order(other, 2)]);
    const [a, b] = [await customerOf(first), await customerOf(second)];
    const moves = [
      () => merge(shop, a, b),
      () => correctPhone(shop, first, other),
      () => order(one, 3),
      () => merge(shop, b, a),
      () => correctPhone(shop, second, one),
      () => order(other, 3),
      () => correctPhone(shop, first, one),
      () => setStatus(shop, third, 'cancelled'),
      () => correctPhone(shop, third, other),
      () => correctPhone(shop, fourth, newPhone()),
      () => setStatus(shop, fourth, 'delivered'),
      () => merge(shop, a, b),
    ];
    const { refused } = await race<unknown>(moves.length, (n) => moves[(n + round) % moves.length]?.() ?? Promise.reject());
    // One of the merges is done; the others find that one of the two is no more.
    expect(refused.map(({ code }) => code)).toEqual(['customer_not_found', 'customer_not_found']);
  }
  expect(await strayOrders()).toEqual([]);
});

test('a block that comes while staff write down an order either counts for it or waits for it', async () => {
  const phone = newPhone();
  const customer = await customerOf(await order(phone));
  const actor = await addColleague(database.owner, 'sana');
  const write = (sql: Sql, house: number) => {
    const payload = orderFor([{ product: ring }], { customerPhone: phone, customerAddress: `House ${house}`, source: 'phone' });
    return sql`select public.place_order(${sql.json(payload)}, ${sql.json(DELIVERY)}, actor => ${actor})`;
  };
  const block = (sql: Sql, to: string) => sql`select public.edit_customer(${customer}, ${sql.json({ block: to })})`;
  const orders = () => shop`select id from public.orders where customer_id = ${customer}`;

  await colleague`begin`;
  await block(colleague, 'do_not_ship');
  const refusal = refusalOf(write(shop, 2));
  await waitingFor(1);
  await colleague`commit`;
  expect((await refusal).code).toBe('customer_blocked');
  expect(await orders()).toHaveLength(1);

  await block(shop, 'none');
  await colleague`begin`;
  await write(colleague, 3);
  const blocking = block(shop, 'do_not_ship').then(() => 'blocked');
  await waitingFor(1);
  await colleague`commit`;
  expect(await blocking).toBe('blocked');
  expect(await orders()).toHaveLength(2);
});

test('whoever was merged leads to who has their orders now, over any number of merges', async () => {
  const orders = [await order(newPhone()), await order(newPhone()), await order(newPhone())];
  const [first = '', second = '', third = ''] = await Promise.all(orders.map(customerOf));
  await merge(shop, second, first);
  await merge(shop, third, second);
  for (const id of [first, second, third]) {
    const [row] = await shop`select public.find_customer(${id}) ->> 'id' as id`;
    expect(row).toEqual({ id: third });
  }
});

/** Settles when as many connections wait for a lock. */
async function waitingFor(connections: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await database.owner`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect(waiting).toHaveLength(connections);
    },
    { timeout: 10_000, interval: 10 },
  );
}
