import type { Sql } from 'postgres';
import { addCode } from '#tests/db/calls/code-calls.ts';
import { customerOf, giveCredit, recordAdvance, refundOrder, spendCredit } from '#tests/db/calls/payment-calls.ts';
import { approve, ask, settle } from '#tests/db/calls/return-calls.ts';

/** What a code of the soak takes off. */
export const PERCENT = 10;

/** What staff do about the money of an order, one thing a function. */
export type MoneyDuties = (order: { id: string }) => (() => Promise<unknown>)[];

/** Codes, one of which is used up soon, and what is done with money: advances, store credit, refunds, returns. */
export async function moneyOfSoak(sql: Sql): Promise<{ codes: string[]; duties: MoneyDuties }> {
  const terms = { value: PERCENT, once_per_phone: false };
  const made = [await addCode(sql, terms), await addCode(sql, terms), await addCode(sql, { ...terms, max_uses: 150 })];
  return {
    codes: made.map(({ code }) => code),
    duties: (order) => [
      async () => recordAdvance(sql, order, 100),
      async () => giveCredit(sql, await customerOf(sql, order), 50),
      async () => spendCredit(sql, order, 20),
      async () => refundOrder(sql, order, 30, 'store_credit'),
      () => returnOf(sql, order),
    ],
  };
}

/** Takes a return of an order one step further: asked for, approved, paid back. */
async function returnOf(sql: Sql, { id }: { id: string }): Promise<unknown> {
  const [request] = await sql<{ id: string; state: string }[]>`
    select id, state from public.return_requests where order_id = ${id} order by created_at desc limit 1`;
  if (request?.state === 'asked') return approve(sql, request);
  if (request) return settle(sql, request);
  const [order] = await sql<{ order_number: string; key: string; items: string[] }[]>`
    select o.order_number, shop.page_key(o.id) as key, array (select i.id from public.order_items i where i.order_id = o.id) as items
      from public.orders o where o.id = ${id}`;
  return ask(sql, { order, key: order?.key, items: order?.items } as never);
}
