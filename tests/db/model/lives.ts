import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { DELIVERY } from '#built/settings.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { DISPOSITIONS } from '#domain/returns/dispositions.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import type { Code } from '#tests/db/calls/code-calls.ts';
import { bookFile, fileOf, returnOf, rowOf, undoFile } from '#tests/db/calls/settlement-calls.ts';
import type { ProductRow } from '#tests/db/rows/catalogue-rows.ts';
import type { Step } from './lives-steps.ts';

/** What a life is lived with. */
export interface Stage {
  sql: Sql;
  products: ProductRow[];
  staff: string;
  courier: string;
}

/** The people of one life, and what they have so far. */
export interface People {
  phone: string;
  orders: { id: string; number: string; key: string; customer: string }[];
  requests: string[];
  /** Couriers' files that were booked for their parcels. */
  files: string[];
  /** Codes of their own: ten percent off, 100 rupees off from 2,000 on, and one for one order alone. */
  codes: Code[];
}

const CLAIM_ENDS = ['paid', 'refused', 'sent_again', 'written_off'];

/** What an order must be like for something to be done to it. */
const SUITS: Partial<Record<Step['does'], (order: Known) => boolean>> = {
  'make a part of it a parcel': ({ status, parcels }) => parcels === 1 && status !== 'delivered',
  'move a parcel': ({ parcels }) => parcels > 0,
  'lose a parcel': ({ parcels }) => parcels > 0,
  'pay out a parcel': ({ parcels }) => parcels > 0,
  'write off a parcel': ({ parcels }) => parcels > 0,
  'undo a delivery': ({ status }) => status === 'delivered',
  'drop a piece': ({ status }) => status === 'pending',
  'add a piece': ({ status }) => status === 'pending',
  edit: ({ status }) => status === 'pending',
  deliver: ({ status }) => status !== 'cancelled' && status !== 'delivered',
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

/** The states of a return in which something can be done to it. */
const STATES: Partial<Record<Step['does'], string[]>> = {
  approve: ['asked'],
  decline: ['asked', 'approved'],
  withdraw: ['asked', 'approved'],
  settle: ['received'],
  'receive what was asked': ['approved'],
};

/** One that it can be done to; now and then any. */
async function suitingRequest(sql: Sql, { requests }: People, { does, at, sum }: Step): Promise<string | undefined> {
  const states = sum % 7 ? STATES[does] : undefined;
  if (!states) return pick(requests, at);
  const rows = await sql<{ id: string }[]>`
    select id from public.return_requests where id = any (${requests}::text[]) and state = any (${states}::shop.return_state[]) order by return_number`;
  return pick(rows, at)?.id;
}

const pick = <One>(list: readonly One[], place: number): One | undefined => list[place % Math.max(1, list.length)];
const rupees = (paisa: number) => paisa / 100;

/** Does it. Throws what the database refuses; null where there is nobody to do it to. */
export async function perform({ sql, products, staff, courier }: Stage, people: People, step: Step): Promise<unknown> {
  const product = pick(products, step.choice);
  const facts = await known(sql, people);
  const suiting = facts.flatMap((one, place) => (SUITS[step.does]?.(one) === false ? [] : [place]));
  // Now and then to one that it does not suit: that is refused, and changes nothing.
  const place = (step.sum % 7 ? pick(suiting, step.at) : step.at % Math.max(1, people.orders.length)) ?? -1;
  const order = people.orders[place];
  const request = await suitingRequest(sql, people, step);
  if (!product) return null;
  const delivery = sql.json(DELIVERY as never);
  if (step.does === 'place' || step.does === 'place with a code') {
    if (people.orders.length >= 4) return null;
    const items = [{ productId: product.id, quantity: step.pieces }];
    if (step.pieces > 1) items.push({ productId: (pick(products, step.choice + 1) ?? product).id, quantity: 1 });
    const code = step.does === 'place' ? undefined : pick(people.codes, step.choice)?.code;
    const isGift = step.at % 3 === 0;
    const [quote] = await sql<{ total: number }[]>`
      select (public.quote_cart(${sql.json(items)}, ${delivery}, ${code ?? null}, null, ${isGift}) ->> 'total')::float as total`;
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
      ...(isGift && { isGift, wantsGiftWrap: true }),
    };
    const [made] = await sql<People['orders']>`
      select p.made ->> 'id' as id, p.made ->> 'order_number' as number, shop.page_key(p.made ->> 'id') as key, p.made ->> 'customer_id' as customer
        from (select public.place_order(${sql.json(payload as never)}, ${delivery}, actor => ${staff}) as made offset 0) p`;
    if (made) people.orders.push(made);
    return made;
  }
  if (step.does === 'change the code') {
    const code = pick(people.codes, step.choice);
    const changed = { ...code, value: 5 + (step.sum % 60), minimum: step.pieces * 500, is_paused: step.at % 4 === 0 };
    return sql`select public.save_discount_code(${code?.id ?? ''}, ${sql.json(changed as never)}, ${staff})`;
  }
  if (step.does === 'undo a payout') {
    const file = pick(people.files, step.at);
    return file ? undoFile(sql, { id: file }, staff) : null;
  }
  if (!order) return null;
  const { id, number, key, customer } = order;
  const other = people.orders.find((one) => one.id !== id)?.id ?? '';
  const parcels = () =>
    sql<
      { id: string; number: string }[]
    >`select id, shipment_number as number from public.shipments where order_id = ${id} order by created_at, id`;
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
      return sql`select public.add_to_order(${number}, ${key}, ${sql.json(items)}, 20, is_limited => false)`;
    }
    case 'record advance':
      return sql`select shop.record_advance(shop.lock_order(${id}), ${rupees(step.sum)}, ${step.choice % 2 ? 'cash' : 'raast'})`;
    case 'refund': {
      // Often all of it, or half.
      const received = facts[place]?.received ?? 0;
      const sum =
        step.at % 3 === 0 && received > 0
          ? received
          : step.at % 3 === 1
            ? Math.max(1, Math.floor(received / 2))
            : rupees(step.sum);
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
    case 'deliver': {
      const status = step.does === 'deliver' ? 'delivered' : (pick(ORDER_STATUSES, step.choice) ?? '');
      const cashWith = pick(['us', 'nobody'], step.at) ?? '';
      return sql`select public.set_order_status(${id}, ${status}, ${staff}, reason => 'Said so', cash_with => ${cashWith})`;
    }
    case 'undo a delivery': {
      const parcel = pick(await parcels(), step.pieces);
      if (step.choice % 2 || !parcel) return sql`select public.undo_order_delivery(${id}, ${staff})`;
      return sql`select public.undo_parcel_delivery(${parcel.id}, ${staff})`;
    }
    case 'lose a parcel': {
      const parcel = pick(await parcels(), step.pieces);
      if (!parcel) return null;
      const [booking] = await sql<{ id: string }[]>`
        insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
        values (${parcel.id}, ${courier}, ${parcel.number}, 1000, 200, ${`T${parcel.number}`}, 'booked', now())
        on conflict (shipment_id) where state in ('intended', 'unknown', 'booked') do update set grams = 200 returning id`;
      const ending = {
        end: pick(CLAIM_ENDS, step.choice),
        order: pick(['cancel', 'send_again', 'keep'], step.at),
        reference: '',
        notes: '',
        ...(step.choice % 3 === 0 && { refundMethod: 'raast' }),
        ...(pick(CLAIM_ENDS, step.choice) === 'paid' && {
          amount: rupees(step.sum),
          paidInto: pick(['bank', 'cash', 'courier'], step.pieces),
        }),
        ...(step.sum % 2 === 0 && { pieces: [{ itemId: pick(await lines(), step.choice)?.id ?? '', quantity: 1 }] }),
      };
      return sql`select public.end_courier_claim(${booking?.id ?? ''}, ${sql.json(ending as never)}, ${staff})`;
    }
    case 'pay out a parcel': {
      const parcel = pick(await parcels(), step.pieces);
      if (!parcel) return null;
      const tracking = `T${parcel.number}`.replace(/-/g, '');
      await sql`update public.shipments s set carrier = 'Kangaroo', tracking_number = ${tracking} where s.id = ${parcel.id}
                   and s.tracking_number = '' and not exists (select from public.courier_bookings b where b.shipment_id = s.id)`;
      const [written] = await sql<{ number: string; owed: number }[]>`
        select shop.tracking_key(coalesce(nullif(b.tracking_number, ''), s.tracking_number)) as number, o.owed::float as owed
          from public.shipments s left join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked'
         cross join shop.owed_for(${courier}, array[s.id]) o where s.id = ${parcel.id}`;
      // Often all of it, else anything, or it came back.
      const cash = step.choice % 3 ? Math.max(0, written?.owed ?? 0) : rupees(step.sum);
      const number = written?.number || tracking;
      const row = step.choice % 7 ? rowOf(number, cash) : returnOf(number);
      const booked = await bookFile(sql, courier, fileOf([row]), { actor: staff });
      people.files.push(booked.id);
      return booked;
    }
    case 'write off a parcel':
      return sql`select public.write_off_shortfall(${pick(await parcels(), step.pieces)?.id ?? ''}, 'Their rider left', ${staff})`;
    case 'correct the phone': {
      const phone = step.at % 3 ? `${people.phone.slice(0, -1)}${step.pieces}` : people.phone;
      return sql`select public.edit_order(${id}, ${sql.json({ customer_phone: phone })}, ${staff})`;
    }
    case 'cancel a twin':
      return sql`select public.cancel_twin_order(${id}, ${other}, 'Ordered twice', ${staff})`;
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
    case 'inspect': {
      const [waiting] = await sql<{ id: string }[]>`
        select id from public.goods_back where order_id = ${id} and disposition = 'to_inspect' order by sequence desc limit 1`;
      if (!waiting) return null;
      const decision = { key: randomUUID(), quantity: 1, disposition: pick(['restocked', 'damaged'], step.choice) };
      return sql`select public.inspect_pieces(${waiting.id}, ${sql.json(decision as never)}, ${staff})`;
    }
    case 'delete':
      return sql`select public.archive_order(${id}, ${staff})`;
    case 'restore':
      return sql`select public.restore_order(${id}, ${staff})`;
    case 'merge twins':
      return sql`select public.merge_twin_orders(${id}, ${other}, ${staff})`;
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
      await sql`select public.ask_return(${number}, ${key}, ${sql.json(asked as never)}, ${delivery}, null)`;
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
      return sql`select public.withdraw_return(o.order_number, shop.page_key(o.id), r.id)
                   from public.return_requests r join public.orders o on o.id = r.order_id where r.id = ${request}`;
    case 'receive what was asked': {
      const asked = await sql<{ order: string; itemId: string; quantity: number }[]>`
        select order_id as order, order_item_id as "itemId", count(*)::int as quantity from shop.return_pieces where request_id = ${request} group by 1, 2`;
      const pieces = asked.map(({ itemId, quantity }) => ({ itemId, quantity, disposition: pick(DISPOSITIONS, step.pieces) }));
      return sql`select public.receive_pieces(${sql.json({ key: randomUUID(), orderId: asked[0]?.order, pieces } as never)}, ${staff})`;
    }
    case 'settle': {
      const settlement = { method: pick(['bank_transfer', 'cash', 'raast'], step.choice), reference: '' };
      return sql`select public.settle_return(${request}, ${sql.json(settlement as never)}, ${staff})`;
    }
    default:
      return null;
  }
}
