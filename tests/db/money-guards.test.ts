import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addCourier, bookParcels } from './calls/parcel-calls.ts';
import { customerOf, giveCredit, recordAdvance, spendCredit } from './calls/payment-calls.ts';
import { bookFile, fileOf, heldByNumber, rowOf } from './calls/settlement-calls.ts';
import { setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';
import { linesThatCall, withoutLine } from './sweeps/list-lines.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 10_000 });

const customerPhone = '+923145550001';
/** Pending, with 500 rupees of an advance. */
const order = await placeOrder(shop, orderFor([{ product: ring }], { customerPhone }));
await recordAdvance(shop, order, 500);
await recordAdvance(shop, order, 200);
const customer = await customerOf(shop, order);
/** Somebody who has used all of their credit. */
const other = await placeOrder(
  shop,
  orderFor([{ product: ring }], { customerPhone: '+923145550002', customerAddress: 'House 2' }),
);
const poor = await customerOf(shop, other);
await giveCredit(shop, poor, 300);
await spendCredit(shop, other, 300);

const courier = await addCourier(shop);
/** A booked file of a courier, of one line that nobody can explain. */
const settled = await bookFile(shop, courier, fileOf([rowOf('T-GUARD-1', 1000)]));

/** A parcel of which the courier has 700 rupees, and a line of the bank. */
const [held] = await bookParcels(shop, courier, { count: 1, prefix: 'Guard of Lahore' });
if (!held) throw new Error('no parcel');
for (const status of ['in_transit', 'delivered'] as const) await setShipmentStatus(shop, { id: held.shipment }, status);
const short = await bookFile(shop, courier, fileOf([rowOf(held.tracking, 300)]));
const [shortLine] = await shop<{ id: string }[]>`select id from public.settlement_lines where settlement_id = ${short.id}`;
await shop`select public.add_statement_lines('[{"day": "2026-11-25", "amount": 768, "reference": "Guard"}]', null)`;
const [credit] = await shop<{ id: string }[]>`select id from public.bank_statement_lines`;
await shop`select public.confirm_arrival(${credit?.id ?? ''}, ${[settled.id]}, null)`;

/** A guard: what takes it away, and a wrong that it alone stops, or a right that is not done without it. */
interface Guard {
  removed: string;
  /** Done before in either case, so that no other guard stops the wrong first. */
  before?: string;
  wrong?: (sql: Sql) => PromiseLike<unknown>;
  right?: (sql: Sql) => Promise<boolean>;
}

const constraint = (name: string, table = 'payments') => `alter table public.${table} drop constraint ${name}`;
const trigger = (name: string, table = 'payments') => `drop trigger ${name} on public.${table}`;

const pay = (fields: Record<string, unknown>) => (sql: Sql) =>
  sql`insert into public.payments ${sql({ kind: 'advance', method: 'cash', from_account: 'customer', to_account: 'cash', amount: 100, order_id: order.id, ...fields } as never)}`;

const takeBackAs = (changes: { amount?: number }) => (sql: Sql) =>
  sql`
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, reverses)
  select kind, method, to_account, from_account, coalesce(${changes.amount ?? null}, amount), order_id, id
    from public.payments where order_id = ${order.id} order by sequence limit 1`;

/** A copy of the order with other values, as a restored or imported row would be. */
const copyWith = (changes: string) => async (sql: Sql) => {
  const [row] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'order_number')`;
  return sql.unsafe(`insert into public.orders (${row?.columns})
    select ${row?.columns} from jsonb_populate_record(null::public.orders, (select to_jsonb(o) || '${changes}' from public.orders o where o.id = '${other.id}'))
    returning id`);
};

const NO_MONEY = '"advance_verified": 0, "credit_used": 0';

/** A file as it would be restored, or written by a mistake. */
const fileAs =
  (changes: Record<string, unknown> = {}) =>
  (sql: Sql) =>
    sql`insert into public.settlements ${sql({ courier_id: courier, file_name: 'a.csv', file_hash: 'a'.repeat(64), reference: 'A', control_parcels: 0, control_sum: 0, ...changes } as never)}`;

const lineAs =
  (changes: Record<string, unknown> = {}) =>
  (sql: Sql) =>
    sql`insert into public.settlement_lines ${sql({ settlement_id: settled.id, courier_id: courier, line: 900_000, tracking_number: 'T-GUARD-2', outcome: 'charge', cod: 0, shipping: 0, gst: 0, income_tax: 0, sales_tax: 0, other_charges: 0, net: 0, result: 'charge_only', ...changes } as never)}`;

const payBySettlement = pay({
  kind: 'settled',
  from_account: 'courier',
  to_account: 'charges',
  order_id: null,
  courier_id: courier,
  settlement_id: settled.id,
});

/** The month before the books begin: nothing moved, so it can be closed. */
const [{ month, next } = { month: '', next: '' }] = await owner<{ month: string; next: string }[]>`
  select (shop.month_of(now()) - interval '1 month')::date::text as month, shop.month_of(now())::text as next`;
const closing = `insert into public.closed_months (month, balance) values ('${month}', '{}')`;
const closedAs = (changes: Record<string, unknown>) => (sql: Sql) =>
  sql`insert into public.closed_months ${sql({ month, balance: sql.json({}), ...changes } as never)}`;
const inLastMonth = () => pay({ created_at: new Date(Date.parse(month) + 86_400_000) });

const setOrder = (changes: string) => (sql: Sql) => sql.unsafe(`update public.orders set ${changes} where id = '${order.id}'`);

async function collectedOf(sql: Sql, id: string) {
  const [row] = await sql`
    select o.collected > 0 and o.collected = (select sum(p.amount) from public.payments p where p.order_id = o.id and p.kind = 'collected') as right
      from public.orders o where o.id = ${id}`;
  return row?.right === true;
}

const delivers = async (sql: Sql) => {
  await setOrder(`status = 'delivered'`)(sql);
  return collectedOf(sql, order.id);
};

const arrivesDelivered = async (sql: Sql) => {
  const [made] = (await copyWith(`{${NO_MONEY}, "status": "delivered"}`)(sql)) as unknown as { id: string }[];
  return collectedOf(sql, made?.id ?? '');
};

const creditIs = async (sql: Sql, id: string, rupees: number) => {
  const [row] = await sql`select credit = ${rupees} as right from public.customers where id = ${id}`;
  return row?.right === true;
};

/** A posting that nobody has a reason for. */
const postAs =
  (changes: Record<string, unknown> = {}) =>
  (sql: Sql) =>
    sql`insert into public.order_postings ${sql({ posting: 1, order_id: order.id, account: 'sales', amount: 100, ...changes } as never)}`;

/** A dispute as it would be restored, or written by a mistake. */
const disputeAs =
  (changes: Record<string, unknown> = {}) =>
  (sql: Sql) =>
    sql`insert into public.courier_disputes ${sql({ courier_id: courier, shipment_id: held.shipment, about: 'cash', amount: 700, asked_at: new Date(), ...changes } as never)}`;

const ended = { ended: 'accepted', ended_at: new Date(), reason: 'Said so' };
const ofLine = { about: 'charges', line_id: shortLine?.id ?? '' };

const arrivalAs = (settlementId: string) => (sql: Sql) =>
  sql`insert into public.settlement_arrivals (settlement_id, line_id) values (${settlementId}, ${credit?.id ?? ''})`;

const GUARDS: Record<string, Guard> = {
  'a dispute is one': {
    removed: constraint('courier_disputes_once', 'courier_disputes'),
    wrong: async (sql) => {
      await disputeAs()(sql);
      await disputeAs()(sql);
    },
  },
  'a courier pays back once': {
    removed: constraint('courier_disputes_payment_once', 'courier_disputes'),
    before: withoutLine('after_dispute_change', 'require_dispute'),
    wrong: async (sql) => {
      const [payment] = await sql<{ id: string }[]>`select id from public.payments order by sequence limit 1`;
      const paid = { ...ofLine, ...ended, ended: 'paid', reason: '', payment_id: payment?.id };
      await disputeAs(paid)(sql);
      await disputeAs({ ...paid, about: 'taxes' })(sql);
    },
  },
  'cash is of the parcel, and what is kept of a line': {
    removed: constraint('courier_disputes_of_line', 'courier_disputes'),
    wrong: disputeAs({ about: 'charges' }),
  },
  'a dispute is about more than nothing': {
    removed: constraint('courier_disputes_amount_positive', 'courier_disputes'),
    wrong: disputeAs({ amount: 0 }),
  },
  'a dispute is asked for or ended': {
    removed: constraint('courier_disputes_begun', 'courier_disputes'),
    wrong: disputeAs({ asked_at: null }),
  },
  'cash has no end but the books': {
    removed: constraint('courier_disputes_ended', 'courier_disputes'),
    wrong: disputeAs(ended),
  },
  'a dispute is what its line and payment say': {
    removed: withoutLine('after_dispute_change', 'require_dispute'),
    wrong: async (sql) => {
      const [payment] = await sql<{ id: string }[]>`select id from public.payments order by sequence limit 1`;
      await disputeAs({ ...ofLine, ...ended, ended: 'paid', reason: '', payment_id: payment?.id })(sql);
    },
  },
  'a credit of the bank is what arrived with it': {
    removed: withoutLine('check_arrival_at_end', 'require_arrived'),
    wrong: arrivalAs(short.id),
  },
  'a credit that brought a file is not set aside': {
    removed: withoutLine('check_statement_line_at_end', 'require_arrived'),
    wrong: (sql) => sql`update public.bank_statement_lines set because = 'Mine' where id = ${credit?.id ?? ''}`,
  },
  'a file that arrived is not undone': {
    removed: withoutLine('check_settlement_at_end', 'require_arrived'),
    wrong: async (sql) => {
      await sql`select shop.take_back(p, 'No') from public.payments p where p.settlement_id = ${settled.id} order by p.sequence`;
      await sql`update public.settlements set state = 'undone', undone_at = now(), undo_reason = 'No' where id = ${settled.id}`;
      await sql`update public.settlement_lines set is_standing = false where settlement_id = ${settled.id}`;
    },
    before: `set constraints all deferred`,
  },
  'what a courier has is looked at once it is paid': {
    removed: withoutLine('after_payment', 'follow_cash'),
    right: async (sql) => {
      await pay({ kind: 'collected', to_account: 'courier', reference: 'SHP-GUARD', courier_id: courier, amount: 5 })(sql);
      return (await heldByNumber(sql))['SHP-GUARD'] === 5;
    },
    before: `alter table public.payments disable trigger payments_at_end`,
  },
  'what a courier paid is looked at where its parcel goes to another order': {
    removed: withoutLine('after_shipment_changed', 'follow_lines'),
    right: async (sql) => {
      await sql`update public.shipments set order_id = ${other.id} where id = ${held.shipment}`;
      const [row] = await sql`select amount::float as amount from shop.held_by_couriers where order_id = ${other.id}`;
      return row?.['amount'] === -300;
    },
  },
  'what a courier paid of a parcel is looked at': {
    removed: withoutLine('after_settlement_lines_change', 'follow_lines'),
    right: async (sql) => {
      await bookFile(sql, courier, fileOf([rowOf('T-GUARD-9', 50)]));
      return (await heldByNumber(sql))['T-GUARD-9'] === -50;
    },
  },
  'a payment is more than nothing': { removed: constraint('payments_amount_positive'), wrong: pay({ amount: 0 }) },
  'a payment is taken back once': {
    removed: constraint('payments_reversed_once'),
    wrong: async (sql) => {
      await takeBackAs({})(sql);
      await takeBackAs({})(sql);
    },
    before: `insert into public.payments (kind, method, from_account, to_account, amount, order_id) values ('advance', 'cash', 'customer', 'cash', 900, '${order.id}')`,
  },
  'a transaction number has an end': {
    removed: constraint('payments_reference_length'),
    wrong: pay({ reference: 'x'.repeat(61) }),
  },
  'a reason has an end': { removed: constraint('payments_reason_length'), wrong: pay({ reason: 'x'.repeat(301) }) },
  'store credit is somebody’s': {
    removed: constraint('payments_credit_of_customer'),
    wrong: pay({ kind: 'refund', from_account: 'credit', to_account: 'customer' }),
  },
  'a payment is of an order': { removed: constraint('payments_of_order'), wrong: pay({ order_id: null }) },
  'what a file of a courier moves, no other payment does': {
    removed: constraint('payments_of_settlement'),
    wrong: pay({
      kind: 'short_paid',
      from_account: 'courier',
      to_account: 'written_off',
      courier_id: courier,
      settlement_id: settled.id,
      amount: 1,
    }),
    // It would not be what the file says, either.
    before: withoutLine('check_payment_at_end', 'require_settled'),
  },
  'a supplier is paid by payments of that kind alone': {
    removed: constraint('payments_of_supplier'),
    wrong: pay({ kind: 'supplier_paid', from_account: 'cash', to_account: 'suppliers', order_id: null }),
  },
  'what was spent on is said of expenses alone': {
    removed: constraint('payments_of_expense'),
    wrong: pay({ kind: 'expense', from_account: 'cash', to_account: 'expenses', order_id: null }),
  },
  'an expense counts for a day': {
    removed: constraint('payments_spent_on'),
    wrong: pay({ kind: 'expense', from_account: 'cash', to_account: 'expenses', order_id: null, expense: 'wages' }),
  },
  'advertising says which orders it is to bring': {
    removed: constraint('payments_advertises'),
    wrong: pay({
      kind: 'expense',
      from_account: 'cash',
      to_account: 'expenses',
      order_id: null,
      expense: 'advertising',
      spent_on: '2026-01-01',
    }),
  },
  'what a courier pays out or never paid is of a courier': {
    removed: constraint('payments_with_courier'),
    wrong: pay({ kind: 'short_paid', from_account: 'courier', to_account: 'written_off' }),
  },
  'a file moves what its lines say, and no payment more': {
    removed: withoutLine('check_payment_at_end', 'require_settled'),
    wrong: payBySettlement,
  },
  'no line is added to a file that was booked': {
    removed: withoutLine('after_settlement_lines_change', 'require_settled'),
    wrong: lineAs({ shipping: 5, net: -5 }),
  },
  'a file is what people read elsewhere': {
    removed: withoutLine('check_settlement_at_end', 'require_settled'),
    wrong: fileAs({ control_sum: 500 }),
  },
  'a booked file does not change': {
    removed: withoutLine('before_settlement_change', 'guard_settlement'),
    wrong: (sql) => sql`update public.settlements set file_name = 'b.csv' where id = ${settled.id}`,
  },
  'a booked file is not deleted': {
    removed: withoutLine('before_settlement_change', "refuse_change_of('settlements'"),
    before: `insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum)
      values ('${courier}', 'a.csv', '${'a'.repeat(64)}', 'A', 0, 0)`,
    wrong: (sql) => sql`delete from public.settlements where reference = 'A'`,
  },
  'a file is booked once': {
    removed: 'drop index public.settlements_file_once',
    before: `insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum)
      values ('${courier}', 'a.csv', '${'a'.repeat(64)}', 'A', 0, 0)`,
    wrong: fileAs({ reference: 'B' }),
  },
  'a courier’s number of a payment is booked once': {
    removed: 'drop index public.settlements_reference_once',
    before: `insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum)
      values ('${courier}', 'a.csv', '${'b'.repeat(64)}', 'a', 0, 0)`,
    wrong: fileAs(),
  },
  'a parcel is settled once': {
    removed: 'drop index public.settlement_lines_once',
    wrong: async (sql) => {
      await lineAs()(sql);
      await lineAs({ line: 900_001 })(sql);
    },
  },
  'the net of a line is its own arithmetic': {
    removed: constraint('settlement_lines_net', 'settlement_lines'),
    wrong: lineAs({ cod: 0, shipping: 1 }),
    before: withoutLine('after_settlement_lines_change', 'require_settled'),
  },
  'only cash has tax withheld': {
    removed: constraint('settlement_lines_taxes_of_cash', 'settlement_lines'),
    before: withoutLine('after_settlement_lines_change', 'require_settled'),
    wrong: lineAs({ income_tax: 1 }),
  },
  'nothing of a line is below nothing': {
    removed: constraint('settlement_lines_not_negative', 'settlement_lines'),
    wrong: lineAs({ cod: -1 }),
  },
  'a number is written as numbers are compared': {
    removed: constraint('settlement_lines_tracking_key', 'settlement_lines'),
    wrong: lineAs({ tracking_number: 't guard' }),
  },
  'only a charge is without a parcel': {
    removed: constraint('settlement_lines_named', 'settlement_lines'),
    before: withoutLine('after_settlement_lines_change', 'require_settled'),
    wrong: lineAs({ tracking_number: '', outcome: 'returned' }),
  },
  'what is owed is owed for a parcel': {
    removed: constraint('settlement_lines_matched', 'settlement_lines'),
    wrong: lineAs({ owed: 5 }),
  },
  'a line of a file is one': {
    removed: constraint('settlement_lines_line_once', 'settlement_lines'),
    wrong: async (sql) => {
      await lineAs()(sql);
      await lineAs({ tracking_number: 'T-GUARD-3' })(sql);
    },
  },
  'an undone file says when and why': {
    removed: constraint('settlements_undone', 'settlements'),
    wrong: fileAs({ undo_reason: 'No' }),
  },
  'cash does not lie in the bank': { removed: constraint('payments_method_of_account'), wrong: pay({ to_account: 'bank' }) },
  'an advance comes from the customer': { removed: constraint('payments_accounts'), wrong: pay({ from_account: 'courier' }) },
  'a payment does not change': {
    removed: withoutLine('before_payment_change', "refuse_change_of('payments', to_jsonb"),
    wrong: (sql) => sql`update public.payments set reason = 'Another one' where order_id = ${order.id}`,
  },
  'a payment is not deleted': {
    removed: withoutLine('before_payment_change', "refuse_change_of('payments', null"),
    wrong: (sql) => sql`delete from public.payments where order_id = ${order.id}`,
  },
  'the ledger is not emptied': {
    removed: trigger('payments_never_truncated'),
    // It would be emptied along.
    before: trigger('return_decisions_never_truncated', 'return_decisions'),
    wrong: (sql) => sql`truncate public.payments cascade`,
  },
  'nothing is dated in a closed month': {
    removed: withoutLine('before_payment_change', 'require_open_month'),
    before: closing,
    wrong: (sql) => inLastMonth()(sql),
  },
  'nothing is taken back in a closed month': {
    removed: withoutLine('before_payment_change', 'require_open_month'),
    before: closing,
    wrong: (sql) => sql`
      insert into public.payments (kind, method, from_account, to_account, amount, order_id, reverses, created_at)
      select kind, method, to_account, from_account, amount, order_id, id, ${month}::date + interval '2 days'
        from public.payments where order_id = ${order.id} order by sequence limit 1`,
  },
  'no order is posted in a closed month': {
    removed: withoutLine('before_posting_change', 'require_open_month'),
    before: `${closing}; ${withoutLine('check_posting_at_end', 'require_posted')}`,
    wrong: postAs({ created_at: new Date(Date.parse(month) + 86_400_000) }),
  },
  'the books have of an order what they must have': {
    removed: withoutLine('check_posting_at_end', 'require_posted'),
    wrong: postAs(),
  },
  'nothing is posted of no rupees': {
    removed: constraint('order_postings_not_zero', 'order_postings'),
    wrong: postAs({ amount: 0 }),
  },
  'what was posted does not change': {
    removed: withoutLine('before_posting_change', "refuse_change_of('order_postings'"),
    wrong: (sql) => sql`update public.order_postings set created_at = created_at - interval '1 day'`,
  },
  'what was posted is not emptied': {
    removed: trigger('order_postings_never_truncated', 'order_postings'),
    wrong: (sql) => sql`truncate public.order_postings`,
  },
  'an order that is delivered is sold in the books': {
    removed: withoutLine('check_order_at_end', 'post_order'),
    right: async (sql) => {
      await setOrder(`status = 'delivered'`)(sql);
      await sql`set constraints all immediate`;
      const [row] = await sql`
        select exists (select from public.order_postings a where a.order_id = ${order.id} and a.account = 'sales') as right`;
      return row?.right === true;
    },
  },
  'a month that runs is not closed': {
    removed: withoutLine('before_closed_month_change', 'require_closable'),
    wrong: (sql) => sql`insert into public.closed_months (month, balance) values (${next}, shop.month_balance_json(${next}))`,
  },
  'a month is closed with the balance of its payments': {
    removed: withoutLine('before_closed_month_change', 'require_closable'),
    wrong: closedAs({ balance: { cash: { opening: 0, debit: 5, credit: 0, closing: 5 } } }),
  },
  'a month is not closed before it is over by its own date': {
    removed: withoutLine('before_closed_month_change', 'require_closable'),
    wrong: closedAs({ closed_at: new Date(Date.parse(month) + 86_400_000) }),
  },
  'no month is closed behind a closed one': {
    removed: withoutLine('before_closed_month_change', 'require_closable'),
    before: closing,
    wrong: closedAs({ month: '2020-01-01' }),
  },
  'a month is closed once': {
    removed: 'drop index public.closed_months_once',
    before: `${withoutLine('before_closed_month_change', 'require_closable')}; ${closing}`,
    wrong: closedAs({}),
  },
  'a month begins on its first day': {
    removed: constraint('closed_months_first_day', 'closed_months'),
    before: withoutLine('before_closed_month_change', 'require_closable'),
    wrong: closedAs({ month: '2020-01-02' }),
  },
  'a reopened month says when and why': {
    removed: constraint('closed_months_reopened', 'closed_months'),
    before: closing,
    wrong: (sql) => sql`update public.closed_months set reopened_at = now()`,
  },
  'what a closed month came to does not change': {
    removed: withoutLine('before_closed_month_change', 'guard_closed_month'),
    before: closing,
    wrong: (sql) => sql`update public.closed_months set balance = '{"cash": {}}'`,
  },
  'a month is not reopened before those that were closed after it': {
    removed: withoutLine('before_closed_month_change', 'guard_closed_month'),
    before: `insert into public.closed_months (month, balance) values ('2020-01-01', '{}'); ${closing}`,
    wrong: (sql) =>
      sql`update public.closed_months set reopened_at = now(), reopen_reason = 'A doubt' where month = '2020-01-01'`,
  },
  'a closed month is not deleted': {
    removed: withoutLine('before_closed_month_change', "refuse_change_of('closed_months'"),
    before: closing,
    wrong: (sql) => sql`delete from public.closed_months`,
  },
  'closed months are not emptied': {
    removed: trigger('closed_months_never_truncated', 'closed_months'),
    wrong: (sql) => sql`truncate public.closed_months`,
  },
  'what is taken back is what was paid': {
    removed: withoutLine('before_payment_change', 'require_mirror'),
    wrong: takeBackAs({ amount: 300 }),
  },
  'an order says what was paid of it': {
    removed: withoutLine('after_payment', 'count_payment'),
    right: async (sql) => {
      await pay({})(sql);
      await sql`set constraints all immediate`;
      return true;
    },
  },
  'a payment that its order does not say is refused': {
    before: withoutLine('after_payment', 'count_payment'),
    removed: withoutLine('check_payment_at_end', 'require_booked_order'),
    wrong: pay({}),
  },
  'store credit goes along with a merged customer': {
    removed: trigger('payments_credit_moved'),
    right: async (sql) => {
      await sql`select public.give_credit(${poor.id}, 70, 'Late', null)`;
      await sql`select public.merge_customers(${customer.id}, ${poor.id}, null)`;
      return (await creditIs(sql, customer.id, 70)) && (await creditIs(sql, poor.id, 0));
    },
  },
  'an order is not placed as paid': {
    removed: withoutLine('check_order_at_end', 'require_booked_order'),
    wrong: copyWith('{"advance_verified": 100, "credit_used": 0}'),
  },
  'an order is not paid without a payment': {
    removed: withoutLine('check_order_at_end', 'require_booked_order'),
    wrong: setOrder('advance_verified = 900'),
  },
  'no more goes back than was received': {
    removed: constraint('orders_refunds_received', 'orders'),
    wrong: pay({ kind: 'refund', from_account: 'cash', to_account: 'customer', amount: 701 }),
  },
  'nothing is collected before delivery': {
    removed: withoutLine('check_order_at_end', 'require_delivered'),
    wrong: setOrder('collected = 100'),
  },
  'a customer does not begin with credit': {
    removed: withoutLine('check_customer_at_end', 'require_booked_credit'),
    wrong: (sql) => sql`insert into public.customers (name, email, credit) values ('Hina', '', 5)`,
  },
  'credit is not given without a payment': {
    removed: withoutLine('check_customer_at_end', 'require_booked_credit'),
    wrong: (sql) => sql`update public.customers set credit = 5 where id = ${customer.id}`,
  },
  'credit is not below nothing': {
    removed: constraint('customers_credit_not_negative', 'customers'),
    wrong: pay({ kind: 'credit_used', method: 'store_credit', to_account: 'credit', customer_id: customer.id }),
  },
  'an order that is delivered was paid at the door': {
    removed: withoutLine('before_order_change', 'collect_at_door(old'),
    right: delivers,
  },
  'what was paid at the door is a payment': { removed: withoutLine('after_order_changed', 'book_collected'), right: delivers },
  'an order that arrives as delivered was paid at the door': {
    removed: withoutLine('before_order_change', 'collect_at_door(null'),
    right: arrivesDelivered,
  },
  'what an order that arrives as delivered paid is a payment': {
    removed: withoutLine('after_order_placed', 'book_collected'),
    right: arrivesDelivered,
  },
  'credit comes back from an order that is cancelled': {
    removed: withoutLine('after_order_changed', 'return_credit'),
    right: async (sql) => {
      await sql`update public.orders set status = 'cancelled' where id = ${other.id}`;
      return creditIs(sql, poor.id, 300);
    },
  },
};

/** What moves money or holds it to account, in the lists. Not who may and who did (rights.test.ts, activity.test.ts), nor what moves a transfer. */
const MONEY = [
  'refuse_change_of',
  'require_mirror',
  'count_payment',
  'require_booked_order',
  'require_booked_credit',
  'require_delivered',
  'collect_at_door',
  'book_collected',
  'return_credit',
  'require_settled',
  'guard_settlement',
  'require_dispute',
  'require_arrived',
  'follow_cash',
  'follow_lines',
  'require_open_month',
  'post_order',
  'require_posted',
  'require_closable',
  'guard_closed_month',
];

/** Whether the guard holds: the wrong is refused, or the right is done. Nothing of it stays. */
async function holds({ before, removed, wrong, right }: Guard, isRemoved: boolean): Promise<boolean> {
  let isHeld = false;
  const rolledBack = new Error('rolled back');
  await owner
    .begin(async (sql) => {
      if (before) await sql.unsafe(before);
      // A table is not changed while something of it waits to be checked.
      await sql`set constraints all immediate`;
      await sql`set constraints all deferred`;
      if (isRemoved) await sql.unsafe(removed);
      isHeld = await sql
        .savepoint(async (inner) => {
          if (right) return right(inner as unknown as Sql);
          await wrong?.(inner as unknown as Sql);
          await inner`set constraints all immediate`;
          return false;
        })
        .catch(() => wrong !== undefined);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return isHeld;
}

test.each(Object.entries(GUARDS))('%s, because of one guard', async (_, guard) => {
  expect([await holds(guard, false), await holds(guard, true)]).toEqual([true, false]);
});

/** Constraints of files that hold forms and lengths, not money. */
const FORMS = [
  'settlements_id_hex',
  'settlements_of_courier',
  'settlements_idempotency_key_unique',
  'settlements_hash',
  'settlements_length',
  'settlements_parcels_range',
  'settlement_lines_length',
  'courier_disputes_id_hex',
  'courier_disputes_reason_length',
  'closed_months_length',
];

test('no guard of the ledger is without a test', async () => {
  const rows = await owner<{ name: string }[]>`
    select conname as name from pg_constraint
     where conrelid in ('public.payments'::regclass, 'public.settlements'::regclass, 'public.settlement_lines'::regclass,
                       'public.courier_disputes'::regclass, 'public.closed_months'::regclass,
                       'public.order_postings'::regclass)
       and contype in ('c', 'u') and conname <> all (${FORMS})
        or conname in ('orders_refunds_received', 'customers_credit_not_negative')
    union
    select c.relname from pg_index join pg_class c on c.oid = indexrelid
     where indrelid in ('public.settlements'::regclass, 'public.settlement_lines'::regclass, 'public.closed_months'::regclass) and indisunique and indpred is not null
    union
    select tgname from pg_trigger
     where not tgisinternal and tgrelid in ('public.payments'::regclass, 'public.closed_months'::regclass, 'public.order_postings'::regclass)
       and tgname not in ('payments_before', 'payments_after', 'payments_at_end', 'closed_months_before', 'closed_months_after',
                          'order_postings_before', 'order_postings_at_end')`;
  const lines = await owner.unsafe<{ list: string; call: string }[]>(linesThatCall(...MONEY));
  const removed = Object.values(GUARDS).map(
    (guard) => /(?:constraint|trigger|index) (?:public\.)?(\w+)/.exec(guard.removed)?.[1] ?? guard.removed,
  );
  const known = [...rows.map(({ name }) => name), ...lines.map(({ list, call }) => `${list} ${call.split('(')[0]}`)];
  const named = removed.map((guard) => {
    const [, list, call] = /'shop\.(\w+)'[\s\S]*?shop\\\.(\w+)/.exec(guard) ?? [];
    return list ? `${list} ${call}` : guard;
  });
  expect([...new Set(named)].toSorted()).toEqual(known.toSorted());
});
