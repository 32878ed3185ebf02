// What the migrations do to the rows of a shop of 1.0.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgresServer } from '#tests/setup/stack/postgres-server.ts';
import { applyMigrations } from '#tests/setup/stack/real-postgres.ts';
import { orderFor } from './calls/order-calls.ts';

const RING = '00000000000000000000a001';
const PIN = '00000000000000000000a002';
const RULE = { freeFrom: 2999, fee: 200 };

const server = await startPostgresServer();
const sql = server.open({ max: 1 });
afterAll(() => server.stop());

const json = (value: unknown) => sql.json(value as never);
const orders: Record<string, { id: string; order_number: string }> = {};

async function place(name: string, changes: object, rule = RULE) {
  const payload = {
    ...orderFor([{ product: { id: RING, price: 434.33 } as never, quantity: 3 }]),
    customerPhone: `+92300${2_000_000 + Object.keys(orders).length}`,
    ...changes,
  };
  const [row] = await sql`select public.place_order(${json(payload)}, ${json(rule)}) as made`;
  orders[name] = row?.['made'];
}

const totals = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(orders).map(async ([name, { id }]) => {
        const [row] =
          await sql`select total_amount::float as total, discount::float, shipping::float from public.orders where id = ${id}`;
        return [name, { ...row }];
      }),
    ),
  );

let before: Awaited<ReturnType<typeof totals>>;
let version: unknown;

beforeAll(async () => {
  await applyMigrations(sql, [0, 1]);
  await sql.unsafe(`
    insert into public.categories (name, slug) values ('Rings', 'rings');
    insert into public.products (id, name, category, price, images, colors, sizes)
    values ('${RING}', 'Old Ring', 'rings', 434.33, '{/media/ring.webp}', '{}', '{}'),
           ('${PIN}', 'Old Pin', 'rings', 434.33, '{/media/pin.webp}', '{}', '{}');
    select shop.change_stock(p.id, 100, 'purchase'::shop.stock_change_kind, null, '', null) from public.products p;
    insert into public.discount_codes (code, kind, value) values ('OLD33', 'percent', 33);
    insert into public.purchase_orders (supplier_name, supplier_phone, supplier_address, created_at, updated_at)
    values ('Karachi Beads', '021 555', 'Old Road', now() - interval '2 days', now() - interval '2 days'),
           (' karachi BEADS', '', 'New Road', now() - interval '1 day', now() - interval '1 day'), ('Lahore Stones', '', '', now(), now());
    insert into public.newsletter_subscribers (email) values ('asma@example.com'), (E'\\u200easma@example.com'), (E'zara@example.com\\u061c');
  `);
  await place('plain', { totalAmount: 1502.99 });
  await place('coded', { code: 'OLD33', totalAmount: 1072.99 });
  await place('reduced', { discount: { amount: 500, reason: 'Dented' }, totalAmount: 1002.99 });
  await place('dearer', { totalAmount: 1652.99 }, { freeFrom: 9000, fee: 350 });
  await place('marked', { totalAmount: 1502.99, customerEmail: '\u200eayesha@example.com\u200f' });
  await place('delivered', { totalAmount: 1502.99 });
  await sql`select public.set_order_status(${orders['delivered']?.id ?? ''}, 'delivered', null)`;
  await sql`select public.refund_order(${orders['delivered']?.id ?? ''}, 500, 'cash', '', 'Late', null)`;
  await place('in two parcels', { totalAmount: 1502.99 });
  const inTwo = orders['in two parcels']?.id ?? '';
  for (let parcel = 0; parcel < 2; parcel += 1) await sql`select public.create_shipment(${json({ orderId: inTwo })}, null)`;
  await sql`insert into shop.parcel_sums (shipment_id, order_id, collect)
    select s.id, s.order_id, case when row_number() over (order by s.created_at, s.id) = 1 then 700.5 else 802.49 end
      from public.shipments s where s.order_id = ${inTwo}`;
  before = await totals();
  version = (await sql`select updated_at from public.orders where id = ${orders['plain']?.id ?? ''}`)[0]?.['updated_at'];
  await applyMigrations(sql, [1]);
});

test('orders of before are as they were, and no colleague’s screen is out of date', async () => {
  expect(await totals()).toEqual(before);
  expect((await sql`select updated_at from public.orders where id = ${orders['plain']?.id ?? ''}`)[0]?.['updated_at']).toEqual(
    version,
  );
});

test('whom purchase orders named is a supplier, with the newest of what was typed, and no order is another version', async () => {
  expect(await sql`select name, phone, address from public.suppliers order by lower(name)`).toEqual([
    { name: 'karachi BEADS', phone: '021 555', address: 'New Road' },
    { name: 'Lahore Stones', phone: '', address: '' },
  ]);
  expect(
    await sql`
      select o.supplier_name as named, s.name, o.updated_at = o.created_at as "isAsBefore"
        from public.purchase_orders o join public.suppliers s on s.id = o.supplier_id order by o.created_at`,
  ).toEqual([
    { named: 'Karachi Beads', name: 'karachi BEADS', isAsBefore: true },
    { named: ' karachi BEADS', name: 'karachi BEADS', isAsBefore: true },
    { named: 'Lahore Stones', name: 'Lahore Stones', isAsBefore: true },
  ]);
});

test.each(['plain', 'coded', 'reduced', 'dearer', 'marked'])(
  'an order of before that was %s costs what it did when a piece is exchanged for one of the same price, whatever the rules are now',
  async (name) => {
    const { id } = orders[name] as { id: string };
    await sql`update public.discount_codes set value = 5, minimum = 90000 where code = 'OLD33'`;
    for (const productId of [PIN, RING]) {
      const lines = [{ productId, quantity: 3 }];
      await sql`select public.edit_order_items(${id}, ${json(lines)}, ${json({ freeFrom: 1, fee: 999 })}, null)`;
      expect((await totals())[name]).toEqual(before[name]);
    }
  },
);

test('an order that was delivered and refunded in part before has no more cash when it is cancelled by mistake', async () => {
  const id = orders['delivered']?.id ?? '';
  for (const status of ['cancelled', 'delivered'])
    await sql`select public.set_order_status(${id}, ${status}::shop.order_status, null)`;
  expect((await sql`select collected::float, refunded::float from public.orders where id = ${id}`)[0]).toEqual({
    collected: 1502.99,
    refunded: 500,
  });
});

test('marks of direction are gone, and what would be another row without them stays, and is said', async () => {
  expect((await sql`select customer_email from public.orders where id = ${orders['marked']?.id ?? ''}`)[0]).toEqual({
    customer_email: 'ayesha@example.com',
  });
  expect((await sql`select email from public.newsletter_subscribers order by email`).map(({ email }) => email)).toEqual(
    expect.arrayContaining(['asma@example.com', '\u200easma@example.com', 'zara@example.com']),
  );
  expect((await sql`select row_is from shop.marked_rows()`).map(({ row_is }) => row_is)).toEqual([
    'newsletter \u200easma@example.com',
  ]);
});

test('riders of parcels of before ask for whole rupees, together for what is due', async () => {
  const id = orders['in two parcels']?.id ?? '';
  const asked =
    await sql`select to_collect::float as sum from public.shipments_of_orders where order_id = ${id} order by created_at, id`;
  expect(asked.map(({ sum }) => sum)).toEqual([700, 802]);
  expect((await sql`select due_on_delivery::float as due from public.orders where id = ${id}`)[0]?.['due']).toBe(1502);
});
