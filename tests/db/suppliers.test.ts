import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { reversePayment } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { setPurchaseStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(2);
const ring = await addProduct(shop, { stock: 10 });
const sana = await addColleague(owner, 'sana');

interface Purchase {
  id: string;
  supplier_id: string;
  supplier_name: string;
  items: { id: string }[];
}

interface Supplier {
  id: string;
  name: string;
  phone: string;
  owed: number;
  overdue: number;
  paid: number;
  updated_at: string;
  orders: { value: number }[];
  payments: { id: string; kind: string; is_reversed: boolean }[];
  prices: { last: number; lowest: number }[];
}

async function order(supplierName: string, fields: object = {}): Promise<Purchase> {
  const purchase = { supplierName, items: [{ productId: ring.id, quantity: 10, unitCost: 100 }], ...fields };
  const [row] = await shop<{ made: Purchase }[]>`select public.create_purchase_order(${shop.json(purchase)}) as made`;
  if (!row) throw new Error('no purchase order');
  return row.made;
}

async function supplierOf({ supplier_id }: Purchase): Promise<Supplier> {
  const [row] = await shop<{ found: Supplier }[]>`select public.find_supplier(${supplier_id}) as found`;
  if (!row) throw new Error('no supplier');
  return row.found;
}

async function pay({ supplier_id }: Purchase, amount: number, owed: number | null = null): Promise<Supplier> {
  const [row] = await shop<{ found: Supplier }[]>`
    select public.pay_supplier(${supplier_id}, ${amount}, 'bank_transfer', 'FT-1', '', ${sana}, ${owed}) as found`;
  if (!row) throw new Error('no supplier');
  return row.found;
}

const inLedger = async () => {
  const [row] = await owner<{ balances: Record<string, number> }[]>`select public.account_balances() as balances`;
  return row?.balances ?? {};
};

test('a purchase order finds its supplier by the name in any case, or makes one of what was typed', async () => {
  const first = await order('Karachi Beads', { supplierPhone: '+923001112233' });
  const second = await order(' KARACHI beads ', { supplierPhone: '+923009998877' });
  expect(second.supplier_id).toBe(first.supplier_id);
  expect(second.supplier_name).toBe(' KARACHI beads ');
  expect(await supplierOf(first)).toMatchObject({ name: 'Karachi Beads', phone: '+923001112233' });
  expect((await order('Lahore Stones')).supplier_id).not.toBe(first.supplier_id);
});

test('two who order from a new supplier at once make one', async () => {
  const [one, other] = await Promise.all([order('Both at once'), order('both AT once')]);
  expect(one?.supplier_id).toBe(other?.supplier_id);
});

test('an order that gets another name is another supplier’s, and one that keeps it stays when the supplier is renamed', async () => {
  const made = await order('Before');
  await shop`select public.change_supplier(${made.supplier_id}, '{"name": "Renamed"}', ${sana})`;
  await shop`select public.edit_purchase_order(${made.id}, '{"supplierName": "Before", "notes": "Blue"}')`;
  expect((await supplierOf(made)).name).toBe('Renamed');
  const [moved] = await shop<{ of: Purchase }[]>`
    select public.edit_purchase_order(${made.id}, '{"supplierName": "After"}') as of`;
  expect(moved?.of.supplier_id).not.toBe(made.supplier_id);
});

test('the name of another supplier is refused, and an archived one is in use again with its next order', async () => {
  const made = await order('Kept');
  await order('Taken');
  const rename = shop`select public.change_supplier(${made.supplier_id}, '{"name": "taken"}', ${sana})`;
  expect(await refusalOf(rename)).toMatchObject({ code: 'validation_failed' });
  await shop`select public.change_supplier(${made.supplier_id}, '{"isArchived": true}', ${sana})`;
  await order('kept');
  expect(await supplierOf(made)).toMatchObject({ archived_at: null });
});

test('what good pieces come to is owed, without charges, until it is paid; overdue after the days agreed', async () => {
  const made = await order('Owed', { charges: 500 });
  expect(await supplierOf(made)).toMatchObject({ owed: 0, overdue: 0 });
  const delivery = { items: [{ itemId: made.items[0]?.id, received: 10, damaged: 2 }] };
  await shop`select public.receive_purchase_order(${made.id}, ${shop.json(delivery)}, null)`;
  expect(await supplierOf(made)).toMatchObject({
    owed: 800,
    overdue: 0,
    orders: [{ value: 800 }],
    prices: [{ last: 100, lowest: 100 }],
  });
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.purchase_order_deliveries set created_at = now() - interval '10 days' where purchase_order_id = ${made.id}`;
  });
  expect(await supplierOf(made)).toMatchObject({ overdue: 800 });
  await shop`select public.change_supplier(${made.supplier_id}, '{"terms": 30}', ${sana})`;
  expect(await supplierOf(made)).toMatchObject({ owed: 800, overdue: 0 });

  const before = await inLedger();
  const paid = await pay(made, 300, 800);
  expect(paid).toMatchObject({ owed: 500, paid: 300, payments: [{ kind: 'supplier_paid', is_reversed: false }] });
  const after = await inLedger();
  expect(Number(after['suppliers']) - Number(before['suppliers'])).toBe(300);
  expect(Number(after['bank']) - Number(before['bank'])).toBe(-300);
  expect(Object.values(after).reduce((sum, one) => sum + Number(one), 0)).toBe(0);
  expect(await refusalOf(pay(made, 300, 800))).toMatchObject({ code: 'edited_meanwhile' });

  const [booked] = paid.payments;
  await reversePayment(shop, booked?.id ?? '');
  expect(await supplierOf(made)).toMatchObject({ owed: 800, paid: 0, payments: [{}, { is_reversed: true }] });
  expect(await inLedger()).toEqual(before);
});

test('what a supplier got before payments were written down is owed no more, and is no payment of the books', async () => {
  const made = await order('Before');
  await setPurchaseStatus(shop, made, 'received');
  const before = await inLedger();
  await shop`select public.change_supplier(${made.supplier_id}, '{"paidBefore": 700.5}', ${sana})`;
  expect(await supplierOf(made)).toMatchObject({ owed: 299.5, paid: 0, received: 1000 });
  expect(await inLedger()).toEqual(before);
  await expect(shop`select public.change_supplier(${made.supplier_id}, '{"paidBefore": -1}', ${sana})`).rejects.toThrow(
    'not_negative',
  );
});

test('a delivery that is taken back is owed no more, and what was paid ahead stands below zero', async () => {
  const made = await order('Ahead');
  await setPurchaseStatus(shop, made, 'received');
  await pay(made, 1000);
  await setPurchaseStatus(shop, made, 'cancelled');
  expect(await supplierOf(made)).toMatchObject({ owed: -1000, overdue: 0, prices: [] });
});

test('no payment of a supplier is dated in a closed month, and the books have it under an account of its own', async () => {
  const made = await order('Dated');
  await pay(made, 10);
  const [{ line } = { line: null }] = await owner<{ line: { number: number; name: string } | null }[]>`
    select to_jsonb(c) as line from shop.chart_of_accounts() c where c.account = 'suppliers'`;
  expect(line).toMatchObject({ number: 5010, name: 'Paid to suppliers' });
  const [{ booked } = { booked: 0 }] = await owner<{ booked: number }[]>`
    select count(*)::int as booked from shop.journal j where j.kind = 'supplier_paid' and j.account in ('suppliers', 'bank')`;
  expect(booked % 2).toBe(0);
  expect(booked).toBeGreaterThan(0);
  const late = owner.begin(async (sql) => {
    await sql`insert into public.closed_months (month, balance)
      values ((shop.month_of(now()) - interval '1 month')::date, shop.month_balance_json((shop.month_of(now()) - interval '1 month')::date))`;
    await sql`insert into public.payments (kind, method, from_account, to_account, amount, supplier_id, created_at)
      values ('supplier_paid', 'cash', 'cash', 'suppliers', 5, ${made.supplier_id}, shop.start_of_day(shop.month_of(now())) - interval '1 day')`;
  });
  await expect(late).rejects.toThrow('closed month');
});
