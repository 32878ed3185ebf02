import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { customerOf, giveCredit, recordAdvance, spendCredit } from './calls/payment-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';
import { linesThatCall, withoutLine } from './sweeps/list-lines.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 10_000 });

const customerPhone = '+923145550001';
/** Pending, with 500 rupees of an advance. */
const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone }));
await recordAdvance(shop, order, 500);
await recordAdvance(shop, order, 200);
const customer = await customerOf(shop, order);
/** Somebody who has used all of their credit. */
const other = await placeOrder(
  shop,
  orderFor([{ product: ring }], { customerPhone: '+923145550002', customerAddress: 'House 2' }),
);
const poor = await customerOf(shop, other);
await giveCredit(shop, poor, 300);
await spendCredit(shop, other, 300);

/** A guard: what takes it away, and a wrong that it alone stops, or a right that is not done without it. */
interface Guard {
  removed: string;
  /** Done before in either case, so that no other guard stops the wrong first. */
  before?: string;
  wrong?: (sql: Sql) => PromiseLike<unknown>;
  right?: (sql: Sql) => Promise<boolean>;
}

const constraint = (name: string, table = 'payments') => `alter table public.${table} drop constraint ${name}`;
const trigger = (name: string, table = 'payments') => `drop trigger ${name} on public.${table}`;

const pay = (fields: Record<string, unknown>) => (sql: Sql) =>
  sql`insert into public.payments ${sql({ kind: 'advance', method: 'cash', from_account: 'customer', to_account: 'cash', amount: 100, order_id: order.id, ...fields } as never)}`;

const takeBackAs = (changes: { amount?: number }) => (sql: Sql) =>
  sql`
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, reverses)
  select kind, method, to_account, from_account, coalesce(${changes.amount ?? null}, amount), order_id, id
    from public.payments where order_id = ${order.id} order by sequence limit 1`;

