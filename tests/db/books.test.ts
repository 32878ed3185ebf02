import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { recordAdvance, reversePayment } from './calls/payment-calls.ts';
import { AGAINST_THE_BOOKS, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { bookFile, fileOf, rowOf, undoFile } from './calls/settlement-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(3);
const courier = await addCourier(shop, 'postex', 'PostEx');
const ring = await addProduct(shop, { stock: 1000 });
const order = await placeOrder(shop, orderFor([{ product: ring }]));
const sana = await addColleague(owner, 'sana');
const bilal = await addColleague(owner, 'bilal');
await owner`update public.staff set role = 'owner' where id = ${bilal}`;

interface Line {
  account: string;
  number: number;
  name: string;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

interface Month {
  month: string;
  state: 'running' | 'open' | 'closed';
  is_as_kept: boolean | null;
  balance: Line[];
  withheld: {
    courier: string;
    income_tax: number;
    sales_tax: number;
    income_tax_certificate: string;
    sales_tax_certificate: string;
  }[];
}

/** The first day of a month, so many months ago. */
const [{ running } = { running: '' }] = await owner<{ running: string }[]>`select shop.month_of(now())::text as running`;
function ago(months: number): string {
  const date = new Date(running);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

async function found(call: PromiseLike<readonly { month: Month }[]>): Promise<Month> {
  const [row] = await call;
  if (!row) throw new Error('no month');
  return row.month;
}

const monthOf = (months: number, sql: Sql = shop) =>
  found(sql<{ month: Month }[]>`select public.find_month(${ago(months)}) as month`);
const close = (months: number, sql: Sql = shop) =>
  found(sql<{ month: Month }[]>`select public.close_month(${ago(months)}, ${sana}) as month`);
const reopen = (months: number, actor = bilal) =>
  found(shop<{ month: Month }[]>`select public.reopen_month(${ago(months)}, 'A forgotten bill', ${actor}) as month`);

/** An advance as it was booked on a day of the past. */
const paidOn = (moment: string, amount: number, sql: Sql = shop) => sql`
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, reference, created_at)
  values ('advance', 'bank_transfer', 'customer', 'bank', ${amount}, ${order.id}, 'T-1', ${moment})`;

const lineOf = ({ balance }: Month, account: string) => balance.find((line) => line.account === account);
const sum = (amounts: number[]) => Math.round(amounts.reduce((all, amount) => all + amount * 100, 0)) / 100 || 0;

/** Each test has months and payments of its own: the ledger refuses to lose them. */
beforeEach(() => emptied());
afterEach(async () => {
  for (const months of [0, 1, 2, 3, 4]) {
    const { balance, state, is_as_kept } = await monthOf(months);
    expect([
      sum(balance.map(({ opening }) => opening)),
      sum(balance.map(({ debit, credit }) => debit - credit)),
      sum(balance.map(({ closing }) => closing)),
    ]).toEqual([0, 0, 0]);
    expect(is_as_kept).toBe(state === 'closed' ? true : null);
  }
});

async function emptied(): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`truncate public.closed_months, public.payments, public.order_postings, public.settlements, public.settlement_lines, public.tax_certificates cascade`;
    await sql`update public.orders set advance_verified = 0`;
  });
}

test('a month begins and ends at midnight in Pakistan, and opens with what the one before ended with', async () => {
  await paidOn(`${ago(2)}T00:00:00+05:00`, 100);
  await paidOn(`${ago(1)}T00:00:00+05:00`, 20.5);
  await owner`select 1`;
  const before = await found(shop`select public.find_month(${ago(2)}) as month`);
  expect(lineOf(before, 'bank')).toMatchObject({ opening: 0, debit: 100, credit: 0, closing: 100 });
  expect(lineOf(await monthOf(1), 'bank')).toMatchObject({ opening: 100, debit: 20.5, credit: 0, closing: 120.5 });
  expect(lineOf(await monthOf(1), 'advances')).toMatchObject({ opening: -100, debit: 0, credit: 20.5, closing: -120.5 });
  expect(lineOf(await monthOf(3), 'bank')).toMatchObject({ debit: 0, closing: 0 });
});

