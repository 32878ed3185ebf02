import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { PARCEL_STATUSES, type ParcelStatus } from '#domain/couriers/parcel-status.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/status.ts';
import { RETURN_KINDS, RETURN_OUTCOMES, type ReturnKind, type ReturnOutcome } from '#domain/returns/choices.ts';
import { DISPOSITIONS, type Disposition } from '#domain/returns/dispositions.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier, tell, toldOf } from './calls/parcel-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { type Arrived, addPhoto, approve, ask, decline, settle, withdraw } from './calls/return-calls.ts';
import { answer, createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addBangles } from './calls/variant-calls.ts';
import { RARE, type Step, step, TOLD } from './model/parcel-steps.ts';
import * as model from './model/returns-model.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

/** Every run is the same. A failure names its seed and path. */
/** A failure is made smaller for no longer than this. Far more than a machine needs that does something else beside. */
const TIMEOUT_MS = 600_000;
const SEED = 20_261_126;
const STOCK = 60;
const PRICE = 1000;
const DISCOUNT = 100;
/** What is paid for each of three pieces for 3000 rupees, less a hundred: to the paisa. */
const SHARES = [966.67, 966.67, 966.66];

const database = await testPostgres();
const shop = await database.connect(8);
const courier = await addCourier(database.owner);
const terms = { max_uses: null, once_per_phone: false, new_customers_only: false, is_paused: false };
const code = {
  code: 'LESS',
  name: '',
  kind: 'sum',
  target: 'lines',
  value: DISCOUNT,
  starts_at: null,
  ends_at: null,
  minimum: 0,
};
await shop`select public.save_discount_code(null, ${shop.json({ ...code, ...terms, product_ids: [], categories: [] })}, null)`;

