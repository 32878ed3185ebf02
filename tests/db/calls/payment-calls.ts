import type { Sql } from 'postgres';

type Method = 'bank_transfer' | 'raast' | 'wallet' | 'cash';

/** Books money that staff have seen arrive for an order. Returns the payment's id. */
export async function recordAdvance(
  sql: Sql,
  { id }: { id: string },
  amount: number,
  method: Method = 'bank_transfer',
  reference = '',
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select (shop.record_advance(shop.lock_order(${id}), ${amount}, ${method}, ${reference})).id`;
  if (!row) throw new Error('no payment came back');
  return row.id;
}

/** Books money back to the customer of an order, as staff do. */
export function refundOrder(
  sql: Sql,
  { id }: { id: string },
  amount: number,
  method: Method | 'store_credit' = 'cash',
  { isBesides = false } = {},
) {
  return sql`select public.refund_order(${id}, ${amount}, ${method}, '', 'A scratched earring', null, null, ${isBesides})`;
}

/** Takes a payment back, as staff do. */
export function reversePayment(sql: Sql, id: string, reason = 'Booked by mistake') {
  return sql`select public.reverse_payment(${id}, ${reason}, null)`;
}

/** The last payment of a kind that an order or a customer has. */
export async function lastPayment(sql: Sql, { id }: { id: string }, kind: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from public.payments where ${id} in (order_id, customer_id) and kind = ${kind} and reverses is null order by sequence desc limit 1`;
  if (!row) throw new Error(`no ${kind}`);
  return row.id;
}

/** Who ordered. */
export async function customerOf(sql: Sql, { id }: { id: string }): Promise<{ id: string }> {
  const [row] = await sql<{ id: string }[]>`select customer_id as id from public.orders where id = ${id}`;
  if (!row) throw new Error(`no order ${id}`);
  return row;
}

/** Gives a customer store credit, as staff do. */
export function giveCredit(sql: Sql, { id }: { id: string }, amount: number, seen: number | null = null) {
  return sql`select public.give_credit(${id}, ${amount}, 'A late parcel', null, ${seen})`;
}

/** A customer's store credit, in rupees. */
export async function creditOf(sql: Sql, { id }: { id: string }): Promise<number> {
  const [row] = await sql<{ credit: number }[]>`select credit::float as credit from public.customers where id = ${id}`;
  if (!row) throw new Error(`no customer ${id}`);
  return row.credit;
}

/** Uses store credit for an order that is not packed. */
export function spendCredit(sql: Sql, { id }: { id: string }, amount: number) {
  return sql`select shop.spend_credit(shop.lock_order(${id}), ${amount})`;
}

/** Takes a payment back. */
export async function takeBack(sql: Sql, id: string, reason = 'Booked by mistake'): Promise<void> {
  await sql`select shop.take_back(p, ${reason}) from public.payments p where p.id = ${id}`;
}

/** What an order says of its payments, in rupees. */
export async function sumsOf(sql: Sql, { id }: { id: string }) {
  const [row] = await sql<
    { advance: number; credit: number; collected: number; refunded: number; due: number; toRefund: number; status: string }[]
  >`select advance_verified::float as advance, credit_used::float as credit, collected::float as collected, refunded::float as refunded,
           due_on_delivery::float as due, to_refund::float as "toRefund", payment_status as status
      from public.orders where id = ${id}`;
  if (!row) throw new Error(`no order ${id}`);
  return row;
}

/** What each account holds, in rupees. */
export async function balances(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; rupees: number }[]>`
    select account, sum(amount)::float as rupees
      from (select to_account as account, amount from public.payments union all select from_account, - amount from public.payments) moved
     group by account having sum(amount) <> 0 order by account`;
  return Object.fromEntries(rows.map(({ account, rupees }) => [account, rupees]));
}
