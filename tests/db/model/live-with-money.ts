import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { orderFor } from '#tests/db/calls/order-calls.ts';
import { refusalOf } from '#tests/db/calls/refusals.ts';
import type { ProductRow } from '#tests/db/rows/catalogue-rows.ts';
import {
  book,
  deleteOrder,
  type MoneyModel,
  type MoneyOrder,
  mergeCustomers,
  moveTo,
  newModel,
  type Parcels,
  received,
  reverse,
  type Step,
  said,
} from './money-model.ts';

export interface Stage {
  sql: Sql;
  ring: ProductRow;
  staff: string;
  /** Takes 100 rupees off, as often as it likes. */
  code: string;
}

interface Real {
  phones: [string, string];
  orders: { id: string; number: string; key: string }[];
  customers: string[];
}

const paisa = (rupees: number) => Math.round(rupees * 100);

let people = 0;

/** Does the same to the model and to customers of its own in the database, and compares all sums and rows after each step. */
export async function liveWithMoney(stage: Stage, steps: Step[], seen = new Map<string, number>()): Promise<void> {
  people += 2;
  const model = newModel();
  const real: Real = { phones: [newPhone(people), newPhone(people + 1)], orders: [], customers: [] };
  for (const [number, step] of steps.entries()) {
    const outcome = await perform(stage, model, real, step);
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    if (!outcome.endsWith('nothing to do'))
      expect({ number, step, ...(await observe(stage.sql, real)) }).toEqual({
        number,
        step,
        ...expected(model, real.customers.length),
      });
  }
}

const newPhone = (number: number) => `+9231${10_000_000 + number}`;

/** What the money must be. */
function expected(model: MoneyModel, customers: number) {
  return {
    orders: model.orders.map((one) => ({ status: one.status, ...said(one) })),
    credit: model.credit.slice(0, customers),
    payments: model.payments
      .map(({ kind, amount, order, isBack }) => `${order ?? '-'} ${kind} ${isBack ? '-' : ''}${amount}`)
      .toSorted(),
    accounts: 0,
  };
}

async function observe(sql: Sql, { orders, customers }: Real) {
  const ids = orders.map(({ id }) => id);
  const [row] = await sql<
    { orders: object[]; credit: number[]; payments: { at: number | null; kind: string; paisa: number }[]; accounts: number }[]
  >`
    select (select jsonb_agg(jsonb_build_object('status', o.status, 'advance', (o.advance_verified * 100)::int, 'credit', (o.credit_used * 100)::int,
              'collected', (o.collected * 100)::int, 'refunded', (o.refunded * 100)::int, 'due', (o.due_on_delivery * 100)::int,
              'toRefund', (o.to_refund * 100)::int, 'payment', o.payment_status) order by k.place)
              from unnest(${ids}::text[]) with ordinality k (id, place) join public.orders o on o.id = k.id) as orders,
           (select jsonb_agg((c.credit * 100)::int order by k.place)
              from unnest(${customers}::text[]) with ordinality k (id, place) join public.customers c on c.id = k.id) as credit,
           (select coalesce(jsonb_agg(jsonb_build_object('at', k.place - 1, 'kind', p.kind, 'paisa', (shop.signed_amount(p) * 100)::int)), '[]')
              from public.payments p left join unnest(${ids}::text[]) with ordinality k (id, place) on k.id = p.order_id
             where k.id is not null or p.customer_id = any (${customers}::text[])) as payments,
           (select coalesce(sum(case a.side when 'to' then p.amount else - p.amount end) * 100, 0)::int
              from public.payments p cross join unnest('{from,to}'::text[]) a (side) where p.order_id = any (${ids}::text[])) as accounts`;
  if (!row) throw new Error('nothing to see');
  return {
    orders: row.orders,
    credit: row.credit,
    payments: row.payments.map(({ at, kind, paisa: sum }) => `${at ?? '-'} ${kind} ${sum}`).toSorted(),
    accounts: row.accounts,
  };
}

/** What was refused, by its code. */
async function done(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch {
    return (await refusalOf(call)).code;
  }
}