test('the balance of random months is zero in every column, and each opens with what the last one closed with', async () => {
  const random = randomNumbers(47);
  const start = Date.parse(`${ago(4)}T00:00:00+05:00`);
  const moved: [string, string, string, string][] = [
    ['advance', 'cash', 'customer', 'cash'],
    ['advance', 'raast', 'customer', 'bank'],
    ['collected', 'cash', 'customer', 'courier'],
    ['claim', 'cash', 'written_off', 'courier'],
    ['refund', 'cash', 'cash', 'customer'],
  ];
  const rows = Array.from({ length: 400 }, () => {
    const [kind, method, from_account, to_account] = moved[Math.floor(random() * moved.length)] ?? [];
    const amount = Math.ceil(random() * 100_000) / 100;
    const created_at = new Date(start + Math.floor(random() * (Date.now() - start)));
    return { kind, method, from_account, to_account, amount, order_id: order.id, created_at };
  });
  await owner.begin(async (sql) => {
    // What an order says of them is not what is tried here.
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.payments ${sql(rows as never)}`;
  });
  for (const months of [4, 3, 2, 1]) {
    const [earlier, later] = [await monthOf(months), await monthOf(months - 1)];
    expect(later.balance.map(({ opening }) => opening)).toEqual(earlier.balance.map(({ closing }) => closing));
  }
  const [all] = await owner<{ amount: number }[]>`select sum(amount)::float as amount from public.payments`;
  const debits = await Promise.all([4, 3, 2, 1, 0].map(async (months) => (await monthOf(months)).balance));
  expect(sum(debits.flat().map(({ debit }) => debit))).toBeCloseTo(all?.amount ?? 0, 2);
  await close(1);
});

test('closing a month closes those before it, keeps their balances, and nothing is dated there any more', async () => {
  await paidOn(`${ago(3)}T12:00:00+05:00`, 100);
  await paidOn(`${ago(1)}T12:00:00+05:00`, 50);
  const open = await monthOf(1);
  const closed = await close(1);
  expect(closed).toMatchObject({ state: 'closed', is_as_kept: true, balance: open.balance });
  const [months] = await shop<{ months: { month: string; state: string; closed_by: string | null }[] }[]>`
    select public.list_months() as months`;
  expect(months?.months.map(({ state, closed_by }) => [state, closed_by])).toEqual([
    ['running', null],
    ['closed', 'sana'],
    ['closed', 'sana'],
    ['closed', 'sana'],
  ]);
  for (const months of [1, 2, 5]) {
    expect(await sqlstateOf(paidOn(`${ago(months)}T12:00:00+05:00`, 5))).toBe(AGAINST_THE_BOOKS);
  }
  const late = await recordAdvance(shop, order, 30);
  expect(lineOf(await monthOf(0), 'bank')).toMatchObject({ opening: 150, debit: 30 });
  await reversePayment(shop, late);
});

test('what is taken back is of the open month, whenever it was booked', async () => {
  await paidOn(`${ago(1)}T12:00:00+05:00`, 80);
  await close(1);
  const [payment] = await owner<{ id: string }[]>`select id from public.payments`;
  await reversePayment(shop, payment?.id ?? '');
  expect(lineOf(await monthOf(1), 'bank')).toMatchObject({ debit: 80, credit: 0, closing: 80 });
  expect(lineOf(await monthOf(0), 'bank')).toMatchObject({ opening: 80, debit: 0, credit: 80, closing: 0 });
});

test('a month is closed once it is over, once, by whoever books payments', async () => {
  expect(await refusalOf(close(0))).toMatchObject({ status: 409, code: 'month_not_over' });
  await close(1);
  expect(await refusalOf(close(1))).toMatchObject({ code: 'month_closed' });
  expect(await refusalOf(close(2))).toMatchObject({ code: 'month_closed' });
  await owner`update public.staff set role = 'packer' where id = ${sana}`;
  expect(await refusalOf(close(1))).toMatchObject({ code: 'not_allowed', details: { right: 'verify_payments' } });
  await owner`update public.staff set role = 'manager' where id = ${sana}`;
});

test('owners reopen the month that was closed last, with a reason that stays, and it is closed anew', async () => {
  await paidOn(`${ago(2)}T12:00:00+05:00`, 80);
  await close(1);
  expect(await refusalOf(reopen(1, sana))).toMatchObject({ code: 'owner_only' });
  expect(await refusalOf(reopen(2))).toMatchObject({ code: 'month_not_last' });
  expect(await refusalOf(reopen(3))).toMatchObject({ code: 'month_not_closed' });
  expect(await reopen(1)).toMatchObject({ state: 'open' });
  await paidOn(`${ago(1)}T12:00:00+05:00`, 7);
  expect(await sqlstateOf(paidOn(`${ago(2)}T12:00:00+05:00`, 7))).toBe(AGAINST_THE_BOOKS);
  expect(lineOf(await close(1), 'bank')).toMatchObject({ opening: 80, debit: 7 });
  const kept = await owner`
    select reopen_reason from public.closed_months where month = ${ago(1)} order by closed_at`;
  expect(kept.map(({ reopen_reason }) => reopen_reason)).toEqual(['A forgotten bill', '']);
  const noted = await owner`
    select actor_name, after ->> 'state' as state from public.audit_log where subject like 'books of %' order by created_at desc limit 4`;
  expect(noted.map(({ actor_name, state }) => [actor_name, state])).toEqual([
    ['sana', 'closed'],
    ['bilal', 'open'],
    ['sana', 'closed'],
    ['sana', 'closed'],
  ]);
});

test('whoever closes a month waits for bookings under way, and has them in its balance', async () => {
  const [booking, closing] = [await database.connect(1), await database.connect(1)];
  let closed: Promise<Month> | undefined;
  await booking.begin(async (sql) => {
    await paidOn(`${ago(1)}T12:00:00+05:00`, 60, sql as unknown as Sql);
    closed = close(1, closing);
    await owner`select 1`;
    for (;;) {
      const [waiting] = await owner`select from pg_locks where locktype = 'advisory' and not granted`;
      if (waiting) break;
    }
  });
  expect(lineOf((await closed) as Month, 'bank')).toMatchObject({ debit: 60 });
});

test('what couriers withheld is what the ledger says, with the numbers of their certificates', async () => {
  const file = await bookFile(shop, courier, fileOf([rowOf('T-BOOKS-1', 2299, { income_tax: 45.98, sales_tax: 40.02 })]));
  const other = await bookFile(shop, courier, fileOf([rowOf('T-BOOKS-2', 1000, { income_tax: 20, sales_tax: 10 })]));
  await shop`select public.note_certificate(${ago(0)}, ${courier}, 'income_tax', 'IT-2026-77', ${sana})`;
  const month = await monthOf(0);
  expect(month.withheld).toMatchObject([
    {
      courier: 'PostEx',
      income_tax: 65.98,
      sales_tax: 50.02,
      income_tax_certificate: 'IT-2026-77',
      sales_tax_certificate: '',
    },
  ]);
  expect(lineOf(month, 'income_tax_withheld')).toMatchObject({ debit: 65.98, closing: 65.98 });
  expect(lineOf(month, 'sales_tax_withheld')).toMatchObject({ debit: 50.02, closing: 50.02 });
  await undoFile(shop, other);
  expect((await monthOf(0)).withheld).toMatchObject([{ income_tax: 45.98, sales_tax: 40.02 }]);
  await undoFile(shop, file);
  expect((await monthOf(0)).withheld).toMatchObject([{ income_tax: 0, sales_tax: 0 }]);
  await shop`select public.note_certificate(${ago(0)}, ${courier}, 'income_tax', '', ${sana})`;
  const noted = await owner`select after from public.audit_log where subject like 'tax certificate %' order by created_at`;
  expect(noted[0]?.after).toMatchObject({ tax: 'income_tax', number: 'IT-2026-77' });
});

test('a journal has each payment once, with the account that it credits and the one that it debits, and no customer', async () => {
  await paidOn(`${ago(1)}T23:00:00+05:00`, 100);
  await paidOn(`${ago(1)}T12:00:00+05:00`, 20);
  const [row] = await shop<{ page: { items: Record<string, unknown>[]; total: number } }[]>`
    select public.list_journal(${ago(1)}, 0, 10) as page`;
  expect(row?.page.total).toBe(2);
  expect(row?.page.items[0]).toMatchObject({
    day: ago(1),
    kind: 'advance',
    is_reversal: false,
    reference: 'T-1',
    order_number: order.order_number,
    courier: null,
  });
  expect(row?.page.items.map(({ lines }) => lines)).toEqual(
    [20, 100].map((amount) => [
      { account: 'bank', debit: amount, credit: null },
      { account: 'advances', debit: null, credit: amount },
    ]),
  );
  expect(JSON.stringify(row?.page)).not.toContain('Hina');
});

test('every account of the ledger has a number and a name, which owners change and take back', async () => {
  const chart = async () => {
    const [row] = await shop<{ chart: { account: string; number: number; name: string }[] }[]>`
      select public.list_accounts() as chart`;
    return row?.chart ?? [];
  };
  const usual = await chart();
  expect(usual.every(({ number, name }) => number > 1000 && name !== '')).toBe(true);
  expect(new Set(usual.map(({ number }) => number)).size).toBe(usual.length);
  const rename = (name: string, actor = bilal) => shop`select public.rename_account('bank', ${name}, ${actor})`;
  expect(await refusalOf(rename('Meezan Bank', sana))).toMatchObject({ code: 'owner_only' });
  await rename('Meezan Bank');
  await rename('Meezan Bank');
  expect(lineOf(await monthOf(0), 'bank')).toMatchObject({ number: 1020, name: 'Meezan Bank' });
  await rename('');
  expect(await chart()).toEqual(usual);
  const noted = await owner`select before, after from public.audit_log where subject = 'account 1020' order by created_at`;
  expect(noted.map(({ before, after }) => [before.name, after.name])).toEqual([
    ['Bank', 'Meezan Bank'],
    ['Meezan Bank', 'Bank'],
  ]);
});
