/** The demo's history: written by the shop's own functions, so everything that the shop shows has to agree with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPEN_ORDERS } from '#domain/limits.ts';
import { knownMapping } from '#domain/settlements/known-files.ts';
import { refuses } from '#domain/settlements/problems.ts';
import { openSettlement, readSettlement } from '#domain/settlements/read-settlement.ts';
import { COURIER_IDS } from '#local/demo/couriers.ts';
import { readyFile } from '#local/demo/ready-file.ts';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { compareBooks } from '#scripts/books/compare.ts';
import { BOOK_ERRORS } from '#tests/db/rows/catalogue-rows.ts';
import { ADD_DEMO_TEAM, DEMO_TEAM } from '#tests/setup/samples/demo-team.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

let home: string;
let demo: EmbeddedSupabase;
const rows = <Row>(sql: string) => demo.sql(sql) as Promise<Row[]>;

/** Fills the new database with its staff and the history. */
async function writeHistory(): Promise<void> {
  await demo.sql(ADD_DEMO_TEAM);
  await demo.beginHistory();
  await demo.writeHistory(DEMO_TEAM);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'shop-history-'));
  demo = await startEmbeddedSupabase({ ...newSupabaseKeys(), home, database: 'memory://', port: await freePort() });
  await writeHistory();
});

afterAll(async () => {
  await demo.stop();
  await rm(home, { recursive: true, force: true });
});

test('an order is asked for an advance in each state', async () => {
  const states = await rows<{ state: string; orders: number }>(`
    select case when c.state is not null then c.state::text when m.is_late then 'late' when m.missing is not null then 'asked' end as state, count(*)::integer as orders
      from public.advance_requests r
      left join public.advance_claims c on c.order_id = r.order_id
      left join shop.missing_advances m on m.order_id = r.order_id
     group by 1 order by 1`);
  expect(states.map(({ state }) => state)).toEqual(['asked', 'late', 'received', 'rejected', 'sent']);
});

test('the late advance was asked when the order was written down, reminded of, and was due before now', async () => {
  const [late] = await rows<{ ordered: string; asked: string; reminded: string; due: string }>(`
    select o.created_at as ordered, r.asked_at as asked, r.due_at as due,
           (select e.created_at from public.order_events e where e.order_id = o.id and e.note like 'Reminded%') as reminded
      from shop.missing_advances m join public.advance_requests r on r.id = m.request_id join public.orders o on o.id = m.order_id
     where m.is_late`);
  const times = [late?.ordered, late?.asked, late?.reminded, late?.due].map((time) => Date.parse(time ?? ''));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeLessThan(Date.now());
});

test('every screen has something to show: returns in each state, claims, what waits for staff, what did not go, what was deleted', async () => {
  const states = await rows<{ state: string }>('select distinct state::text from public.return_requests order by 1');
  expect(states.map(({ state }) => state)).toEqual(['approved', 'asked', 'declined', 'received', 'settled', 'withdrawn']);
  const claims = await rows<{ state: string }>('select state::text from public.courier_claims order by 1');
  expect(claims.map(({ state }) => state)).toEqual(['asked', 'paid']);
  const mails = await rows<{ error: string; kept: boolean }>(
    'select last_error as error, failed_at > created_at as kept from public.mail_outbox where failed_at is not null order by 1',
  );
  expect(mails).toEqual([
    { error: '550 5.1.1 This mailbox does not exist', kept: true },
    { error: '552 5.2.2 The mailbox is full', kept: true },
  ]);
  const deleted = (table: string) => `(select count(*)::integer from public.${table} where archived_at < now())`;
  const [counts] = await rows<Record<string, number>>(`
    select ${deleted('products')} as products, ${deleted('orders')} as orders, ${deleted('purchase_orders')} as purchases,
           ${deleted('suppliers')} as suppliers,
           (select count(*)::integer from public.reviews where awaits_staff) as reviews,
           (select count(*)::integer from public.reviews where not is_published and not awaits_staff) as hidden,
           (select count(*)::integer from public.stock_notices where back_at is null) as notices,
           (select count(*)::integer from public.stock_counts) as counts,
           (select count(*)::integer from public.missed_searches) as searches,
           (select count(*)::integer from public.newsletter_subscribers) as readers,
           (select (public.reserved_by_strangers(null) ->> 'orders')::integer) as reserved,
           (select count(*)::integer from public.purchase_orders
             where status in ('ordered', 'partial') and archived_at is null and expected_delivery_date < shop.day_of(now())) as overdue,
           (select count(*)::integer from public.purchase_orders where expected_delivery_date < shop.day_of(created_at)) as expected_before`);
  expect(counts).toMatchObject({ products: 1, orders: 1, purchases: 1, suppliers: 1, counts: 1, expected_before: 0 });
  for (const some of ['reviews', 'hidden', 'notices', 'searches', 'readers', 'reserved', 'overdue'])
    expect(counts?.[some], some).toBeGreaterThan(0);
});

