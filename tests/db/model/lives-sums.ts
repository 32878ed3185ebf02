import type { Sql } from 'postgres';
import type { People } from './lives.ts';

/** What an order says of itself, in paisa, and what its rows say beside it. */
export interface OrderSums {
  id: string;
  total: number;
  received: number;
  collected: number;
  /** The sum of its payments' rows, a refund below zero. */
  rows: number;
  /** What it costs by the parts of its price. */
  priced: number;
  /** How many of its pieces have left the shelves, by the stock history: never below none, never more than it has. */
  out: number;
  /** Those of them for which another may be sent: missing when the parcel came back, or waiting for an inspection. */
  elsewhere: number;
  /** Whether none of its pieces ever came back, as far as Receive knows. */
  isWhole: boolean;
  pieces: number;
  /** Codes that are redeemed for it, and the one it names while it is sold. */
  redeemed: string[];
  named: string[];
  /** Of each parcel that did not come back, whether it arrived, and what its rider asks for. */
  labels: { id: string; isDelivered: boolean; collect: number }[];
  /** What goes back for its returns, and what has. */
  owedBack: number;
  paidBack: number;
  isSold: boolean;
  due: number;
  /** What couriers have of it as lists say it, and where its money is. */
  held: number;
  moneyState: string | null;
  /** The same from the rows: of each parcel what was collected and claimed, less what standing lines paid and what was written off. */
  unpaid: { held: number; hasLine: boolean }[];
  writtenOff: number;
  /** What standing lines of its parcels say that was paid, and what the payments of their files moved. */
  settledLines: number;
  settledPayments: number;
}

/** Reads them from the rows themselves, by statements of their own. Takes whose. */
export async function sumsOfLife(sql: Sql, people: People): Promise<OrderSums[]> {
  const ids = people.orders.map(({ id }) => id);
  const rows = await sql<OrderSums[]>`
    select o.id, (o.total_amount * 100)::int as total, o.status <> 'cancelled' and o.archived_at is null as "isSold",
           ((o.advance_verified + o.credit_used + o.collected - o.refunded) * 100)::int as received, (o.collected * 100)::int as collected,
           (select coalesce(sum(case when p.kind = 'refund' then - s.sum else s.sum end) * 100, 0)::int
              from public.payments p cross join lateral (select case when p.reverses is null then p.amount else - p.amount end as sum) s
             where p.order_id = o.id and p.kind not in ('credit_given', 'claim', 'short_paid')) as rows,
           ((o.subtotal - o.discount + o.shipping - o.delivery_discount + o.gift_wrap) * 100)::int as priced,
           (select coalesce(- sum(h.quantity), 0)::int from public.stock_history h where h.reference_number = o.order_number and h.transaction_type <> 'damage') as out,
           (select coalesce(sum(case when g.inspects is null then g.quantity else - g.quantity end), 0)::int
              from public.goods_back g left join public.goods_back w on w.id = g.inspects
             where g.order_id = o.id and coalesce(w.disposition, g.disposition) in ('missing', 'to_inspect')) as elsewhere,
           not exists (select from public.goods_back g where g.order_id = o.id) as "isWhole",
           (select coalesce(sum(i.quantity), 0)::int from public.order_items i where i.order_id = o.id) as pieces,
           array(select c.code from public.discount_codes c join public.code_redemptions r on r.code_id = c.id
                  where r.order_id = o.id and r.released_at is null) as redeemed,
           array(select o.discount_code where o.discount_code is not null and o.status <> 'cancelled' and o.archived_at is null) as named,
           (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'isDelivered', v.status = 'delivered', 'collect', v.to_collect * 100) order by v.id), '[]')
              from public.shipments_of_orders v where v.order_id = o.id and v.archived_at is null and v.status not in ('failed', 'returned')) as labels,
           (select coalesce(sum(p.share) * 100, 0)::int from shop.return_pieces p where p.order_id = o.id and not p.is_released)
             + (select coalesce(sum(r.delivery_back) * 100, 0)::int from public.return_requests r
                 where r.order_id = o.id and r.state not in ('declined', 'withdrawn')) as "owedBack",
           (o.due_on_delivery * 100)::int as due, shop.money_state(o) as "moneyState",
           (select coalesce(sum(h.amount) * 100, 0)::int from shop.held_by_couriers h where h.order_id = o.id) as held,
           (select coalesce(jsonb_agg(jsonb_build_object('held', u.held, 'hasLine', u.has_line)), '[]')
              from (select (sum(k.amount) * 100)::int as held, bool_or(k.is_line) as has_line
                      from (select p.reference as number, case p.to_account when 'courier' then p.amount else - p.amount end as amount, false as is_line
                              from public.payments p where p.order_id = o.id and 'courier' in (p.from_account, p.to_account)
                            union all
                            select s.shipment_number, case l.outcome when 'delivered' then - l.cod else 0 end, l.outcome <> 'charge'
                              from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                             where s.order_id = o.id and l.is_standing) k group by k.number) u) as unpaid,
           (select coalesce(sum(case when p.reverses is null then p.amount else - p.amount end) * 100, 0)::int
              from public.payments p where p.order_id = o.id and p.kind = 'short_paid') as "writtenOff",
           (select coalesce(sum(l.cod) * 100, 0)::int from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
             where s.order_id = o.id and l.is_standing and l.outcome = 'delivered') as "settledLines",
           -- Each file of a life has one line.
           (select coalesce(sum(case p.from_account when 'courier' then p.amount else - p.amount end) * 100, 0)::int
              from public.payments p where p.settlement_id in (select l.settlement_id from public.settlement_lines l
                     join public.shipments s on s.id = l.shipment_id where s.order_id = o.id)
               and 'courier' in (p.from_account, p.to_account)) as "settledPayments",
           (select coalesce(sum(s.paid_back) * 100, 0)::int from public.return_requests r cross join lateral shop.return_sums(r) s
             where r.order_id = o.id and r.state not in ('declined', 'withdrawn')) as "paidBack"
      from unnest(${ids}::text[]) with ordinality k (id, place) join public.orders o on o.id = k.id order by k.place`;
  return [...rows];
}