/** A copy of the order with other values, as a restored or imported row would be. */
const copyWith = (changes: string) => async (sql: Sql) => {
  const [row] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'order_number')`;
  return sql.unsafe(`insert into public.orders (${row?.columns})
    select ${row?.columns} from jsonb_populate_record(null::public.orders, (select to_jsonb(o) || '${changes}' from public.orders o where o.id = '${other.id}'))
    returning id`);
};

const NO_MONEY = '"advance_verified": 0, "credit_used": 0';

const setOrder = (changes: string) => (sql: Sql) => sql.unsafe(`update public.orders set ${changes} where id = '${order.id}'`);

async function collectedOf(sql: Sql, id: string) {
  const [row] = await sql`
    select o.collected > 0 and o.collected = (select sum(p.amount) from public.payments p where p.order_id = o.id and p.kind = 'collected') as right
      from public.orders o where o.id = ${id}`;
  return row?.right === true;
}

const delivers = async (sql: Sql) => {
  await setOrder(`status = 'delivered'`)(sql);
  return collectedOf(sql, order.id);
};

const arrivesDelivered = async (sql: Sql) => {
  const [made] = (await copyWith(`{${NO_MONEY}, "status": "delivered"}`)(sql)) as unknown as { id: string }[];
  return collectedOf(sql, made?.id ?? '');
};

const creditIs = async (sql: Sql, id: string, rupees: number) => {
  const [row] = await sql`select credit = ${rupees} as right from public.customers where id = ${id}`;
  return row?.right === true;
};

const GUARDS: Record<string, Guard> = {
  'a payment is more than nothing': { removed: constraint('payments_amount_positive'), wrong: pay({ amount: 0 }) },
  'a payment is taken back once': {
    removed: constraint('payments_reversed_once'),
    wrong: async (sql) => {
      await takeBackAs({})(sql);
      await takeBackAs({})(sql);
    },
    before: `insert into public.payments (kind, method, from_account, to_account, amount, order_id) values ('advance', 'cash', 'customer', 'cash', 900, '${order.id}')`,
  },
  'a transaction number has an end': {
    removed: constraint('payments_reference_length'),
    wrong: pay({ reference: 'x'.repeat(61) }),
  },
  'a reason has an end': { removed: constraint('payments_reason_length'), wrong: pay({ reason: 'x'.repeat(301) }) },
  'store credit is somebody’s': {
    removed: constraint('payments_credit_of_customer'),
    wrong: pay({ kind: 'refund', from_account: 'credit', to_account: 'customer' }),
  },
  'a payment is of an order': { removed: constraint('payments_of_order'), wrong: pay({ order_id: null }) },
  'cash does not lie in the bank': { removed: constraint('payments_method_of_account'), wrong: pay({ to_account: 'bank' }) },
  'an advance comes from the customer': { removed: constraint('payments_accounts'), wrong: pay({ from_account: 'courier' }) },
  'a payment does not change': {
    removed: withoutLine('before_payment_change', "refuse_change_of('payments', to_jsonb"),
    wrong: (sql) => sql`update public.payments set reason = 'Another one' where order_id = ${order.id}`,
  },
  'a payment is not deleted': {
    removed: withoutLine('before_payment_change', "refuse_change_of('payments', null"),
    wrong: (sql) => sql`delete from public.payments where order_id = ${order.id}`,
  },
  'the ledger is not emptied': {
    removed: trigger('payments_never_truncated'),
    // It would be emptied along.
    before: trigger('return_decisions_never_truncated', 'return_decisions'),
    wrong: (sql) => sql`truncate public.payments cascade`,
  },
  'what is taken back is what was paid': {
    removed: withoutLine('before_payment_change', 'require_mirror'),
    wrong: takeBackAs({ amount: 300 }),
  },
  'an order says what was paid of it': {
    removed: withoutLine('after_payment', 'count_payment'),
    right: async (sql) => {
      await pay({})(sql);
      await sql`set constraints all immediate`;
      return true;
    },
  },
  'a payment that its order does not say is refused': {
    before: withoutLine('after_payment', 'count_payment'),
    removed: withoutLine('check_payment_at_end', 'require_booked_order'),
    wrong: pay({}),
  },
  'store credit goes along with a merged customer': {
    removed: trigger('payments_credit_moved'),
    right: async (sql) => {
      await sql`select public.give_credit(${poor.id}, 70, 'Late', null)`;
      await sql`select public.merge_customers(${customer.id}, ${poor.id}, null)`;
      return (await creditIs(sql, customer.id, 70)) && (await creditIs(sql, poor.id, 0));
    },
  },
  'an order is not placed as paid': {
    removed: withoutLine('check_order_at_end', 'require_booked_order'),
    wrong: copyWith('{"advance_verified": 100, "credit_used": 0}'),
  },
  'an order is not paid without a payment': {
    removed: withoutLine('check_order_at_end', 'require_booked_order'),
    wrong: setOrder('advance_verified = 900'),
  },
  'no more goes back than was received': {
    removed: constraint('orders_refunds_received', 'orders'),
    wrong: pay({ kind: 'refund', from_account: 'cash', to_account: 'customer', amount: 701 }),
  },
  'nothing is collected before delivery': {
    removed: withoutLine('check_order_at_end', 'require_delivered'),
    wrong: setOrder('collected = 100'),
  },
  'a customer does not begin with credit': {
    removed: withoutLine('check_customer_at_end', 'require_booked_credit'),
    wrong: (sql) => sql`insert into public.customers (name, email, credit) values ('Hina', '', 5)`,
  },
  'credit is not given without a payment': {
    removed: withoutLine('check_customer_at_end', 'require_booked_credit'),
    wrong: (sql) => sql`update public.customers set credit = 5 where id = ${customer.id}`,
  },
  'credit is not below nothing': {
    removed: constraint('customers_credit_not_negative', 'customers'),
    wrong: pay({ kind: 'credit_used', method: 'store_credit', to_account: 'credit', customer_id: customer.id }),
  },
  'an order that is delivered was paid at the door': {
    removed: withoutLine('before_order_change', 'collect_at_door(old'),
    right: delivers,
  },
  'what was paid at the door is a payment': { removed: withoutLine('after_order_changed', 'book_collected'), right: delivers },
  'an order that arrives as delivered was paid at the door': {
    removed: withoutLine('before_order_change', 'collect_at_door(null'),
    right: arrivesDelivered,
  },
  'what an order that arrives as delivered paid is a payment': {
    removed: withoutLine('after_order_placed', 'book_collected'),
    right: arrivesDelivered,
  },
  'credit comes back from an order that is cancelled': {
    removed: withoutLine('after_order_changed', 'return_credit'),
    right: async (sql) => {
      await sql`update public.orders set status = 'cancelled' where id = ${other.id}`;
      return creditIs(sql, poor.id, 300);
    },
  },
};

/** What moves money or holds it to account, in the lists. Not who may and who did (rights.test.ts, activity.test.ts), nor what moves a transfer. */
const MONEY = [
  'refuse_change_of',
  'require_mirror',
  'count_payment',
  'require_booked_order',
  'require_booked_credit',
  'require_delivered',
  'collect_at_door',
  'book_collected',
  'return_credit',
];

/** Whether the guard holds: the wrong is refused, or the right is done. Nothing of it stays. */
async function holds({ before, removed, wrong, right }: Guard, isRemoved: boolean): Promise<boolean> {
  let isHeld = false;
  const rolledBack = new Error('rolled back');
  await owner
    .begin(async (sql) => {
      if (before) await sql.unsafe(before);
      // A table is not changed while something of it waits to be checked.
      await sql`set constraints all immediate`;
      await sql`set constraints all deferred`;
      if (isRemoved) await sql.unsafe(removed);
      isHeld = await sql
        .savepoint(async (inner) => {
          if (right) return right(inner as unknown as Sql);
          await wrong?.(inner as unknown as Sql);
          await inner`set constraints all immediate`;
          return false;
        })
        .catch(() => wrong !== undefined);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return isHeld;
}

test.each(Object.entries(GUARDS))('%s, because of one guard', async (_, guard) => {
  expect([await holds(guard, false), await holds(guard, true)]).toEqual([true, false]);
});

test('no guard of the ledger is without a test', async () => {
  const rows = await owner<{ name: string }[]>`
    select conname as name from pg_constraint
     where conrelid = 'public.payments'::regclass and contype in ('c', 'u')
        or conname in ('orders_refunds_received', 'customers_credit_not_negative')
    union
    select tgname from pg_trigger
     where not tgisinternal and tgrelid = 'public.payments'::regclass and tgname not in ('payments_before', 'payments_after', 'payments_at_end')`;
  const lines = await owner.unsafe<{ list: string; call: string }[]>(linesThatCall(...MONEY));
  const removed = Object.values(GUARDS).map((guard) => /(?:constraint|trigger) (\w+)/.exec(guard.removed)?.[1] ?? guard.removed);
  const known = [...rows.map(({ name }) => name), ...lines.map(({ list, call }) => `${list} ${call.split('(')[0]}`)];
  const named = removed.map((guard) => {
    const [, list, call] = /'shop\.(\w+)'[\s\S]*?shop\\\.(\w+)/.exec(guard) ?? [];
    return list ? `${list} ${call}` : guard;
  });
  expect([...new Set(named)].toSorted()).toEqual(known.toSorted());
});