async function perform(stage: Stage, model: MoneyModel, real: Real, step: Step): Promise<string> {
  const { sql } = stage;
  const told = (outcome: string, must: string) => {
    expect({ step, outcome }).toEqual({ step, outcome: must });
    return `${step.does}: ${outcome}`;
  };
  const nothing = `${step.does}: nothing to do`;
  const at = 'order' in step ? step.order % Math.max(1, real.orders.length) : 0;
  const order = real.orders[at];
  const one = model.orders[at];

  switch (step.does) {
    case 'place': {
      const customer = model.areMerged ? 0 : step.customer % 2;
      if (real.orders.length >= 6) return nothing;
      return told(...(await placeOrder(stage, model, real, customer, step.credit, step.withCode)));
    }
    case 'give credit': {
      const customer = model.areMerged ? 0 : step.customer % 2;
      const outcome = await done(
        sql`select public.give_credit(${real.customers[customer] ?? ''}, ${step.amount}, 'Late', ${stage.staff})`,
      );
      book(model, 'credit_given', paisa(step.amount), null, customer);
      return told(outcome, 'done');
    }
    case 'merge customers': {
      if (model.areMerged) return nothing;
      const outcome = await done(
        sql`select public.merge_customers(${real.customers[0] ?? ''}, ${real.customers[1] ?? ''}, ${stage.staff})`,
      );
      mergeCustomers(model);
      return told(outcome, 'done');
    }
    case 'take back': {
      const rows = await sql<
        {
          id: string;
          at: number | null;
          kind: string;
          paisa: number;
          reverses: boolean;
          reversed: boolean;
          customer: number | null;
        }[]
      >`
        select p.id, k.place - 1 as at, p.kind, (p.amount * 100)::int as paisa, p.reverses is not null as reverses, array_position(${real.customers}::text[], p.customer_id) - 1 as customer,
               exists (select from public.payments r where r.reverses = p.id) as reversed
          from public.payments p left join unnest(${real.orders.map(({ id }) => id)}::text[]) with ordinality k (id, place) on k.id = p.order_id
         where k.id is not null or p.customer_id = any (${real.customers}::text[]) order by p.sequence`;
      const row = rows[step.payment % Math.max(1, rows.length)];
      if (!row) return nothing;
      const booked = model.payments.find(
        (payment) =>
          payment.kind === row.kind &&
          payment.amount === row.paisa &&
          payment.order === (row.at === null ? null : Number(row.at)) &&
          payment.isBack === row.reverses &&
          payment.isTakenBack === row.reversed &&
          payment.customer === row.customer,
      );
      if (!booked) throw new Error('the model knows no such payment');
      return told(
        await done(sql`select public.reverse_payment(${row.id}, 'Booked by mistake', ${stage.staff})`),
        reverse(model, booked),
      );
    }
    default:
      if (!order || !one) return nothing;
      return told(...(await withOrder(stage, model, step, at, order, one)));
  }
}

async function placeOrder(
  { sql, ring, staff, code }: Stage,
  model: MoneyModel,
  real: Real,
  customer: number,
  credit: number,
  withCode: boolean,
): Promise<[string, string]> {
  const total = orderTotal(ring.price, DELIVERY) - (withCode ? 100 : 0);
  const payload = orderFor([{ product: ring }], {
    customerPhone: real.phones[customer] ?? '',
    customerAddress: `House ${real.orders.length}-${real.phones[0]}`,
    source: 'phone',
    totalAmount: total,
    ...(withCode && { code }),
    ...(credit > 0 && { storeCredit: credit }),
  });
  const must = credit > 0 && paisa(credit) > (model.credit[customer] ?? 0) ? 'not_enough_credit' : 'done';
  const call = sql<{ id: string; number: string; customer: string; key: string; total: number }[]>`
    select p.made ->> 'id' as id, p.made ->> 'order_number' as number, p.made ->> 'customer_id' as customer, shop.page_key(p.made ->> 'id') as key,
           (p.made ->> 'total_amount')::float as total
      from (select public.place_order(${sql.json(payload as never)}, ${sql.json(DELIVERY as never)}, actor => ${staff}) as made offset 0) p`;
  const outcome = await done(call);
  if (outcome === 'done') {
    const [made] = await call;
    if (!made) throw new Error('nothing was placed');
    real.orders.push(made);
    if (!model.areMerged) real.customers[customer] = made.customer;
    model.orders.push({
      customer,
      status: 'pending',
      total: paisa(made.total),
      isDeleted: false,
      advance: 0,
      credit: 0,
      collected: 0,
      refunded: 0,
      goodwill: 0,
      hasArrived: false,
    });
    if (credit > 0) book(model, 'credit_used', paisa(credit), model.orders.length - 1, customer);
  }
  return [outcome, must];
}

