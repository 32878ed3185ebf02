/**
 * What follows a change of an order, a parcel, a payment or a product: every row that is written anywhere, as it was recorded. Whoever means to change
 * that records it anew: `npm run test:db -- consequences -u`.
 */
import type { Sql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/status.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague, changeRules, confirmByShopper, override, recordAttempt } from './calls/confirmation-calls.ts';
import { archiveOrder, orderFor, type PlacedOrder, placeOrder, receiveBack, setStatus } from './calls/order-calls.ts';
import { addCourier, tell, toldOf } from './calls/parcel-calls.ts';
import {
  customerOf,
  giveCredit,
  lastPayment,
  recordAdvance,
  refundOrder,
  reversePayment,
  spendCredit,
} from './calls/payment-calls.ts';
import { type Arrived, approve, askedFor, decline, latest, receive, settle, withdraw } from './calls/return-calls.ts';
import {
  adjustStock,
  archive,
  createShipment,
  type ShipmentRow,
  setShipmentStatus,
  setTrackingNumber,
} from './calls/staff-calls.ts';
import { addBangles, editProduct } from './calls/variant-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';
import { rowReader, writtenBy } from './rows/written-rows.ts';

const database = await testPostgres();
const { owner } = database;
const read = await rowReader(owner);
const ring = await addProduct(owner, { stock: 100 });
const bangle = await addBangles(owner, { '2.4': 10, '2.6': 10 });
const sana = await addColleague(owner, 'sana');
const courier = await addCourier(owner);
await changeRules(owner, {});
await owner`insert into public.push_devices (staff_id, session_id, endpoint, p256dh, auth, kinds)
  values (${sana}, gen_random_uuid(), 'https://push.test/1', 'p', 'a', '{new_order,answer,low_stock,parcel,trouble}')`;
const terms = {
  max_uses: null,
  once_per_phone: false,
  new_customers_only: false,
  is_paused: false,
  starts_at: null,
  ends_at: null,
};
const code = { code: 'LESS', name: '', kind: 'sum', target: 'lines', value: 100, minimum: 0, product_ids: [], categories: [] };
await owner`select public.save_discount_code(null, ${owner.json({ ...code, ...terms })}, ${sana})`;

const LOOKS = { colors: [], sizes: [], is_available: true, is_new: false, is_featured: false };
const CHAIN = {
  name: 'Chain',
  description: '',
  material: '',
  category: 'rings',
  price: 500,
  images: ['/media/a.webp'],
  ...LOOKS,
};
const LINES = [
  { product: ring, quantity: 2 },
  { product: bangle, selectedSize: '2.4' },
];

const place = (sql: Sql, changes: Record<string, string | number> = {}, lines = LINES) =>
  placeOrder(sql, orderFor(lines, changes));

async function placeIn(sql: Sql, status: OrderStatus): Promise<PlacedOrder> {
  const order = await place(sql);
  if (status !== 'pending') await setStatus(sql, order, status);
  return order;
}

interface Sent {
  order: PlacedOrder;
  parcel: ShipmentRow;
}

async function send(sql: Sql, status: ShipmentStatus = 'preparing'): Promise<Sent> {
  const order = await place(sql);
  const parcel = await createShipment(sql, order);
  await sql`update public.shipments set created_at = created_at - interval '1 minute' where id = ${parcel.id}`;
  if (status !== 'preparing') await setShipmentStatus(sql, parcel, status);
  return { order, parcel };
}

async function arrive(sql: Sql): Promise<Arrived> {
  const { order, parcel } = await send(sql, 'shipped');
  await setShipmentStatus(sql, parcel, 'delivered');
  const [row] = await sql<{ key: string; items: string[] }[]>`
    select shop.page_key(${order.id}) as key, (select array_agg(id order by position) from public.order_items where order_id = ${order.id}) as items`;
  return { order, key: row?.key ?? '', items: row?.items ?? [] };
}

async function keyOf(sql: Sql, { id }: PlacedOrder): Promise<string> {
  const [row] = await sql<{ key: string }[]>`select shop.page_key(${id}) as key`;
  return row?.key ?? '';
}

const by = (sql: Sql, { id }: PlacedOrder, status: OrderStatus) =>
  sql`select public.set_order_status(${id}, ${status}, ${sana}, cash_with => 'us')`;

