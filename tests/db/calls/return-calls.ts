import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { DELIVERY } from '#built/settings.ts';
import type { RETURN_OBSTACLES, ReturnKind, ReturnOutcome, ReturnState } from '#domain/returns/choices.ts';
import type { Disposition } from '#domain/returns/dispositions.ts';
import { type Line, orderFor, type PlacedOrder, placeOrder, setStatus } from './order-calls.ts';

export interface Arrived {
  order: PlacedOrder;
  key: string;
  /** The ids of its lines, in their order. */
  items: string[];
}

export interface Request {
  id: string;
  return_number: string;
  state: ReturnState;
  outcome: ReturnOutcome | null;
  exchange_order_id: string | null;
}

export interface Sums {
  refund: number;
  paidBack: number;
}

export interface PageReturns {
  until: string;
  is_over: boolean;
  evidence: ReturnKind[];
  shop_pays: ReturnKind[];
  outcomes: ReturnOutcome[];
  kinds: ReturnKind[];
  items: {
    item_id: string;
    may_return: number;
    may_claim: number;
    obstacle: (typeof RETURN_OBSTACLES)[number] | null;
    because: string;
  }[];
  requests: {
    id: string;
    state: ReturnState;
    exchange: { order_number: string; due: number } | null;
    may_withdraw: boolean;
    promised: ExchangeQuote | null;
    send_back: { by: string; to: { city: string } | null; pickup: { tracking_number: string } | null } | null;
    may_name_payout: boolean;
    payout: { method: string; last_four: string } | null;
    paid: { amount: number; method: string; reference: string } | null;
  }[];
}

let houses = 0;

/** An order that has arrived, and the key of its page. */
export async function arrived(sql: Sql, lines: Line[], changes: Record<string, string | number> = {}): Promise<Arrived> {
  houses += 1;
  const order = await placeOrder(sql, orderFor(lines, { customerAddress: `House ${houses} ${randomUUID()}`, ...changes }));
  await setStatus(sql, order, 'delivered');
  const [row] = await sql<{ key: string; items: string[] }[]>`
    select shop.page_key(${order.id}) as key, (select array_agg(id order by position) from public.order_items where order_id = ${order.id}) as items`;
  return { order, key: row?.key ?? '', items: row?.items ?? [] };
}

export interface ExchangeQuote {
  total: number;
  charges: number;
  credit: number;
  due: number;
  back: number;
}

export interface Asked {
  balanceSeen?: number;
  kind?: ReturnKind;
  outcome?: ReturnOutcome;
  reason?: string;
  items?: { itemId: string; quantity: number; wanted?: object }[];
  photoIds?: string[];
}

/** Asks on the page of an order: by default to return one piece of its first line for money. */
export function ask(sql: Sql, { order, key, items }: Arrived, asked: Asked = {}, idempotencyKey: string | null = null) {
  const request = {
    kind: 'return',
    outcome: 'transfer',
    reason: 'other',
    words: '',
    items: [{ itemId: items[0], quantity: 1 }],
    photoIds: [],
    ...asked,
  };
  return sql<{ page: { returns: PageReturns } }[]>`
    select public.ask_return(${order.order_number}, ${key}, ${sql.json(request as never)}, ${sql.json(DELIVERY)}, ${idempotencyKey}) as page`;
}

/** What an exchange would come to. */
export async function quote(sql: Sql, { order, key }: Arrived, asked: Asked): Promise<ExchangeQuote | undefined> {
  const [row] = await sql<{ quote: ExchangeQuote }[]>`
    select public.quote_exchange(${order.order_number}, ${key}, ${sql.json(asked as never)}, ${sql.json(DELIVERY)}) as quote`;
  return row?.quote;
}

/** Asks, and returns the request. */
export async function askedFor(sql: Sql, one: Arrived, asked: Asked = {}): Promise<Request> {
  await ask(sql, one, asked);
  return latest(sql, one);
}

/** The latest request of an order. */
export async function latest(sql: Sql, { order }: Arrived): Promise<Request> {
  const [row] = await sql<Request[]>`
    select id, return_number, state, outcome, exchange_order_id from public.return_requests where order_id = ${order.id}
     order by created_at desc, return_number desc limit 1`;
  if (!row) throw new Error('There is no request');
  return row;
}

export async function now(sql: Sql, { id }: { id: string }): Promise<Request & Sums> {
  const [row] = await sql<(Request & Sums)[]>`
    select r.id, r.return_number, r.state, r.outcome, r.exchange_order_id, s.refund::float as refund, s.paid_back::float as "paidBack"
      from public.return_requests r cross join lateral shop.return_sums(r) s where r.id = ${id}`;
  if (!row) throw new Error('There is no request');
  return row;
}

export function approve(sql: Sql, { id }: { id: string }, decision: Record<string, unknown> = {}, actor: string | null = null) {
  return sql`select public.approve_return(${id}, ${sql.json({ outcome: 'transfer', ...decision } as never)}, ${sql.json(DELIVERY)}, ${actor})`;
}

export function decline(sql: Sql, { id }: { id: string }, reason = 'It was worn', actor: string | null = null) {
  return sql`select public.decline_return(${id}, ${reason}, ${actor})`;
}

export function withdraw(sql: Sql, { order, key }: Arrived, { id }: { id: string }) {
  return sql`select public.withdraw_return(${order.order_number}, ${key}, ${id})`;
}

export function settle(
  sql: Sql,
  { id }: { id: string },
  method = 'bank_transfer',
  key: string | null = null,
  actor: string | null = null,
  reference = '',
) {
  return sql`select public.settle_return(${id}, ${sql.json({ method, reference })}, ${actor}, ${key})`;
}

export function receive(
  sql: Sql,
  { order }: { order: { id: string } },
  pieces: { itemId: string | undefined; quantity: number; disposition?: Disposition }[],
) {
  const told = pieces.map(({ itemId = '', quantity, disposition = 'restocked' }) => ({ itemId, quantity, disposition }));
  return sql`select public.receive_pieces(${sql.json({ key: randomUUID(), orderId: order.id, pieces: told })}, null)`;
}

export async function pageOf(sql: Sql, { order, key }: { order: { order_number: string }; key: string }) {
  const [row] = await sql<{ page: { returns?: PageReturns; exchange_of?: string } }[]>`
    select public.order_page(${order.order_number}, ${key}) as page`;
  return row?.page ?? {};
}

/** Stores settings of returns beside the days. */
export function setPolicy(sql: Sql, policy: Record<string, unknown>) {
  return sql`select public.change_settings(${sql.json({ returns: { days: 30, ...policy } } as never)}, null)`;
}

/** The row of a photo that was uploaded for an order. */
export async function addPhoto(sql: Sql, { order, key }: Arrived): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  await sql`select public.add_return_photo(${order.order_number}, ${key}, ${sql.json({ id, name: `${id}.webp`, bytes: 1000 })})`;
  return id;
}
