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