test('the work is done by whom it belongs to', async () => {
  const who = async (sql: string) => (await rows<{ username: string }>(sql)).map(({ username }) => username);
  const by = (table: string, column: string, where = 'true') =>
    who(
      `select distinct s.username from public.${table} t join public.staff s on s.id = t.${column} where t.${column} is not null and ${where}`,
    );
  expect(await by('confirmation_attempts', 'actor')).toEqual(['desk']);
  expect(await by('packed_pieces', 'actor')).toEqual(['packer']);
  expect(await by('settlements', 'booked_by')).toEqual(['accounts']);
  expect(await by('goods_back', 'actor', 'not t.never_left')).toEqual(['packer']);
});

test('there are about 150 orders of all statuses, shipments of all but a few, and customers who came back', async () => {
  const [counts] = await rows<Record<string, number>>(`
    select (select count(*)::integer from public.orders) as orders,
           (select count(distinct status)::integer from public.orders) as order_statuses,
           (select count(distinct status)::integer from public.shipments) as shipment_statuses,
           (select count(distinct status)::integer from public.purchase_orders) as purchase_statuses,
           (select count(distinct status)::integer from public.contact_messages) as message_statuses,
           (select count(distinct transaction_type)::integer from public.stock_history) as stock_changes,
           (select count(*)::integer from (select from public.orders group by customer_email having count(*) > 1) r) as regulars,
           (select count(*)::integer from public.reviews where created_at > now() - interval '56 days' and id not like '68f0a1%') as reviews,
           (select count(*)::integer from public.reviews where answer <> '') as answers,
           (select count(*)::integer from public.products where stock_quantity between 1 and 5) as low,
           (select count(*)::integer from public.products where stock_quantity = 0) as sold_out`);
  expect(counts?.orders).toBeGreaterThanOrEqual(145);
  // With the one that went out for an exchange, and two that began in a chat.
  expect(counts?.orders).toBeLessThanOrEqual(153);
  expect(counts).toMatchObject({ order_statuses: 5, purchase_statuses: 5, message_statuses: 3, stock_changes: 5 });
  for (const many of ['regulars', 'reviews']) expect(counts?.[many], many).toBeGreaterThan(10);
  for (const some of ['shipment_statuses', 'low']) expect(counts?.[some], some).toBeGreaterThan(2);
  for (const one of ['answers', 'sold_out']) expect(counts?.[one], one).toBeGreaterThan(0);
});