let keys = 0;
const key = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`;

/** A parcel of an order, booked with the courier. */
async function send(order: { id: string }): Promise<{ id: string; tracking: string }> {
  const { id, shipment_number } = await createShipment(shop, order);
  await database.owner`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
    values (${id}, ${courier}, ${shipment_number}, 1000, 200, ${`T${shipment_number}`}, 'booked', now())`;
  return { id, tracking: `T${shipment_number}` };
}

/** A shop with four orders of one customer, of whom two have them. */
interface Shop {
  customer: string;
  choices: model.Choice[];
  orders: model.Order[];
  returns: model.Return[];
  /** As it was after the last step. */
  seen: Seen;
}

/** An order as it was made. */
async function orderOf(id: string): Promise<model.Order & { total: number; customer: string }> {
  const [row] = await shop<
    {
      order_number: string;
      key: string;
      total: number;
      customer: string;
      lines: { id: string; product: string; variant: string; price: number; quantity: number; discount: number }[];
    }[]
  >`select o.order_number, shop.page_key(o.id) as key, o.total_amount::float as total, o.customer_id as customer,
           (select jsonb_agg(jsonb_build_object('id', i.id, 'product', i.product_id, 'variant', i.variant_id, 'price', i.price, 'quantity', i.quantity, 'discount', i.discount)
                             order by i.position) from public.order_items i where i.order_id = o.id) as lines
      from public.orders o where o.id = ${id}`;
  if (!row) throw new Error(`There is no order ${id}`);
  const lines = row.lines.map(({ price, quantity, discount, ...line }) =>
    model.newLine({ ...line, shares: discount === DISCOUNT ? SHARES : Array.from({ length: quantity }, () => price) }),
  );
  return { ...row, id, lines, parcels: [], isCancelled: false };
}

async function opened(): Promise<Shop> {
  const ring = await addBangles(shop, { 6: STOCK, 7: STOCK });
  const chain = await addProduct(shop, { price: 700, stock: STOCK });
  const choices = await shop<model.Choice[]>`
    select p.id as product, v.id as variant, v.size, p.price::float from public.products p join public.product_variants v on v.product_id = p.id and v.archived_at is null
     where p.id in (${ring.id}, ${chain.id}) order by p.price, v.size`;
  const orders: model.Order[] = [];
  const changes = {
    code: 'LESS',
    totalAmount: orderTotal(3 * PRICE, DELIVERY) - DISCOUNT,
    customerPhone: `+92313${1_000_000 + ++keys}`,
  };
  let customer = '';
  for (let n = 0; n < 4; n++) {
    const lines = [{ product: ring, quantity: SHARES.length, selectedSize: '6' }];
    const { id } = await placeOrder(shop, orderFor(lines, { ...changes, customerAddress: key() }));
    const order = await orderOf(id);
    customer = order.customer;
    if (n < 2) order.parcels.push(await send(order));
    else await setStatus(shop, order, 'delivered');
    orders.push(order);
  }
  const variants = choices.map(({ variant }) => variant);
  return { customer, choices: [...choices], orders, returns: [], seen: await observe(customer, variants) };
}

/** Does it, and tells whether it was done; refusals are answers, too. */
async function isDone(call: PromiseLike<unknown>): Promise<boolean> {
  const [end] = await Promise.allSettled([call]);
  if (end.status === 'fulfilled') return true;
  expect((await refusalOf(Promise.reject(end.reason))).code).not.toBe('');
  return false;
}

interface Seen {
  stock: Record<string, number>;
  out: Record<string, number>;
  orders: Record<
    string,
    { status: OrderStatus; hasLeft: boolean; refunded: number; received: number; parcels: Record<string, ShipmentStatus> | null }
  >;
  progress: Record<string, ParcelStatus>;
  returns: unknown[];
  heldTwice: number;
}

/** The shop as the database has it. */
function observe(customer: string, variants: string[]): Promise<Seen> {
  return answer(shop`
    with o as materialized (select * from public.orders where customer_id = ${customer}),
         s as materialized (select * from public.shipments where order_id in (select id from o))
    select jsonb_build_object(
      'stock', (select jsonb_object_agg(v.id, v.stock_quantity) from public.product_variants v where v.id = any (${variants})),
      'out', (select jsonb_object_agg(l.item_id, l.out) from public.orders o, shop.pieces_out(o) l where o.customer_id = ${customer}),
      'orders', (select jsonb_object_agg(o.id, jsonb_build_object('status', o.status, 'refunded', o.refunded,
         'received', o.advance_verified + o.credit_used + o.collected,
         -- What has left and nobody has counted: it decides what cancelling does.
         'hasLeft', exists (select from s where s.order_id = o.id and s.received_at is null and s.status <> 'preparing'),
         'parcels', (select jsonb_object_agg(s.id, s.status) from s where s.order_id = o.id))) from o),
      'progress', (select jsonb_object_agg(b.shipment_id, p.status) from s join public.courier_bookings b on b.shipment_id = s.id
                     join public.parcel_progress p on p.booking_id = b.id),
      'returns', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'state', r.state, 'outcome', r.outcome, 'exchange', r.exchange_order_id,
         'refund', t.refund, 'paidBack', t.paid_back,
         'pieces', (select jsonb_agg(jsonb_build_array(p.order_item_id, p.place, p.share, p.received_as) order by p.order_item_id, p.place)
                      from shop.return_pieces p where p.request_id = r.id)) order by r.created_at, r.id), '[]')
         from public.return_requests r cross join lateral shop.return_sums(r) t where r.order_id in (select id from o)),
      'heldTwice', (select count(*) - count(distinct (p.order_item_id, p.place)) from shop.return_pieces p join public.return_requests r on r.id = p.request_id
                     where p.order_id in (select id from o) and r.state not in ('declined', 'withdrawn'))) as answer`);
}

/** The shop as it must be. */
function expected({ choices, orders, returns }: Shop) {
  const lines = orders.flatMap((order) => order.lines);
  const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;
  return {
    stock: Object.fromEntries(
      choices.map(({ variant }) => [variant, STOCK - sum(lines.filter((line) => line.variant === variant).map(model.goneOf))]),
    ),
    out: Object.fromEntries(lines.map(({ id, out }) => [id, out])),
    refunded: Object.fromEntries(
      orders.map((order) => [order.id, sum(returns.filter((one) => one.order === order).map(({ paidBack }) => paidBack))]),
    ),
    returns: returns.map((one) => ({
      id: one.id,
      state: one.state,
      outcome: one.outcome,
      exchange: one.exchange?.id ?? null,
      refund: model.refundOf(one),
      paidBack: one.paidBack,
      pieces: one.pieces.map(({ line, place, share, receivedAs }) => [line.id, place, share, receivedAs]),
    })),
    heldTwice: 0,
  };
}

const isOver = (status: ShipmentStatus) => ['delivered', 'failed', 'returned'].includes(status);

/** How far a parcel has come by what its courier says: at the door it goes to and fro, and an end may turn out to be another one. */
function stageOf(status: ParcelStatus): number {
  const door = PARCEL_STATUSES.indexOf('out_for_delivery');
  return PARCEL_STATUSES.indexOf(status) >= PARCEL_STATUSES.indexOf('delivered')
    ? door + 1
    : Math.min(PARCEL_STATUSES.indexOf(status), door);
}

/** What an order becomes when its parcels move: what those are that did not come back. */
function followed(order: OrderStatus, were: ShipmentStatus[], are: ShipmentStatus[]): OrderStatus {
  const kept = are.filter((status) => status !== 'failed' && status !== 'returned');
  if (order === 'cancelled' || `${were}` === `${are}`) return order;
  // Whoever has nothing of it was not delivered.
  if (kept.length === 0) return order === 'delivered' ? 'shipped' : order;
  if (kept.every((status) => status === 'delivered')) return 'delivered';
  if (kept.some((status) => status !== 'preparing')) return 'shipped';
  return order === 'shipped' || order === 'delivered' ? 'processing' : order;
}

/** What a word of the courier has moved backwards, or out of an end: only what failed may come back, or what nobody wants any more. */
function backwards(id: string, before: Seen, after: Seen): unknown[] {
  const [old, now] = [before.orders[id], after.orders[id]];
  if (!old || !now) throw new Error(`There is no order ${id}`);
  const parcels = Object.entries(old.parcels ?? {}).filter(([parcel, was]) => {
    const is = now.parcels?.[parcel] ?? was;
    const isForward =
      SHIPMENT_STATUSES.indexOf(is) > SHIPMENT_STATUSES.indexOf(was) && (!isOver(was) || (was === 'failed' && is === 'returned'));
    const isWanted = old.status !== 'cancelled' || is === 'failed' || is === 'returned';
    return is !== was && !(isForward && isWanted);
  });
  const progress = Object.entries(before.progress ?? {}).filter(
    ([parcel, was]) => stageOf(after.progress[parcel] ?? was) < stageOf(was),
  );
  const isFollowing = now.status === followed(old.status, Object.values(old.parcels ?? {}), Object.values(now.parcels ?? {}));
  return [...parcels, ...progress, ...(isFollowing ? [] : [old.status, now.status])];
}

const pageOf = ({ id, order_number, key, lines }: model.Order) =>
  ({ order: { id, order_number }, key, items: lines.map((line) => line.id) }) as unknown as Arrived;

/** A customer asks for pieces of a line, by the page of their order. */
async function askFor({ returns, choices }: Shop, order: model.Order, line: model.Line, what: Step): Promise<string | null> {
  const kind = what.to as ReturnKind;
  const outcomes =
    kind === 'claim' ? RETURN_OUTCOMES : kind === 'exchange' ? (['exchange'] as const) : RETURN_OUTCOMES.slice(0, 2);
  const outcome = outcomes[what.wanted % outcomes.length] ?? 'transfer';
  const wanted = outcome === 'exchange' ? (choices[(what.wanted % 4) - 1] ?? null) : null;
  const page = pageOf(order);
  const askedKey = key();
  const free = model.freeOf(returns, line);
  let photoIds: string[] = [];
  const item = { itemId: line.id, quantity: what.pieces };
  const wantedPiece = wanted && { productId: wanted.product, ...(wanted.size ? { selectedSize: wanted.size } : {}) };
  const call = () =>
    ask(shop, page, { kind, outcome, items: [wantedPiece ? { ...item, wanted: wantedPiece } : item], photoIds }, askedKey);
  if (kind === 'claim' && !(await isDone(addPhoto(shop, page).then((id) => (photoIds = [id]))))) return null;
  if (!(await isDone(call()))) return null;
  if (what.isSentTwice) await call();
  expect(what.pieces).toBeLessThanOrEqual(free);
  const [row] = await shop<{ id: string }[]>`select id from public.return_requests where asked_key = ${askedKey}`;
  returns.push({
    id: row?.id ?? '',
    order,
    kind,
    wish: outcome,
    wanted,
    state: 'asked',
    outcome: null,
    comesBack: true,
    sendsFirst: false,
    pieces: model.takePieces(returns, line, what.pieces),
    paidBack: 0,
    exchange: null,
  });
  return `ask ${kind}`;
}

/** An exchange that was approved has become an order of what is wanted, paid for as far as what comes back reaches. */
async function follow({ orders, choices }: Shop, request: model.Return): Promise<void> {
  const [row] = await shop<{ id: string }[]>`select exchange_order_id as id from public.return_requests where id = ${request.id}`;
  const made = await orderOf(row?.id ?? '');
  const wanted = request.pieces.map(({ line, share }) => {
    const choice = request.wanted ?? choices.find(({ variant }) => variant === line.variant);
    return `${choice?.variant} ${choice?.product === line.product ? share : choice?.price}`;
  });
  const sent = made.lines.flatMap(({ variant, shares }) => shares.map((price) => `${variant} ${price}`));
  expect(sent.toSorted()).toEqual(wanted.toSorted());
  orders.push(made);
  request.exchange = made;
  request.paidBack = Math.min(model.refundOf(request), made.total);
}

/** What a step did to orders that were cancelled by it, or taken up again. */
function followOrders({ orders, returns }: Shop, { does }: Step, before: Seen, after: Seen): void {
  for (const order of orders) {
    const isCancelled = after.orders[order.id]?.status === 'cancelled';
    if (isCancelled && !order.isCancelled) {
      if (does !== 'receive' && !before.orders[order.id]?.hasLeft) model.putBack(returns, order);
      const exchanged = returns.find(({ exchange }) => exchange === order);
      if (exchanged) model.undoExchange(exchanged);
    }
    if (!isCancelled && order.isCancelled) for (const line of order.lines) line.out = line.shares.length;
    order.isCancelled = isCancelled;
  }
}

/** What holds whatever was done: no more is paid back than was received, and what waits for pieces has not left. */
function faults({ orders, returns }: Shop, seen: Seen): unknown[] {
  const overpaid = Object.entries(seen.orders).filter(([, { refunded, received }]) => refunded > received);
  const gone = returns.filter(({ exchange, state, outcome, comesBack, sendsFirst }) => {
    const made = seen.orders[exchange?.id ?? ''];
    const waits = state === 'approved' && outcome === 'exchange' && comesBack && !sendsFirst;
    return waits && made && (made.status === 'shipped' || made.status === 'delivered');
  });
  const paidForNothing = returns.filter((one) => model.isGivenUp(one) && one.paidBack > 0);
  const unknown = Object.keys(seen.orders).filter((id) => !orders.some((order) => order.id === id));
  return [...overpaid, ...gone.map(({ id }) => id), ...paidForNothing.map(({ id }) => id), ...unknown];
}

/** What mostly is tried: the rest is refused. */
const FITS: Record<string, (request: model.Return) => boolean> = {
  approve: ({ state }) => state === 'asked',
  settle: ({ state, comesBack }) => state === 'received' || (state === 'approved' && !comesBack),
  decline: (request) => !model.isClosed(request),
  withdraw: (request) => !model.isClosed(request),
};

/** The order that a step is about, and the line of it. Mostly such as it can be done with. */
function target({ orders, returns, seen }: Shop, { does, order, line }: Step): { order: model.Order; line: model.Line } {
  const all = orders.flatMap((one) => one.lines.map((its) => ({ order: one, line: its })));
  const awaited = returns.filter(({ state, comesBack }) => state === 'approved' && comesBack);
  const fitting = all.filter(({ order: of, line: its }) => {
    if (does === 'ask') return seen.orders[of.id]?.status === 'delivered' && model.freeOf(returns, its) > 0;
    if (does === 'inspect') return its.toInspect.length > 0;
    if (does === 'receive') return awaited.some(({ pieces }) => pieces.some((piece) => piece.line === its && !piece.receivedAs));
    return false;
  });
  const found = fitting.length > 0 && line % 4 ? fitting[order % fitting.length] : undefined;
  const any = orders[order % orders.length] as model.Order;
  return found ?? { order: any, line: any.lines[line % any.lines.length] as model.Line };
}

/** Does one thing to the shop and, as far as it was done, to the model of it. Tells what was done; nothing where it was refused. */
async function perform(state: Shop, what: Step): Promise<string | null> {
  const { does, to } = what;
  const { returns } = state;
  const { order, line } = target(state, what);
  const parcel = order.parcels[what.line % order.parcels.length];
  /** Done once, and sent again where it is told. */
  const done = async (call: () => PromiseLike<unknown>) => {
    const isFirst = await isDone(call());
    if (what.isSentTwice) await isDone(call());
    return isFirst;
  };
  const name = `${does} ${to}`.trim();

  if (does === 'receive') {
    const pieces = [{ itemId: line.id, quantity: what.pieces, disposition: to }];
    const counted = { key: key(), orderId: order.id, pieces };
    if (!(await done(() => shop`select public.receive_pieces(${shop.json(counted)}, null)`))) return null;
    line.out -= what.pieces;
    if (to === 'damaged') line.damaged += what.pieces;
    if (to === 'missing') line.missing += what.pieces;
    if (to === 'to_inspect') {
      const [row] = await shop<{ id: string }[]>`select id from public.goods_back where key = ${counted.key}`;
      for (let n = 0; n < what.pieces; n++) line.toInspect.push(row?.id ?? '');
    }
    model.meet(returns, line, what.pieces, to as Disposition);
    return name;
  }
  if (does === 'inspect') {
    const waiting = line.toInspect.pop();
    if (!waiting) return null;
    const decision = shop.json({ key: key(), quantity: 1, disposition: to });
    if (!(await isDone(shop`select public.inspect_pieces(${waiting}, ${decision}, null)`))) return null;
    if (to === 'damaged') line.damaged += 1;
    return name;
  }
  if (does === 'set order') return (await isDone(setStatus(shop, order, to as OrderStatus, null, 'Asked for'))) ? name : null;
  if (does === 'set parcel') return parcel && (await isDone(setShipmentStatus(shop, parcel, to as ShipmentStatus))) ? name : null;
  if (does === 'send again') return (await isDone(send(order).then((sent) => order.parcels.push(sent)))) ? name : null;
  if (does === 'courier says') {
    if (!parcel) return null;
    const event = toldOf(parcel, to, what.day ? `2026-02-0${what.day}T09:00:00Z` : null);
    await tell(shop, courier, what.isSentTwice ? [event, event] : [event]);
    if (what.isSentTwice) await tell(shop, courier, [event]);
    return name;
  }
  if (does === 'ask') return askFor(state, order, line, what);

  const fitting = what.line % 4 ? returns.filter((one) => FITS[does]?.(one)) : returns;
  const request = fitting[what.order % fitting.length];
  if (!request) return null;
  const { state: before } = request;
  if (does === 'approve') {
    const outcome = (what.order % 3 ? request.wish : to) as ReturnOutcome;
    const isExchange = outcome === 'exchange';
    const comesBack = !(what.keeps && request.kind === 'claim');
    const decision = { outcome, comesBack, sendsFirst: isExchange && what.sendsFirst };
    if (!(await done(() => approve(shop, request, decision)))) return null;
    expect(before).toBe('asked');
    Object.assign(request, { ...decision, state: 'approved' });
    if (isExchange) await follow(state, request);
    model.advance(request);
    return `approve ${outcome}`;
  }
  if (does === 'settle') {
    const settlement = key();
    const method = request.outcome === 'store_credit' ? 'store_credit' : 'raast';
    if (!(await done(() => settle(shop, request, method, settlement)))) return null;
    expect(before === 'received' || (before === 'approved' && !request.comesBack)).toBe(true);
    request.paidBack = Math.max(request.paidBack, model.refundOf(request));
    request.state = 'settled';
    return `settle ${request.outcome}`;
  }
  const isDeclined = does === 'decline';
  if (!(await done(() => (isDeclined ? decline(shop, request) : withdraw(shop, pageOf(request.order), request))))) return null;
  if (before === 'withdrawn' && !isDeclined) return name;
  expect(isDeclined ? ['asked', 'approved', 'received'] : ['asked', 'approved']).toContain(before);
  if (!isDeclined) expect(request.pieces.filter(({ receivedAs }) => receivedAs)).toEqual([]);
  request.state = isDeclined ? 'declined' : 'withdrawn';
  return request.exchange ? `${name} exchange` : name;
}

test('every piece is sold or under way, in stock, damaged, lost or waits to be inspected, exactly once, and paid back at most once, after every step', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 35, maxLength: 45 }), async (steps) => {
      const state = await opened();
      const variants = state.choices.map(({ variant }) => variant);
      for (const one of steps) {
        const { does, to } = one;
        const name = await perform(state, one);
        // What is refused is undone by the database.
        if (!name) continue;
        const before = state.seen;
        const after = await observe(state.customer, variants);
        followOrders(state, one, before, after);
        done.set(name, (done.get(name) ?? 0) + 1);

        const { orders, progress, ...seen } = after;
        const refunded = Object.fromEntries(Object.entries(orders).map(([id, sums]) => [id, sums.refunded]));
        expect({ does, to, ...seen, refunded }).toEqual({ does, to, ...expected(state) });
        expect(faults(state, after)).toEqual([]);
        if (does === 'courier says')
          for (const { id } of state.orders)
            expect(backwards(id, before, after), JSON.stringify({ to, before, after })).toEqual([]);
        state.seen = after;
      }
    }),
    {
      examples: RARE.map((steps): [Step[]] => [steps]),
      seed: SEED,
      numRuns: 30,
      interruptAfterTimeLimit: TIMEOUT_MS,
      markInterruptAsFailure: true,
    },
  );
  // The lives are worth something only when everything that can happen did.
  expect([...done.keys()].toSorted()).toEqual(
    [
      ...DISPOSITIONS.map((to) => `receive ${to}`),
      ...['inspect restocked', 'inspect damaged', 'send again'],
      ...ORDER_STATUSES.map((to) => `set order ${to}`),
      ...SHIPMENT_STATUSES.map((to) => `set parcel ${to}`),
      ...TOLD.map((to) => `courier says ${to}`),
      ...RETURN_KINDS.map((kind) => `ask ${kind}`),
      ...RETURN_OUTCOMES.flatMap((outcome) => [`approve ${outcome}`, `settle ${outcome}`]),
      ...['decline', 'decline exchange', 'withdraw', 'withdraw exchange'],
    ].toSorted(),
  );
  expect(await bookErrors(shop)).toEqual([]);
}, 660_000);
