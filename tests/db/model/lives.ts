import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Sql } from 'postgres';
import { DELIVERY } from '#built/settings.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { DISPOSITIONS } from '#domain/returns/dispositions.ts';
import type { ProductRow } from '#tests/db/rows/catalogue-rows.ts';

/** What a life is lived with. */
export interface Stage {
  sql: Sql;
  products: ProductRow[];
  staff: string;
  /** Codes: ten percent off, 100 rupees off from 2,000 on, and one for one order alone. */
  codes: string[];
}

/** The people of one life, and what they have so far. */
export interface People {
  phone: string;
  orders: { id: string; number: string; key: string; customer: string }[];
  requests: string[];
}

const DOINGS = [
  'place',
  'place with a code',
  'edit',
  'add a piece',
  'drop a piece',
  'record advance',
  'refund',
  'give credit',
  'spend credit',
  'take back',
  'set status',
  'make a parcel',
  'make a part of it a parcel',
  'move a parcel',
  'receive all',
  'receive a piece',
  'delete',
  'restore',
  'merge twins',
  'ask for money',
  'ask for another',
  'approve',
  'decline',
  'withdraw',
  'settle',
] as const;

/** One thing that somebody does. `at` and `choice` name an order, a product, a status …, counted round; `sum` is in paisa. */
export interface Step {
  does: (typeof DOINGS)[number];
  at: number;
  choice: number;
  pieces: number;
  sum: number;
}

const WEIGHTS: Partial<Record<Step['does'], number>> = {
  place: 3,
  'set status': 8,
  'move a parcel': 8,
  'make a parcel': 4,
  'ask for money': 3,
  'ask for another': 3,
  approve: 4,
  settle: 4,
  delete: 1,
};

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(...DOINGS.map((does) => ({ weight: WEIGHTS[does] ?? 2, arbitrary: fc.constant(does) }))),
  at: fc.nat(11),
  choice: fc.nat(59),
  pieces: fc.integer({ min: 1, max: 3 }),
  sum: fc.oneof(fc.constantFrom(20, 10_000, 50_000, 99_950, 120_000), fc.integer({ min: 1, max: 400_000 })),
});

/** Two orders, then anything. */
export const life: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }).map((steps) => {
  const first: Step = { does: 'place', at: 0, choice: 0, pieces: 2, sum: 0 };
  return [first, { ...first, does: 'place with a code', pieces: 3 }, ...steps];
});

/** What an order must be like for something to be done to it; others are taken where there is none. */
const SUITS: Partial<Record<Step['does'], (order: Known) => boolean>> = {
  'make a part of it a parcel': ({ status, parcels }) => parcels === 1 && status !== 'delivered',
  'move a parcel': ({ parcels }) => parcels > 0,
  'receive a piece': ({ status }) => status === 'delivered' || status === 'shipped',
  'receive all': ({ status }) => status === 'cancelled',
  refund: ({ received }) => received > 0,
  restore: ({ isDeleted }) => isDeleted,
  'ask for money': ({ status }) => status === 'delivered',
  'ask for another': ({ status }) => status === 'delivered',
};

interface Known {
  status: string;
  isDeleted: boolean;
  parcels: number;
  received: number;
  due: number;
}

async function known(sql: Sql, { orders }: People): Promise<Known[]> {
  const rows = await sql<Known[]>`
    select o.status, o.archived_at is not null as "isDeleted", o.due_on_delivery::float as due,
           (o.advance_verified + o.credit_used + o.collected - o.refunded)::float as received,
           (select count(*)::int from public.shipments s where s.order_id = o.id and s.archived_at is null) as parcels
      from unnest(${orders.map(({ id }) => id)}::text[]) with ordinality k (id, place) join public.orders o on o.id = k.id order by k.place`;
  return [...rows];
}

const pick = <One>(list: readonly One[], place: number): One | undefined => list[place % Math.max(1, list.length)];
const rupees = (paisa: number) => paisa / 100;