/** An order's parcels that are delivered, and what is booked under their numbers that the model does not know. */
async function parcelsOf(sql: Sql, id: string, model: MoneyModel, at: number): Promise<Parcels> {
  const delivered = await sql<{ parcel: string; paisa: number | null }[]>`
    select s.shipment_number as parcel, ((shop.payment_of(s)).amount * 100)::int as paisa from public.shipments s
     where s.order_id = ${id} and s.status = 'delivered' and s.archived_at is null order by s.created_at, s.id`;
  const known = model.payments.filter(
    ({ order, kind, isBack, isTakenBack }) => order === at && kind === 'collected' && !isBack && !isTakenBack,
  );
  const isKnown = (number: string) => known.some(({ parcel }) => parcel === number);
  return {
    delivered: delivered.map(({ parcel }) => parcel),
    arrived: delivered.flatMap(({ parcel, paisa }) => (paisa === null || isKnown(parcel) ? [] : [{ parcel, paisa }])),
  };
}

async function withOrder(
  { sql, ring, staff }: Stage,
  model: MoneyModel,
  step: Exclude<Step, { does: 'place' | 'give credit' | 'merge customers' | 'take back' }>,
  at: number,
  { id, number, key }: Real['orders'][number],
  one: MoneyOrder,
): Promise<[outcome: string, must: string]> {
  const gone = one.isDeleted ? 'order_not_found' : null;
  switch (step.does) {
    case 'record advance': {
      const outcome = await done(sql`select shop.record_advance(shop.lock_order(${id}), ${step.amount}, ${step.method})`);
      if (!gone) book(model, 'advance', paisa(step.amount), at);
      return [outcome, gone ?? 'done'];
    }
    case 'refund': {
      const outcome = await done(
        sql`select public.refund_order(${id}, ${step.amount}, ${step.method}, '', 'Scratched', ${staff})`,
      );
      const must = gone ?? (paisa(step.amount) > received(one) ? 'refund_too_large' : 'done');
      if (must === 'done') book(model, 'refund', paisa(step.amount), at, step.method === 'store_credit' ? one.customer : null);
      return [outcome, must];
    }
    case 'spend credit': {
      const outcome = await done(sql`select shop.spend_credit(shop.lock_order(${id}), ${step.amount})`);
      const usable = Math.min(model.credit[one.customer] ?? 0, said(one).due);
      const must = gone ?? (paisa(step.amount) > usable ? 'not_enough_credit' : 'done');
      if (must === 'done') book(model, 'credit_used', paisa(step.amount), at, one.customer);
      return [outcome, must];
    }
    case 'delete': {
      const outcome = await done(sql`select public.archive_order(${id}, ${staff})`);
      return [outcome, gone ?? deleteOrder(model, one, at)];
    }
    case 'restore': {
      const outcome = await done(sql`select public.restore_order(${id}, ${staff})`);
      const must = one.isDeleted ? 'done' : 'deleted_not_found';
      one.isDeleted = false;
      return [outcome, must];
    }
    default: {
      // What these do to status and price, other models say. Here it is a fact, and what it does to the money is compared.
      const outcome = await done(facts());
      const [row] = await sql<{ status: OrderStatus; total: number }[]>`
        select status, (total_amount * 100)::int as total from public.orders where id = ${id}`;
      if (!row) throw new Error(`no order ${number}`);
      one.total = row.total;
      if (outcome !== 'money_refunded')
        return [outcome, moveTo(model, at, row.status, await parcelsOf(sql, id, model, at)) ? outcome : 'money_refunded'];
      // Only what was delivered, and went back, is held.
      const isHeld = one.collected > 0 && one.refunded > one.advance + one.credit;
      return [outcome, isHeld ? 'money_refunded' : 'done'];
    }
  }

  function facts(): PromiseLike<unknown> {
    switch (step.does) {
      case 'set status':
        return sql`select public.set_order_status(${id}, ${step.status}, ${staff}, reason => 'Said so', cash_with => 'us')`;
      case 'make a parcel':
        return sql`select public.create_shipment(${sql.json({ orderId: id })})`;
      case 'move a parcel':
        return sql`select public.set_shipment_status(s.id, ${step.status}, ${staff}, reason => 'Said so')
                     from (select id from public.shipments where order_id = ${id} order by created_at desc, id limit 1) s`;
      case 'edit items':
        return sql`select public.edit_order_items(${id}, ${sql.json([{ productId: ring.id, quantity: step.pieces }])}, ${sql.json(DELIVERY as never)}, ${staff})`;
      default:
        return sql`select public.add_to_order(${number}, ${key}, ${sql.json([{ productId: ring.id, quantity: 1 }])}, 20, is_limited => false)`;
    }
  }
}
