/** Pieces that customers send back, each asked for on the page of its order: one in each state, and one that was exchanged for another. */
import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { bookParcel, tellOf } from './parcels.ts';
import type { Shop } from './play.ts';

interface Arrived {
  id: string;
  orderNumber: string;
  city: string;
  item: string;
  price: number;
}

/** The parcel of the exchange is none of those that orders.ts numbers. */
const EXCHANGE_PARCEL = 951;

/** What else customers ask for: when, why, in their words, and what became of it, on which day. */
const REQUESTS = [
  { day: -11, reason: 'changed_mind', words: 'My sister bought me the same one.', approved: -10, received: -2 },
  { day: -7, reason: 'changed_mind', words: 'I wore it at a wedding and do not need it any more.', declined: -6 },
  { day: -6, reason: 'does_not_fit', words: '', withdrawn: -6 },
  { day: -4, reason: 'not_as_expected', words: 'It is heavier than I thought.', approved: -3 },
  { day: -1, reason: 'does_not_fit', words: 'Too small for my wrist. Is store credit possible?', outcome: 'store_credit' },
  { day: 0, hour: 8.4, reason: 'other', words: 'The gift was not liked, she would rather have the money.' },
] as const;

/** Plans all of them. */
export function planReturns(shop: Shop): void {
  const { plan, team, query, call } = shop;
  /** The latest order that arrived more than three days ago and has a piece to send back: what it is refunded for beside that (orders.ts) is over. */
  const latestArrived = async () => {
    const [arrived] = await query<Arrived>(
      `select o.id, o.order_number as "orderNumber", o.city, i.id as item, i.price::float8 as price
         from public.orders o
         join public.shipments s on s.order_id = o.id
         join public.courier_bookings b on b.shipment_id = s.id
         join public.parcel_progress p on p.booking_id = b.id
         cross join lateral shop.returnable(o) r
         join public.order_items i on i.id = r.item_id and r.may_return > 0
        where o.status = 'delivered' and o.refunded = 0 and o.discount = 0 and p.last_event_at < now() - interval '3 days'
          and not exists (select from public.return_requests r where r.order_id = o.id)
        order by o.created_at desc, i.position limit 1`,
    );
    return arrived;
  };
  const ask = async ({ id, orderNumber, item }: Arrived, asked: object, wanted?: object) => {
    const { key } = await call<{ key: string }>('order_page_key', id);
    const items = [{ itemId: item, quantity: 1, ...(wanted && { wanted }) }];
    await call('ask_return', orderNumber, key, { words: '', photoIds: [], ...asked, items }, DEFAULT_SETTINGS.delivery);
    const [request] = await query<{ id: string }>('select r.id from public.return_requests r where r.order_id = $1', id);
    return request?.id;
  };
  const approve = (request: string | undefined, outcome: string) =>
    call('approve_return', request, { outcome, comesBack: true }, DEFAULT_SETTINGS.delivery, team.manager);
  const receive = ({ id, item }: Arrived) => {
    const pieces = [{ itemId: item, quantity: 1, disposition: 'restocked' }];
    return call('receive_pieces', { key: randomUUID(), orderId: id, pieces, notes: '' }, team.packer);
  };

  plan(-14, 20.2, async () => {
    const arrived = await latestArrived();
    if (!arrived) return;
    const asked = {
      kind: 'return',
      outcome: 'transfer',
      reason: 'not_as_expected',
      words: 'The stones are darker than in the photo.',
    };
    const request = await ask(arrived, asked);
    plan(-13, 11.1, () => approve(request, 'transfer'));
    plan(-9, 14.2, () => receive(arrived));
    const settlement = { method: 'raast', reference: 'RST7718832' };
    plan(-8, 12.1, () => call('settle_return', request, settlement, team.accounts));
  });

  plan(-16, 21.3, async () => {
    const arrived = await latestArrived();
    const [other] = await query<{ productId: string }>(
      `select p.id as "productId" from public.products p
        where p.archived_at is null and p.is_available and p.colors = '{}' and p.sizes = '{}' and p.stock_quantity > 5 and p.price > $1
        order by p.price, p.id limit 1`,
      arrived?.price,
    );
    if (!arrived || !other) return;
    const request = await ask(arrived, { kind: 'exchange', outcome: 'exchange', reason: 'changed_mind' }, other);
    plan(-15, 11.2, () => approve(request, 'exchange'));
    plan(-12, 13.4, () => receive(arrived));
    plan(-12, 15.1, async () => {
      const [exchange] = await query<{ id: string }>(
        'select r.exchange_order_id as id from public.return_requests r where r.id = $1',
        request,
      );
      // As the other orders of the demo have one: `npm run demo:clear` knows them by it.
      await query(`update public.orders set idempotency_key = 'demo-exchange' where id = $1`, exchange?.id);
      await call('set_order_status', exchange?.id, 'processing', team.manager);
      const made = await call<{ id: string }>('create_shipment', { orderId: exchange?.id }, team.packer);
      const parcel = await bookParcel(shop, made.id, EXCHANGE_PARCEL, arrived.city);
      plan(-12, 16.2, () => tellOf(shop, parcel, 'shipped'));
      plan(-9, 15.3, () => tellOf(shop, parcel, 'delivered'));
    });
  });
  for (const { day, reason, words, ...then } of REQUESTS) {
    plan(day, 'hour' in then ? then.hour : 20.6, async () => {
      const arrived = await latestArrived();
      if (!arrived) return;
      const outcome = 'outcome' in then ? then.outcome : 'transfer';
      const request = await ask(arrived, { kind: 'return', outcome, reason, words });
      if ('approved' in then) plan(then.approved, 11.8, () => approve(request, outcome));
      if ('received' in then) plan(then.received, 14.7, () => receive(arrived));
      const answer = 'We are sorry: a piece that was worn cannot be sold again.';
      if ('declined' in then) plan(then.declined, 12.2, () => call('decline_return', request, answer, team.manager));
      if ('withdrawn' in then)
        plan(then.withdrawn, 21.3, async () => {
          const { key } = await call<{ key: string }>('order_page_key', arrived.id);
          await call('withdraw_return', arrived.orderNumber, key, request);
        });
    });
  }
}