const sum = (paisa: number[]) => paisa.reduce((all, one) => all + one, 0);

/** Where an order's money is, by its rows. */
function stateOf({ unpaid, writtenOff, due, received }: OrderSums): string | null {
  if (unpaid.some(({ held }) => held < 0)) return 'over';
  if (unpaid.some(({ held, hasLine }) => held > 0 && hasLine)) return 'short';
  if (unpaid.some(({ held }) => held > 0)) return 'with_courier';
  if (writtenOff > 0) return 'written_off';
  if (due > 0) return 'due';
  return received > 0 ? 'settled' : null;
}

/** What is wrong with them; nothing when all is well. */
export function wrongSums(sums: OrderSums[]): string[] {
  return sums.flatMap((one, place) => {
    const wrong: [boolean, string][] = [
      [one.rows !== one.received, `says ${one.received} was received, its payments ${one.rows}`],
      [one.received < 0, `has paid back more than it received: ${one.received}`],
      [one.total !== one.priced, `costs ${one.total}, its parts ${one.priced}`],
      [one.out < 0 || one.out - one.elsewhere > one.pieces, `has ${one.out} pieces out of ${one.pieces}`],
      [one.isSold && one.isWhole && one.out !== one.pieces, `sold ${one.pieces} pieces, and the stock ${one.out}`],
      [one.isSold && one.redeemed.join() !== one.named.join(), `names the code ${one.named}, redeemed is ${one.redeemed}`],
      [
        one.labels.some(({ collect }) => collect % 100 !== 0),
        `asks riders for ${one.labels.map(({ collect }) => collect)} paisa`,
      ],
      [
        one.held !== sum(one.unpaid.map(({ held }) => held)),
        `has ${one.held} with couriers, its rows ${JSON.stringify(one.unpaid)}`,
      ],
      [one.settledLines !== one.settledPayments, `was settled by ${one.settledPayments}, its lines say ${one.settledLines}`],
      [one.moneyState !== stateOf(one), `has its money ${one.moneyState}, by its rows ${stateOf(one)}`],
      [one.paidBack > one.owedBack, `pays ${one.paidBack} back for pieces of ${one.owedBack}`],
    ];
    return wrong.filter(([is]) => is).map(([, what]) => `order ${place} ${what}`);
  });
}