test('parcels went with three couriers, and their words say of each where it is: delivered, attempted, back, lost or on its way', async () => {
  const [counts] = await rows<Record<string, number>>(`
    select (select count(distinct b.courier_id)::integer from public.courier_bookings b) as couriers,
           (select count(*)::integer from public.shipments s where not exists (select from public.courier_bookings b where b.shipment_id = s.id)) as unbooked,
           (select count(*)::integer from public.shipments s join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked' where s.shipping_cost is distinct from b.charge) as "for another price",
           (select count(*)::integer from public.parcel_progress p where p.status = 'delivered') as delivered,
           (select count(*)::integer from public.parcel_progress p where p.attempts > 0) as attempted,
           (select count(*)::integer from public.parcel_progress p where p.status in ('return_started', 'returned')) as back,
           (select count(*)::integer from public.parcel_progress p where p.status < 'delivered' and p.last_event_at < now() - interval '10 days') as stale,
           (select count(*)::integer from public.parcel_progress p where p.contradiction is not null or p.refused_because is not null) as wrong,
           (select count(*)::integer from public.courier_events e where e.meaning is null) as unknown`);
  expect(counts).toMatchObject({ couriers: 3, unbooked: 0, 'for another price': 0, wrong: 0, unknown: 0 });
  for (const some of ['attempted', 'back', 'stale']) expect(counts?.[some], some).toBeGreaterThan(0);
  expect(counts?.delivered).toBeGreaterThan(50);
});

test('the books are exact: ledger and stock, daily counts, sold lines, totals of orders', async () => {
  expect(await rows(BOOK_ERRORS)).toEqual([]);
  expect(
    await rows(`
      select o.order_number from public.orders o
       where o.subtotal <> (select sum(i.quantity * i.price) from public.order_items i where i.order_id = o.id)`),
  ).toEqual([]);
});

test('dashboard and report say what the orders say', async () => {
  const period = `o.created_at >= shop.start_of_day(shop.day_of(now()) - 29)`;
  const [figures] = await rows<{
    dashboard: any;
    report: any;
    orders: number;
    revenue: number;
    previous: number;
    lines: number;
    discounts: number;
  }>(`
    with kept as (select * from public.orders where archived_at is null)
    select public.sales_dashboard(shop.day_of(now()) - 29, shop.day_of(now()), 10) as dashboard,
           public.sales_report(shop.day_of(now()) - 29, shop.day_of(now()), 'day') as report,
           (select count(*)::integer from kept o where ${period}) as orders,
           (select sum(total_amount)::float8 from kept o where status <> 'cancelled' and ${period}) as revenue,
           (select sum(total_amount)::float8 from kept o where status <> 'cancelled' and not ${period}) as previous,
           (select sum(i.quantity * i.price - i.discount)::float8 from public.order_items i join kept o on o.id = i.order_id
             where o.status <> 'cancelled' and ${period}) as lines,
           (select sum(o.subtotal + o.shipping + o.delivery_discount - o.total_amount)::float8 from kept o
             where o.status <> 'cancelled' and ${period}) as discounts`);
  const { dashboard, report, orders = 0, revenue = 0, previous = 0, lines, discounts = 0 } = figures ?? {};
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + Number(number), 0);
  expect(Number(dashboard.overview.total_orders)).toBe(orders);
  expect(Number(dashboard.overview.total_revenue)).toBe(revenue);
  expect(Number(dashboard.previous.total_revenue)).toBe(previous);
  expect(sum(dashboard.sales_by_date.map((day: { total: number }) => day.total))).toBe(revenue);
  expect(sum(Object.values(dashboard.order_status_counts))).toBe(orders);
  expect(Number(report.totals.total_revenue)).toBe(revenue);
  expect(sum(report.category_sales.map((category: { total_revenue: number }) => category.total_revenue))).toBe(lines);
  expect(discounts).toBeGreaterThan(0);
  expect(Number(report.discounts)).toBe(discounts);
  // The shop grows.
  expect(revenue).toBeGreaterThan(previous);
});

