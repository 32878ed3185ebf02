import type { Sql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { MONEY_RIGHTS, OWNER_RIGHTS, RIGHT_NAMES } from '#domain/rights/rights.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { customerOf, recordAdvance } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { approve, arrived, askedFor } from './calls/return-calls.ts';
import { createPurchaseOrder } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';
import { linesThatCall, withoutLine } from './sweeps/list-lines.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);

const ring = await addProduct(shop, { stock: 1000 });
const order = await placeOrder(shop, orderFor([{ product: ring }]));
const customer = await customerOf(shop, order);
const cancelled = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: '+923145550009' }));
await shop`select public.set_order_status(${cancelled.id}, 'cancelled', null)`;
await recordAdvance(shop, order, 300);
const [variant] = await owner<{ id: string }[]>`select id from public.product_variants where product_id = ${ring.id}`;
const [parcel] = await owner<{ id: string }[]>`
  insert into public.shipments (order_id, carrier) values (${order.id}, 'TCS') returning id`;
await owner`insert into public.asked_sums (shipment_id, asked, due) values (${parcel?.id ?? ''}, 2500, 2100)`;
const [sent] = await owner<{ id: string }[]>`insert into public.shipments (order_id) values (${order.id}) returning id`;
const [booking] = await owner<{ id: string }[]>`
  with courier as (insert into public.couriers (name) values ('Leopards') returning id)
  insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until, tracking_number, state)
  select ${sent?.id ?? ''}, c.id, 'SHP-2', 0, 100, now(), 'LE-2', 'booked' from courier c returning id`;
await owner`update public.parcel_progress set status = 'attempted', attempted_at = '2026-02-01'`;
const somebody = { customerName: 'Sadia Noor', customerEmail: 'sadia@example.com', customerPhone: '+923145550077' };
const collected = await askedFor(shop, await arrived(shop, [{ product: ring }], somebody));
await approve(shop, collected);
await owner`insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum)
            select c.id, 'cpr.csv', ${'b'.repeat(64)}, 'CPR-2', 0, 0 from public.couriers c limit 1`;
await owner`insert into public.bank_statement_lines (day, amount, line_key) values ('2026-11-25', 1, 'rights')`;
const purchase = await createPurchaseOrder(shop, [{ product: ring, quantity: 3, unitCost: 100 }]);
const [review] = await owner<{ id: string }[]>`
  insert into public.reviews (product_id, user_id, user_name, rating, comment) values (${ring.id}, 'x', 'Hina', 5, 'Lovely') returning id`;
const [message] = await owner<{ id: string }[]>`
  insert into public.contact_messages (first_name, email, message) values ('Hina', 'hina@example.com', 'Is it gold?') returning id`;
await owner`insert into public.shop_settings default values on conflict do nothing`;
const [code] = await owner<{ id: string }[]>`
  insert into public.discount_codes (code, kind, value) values ('EID10', 'percent', 10) returning id`;

/** Somebody on the staff with exactly these rights. */
async function memberWith(username: string, rights: readonly string[]): Promise<string> {
  const [account] = await owner<
    { id: string }[]
  >`insert into auth.users (email) values (${`${username}@shop.test`}) returning id`;
  const [role] = await owner<{ id: string }[]>`
    insert into public.staff_roles (name, rights) values (${username}, ${rights as string[]}) returning id`;
  const id = account?.id ?? '';
  await owner`insert into public.staff (id, username, email, role) values (${id}, ${username}, ${`${username}@shop.test`}, ${role?.id ?? ''})`;
  return id;
}

const pay = (fields: object) => (sql: Sql) =>
  sql`insert into public.payments ${sql({ kind: 'advance', method: 'cash', from_account: 'customer', to_account: 'cash', amount: 100, order_id: order.id, ...fields } as never)}`;