/** An order with two parcels, of which the second collects 500 rupees. */
async function inTwoParcels(sql: Sql) {
  const { order, parcel } = await send(sql);
  const [row] = await sql<{ id: string }[]>`
    select public.create_shipment(${sql.json({ orderId: order.id, collect: 500 })}, ${sana}) ->> 'id' as id`;
  return { order, parcel, second: { id: row?.id ?? '' } };
}

async function book(sql: Sql, { parcel }: Sent) {
  await sql`insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
    values (${parcel.id}, ${courier}, ${parcel.shipment_number}, 1000, 200, ${`T${parcel.shipment_number}`}, 'booked', now())`;
  return { tracking: `T${parcel.shipment_number}` };
}

async function askForAdvance(sql: Sql) {
  const order = await place(sql);
  await sql`select public.ask_for_advance(${order.id}, '{"hours": 24, "basis": "sum", "amount": 500}', ${sana})`;
  await sql`select public.claim_advance(${order.order_number}, ${await keyOf(sql, order)}, '{"reference": "TX-1"}')`;
  const [claim] = await sql<{ id: string }[]>`select id from public.advance_claims where order_id = ${order.id}`;
  return { order, claim: claim?.id ?? '' };
}

async function exchange(sql: Sql) {
  const one = await arrive(sql);
  await askedFor(sql, one, {
    kind: 'exchange',
    outcome: 'exchange',
    items: [{ itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: ring.id } }],
  });
  await approve(sql, await latest(sql, one), { outcome: 'exchange' }, sana);
  const { exchange_order_id, ...request } = await latest(sql, one);
  return { one, request, order: { id: exchange_order_id ?? '' } };
}

async function asked(sql: Sql) {
  const one = await arrive(sql);
  return { one, request: await askedFor(sql, one) };
}

async function paid(sql: Sql, amount = 500) {
  const order = await place(sql);
  await recordAdvance(sql, order, amount);
  return order;
}

async function twins(sql: Sql) {
  const one = await place(sql);
  await sql`update public.orders set created_at = created_at - interval '1 minute' where id = ${one.id}`;
  return [one, await place(sql, { notes: 'Again' })] as const;
}

async function withCredit(sql: Sql) {
  const order = await place(sql);
  await giveCredit(sql, await customerOf(sql, order), 300);
  await spendCredit(sql, order, 200);
  return order;
}

async function proofless(sql: Sql) {
  await sql`update public.limits set network_units = 3 where true`;
  for (const phone of ['+923015550001', '+923015550002', '+923015550003'])
    await sql`select public.place_order(${sql.json(orderFor([{ product: ring, quantity: 2 }], { customerPhone: phone }))}, ${sql.json(DELIVERY)},
                                        null, null, null, '{}', null, 'network')`;
  const [order] = await sql<
    PlacedOrder[]
  >`select id, order_number, status from public.orders where awaits_proof order by order_number desc limit 1`;
  if (!order) throw new Error('No order waits for proof');
  return order;
}

interface Scenario {
  title: string;
  lines: () => Promise<string[]>;
}

const scenario = <Before>(
  title: string,
  prepare: (sql: Sql) => Promise<Before>,
  change: (sql: Sql, before: Before) => PromiseLike<unknown>,
): Scenario => ({ title, lines: () => writtenBy(read, owner, prepare, change) });

/** Records scenarios one after another, and compares them with how they were. */
async function compare(chapter: string, scenarios: Scenario[]): Promise<void> {
  const recorded: string[] = [];
  for (const { title, lines } of scenarios) recorded.push(`## ${title}`, ...(await lines()), '');
  await expect(recorded.join('\n')).toMatchFileSnapshot(`./consequences/${chapter}.txt`);
}