test('two couriers have paid by a file: one payment is in the bank, of the other the bank’s line waits, and one parcel is short', async () => {
  const files = await rows<{ courier: string; short: number; arrival: string; all_but_short: boolean }>(`
    select c.name as courier, count(*) filter (where l.result = 'short')::integer as short, shop.arrival_of(s) as arrival,
           bool_and(l.result in ('received', 'charge_only', 'short')) as all_but_short
      from public.settlements s join public.couriers c on c.id = s.courier_id join public.settlement_lines l on l.settlement_id = s.id
     group by s.id, c.name order by s.created_at`);
  expect(files).toEqual([
    { courier: 'PostEx', short: 1, arrival: 'in_bank', all_but_short: true },
    { courier: 'Lahore Riders', short: 0, arrival: 'announced', all_but_short: true },
  ]);
  const [waiting] = await rows<{ sums: number[]; amount: number }>(`
    select array(select s.control_sum::float8 from public.settlements s) as sums, b.amount::float8 as amount
      from public.bank_statement_lines b where b.reference like '%LAHORE RIDERS%'`);
  expect(waiting?.sums).toContain(waiting?.amount);
});

test('one piece came back against its money, and one was exchanged for another that arrived: the report has both', async () => {
  const returns = await rows(`
    select r.kind, r.outcome, r.state, e.status as exchange from public.return_requests r
      left join public.orders e on e.id = r.exchange_order_id where r.state = 'settled' order by r.kind`);
  expect(returns).toEqual([
    { kind: 'return', outcome: 'transfer', state: 'settled', exchange: null },
    { kind: 'exchange', outcome: 'exchange', state: 'settled', exchange: 'delivered' },
  ]);
  const [report] = await rows<{ back: number; lasting: number }>(`
    select (public.sales_report(shop.day_of(now()) - 29, shop.day_of(now()), 'day') #>> '{sums,went_back}')::float8 as back,
           (select sum(s.refund)::float8 from public.return_requests r cross join lateral shop.return_sums(r) s where r.state = 'settled') as lasting`);
  expect(report?.back).toBeGreaterThanOrEqual(report?.lasting ?? 0);
  expect(report?.lasting).toBeGreaterThan(0);
});

test('all that the shop reports of its money is what its rows come to', async () => {
  const { figures, differences } = await compareBooks(demo.sql as Parameters<typeof compareBooks>[0]);
  expect(differences).toEqual([]);
  expect(figures).toBeGreaterThan(300);
});

test('a file of PostEx lies ready to be booked, and each of its faults is found', async () => {
  const { name, text, parcels, sum } = await readyFile(rows);
  const file = { name, bytes: new TextEncoder().encode(text) };
  const table = await openSettlement(file, null);
  if ('error' in table) throw new Error(table.error);
  const read = readSettlement(table, name, knownMapping(table.headings) ?? expect.fail('nobody knows its columns'));
  expect(read.problems.filter(refuses)).toEqual([]);
  expect(read.rows).toHaveLength(parcels);
  expect(parcels).toBeGreaterThan(10);
  const sent = read.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
    ),
  );
  const head = { fileName: name, fileHash: 'a'.repeat(64), reference: read.reference, parcels, sum };
  const [{ checked } = { checked: null }] = await rows<{ checked: any }>(
    `select public.check_settlement('${COURIER_IDS.postex}', '${JSON.stringify(head)}', '${JSON.stringify(sent)}') as checked`,
  );
  expect(checked.refusals).toEqual([]);
  const results = checked.lines.map(({ result }: { result: string }) => result);
  const count = (result: string) => results.filter((one: string) => one === result).length;
  expect({ short: count('short'), unmatched: count('unmatched'), repeated: count('repeated') }).toEqual({
    short: 2,
    unmatched: 1,
    repeated: 1,
  });
  const dear = (field: string) => checked.lines.filter((line: Record<string, number>) => (line[field] ?? 0) >= 1).length;
  expect({ charges: dear('charge_difference'), taxes: dear('tax_difference') }).toEqual({ charges: 1, taxes: 1 });
});

test('creators brought orders with their codes, one of which has ended', async () => {
  const codes = await rows<{ name: string; uses: number; has_ended: boolean }>(
    'select name, shop.code_uses(id) as uses, coalesce(ends_at < now(), false) as has_ended from public.discount_codes',
  );
  expect(codes).toHaveLength(3);
  expect(new Set(codes.map(({ name }) => name)).size).toBe(2);
  expect(codes.filter(({ has_ended }) => has_ended)).toHaveLength(1);
  expect(codes.filter(({ uses }) => uses === 0)).toEqual([]);
});