/** Does it. Throws what the database refuses; null where there is nobody to do it to. */
export async function perform({ sql, products, staff, codes }: Stage, people: People, step: Step): Promise<unknown> {
  const product = pick(products, step.choice);
  const facts = await known(sql, people);
  const suiting = facts.flatMap((one, place) => (SUITS[step.does]?.(one) === false ? [] : [place]));
  const place = pick(suiting, step.at) ?? step.at % Math.max(1, people.orders.length);
  const order = people.orders[place];
  const request = pick(people.requests, step.at);
  if (!product) return null;
  const delivery = sql.json(DELIVERY as never);
  if (step.does === 'place' || step.does === 'place with a code') {
    if (people.orders.length >= 4) return null;
    const items = [{ productId: product.id, quantity: step.pieces }];
    if (step.pieces > 1) items.push({ productId: (pick(products, step.choice + 1) ?? product).id, quantity: 1 });
    const code = step.does === 'place' ? undefined : pick(codes, step.choice);
    const [quote] = await sql<{ total: number }[]>`
      select (public.quote_cart(${sql.json(items)}, ${delivery}, ${code ?? null}) ->> 'total')::float as total`;
    const payload = {
      customerName: 'Ayesha Khan',
      customerEmail: '',
      customerPhone: people.phone,
      customerAddress: 'House 1, Street 2',
      city: 'Lahore',
      paymentMethod: 'cash_on_delivery',
      source: 'phone',
      items,
      totalAmount: quote?.total ?? 0,
      ...(code && { code }),
    };
    const [made] = await sql<People['orders']>`
      select p.made ->> 'id' as id, p.made ->> 'order_number' as number, shop.page_key(p.made ->> 'id') as key, p.made ->> 'customer_id' as customer
        from (select public.place_order(${sql.json(payload as never)}, ${delivery}, actor => ${staff}) as made offset 0) p`;
    if (made) people.orders.push(made);
    return made;
  }
  if (!order) return null;
  const { id, number, key, customer } = order;
  const parcels = () => sql<{ id: string }[]>`select id from public.shipments where order_id = ${id} order by created_at, id`;
  const lines = () => sql<{ id: string; product: string; quantity: number }[]>`
    select id, product_id as product, quantity from public.order_items where order_id = ${id} order by position`;

  switch (step.does) {
    case 'edit': {
      const items = [{ productId: product.id, quantity: step.pieces }];
      return sql`select public.edit_order_items(${id}, ${sql.json(items)}, ${delivery}, ${staff})`;
    }
    case 'drop a piece': {
      const left = (await lines()).map((line, place) => ({
        productId: line.product,
        quantity: place === step.choice % 2 ? line.quantity - 1 : line.quantity,
      }));
      const items = left.filter(({ quantity }) => quantity > 0);
      return sql`select public.edit_order_items(${id}, ${sql.json(items)}, ${delivery}, ${staff})`;
    }
    case 'add a piece': {
      const items = [{ productId: product.id, quantity: 1 }];
      return sql`select public.add_to_order(${number}, ${key}, ${sql.json(items)}, ${delivery}, 20, is_limited => false)`;
    }
    case 'record advance':
      return sql`select shop.record_advance(shop.lock_order(${id}), ${rupees(step.sum)}, ${step.choice % 2 ? 'cash' : 'raast'})`;
    case 'refund': {
      // Often all of it, or half.
      const received = facts[place]?.received ?? 0;
      const sum = step.at % 3 === 0 && received > 0 ? received : step.at % 3 === 1 ? Math.max(1, Math.floor(received / 2)) : rupees(step.sum);
      const method = pick(['cash', 'wallet', 'store_credit'], step.choice) ?? '';
      return sql`select public.refund_order(${id}, ${sum}, ${method}, '', 'Scratched', ${staff}, null, ${step.pieces > 1})`;
    }
    case 'give credit':
      return sql`select public.give_credit(${customer}, ${rupees(step.sum)}, 'Late', ${staff})`;
    case 'spend credit':
      return sql`select shop.spend_credit(shop.lock_order(${id}), ${rupees(step.sum)})`;
    case 'take back': {
      const rows = await sql<{ id: string }[]>`select id from public.payments where order_id = ${id} order by sequence`;
      return sql`select public.reverse_payment(${pick(rows, step.choice)?.id ?? ''}, 'Booked by mistake', ${staff})`;
    }
    case 'set status':
      return sql`select public.set_order_status(${id}, ${pick(ORDER_STATUSES, step.choice) ?? ''}, ${staff}, reason => 'Said so')`;
    case 'make a parcel':
      return sql`select public.create_shipment(${sql.json({ orderId: id })}, ${staff})`;
    case 'make a part of it a parcel':
      return sql`select public.create_shipment(${sql.json({ orderId: id, collect: Math.floor(((facts[place]?.due ?? 0) * step.choice) / 60) })}, ${staff})`;
    case 'move a parcel': {
      const status = pick(SHIPMENT_STATUSES, step.choice) ?? '';
      const parcel = pick(await parcels(), step.pieces);
      return sql`select public.set_shipment_status(${parcel?.id ?? ''}, ${status}, ${staff}, reason => 'Said so')`;
    }
    case 'receive all': {
      const counted = { key: randomUUID(), orderId: id, pieces: [], isWholeOrder: true };
      return sql`select public.receive_pieces(${sql.json(counted)}, ${staff})`;
    }
    case 'receive a piece': {
      const disposition = pick(DISPOSITIONS, step.pieces);
      const pieces = [{ itemId: pick(await lines(), step.choice)?.id ?? '', quantity: 1, disposition }];
      return sql`select public.receive_pieces(${sql.json({ key: randomUUID(), orderId: id, pieces } as never)}, ${staff})`;
    }
    case 'delete':
      return sql`select public.archive_order(${id}, ${staff})`;
    case 'restore':
      return sql`select public.restore_order(${id}, ${staff})`;
    case 'merge twins': {
      const other = people.orders.find((one) => one.id !== id);
      return sql`select public.merge_twin_orders(${id}, ${other?.id ?? ''}, ${delivery}, ${staff})`;
    }
    case 'ask for money':
    case 'ask for another': {
      const outcome = step.does === 'ask for another' ? 'exchange' : (pick(['transfer', 'store_credit'], step.choice) ?? '');
      const wanted = outcome === 'exchange' ? { wanted: { productId: product.id } } : {};
      const items = [{ itemId: pick(await lines(), step.choice)?.id ?? '', quantity: Math.min(step.pieces, 2), ...wanted }];
      const asked = {
        kind: outcome === 'exchange' ? 'exchange' : 'return',
        outcome,
        reason: 'other',
        words: '',
        items,
        photoIds: [],
      };
      await sql`select public.ask_return(${number}, ${key}, ${sql.json(asked as never)}, null)`;
      const rows = await sql<
        { id: string }[]
      >`select id from public.return_requests where order_id = ${id} order by created_at, id`;
      people.requests = [...new Set([...people.requests, ...rows.map((row) => row.id)])];
      return rows;
    }
    default:
  }

  if (!request) return null;
  switch (step.does) {
    case 'approve': {
      const outcome = pick(['transfer', 'store_credit', 'exchange'], step.choice);
      const decision = { outcome, answer: '', comesBack: step.pieces > 1, sendsFirst: step.pieces === 3 };
      const [made] = await sql<People['orders']>`
        select e.id, e.order_number as number, shop.page_key(e.id) as key, e.customer_id as customer
          from (select public.approve_return(${request}, ${sql.json(decision as never)}, ${delivery}, ${staff}) as done offset 0) d
          join public.return_requests r on d.done is not null and r.id = ${request} join public.orders e on e.id = r.exchange_order_id`;
      if (made && people.orders.every((one) => one.id !== made.id)) people.orders.push(made);
      return made ?? 'approved';
    }
    case 'decline':
      return sql`select public.decline_return(${request}, 'It was worn', ${staff})`;
    case 'withdraw':
      return sql`select public.withdraw_return(${number}, ${key}, ${request})`;
    case 'settle': {
      const settlement = { method: pick(['bank_transfer', 'cash', 'raast'], step.choice), reference: '' };
      return sql`select public.settle_return(${request}, ${sql.json(settlement as never)}, ${staff})`;
    }
    default:
      return null;
  }
}