describe('what is written when', () => {
  test('an order without a parcel is given any status, archived and restored', () =>
    compare(
      'orders',
      ORDER_STATUSES.flatMap((from) => [
        ...ORDER_STATUSES.map((to) =>
          scenario(
            `${from} → ${to}`,
            (sql) => placeIn(sql, from),
            (sql, order) => by(sql, order, to),
          ),
        ),
        scenario(`${from}, archived`, (sql) => placeIn(sql, from), archiveOrder),
        scenario(
          `${from}, restored`,
          async (sql) => archiveOrder(sql, await placeIn(sql, from)),
          (sql, { id }) => sql`select public.restore_order(${id}, ${sana})`,
        ),
      ]),
    ));

  test('a parcel is given any status', () =>
    compare(
      'parcels',
      SHIPMENT_STATUSES.flatMap((from) =>
        SHIPMENT_STATUSES.map((to) =>
          scenario(
            `${from} → ${to}`,
            (sql) => send(sql, from),
            (sql, { parcel }) => setShipmentStatus(sql, parcel, to),
          ),
        ),
      ),
    ));

  test('an order with a parcel is given any status or archived', () =>
    compare(
      'orders-with-parcels',
      (['preparing', 'shipped', 'delivered', 'failed'] as const).flatMap((from) => [
        ...ORDER_STATUSES.map((to) =>
          scenario(
            `${from} → ${to}`,
            (sql) => send(sql, from),
            (sql, { order }) => by(sql, order, to),
          ),
        ),
        scenario(
          `${from}, archived`,
          (sql) => send(sql, from),
          (sql, { order }) => archiveOrder(sql, order),
        ),
        scenario(
          `${from}, received`,
          (sql) => send(sql, from),
          (sql, { order }) => receiveBack(sql, order),
        ),
        scenario(
          `${from}, received damaged`,
          (sql) => send(sql, from),
          (sql, { order }) => receiveBack(sql, order, true),
        ),
        scenario(
          `${from}, parcel archived`,
          (sql) => send(sql, from),
          (sql, { parcel }) => archive(sql, 'shipments', parcel),
        ),
      ]),
    ));

  test('an order is placed', () =>
    compare('placing', [
      scenario(
        'by a shopper',
        async () => null,
        (sql) => place(sql),
      ),
      scenario(
        'with a code',
        async () => null,
        (sql) => place(sql, { code: 'LESS', totalAmount: 2900 }),
      ),
      scenario(
        'the second time',
        (sql) => place(sql),
        (sql) => place(sql),
      ),
      scenario(
        'by staff at the counter',
        async () => null,
        (sql) => sql`
        select public.place_order(${sql.json(orderFor(LINES, { source: 'counter', customerAddress: '', city: '', totalAmount: 3000 }))}, ${sql.json(DELIVERY)},
                                  null, null, null, null, ${sana})`,
      ),
      scenario(
        'by staff with a discount',
        async () => null,
        (sql) => sql`
        select public.place_order(${sql.json(orderFor(LINES, { source: 'phone', discountReason: 'A friend' }))}, ${sql.json(DELIVERY)},
                                  null, null, null, null, ${sana})`,
      ),
      scenario(
        'as delivered',
        async () => null,
        (sql) => sql`
        insert into public.orders (customer_name, customer_email, customer_phone, customer_address, city, subtotal, shipping, total_amount, status, source)
        values ('Hina', 'hina@example.com', '+923015550099', 'House 9', 'Lahore', 1000, 0, 1000, 'delivered', 'phone')`,
      ),
      scenario('above what strangers may hold', proofless, (sql, order) => confirmByShopper(sql, order)),
      scenario('and waits for proof, which staff give', proofless, (sql, order) => recordAttempt(sql, order, 'confirmed', sana)),
      scenario('and waits for proof, and is cancelled', proofless, (sql, order) => by(sql, order, 'cancelled')),
      scenario('and waits for proof, and is let through', proofless, (sql, order) => override(sql, order, 'He called', sana)),
      scenario('and waits for proof, and gets a parcel', proofless, (sql, order) => createShipment(sql, order)),
    ]));

  test('an order is edited', () =>
    compare('editing', [
      scenario(
        'its address',
        (sql) => place(sql),
        (sql, { id }) => sql`select public.edit_order(${id}, '{"customer_address": "House 2"}', ${sana})`,
      ),
      scenario(
        'its phone',
        (sql) => place(sql),
        (sql, { id }) => sql`select public.edit_order(${id}, '{"customer_phone": "+923015550042"}', ${sana})`,
      ),
      scenario(
        'its name and notes',
        (sql) => place(sql),
        (sql, { id }) => sql`
        select public.edit_order(${id}, '{"customer_name": "Hina Malik", "notes": "Ring twice"}', ${sana})`,
      ),
      scenario(
        'nothing of it',
        (sql) => place(sql),
        (sql, { id }) => sql`select public.edit_order(${id}, '{}', ${sana})`,
      ),
      scenario(
        'its tags',
        (sql) => place(sql),
        (sql, { id }) => sql`select public.set_order_tags(${id}, '{gift}', ${sana})`,
      ),
      scenario(
        'its pieces',
        (sql) => place(sql),
        (sql, { id }) => sql`
        select public.edit_order_items(${id}, ${sql.json([{ productId: ring.id, quantity: 5 }])}, ${sql.json(DELIVERY)}, ${sana})`,
      ),
      scenario(
        'by its shopper, who adds pieces',
        (sql) => place(sql),
        async (sql, order) => sql`
        select public.add_to_order(${order.order_number}, ${await keyOf(sql, order)}, ${sql.json([{ productId: ring.id, quantity: 1 }])}, 50)`,
      ),
      scenario('by its shopper, who confirms', (sql) => place(sql), confirmByShopper),
      scenario(
        'by its shopper, who asks to cancel',
        (sql) => place(sql),
        async (sql, order) => sql`
        select public.ask_for_cancellation(${order.order_number}, ${await keyOf(sql, order)}, 'Too late')`,
      ),
      scenario(
        'by staff, who keep what its shopper asked to cancel',
        async (sql) => {
          const order = await place(sql);
          await sql`select public.ask_for_cancellation(${order.order_number}, ${await keyOf(sql, order)}, 'Too late')`;
          return order;
        },
        (sql, { id }) => sql`select public.keep_order(${id}, ${sana})`,
      ),
      scenario(
        'by a call in vain',
        (sql) => place(sql),
        (sql, order) => recordAttempt(sql, order, 'no_answer', sana),
      ),
      scenario(
        'by a call that confirms',
        (sql) => place(sql),
        (sql, order) => recordAttempt(sql, order, 'confirmed', sana),
      ),
      scenario(
        'by letting it through',
        (sql) => place(sql),
        (sql, order) => override(sql, order, 'He called', sana),
      ),
      scenario(
        'by merging it with its twin',
        twins,
        (sql, [one, other]) => sql`
        select public.merge_twin_orders(${one.id}, ${other.id}, ${sana})`,
      ),
      scenario(
        'by keeping both twins',
        twins,
        (sql, [one, other]) => sql`
        select public.keep_twin_orders(${one.id}, ${other.id}, ${sana})`,
      ),
      scenario(
        'by cancelling it with its code',
        (sql) => place(sql, { code: 'LESS', totalAmount: 2900 }),
        (sql, order) => by(sql, order, 'cancelled'),
      ),
      scenario(
        'by taking it up again with its code',
        async (sql) => {
          const order = await place(sql, { code: 'LESS', totalAmount: 2900 });
          await by(sql, order, 'cancelled');
          return order;
        },
        (sql, order) => by(sql, order, 'processing'),
      ),
    ]));

  test('money comes or goes', () =>
    compare('money', [
      scenario(
        'an advance',
        (sql) => place(sql),
        (sql, order) => recordAdvance(sql, order, 500),
      ),
      scenario(
        'all of it before',
        (sql) => place(sql),
        (sql, order) => recordAdvance(sql, order, order.total_amount),
      ),
      scenario(
        'an advance, taken back',
        (sql) => paid(sql),
        async (sql, order) => reversePayment(sql, await lastPayment(sql, order, 'advance')),
      ),
      scenario(
        'an advance, and the order is delivered',
        (sql) => paid(sql),
        (sql, order) => by(sql, order, 'delivered'),
      ),
      scenario(
        'an advance, and the order is cancelled',
        (sql) => paid(sql),
        (sql, order) => by(sql, order, 'cancelled'),
      ),
      scenario('an advance, and the order is archived', (sql) => paid(sql), archiveOrder),
      scenario(
        'a refund',
        async (sql) => {
          const order = await paid(sql);
          await by(sql, order, 'cancelled');
          return order;
        },
        (sql, order) => refundOrder(sql, order, 500),
      ),
      scenario(
        'a refund as store credit',
        (sql) => paid(sql),
        (sql, order) => refundOrder(sql, order, 200, 'store_credit'),
      ),
      scenario(
        'store credit',
        (sql) => place(sql),
        async (sql, order) => giveCredit(sql, await customerOf(sql, order), 300),
      ),
      scenario(
        'store credit that is used',
        async (sql) => {
          const order = await place(sql);
          await giveCredit(sql, await customerOf(sql, order), 300);
          return order;
        },
        (sql, order) => spendCredit(sql, order, 200),
      ),
      scenario('store credit of an order that is cancelled', withCredit, (sql, order) => by(sql, order, 'cancelled')),
      scenario('store credit of an order that is archived', withCredit, archiveOrder),
      scenario(
        'an advance is asked for',
        (sql) => place(sql),
        (sql, { id }) => sql`
        select public.ask_for_advance(${id}, '{"hours": 24, "basis": "sum", "amount": 500}', ${sana})`,
      ),
      scenario(
        'a transfer is told',
        askForAdvance,
        async (sql, { order }) => sql`
        select public.claim_advance(${order.order_number}, ${await keyOf(sql, order)}, '{"reference": "TX-2"}')`,
      ),
      scenario(
        'a transfer has arrived',
        askForAdvance,
        (sql, { order, claim }) => sql`
        select public.verify_transfer(${order.id}, ${sql.json({ claimId: claim, amount: 500, method: 'raast' })}, ${sana})`,
      ),
      scenario(
        'a transfer has not arrived',
        askForAdvance,
        (sql, { order, claim }) => sql`
        select public.reject_transfer(${order.id}, ${claim}, 'Not there', ${sana})`,
      ),
      scenario('an advance is let go', askForAdvance, (sql, { order }) => sql`select public.end_advance(${order.id}, ${sana})`),
      scenario(
        'customers are merged',
        async (sql) => [await paid(sql), await place(sql, { customerPhone: '+923015550077' })] as const,
        async (sql, [one, other]) => sql`
        select public.merge_customers(${(await customerOf(sql, one)).id}, ${(await customerOf(sql, other)).id}, ${sana})`,
      ),
    ]));

  test('an order has several parcels', () =>
    compare('several-parcels', [
      scenario(
        'the second is added',
        (sql) => send(sql),
        (sql, { order }) => sql`
        select public.create_shipment(${sql.json({ orderId: order.id, collect: 500 })}, ${sana})`,
      ),
      scenario('the first arrives', inTwoParcels, (sql, { parcel }) => setShipmentStatus(sql, parcel, 'delivered')),
      scenario('the second fails', inTwoParcels, (sql, { second }) => setShipmentStatus(sql, second, 'failed')),
      scenario('the second is archived', inTwoParcels, (sql, { second }) => archive(sql, 'shipments', second)),
      scenario(
        'both arrive',
        async (sql) => {
          const sent = await inTwoParcels(sql);
          await setShipmentStatus(sql, sent.parcel, 'delivered');
          return sent;
        },
        (sql, { second }) => setShipmentStatus(sql, second, 'delivered'),
      ),
      scenario('an advance comes', inTwoParcels, (sql, { order }) => recordAdvance(sql, order, 500)),
      scenario('the order is cancelled', inTwoParcels, (sql, { order }) => by(sql, order, 'cancelled')),
      scenario('the order is delivered', inTwoParcels, (sql, { order }) => by(sql, order, 'delivered')),
    ]));

  test('a courier has a parcel', () =>
    compare('couriers', [
      scenario(
        'it is booked',
        (sql) => send(sql),
        (sql, sent) => book(sql, sent),
      ),
      ...(['picked', 'in_transit', 'attempted', 'delivered', 'return_started', 'returned', 'lost'] as const).map((meaning) =>
        scenario(
          `it tells ${meaning}`,
          async (sql) => book(sql, await send(sql)),
          (sql, booked) => tell(sql, courier, [toldOf(booked, meaning, '2026-01-02T10:00:00Z')], '2026-01-02T11:00:00Z'),
        ),
      ),
      scenario(
        'the tracking number is typed',
        (sql) => send(sql),
        (sql, { parcel }) => setTrackingNumber(sql, parcel, 'TX 77'),
      ),
      scenario(
        'staff correct carrier and notes',
        (sql) => send(sql),
        (sql, { parcel }) => sql`
        select public.edit_shipment(${parcel.id}, '{"carrier": "TCS", "notes": "Fragile"}', ${sana})`,
      ),
    ]));

  test('pieces come back', () =>
    compare('returns', [
      scenario('a return is asked for', arrive, (sql, one) => askedFor(sql, one)),
      scenario('it is approved', asked, (sql, { request }) => approve(sql, request, {}, sana)),
      scenario('it is declined', asked, (sql, { request }) => decline(sql, request, 'It was worn', sana)),
      scenario('it is withdrawn', asked, (sql, { one, request }) => withdraw(sql, one, request)),
      scenario(
        'its pieces are received',
        async (sql) => {
          const { one, request } = await asked(sql);
          await approve(sql, request, {}, sana);
          return one;
        },
        (sql, one) => receive(sql, one, [{ itemId: one.items[0], quantity: 1 }]),
      ),
      scenario(
        'it is settled',
        async (sql) => {
          const { one, request } = await asked(sql);
          await approve(sql, request, {}, sana);
          await receive(sql, one, [{ itemId: one.items[0], quantity: 1 }]);
          return request;
        },
        (sql, request) => settle(sql, request, 'bank_transfer', null, sana),
      ),
      scenario(
        'an exchange is approved',
        async (sql) => {
          const one = await arrive(sql);
          await askedFor(sql, one, {
            kind: 'exchange',
            outcome: 'exchange',
            items: [{ itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: ring.id } }],
          });
          return one;
        },
        async (sql, one) => approve(sql, await latest(sql, one), { outcome: 'exchange' }, sana),
      ),
      scenario('an exchange comes back', exchange, (sql, { one }) => receive(sql, one, [{ itemId: one.items[0], quantity: 1 }])),
      scenario(
        'an exchange is cancelled',
        exchange,
        (sql, { order }) => sql`select public.set_order_status(${order.id}, 'cancelled', ${sana})`,
      ),
      scenario('an exchange is archived', exchange, (sql, { order }) => archiveOrder(sql, order)),
      scenario(
        'an exchange is delivered',
        exchange,
        (sql, { order }) => sql`select public.set_order_status(${order.id}, 'delivered', ${sana})`,
      ),
    ]));

  test('products and their pieces change', () =>
    compare('products', [
      scenario(
        'a product is added',
        async () => null,
        (sql) => sql`
        select public.create_product(${sql.json({ ...CHAIN, stock_quantity: 3 })}, ${sana})`,
      ),
      scenario(
        'its price',
        async () => ring,
        (sql, { id }) => sql`select public.edit_product(${id}, '{"price": 900}', null, ${sana})`,
      ),
      scenario(
        'its name',
        async () => ring,
        (sql, { id }) => sql`select public.edit_product(${id}, '{"name": "Sun Ring"}', null, ${sana})`,
      ),
      scenario(
        'nothing of it',
        async () => ring,
        (sql, { id }) => sql`select public.edit_product(${id}, '{}', null, ${sana})`,
      ),
      scenario(
        'its sizes',
        async () => bangle,
        (sql) =>
          editProduct(sql, bangle, {
            sizes: ['2.4', '2.6', '2.8'],
            variants: [
              { size: '2.4', stockQuantity: 4 },
              { size: '2.6', stockQuantity: 0 },
              { size: '2.8', stockQuantity: 1 },
            ],
          }),
      ),
      scenario(
        'it is archived',
        async () => ring,
        (sql) => archive(sql, 'products', ring),
      ),
      scenario(
        'it sells out',
        async () => ring,
        (sql) => adjustStock(sql, ring, 'adjustment', 0),
      ),
      scenario(
        'it is back',
        async (sql) => {
          await adjustStock(sql, ring, 'adjustment', 0);
          await sql`select public.add_stock_notice(${ring.id}, ${sql.json({ email: 'hina@example.com' })})`;
        },
        (sql) => adjustStock(sql, ring, 'adjustment', 5),
      ),
    ]));
});