test('nothing lies in the future, an expense counts for its day, an order is older than its parcels, and no mail waits to be sent', async () => {
  // When something shall happen, or ends.
  const ahead =
    "('due_at', 'call_back_at', 'claimed_until', 'next_attempt_at', 'expires_at', 'ends_at', 'advice_due_by', 'next_poll_at', 'window_ends_at')";
  const columns = await rows<{ column: string; table: string }>(`
    select quote_ident(c.column_name) as column, format('%I.%I', c.table_schema, c.table_name) as table
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'shop') and c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE' and c.column_name not in ${ahead}`);
  expect(columns.length).toBeGreaterThan(20);
  const late = await rows(
    columns
      .map(
        ({ column, table }) => `select '${table}.${column}' as place from ${table} where ${column} > now() having count(*) > 0`,
      )
      .join(' union all '),
  );
  expect(late).toEqual([]);
  expect(
    await rows(`
      select o.order_number from public.orders o join public.shipments s on s.order_id = o.id
       where s.created_at <= o.created_at or s.shipped_date <= s.created_at or s.updated_at < s.shipped_date`),
  ).toEqual([]);
  expect(await rows('select id from public.mail_outbox where sent_at is null and failed_at is null')).toEqual([]);
  const expenses = await rows<{ ago: number }>(
    `select shop.day_of(created_at) - spent_on as ago from public.payments where kind = 'expense'`,
  );
  expect(new Set(expenses.map(({ ago }) => ago))).toEqual(new Set([0]));
});

test('orders of the last weeks went over the desk: asked about, some several times, and some wait for a call now', async () => {
  const [counts] = await rows<Record<string, number>>(`
    select (select count(distinct outcome)::integer from public.confirmation_attempts) as outcomes,
           (select count(*)::integer from public.confirmation_attempts where how = 'shopper') as by_shoppers,
           (select count(*)::integer from (select from public.confirmation_attempts group by order_id having count(*) > 1) r) as asked_again,
           (select count(*)::integer from shop.confirmation_queue) as waiting,
           (select count(distinct state)::integer from public.order_confirmations where is_open and due_at is not null) as waiting_for,
           (select count(*)::integer from public.confirmation_attempts a join public.orders o on o.id = a.order_id
             where a.how = 'rule' and o.source = 'website') as by_rule,
           (select count(*)::integer from public.confirmation_attempts a
             where a.how not in ('rule', 'other') and a.outcome <> 'refused'
               and exists (select from public.confirmation_attempts r where r.order_id = a.order_id and r.how = 'rule')) as asked_in_vain,
           (select count(distinct source)::integer from public.orders) as sources,
           (select count(*)::integer from public.customers where block = 'prepaid_only') as blocked,
           (select count(*)::integer from public.order_events where kind = 'note' and actor is not null) as notes,
           (select count(*)::integer from public.orders
             where status in ('processing', 'shipped', 'delivered') and (tags = '{gift}') is distinct from (coalesce(notes, '') like 'Gift wrap%')) as mistaken_gifts,
           (select count(*)::integer from public.orders o join public.order_confirmations c on c.order_id = o.id
             where o.created_at > now() - interval '13 days' and o.status in ('shipped', 'delivered') and c.state <> 'confirmed') as unconfirmed`);
  expect(counts).toMatchObject({ outcomes: 4, sources: 5, unconfirmed: 0, asked_in_vain: 0, mistaken_gifts: 0 });
  // How many depends on the day that it is told on.
  for (const some of ['blocked', 'by_rule', 'by_shoppers', 'asked_again', 'waiting', 'waiting_for', 'notes'])
    expect(counts?.[some], some).toBeGreaterThan(0);
});

