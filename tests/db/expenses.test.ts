import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { reversePayment } from './calls/payment-calls.ts';
import { refusalOf } from './calls/refusals.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(2);
const sana = await addColleague(owner, 'sana');

interface Booked {
  id: string;
  kind: string;
  amount: number;
  expense: string;
  spent_on: string;
}

const [{ today } = { today: '' }] = await owner<{ today: string }[]>`select shop.day_of(now())::text as today`;

async function spend(fields: object, key: string | null = null): Promise<Booked> {
  const spent = { expense: 'wages', spentOn: today, amount: 500, method: 'cash', reference: '', reason: '', ...fields };
  const [row] = await shop<{ booked: Booked }[]>`select public.book_expense(${shop.json(spent)}, ${sana}, ${key}) as booked`;
  if (!row) throw new Error('no expense');
  return row.booked;
}

/** What the books have, by account, of what was spent. */
async function inBooks() {
  const rows = await owner<{ account: string; amount: number }[]>`
    select j.account, sum(j.amount)::float as amount from shop.journal j where j.kind = 'expense' group by j.account`;
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

test('an expense leaves cash or bank, and stands under its own account of the books until it is taken back', async () => {
  const wages = await spend({});
  expect(wages).toMatchObject({ kind: 'expense', amount: 500, expense: 'wages', spent_on: today });
  await spend({ expense: 'advertising', advertises: 'website', amount: 1200.5, method: 'wallet' });
  await spend({ expense: 'packing', amount: 300, method: 'bank_transfer' });
  await spend({ expense: 'other_expenses', amount: 80 });
  expect(await inBooks()).toEqual({
    wages: 500,
    advertising: 1200.5,
    packing: 300,
    other_expenses: 80,
    cash: -580,
    wallet: -1200.5,
    bank: -300,
  });
  const [{ balances } = { balances: {} }] = await owner<
    { balances: Record<string, number> }[]
  >`select public.account_balances() as balances`;
  expect(balances).toMatchObject({ expenses: 2080.5, cash: -580, bank: -1500.5 });
  await reversePayment(shop, wages.id);
  expect(await inBooks()).toMatchObject({ wages: 0, cash: -80 });
  const [numbers] =
    await owner`select array_agg(c.number order by c.number) as numbers from shop.chart_of_accounts() c where c.number between 5300 and 5399`;
  expect(numbers).toEqual({ numbers: [5310, 5320, 5330, 5390] });
});

test('one press books one expense, and the same key for another one is refused', async () => {
  const first = await spend({ amount: 77 }, 'key-1');
  expect((await spend({ amount: 77 }, 'key-1')).id).toBe(first.id);
  expect(await refusalOf(spend({ amount: 78 }, 'key-1'))).toMatchObject({ code: 'idempotency_mismatch' });
  expect((await spend({ amount: 77 }, 'key-2')).id).not.toBe(first.id);
  const both = await Promise.all([spend({ amount: 79 }, 'key-3'), spend({ amount: 79 }, 'key-3')]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
});

test('a day to come or long ago is refused by name, and advertising without a source is none', async () => {
  const [days] = await owner<{ tomorrow: string; before: string }[]>`
    select (shop.day_of(now()) + 1)::text as tomorrow, (shop.day_of(now()) - 367)::text as before`;
  for (const spentOn of [days?.tomorrow, days?.before])
    expect(await refusalOf(spend({ spentOn }))).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'spentOn' }] },
    });
  await expect(spend({ expense: 'advertising' })).rejects.toThrow('payments_advertises');
  await expect(spend({ advertises: 'website' })).rejects.toThrow('payments_advertises');
});

test('only what it was is taken back, whatever else a row says', async () => {
  const wages = await spend({ amount: 41 });
  const mirror = (fields: { expense?: string; day?: string }) => owner`
    insert into public.payments (kind, method, from_account, to_account, amount, expense, spent_on, reverses)
    values ('expense', 'cash', 'expenses', 'cash', 41, ${fields.expense ?? 'wages'}::shop.expense, ${fields.day ?? today}::date, ${wages.id})`;
  await expect(mirror({ expense: 'packing' })).rejects.toThrow('must move back');
  await expect(mirror({ day: '2026-01-01' })).rejects.toThrow('must move back');
  await mirror({});
});