/** Another order as a row of its own, so that only what an insert needs is asked for. */
const copyOrder = (changes: object) => async (sql: Sql) => {
  const [row] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'order_number')`;
  const fresh = JSON.stringify({ advance_verified: 0, ...changes }).replaceAll("'", "''");
  await sql.unsafe(`insert into public.orders (${row?.columns})
    select ${row?.columns} from jsonb_populate_record(null::public.orders, (select to_jsonb(o) || '${fresh}' from public.orders o where o.id = '${order.id}'))`);
};

const setOrder =
  (changes: string, id = order.id) =>
  (sql: Sql) =>
    sql.unsafe(`update public.orders set ${changes} where id = '${id}'`);

/** What each trigger and each line of a list asks a right for, as a row that is written: the nearest to the effect that anything can come. */
const EFFECTS: Record<string, (sql: Sql) => PromiseLike<unknown>> = {
  'after_payment verify_payments': pay({}),
  'after_settlement_change verify_payments': (sql) => sql`
    insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum)
    select c.id, 'cpr.csv', ${'a'.repeat(64)}, 'CPR-1', 0, 0 from public.couriers c limit 1`,
  'after_arrival_change verify_payments': (sql) => sql`
    insert into public.settlement_arrivals (settlement_id, line_id)
    select f.id, l.id from public.settlements f, public.bank_statement_lines l where f.reference = 'CPR-2' and l.line_key = 'rights'`,
  'after_dispute_change verify_payments': (sql) => sql`
    insert into public.courier_disputes (courier_id, shipment_id, about, amount, asked_at)
    select c.id, ${parcel?.id ?? ''}, 'cash', 1, now() from public.couriers c limit 1`,
  'after_closed_month_change verify_payments': (sql) =>
    sql`insert into public.closed_months (month, balance) values ('2020-01-01', '{}')`,
  'after_tax_certificate_change verify_payments': (sql) => sql`
    insert into public.tax_certificates (courier_id, month, tax, number) select c.id, '2026-01-01', 'sales_tax', 'T-1' from public.couriers c limit 1`,
  'after_payment refund': pay({ kind: 'refund', from_account: 'cash', to_account: 'customer' }),
  'after_product_added change_prices': (sql) => addProduct(sql, { name: 'New Ring' }),
  'after_product_added edit_products': (sql) => addProduct(sql, { name: 'New Ring' }),
  'after_product_changed change_prices': (sql) => sql`update public.products set price = price + 1 where id = ${ring.id}`,
  'after_product_changed edit_products': (sql) => sql`update public.products set name = 'Another Ring' where id = ${ring.id}`,
  'after_discount_code_change change_prices, of a new one': (sql) =>
    sql`insert into public.discount_codes (code, kind, value) values ('EID20', 'percent', 20)`,
  'after_discount_code_change change_prices': (sql) =>
    sql`update public.discount_codes set value = 90 where id = ${code?.id ?? ''}`,
  'after_order_placed discount_orders': copyOrder({
    discount: 10,
    discount_reason: 'A friend',
    total_amount: order.total_amount - 10,
  }),
  'after_order_changed discount_orders': setOrder(
    `discount = 10, discount_reason = 'A friend', total_amount = total_amount - 10`,
  ),
  'after_category_change edit_products': (sql) => sql`update public.categories set is_active = false where slug = 'rings'`,
  'after_review_change moderate_reviews': (sql) =>
    sql`update public.reviews set is_published = false where id = ${review?.id ?? ''}`,
  'after_stock_change correct_stock': (sql) =>
    sql`select shop.change_stock(${ring.id}, 5, 'adjustment', null, 'Found', null, ${variant?.id ?? ''})`,
  'after_purchase_order_change buy_stock': (sql) =>
    sql`update public.purchase_orders set supplier_name = 'Another' where id = ${purchase.id}`,
  'after_supplier_change buy_stock': (sql) => sql`update public.suppliers set terms = 30`,
  'after_payment buy_stock': (sql) => sql`
    insert into public.payments (kind, method, from_account, to_account, amount, supplier_id)
    select 'supplier_paid', 'cash', 'cash', 'suppliers', 100, s.id from public.suppliers s limit 1`,
  'after_order_placed place_orders': (sql) => copyOrder({ placed_by: everything })(sql),
  'after_order_changed confirm_orders': setOrder(`customer_address = 'Another street'`),
  'after_order_changed cancel_orders': setOrder(`status = 'pending'`, cancelled.id),
  'after_confirmation_change override_confirmation': (sql) =>
    sql`update public.order_confirmations set overridden_at = now(), overridden_because = 'He waits' where order_id = ${order.id}`,
  'after_customer_change edit_customers': (sql) =>
    sql`update public.customers set block = 'do_not_ship' where id = ${customer.id}`,
  'after_shipment_added send_parcels': (sql) => sql`insert into public.shipments (order_id) values (${order.id})`,
  courier_bookings_need_right: (sql) => sql`
    with courier as (insert into public.couriers (name) values ('PostEx') returning id)
    insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until)
    select ${parcel?.id ?? ''}, c.id, 'SHP-1', 0, 100, now() from courier c`,
  return_collections_need_right: (sql) => sql`
    with courier as (insert into public.couriers (name) values ('Collector') returning id)
    insert into public.return_collections (request_id, courier_id, reference, claimed_until)
    select ${collected.id}, c.id, 'RET-1', now() from courier c`,
  parcel_sums_need_right: (sql) => sql`
    insert into shop.parcel_sums (shipment_id, order_id, collect) select s.id, s.order_id, 0 from public.shipments s where s.id = ${parcel?.id ?? ''}`,
  portal_file_rows_need_right: (sql) => sql`insert into public.portal_file_rows (booking_id) values (${booking?.id ?? ''})`,
  shipment_labels_need_right: (sql) =>
    sql`insert into public.shipment_labels (shipment_id, version, due) values (${parcel?.id ?? ''}, '00000000', 0)`,
  asked_sums_need_right_to_settle: (sql) =>
    sql`update public.asked_sums set settled_at = now() where shipment_id = ${parcel?.id ?? ''}`,
  courier_claims_need_right: (sql) =>
    sql`insert into public.courier_claims (booking_id, amount, deadline) values (${booking?.id ?? ''}, 100, '2026-03-01')`,
  packed_pieces_need_right: (sql) => sql`
    insert into public.packed_pieces (key, order_id, item_id, variant_id, packed_at)
    select 'a-new-key', i.order_id, i.id, i.variant_id, now() from public.order_items i where i.order_id = ${order.id} limit 1`,
  unpacked_pieces_need_right: (sql) =>
    sql`insert into public.unpacked_pieces (piece_key, order_id, unpacked_at) values ('a-new-key', ${order.id}, now())`,
  packed_photos_need_right: (sql) => sql`
    insert into public.packed_photos (id, order_id, key, name, bytes, taken_at)
    values (${'0'.repeat(32)}, ${order.id}, 'a-new-key', 'a.webp', 1, now())`,
  photo_waivers_need_right: (sql) => sql`insert into public.photo_waivers (order_id, because) values (${order.id}, 'He waits')`,
  'after_packing_rules_change change_settings': (sql) => sql`update public.packing_rules set photo_needed_since = now()`,
  'after_shipment_changed send_parcels': (sql) =>
    sql`update public.shipments set tracking_number = '1' where id = ${parcel?.id ?? ''}`,
  goods_back_need_right: (sql) => sql`
    insert into public.goods_back (order_id, order_item_id, product_id, variant_id, quantity, disposition, key)
    select i.order_id, i.id, i.product_id, i.variant_id, 1, 'restocked', i.id from public.order_items i where i.order_id = ${order.id} limit 1`,
  return_decisions_need_right: (sql) => sql`
    with request as (
      insert into public.return_requests (order_id, kind, wish, reason, shop_pays) values (${order.id}, 'return', 'transfer', 'other', false) returning id)
    insert into public.return_decisions (request_id, state) select id, 'declined' from request`,
  'after_shipment_changed receive_returns': (sql) =>
    sql`update public.shipments set status = 'returned', received_at = now() where id = ${parcel?.id ?? ''}`,
  'after_order_changed send_parcels': (sql) =>
    sql.unsafe(`set local shop.gate = 'off'; update public.orders set status = 'shipped' where id = '${order.id}'`),
  'after_message_answer answer_messages': (sql) =>
    sql`insert into public.contact_answers (message_id, answer) values (${message?.id ?? ''}, 'No, plated')`,
  'after_settings_change change_settings': (sql) =>
    sql`update public.shop_settings set content = content || '{"seo": {"title": "Sale"}}' where id`,
};

interface Asker {
  name: string;
  right: string;
  /** SQL that takes it away. */
  without: string;
}

const triggers = await owner<Asker[]>`
  select t.tgname as name, convert_from(trim(trailing '\\x00' from t.tgargs), 'UTF8') as right,
         format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as without
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'require_right' order by 1`;
const lines = await owner.unsafe<{ list: string; call: string }[]>(linesThatCall('need_right'));
const askers: Asker[] = [
  ...triggers,
  ...lines.map(({ list, call }) => {
    const right = call.replaceAll(/need_right\(|'/g, '');
    return { name: `${list} ${right}`, right, without: withoutLine(list, call) };
  }),
];

/** What an effect by a staff member is refused with, null when it is done. Nothing of it stays. */
async function refusal(actor: string | null, effect: (sql: Sql) => PromiseLike<unknown>, before?: string) {
  let found: Awaited<ReturnType<typeof refusalOf>> | null = null;
  const rolledBack = new Error('rolled back');
  await owner
    .begin(async (sql) => {
      if (before) await sql.unsafe(before);
      await sql`select shop.act_as(${actor})`;
      found = await sql
        .savepoint(async (inner) => void (await effect(inner as unknown as Sql)))
        .then(
          () => null,
          (error: unknown) => refusalOf(Promise.reject(error)),
        );
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return found;
}

test('every effect that needs a right is tried', () => {
  const tried = Object.keys(EFFECTS).map((name) => name.replace(/,.*/, ''));
  expect([...new Set(tried)].toSorted()).toEqual(askers.map(({ name }) => name).toSorted());
});

const assignable = RIGHT_NAMES.filter((right) => !OWNER_RIGHTS.includes(right));
const everything = await memberWith('everything', assignable);
const membersWithout = new Map(
  await Promise.all(
    [...new Set(askers.map(({ right }) => right))].map(
      async (right) =>
        [
          right,
          await memberWith(
            `no-${right}`,
            assignable.filter((other) => other !== right),
          ),
        ] as const,
    ),
  ),
);

describe.each(Object.entries(EFFECTS))('%s', (effectName, effect) => {
  const { right, without } = askers.find(({ name }) => name === effectName.replace(/,.*/, '')) ?? { right: '', without: '' };

  test(`asks staff alone for ${right}, and nothing else does`, async () => {
    const actor = membersWithout.get(right) ?? '';
    expect(await refusal(actor, effect)).toMatchObject({ code: 'not_allowed', details: { right } });
    expect(await refusal(everything, effect)).toBeNull();
    expect(await refusal(null, effect)).toBeNull();
    expect(await refusal(actor, effect, without)).toBeNull();
  });
});

const SHARED_EFFECTS: Record<string, (sql: Sql) => PromiseLike<unknown>> = {
  parcel_advices_need_right: (sql) => sql`
    insert into public.parcel_advices (booking_id, attempted_at, is_by_staff, action) values (${booking?.id ?? ''}, '2026-02-01', true, 'retry')`,
  parcel_calls_need_right: (sql) => sql`
    insert into public.parcel_calls (booking_id, attempted_at, outcome) values (${booking?.id ?? ''}, '2026-02-01', 'no_answer')`,
  delivery_questions_need_right_to_ask: (sql) => sql`update public.delivery_questions set asked_at = now()`,
};

test('what the desk and those who send parcels do alike asks for one of their rights', async () => {
  const shared = await owner`
    select t.tgname as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'require_one_right' order by 1`;
  expect(Object.keys(SHARED_EFFECTS).toSorted()).toEqual(shared.map(({ name }) => name));
  await owner`insert into public.delivery_questions (booking_id, attempted_at, ask_at) values (${booking?.id ?? ''}, '2026-02-01', '2026-02-01')`;
  const others = assignable.filter((right) => right !== 'send_parcels' && right !== 'confirm_orders');
  const [neither, desk, packer] = await Promise.all([
    memberWith('neither', others),
    memberWith('desk-only', ['see_orders', 'confirm_orders']),
    memberWith('packer-only', ['see_orders', 'send_parcels']),
  ]);
  for (const effect of Object.values(SHARED_EFFECTS)) {
    expect(await refusal(neither, effect)).toMatchObject({ code: 'not_allowed', details: { right: 'send_parcels' } });
    for (const actor of [desk, packer, null]) expect(await refusal(actor, effect)).toBeNull();
  }
});

test('somebody who was locked out, and an account that is not on the staff, have no right', async () => {
  const locked = await memberWith('locked', assignable);
  await owner`update public.staff set is_active = false where id = ${locked}`;
  const [stranger] = await owner<{ id: string }[]>`insert into auth.users (email) values ('who@shop.test') returning id`;
  for (const actor of [locked, stranger?.id ?? '']) {
    expect(await refusal(actor, EFFECTS['after_product_changed change_prices'] ?? pay({}))).toMatchObject({
      code: 'not_allowed',
    });
  }
});

test('the database and the server know the same rights', async () => {
  const [known] = await owner<{ all: string[]; owners: string[]; money: string[] }[]>`
    select shop.all_rights() as all, shop.rights_of_owners() as owners, shop.rights_over_money() as money`;
  expect(known?.all.toSorted()).toEqual(RIGHT_NAMES.toSorted());
  expect(known?.owners.toSorted()).toEqual(OWNER_RIGHTS.toSorted());
  expect(known?.money).toEqual(MONEY_RIGHTS);
});

test('the last owner can neither leave nor be lowered, whoever does it', async () => {
  const owners = await Promise.all(
    ['first', 'second'].map(async (username) => {
      const id = await memberWith(username, ['see_orders']);
      await owner`update public.staff set role = 'owner' where id = ${id}`;
      return id;
    }),
  );
  const [first = '', second = ''] = owners;
  await shop`select public.set_staff_role(${second}, 'desk', ${first})`;
  for (const lowering of [
    () => shop`select public.set_staff_role(${first}, 'desk', ${first})`,
    () => shop`update public.staff set is_active = false where id = ${first}`,
    () => owner`delete from public.staff where id = ${first}`,
    () => owner`delete from auth.users where id = ${first}`,
  ])
    expect(await refusalOf(lowering())).toMatchObject({ code: 'last_owner' });
});

test('another role, or one that may something else, ends the sessions of whoever has it', async () => {
  const id = await memberWith('helper', ['see_orders']);
  const sessions = async () => {
    const [row] = await owner<
      { count: number }[]
    >`select count(*)::int as count from public.staff_sessions where staff_id = ${id}`;
    return row?.count;
  };
  const signIn = () => owner`
    insert into public.staff_sessions (id, staff_id, token_hash, expires_at)
    values (gen_random_uuid(), ${id}, md5(random()::text) || md5(random()::text), now() + interval '1 hour')`;
  await signIn();
  await owner`update public.staff_roles set description = 'Before Eid' where name = 'helper'`;
  expect(await sessions()).toBe(1);
  await owner`update public.staff_roles set rights = '{see_orders,see_sums,refund}' where name = 'helper'`;
  expect(await sessions()).toBe(0);
  await signIn();
  await owner`update public.staff set role = 'packer' where id = ${id}`;
  expect(await sessions()).toBe(0);
});

describe('a contact', () => {
  test('is revealed as often a day as the role may, each order once, and each time is noted', async () => {
    const packer = await memberWith('packing', ['see_orders', 'reveal_contacts']);
    await owner`update public.staff_roles set reveals_a_day = 2 where name = 'packing'`;
    const third = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone: '+923145550010' }));
    const reveal = async ({ id }: { id: string }) => {
      const [row] = await shop<{ shown: Record<string, unknown> }[]>`select public.reveal_contact(${id}, ${packer}) as shown`;
      return row?.shown;
    };
    expect(await reveal(order)).toMatchObject({ customer_phone: '+923001234567', remaining: 1 });
    expect(await reveal(order)).toMatchObject({ remaining: 1 });
    expect(await reveal(third)).toMatchObject({ remaining: 0 });
    expect(await refusalOf(reveal(cancelled))).toMatchObject({ code: 'too_many_reveals' });
    const noted = await owner`select subject from public.audit_log where actor = ${packer} order by created_at`;
    expect(noted.map(({ subject }) => subject)).toEqual(
      [order, order, third].map(({ order_number }) => `contact of ${order_number}`),
    );
  });

  test('is refused to whoever may not reveal any, and not counted for whoever sees all', async () => {
    const looker = await memberWith('looker', ['see_orders', 'see_names']);
    expect(await refusalOf(shop`select public.reveal_contact(${order.id}, ${looker})`)).toMatchObject({
      code: 'not_allowed',
      details: { right: 'reveal_contacts' },
    });
    const [row] = await shop`select public.reveal_contact(${order.id}, ${everything}) ->> 'remaining' as remaining`;
    expect(row?.['remaining']).toBeNull();
  });
});

test('an order is found by phone, e-mail address and name only by whoever may see them', async () => {
  const found = async (rights: string[], typed: string[], email: string | null = null) => {
    const actor = await memberWith(`finds-${Math.random().toString(36).slice(2)}`, rights);
    const outcome = await shop
      .begin(async (sql) => {
        await sql`select shop.act_as(${actor})`;
        const [row] = await sql<{ answer: { total: number } }[]>`
          select public.list_orders(null, ${email}, null, null, 'createdAt', false, 0, 5, ${email ? null : typed}) as answer`;
        return row?.answer.total;
      })
      .catch(() => 'refused');
    return outcome;
  };
  const all = ['see_orders', 'see_names', 'see_contacts'];
  const [phone, name, address, number] = ['3001234567', 'khan', 'ayesha', order.order_number.toLowerCase().split('-')];
  expect(await found(all, [phone])).toBe(1);
  expect(await found(['see_orders', 'see_names'], [phone])).toBe(0);
  expect(await found(['see_orders', 'see_names'], ['4567'])).toBe(0);
  expect(await found(['see_orders', 'see_names'], [name])).toBe(3);
  expect(await found(['see_orders', 'see_contacts'], [name])).toBe(0);
  expect(await found(['see_orders', 'see_contacts'], [address])).toBe(3);
  expect(await found(['see_orders'], number)).toBe(1);
  expect(await found(all, [], 'ayesha@%')).toBe(3);
  expect(await found(['see_orders', 'see_names'], [], 'ayesha@%')).toBe('refused');
});