test('numbers of people and suppliers cannot belong to anybody', async () => {
  const phones = await rows<{ phone: string }>(
    'select customer_phone as phone from public.orders union select supplier_phone from public.purchase_orders',
  );
  expect(phones.length).toBeGreaterThan(50);
  for (const { phone } of phones) expect(phone).toMatch(/^\+92399\d{7}$/);
  const mails = await rows<{ host: string }>(
    `select distinct split_part(m, '@', 2) as host from (select customer_email as m from public.orders union
       select email from public.contact_messages union select email from public.newsletter_subscribers) a`,
  );
  for (const { host } of mails) expect(host).toMatch(/\.example$/);
});

test('an order reads none of the tables that grow with orders row by row', async () => {
  // What the tests before have read is counted until then.
  await demo.sql('select pg_stat_force_next_flush()');
  await demo.sql(`
    create temporary table read_whole (name text, rows bigint);
    do $$ declare payload jsonb; begin
      select jsonb_build_object('customerName', 'Sana', 'customerEmail', 'sana@example.com', 'city', 'Lahore', 'cityKnown', 'Lahore',
               'cityTakesCash', true, 'paymentMethod', 'cash_on_delivery',
               'items', jsonb_build_array(jsonb_build_object('productId', p.id, 'quantity', 1)), 'totalAmount', p.price)
        into payload from public.products p where p.stock_quantity > 10 and p.colors = '{}' and p.sizes = '{}' and p.is_available limit 1;
      begin
        for n in 1..8 loop
          perform public.place_order(payload || jsonb_build_object('customerAddress', 'House ' || n, 'customerPhone', '+92300123456' || n),
                                     '{"freeFrom": 0, "fee": 0}', 'order ' || n, device => 'device ' || n, network => 'network ' || n,
                                     limits => '${JSON.stringify(OPEN_ORDERS)}');
        end loop;
        raise exception 'undo';
      exception when raise_exception then null;
      end;
      perform count(c.name) from public.categories c;
      insert into read_whole select s.relname, s.seq_tup_read from pg_stat_xact_user_tables s where s.seq_tup_read > 0;
    end $$`);
  const growing = [
    'orders',
    'order_items',
    'order_keys',
    'order_words',
    'customers',
    'customer_phones',
    'order_confirmations',
    'order_networks',
    'shipments',
    'stock_history',
  ];
  expect(await rows(`select * from read_whole where name in ('${growing.join("', '")}')`)).toEqual([]);
  // The database does count what is read so.
  expect(await rows(`select name from read_whole where name = 'categories'`)).toHaveLength(1);
});

// The last one: the database begins again.
test('a second shop begun on the same day has the same history', async () => {
  const told = `
    select (select jsonb_agg(jsonb_build_array(order_number, customer_name, customer_phone, customer_address, city, notes, status, total_amount)
                             order by order_number) from public.orders) as orders,
           (select jsonb_agg(jsonb_build_array(o.order_number, i.position, i.product_name, i.selected_color, i.selected_size, i.quantity)
                             order by o.order_number, i.position) from public.order_items i join public.orders o on o.id = i.order_id) as items,
           (select jsonb_agg(jsonb_build_array(shipment_number, order_number, status, carrier, tracking_number) order by shipment_number)
              from public.shipments) as shipments,
           (select jsonb_agg(jsonb_build_array(product_id, transaction_type, quantity, reference_number, notes) order by sequence)
              from public.stock_history) as stock,
           (select jsonb_agg(jsonb_build_array(product_id, user_name, comment) order by created_at, id) from public.reviews) as reviews,
           (select jsonb_agg(jsonb_build_array(o.order_number, o.source, a.how, a.outcome, a.note) order by a.created_at, a.id)
              from public.confirmation_attempts a join public.orders o on o.id = a.order_id) as attempts,
           (select jsonb_agg(jsonb_build_array(email, subject, status) order by created_at) from public.contact_messages) as messages`;
  const before = await rows(told);
  await demo.renew();
  await writeHistory();
  expect(await rows(told)).toEqual(before);
});
