import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, refusalOf, sqlstateOf } from './calls/refusals.ts';
import {
  type BookedSettlement,
  bookFile,
  fileOf,
  returnOf,
  rowOf,
  settlementErrors,
  undoFile,
} from './calls/settlement-calls.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(4);
const courier = await addCourier(shop, 'postex', 'PostEx');
const other = await addCourier(shop, 'generic', 'Kangaroo');
const sana = await addColleague(owner, 'sana');

let numbers = 0;

/** A booked file that pays a sum out, or costs the shop something. */
function paying(sum: number, by = courier): Promise<BookedSettlement> {
  numbers += 1;
  const row = sum > 0 ? rowOf(`ARR-${numbers}`, sum + 232) : returnOf(`ARR-${numbers}`, { shipping: -sum, gst: 0 });
  return bookFile(shop, by, fileOf([row]));
}

async function credit(amount: number): Promise<string> {
  numbers += 1;
  await shop`select public.add_statement_lines(${shop.json([{ day: '2026-11-25', amount, reference: `Credit ${numbers}` }])}, null)`;
  const [line] = await shop`select id from public.bank_statement_lines where reference = ${`Credit ${numbers}`}`;
  return line?.['id'];
}

const confirm = (line: string, files: { id: string }[], actor: string | null = null) =>
  shop`select public.confirm_arrival(${line}, ${files.map(({ id }) => id)}, ${actor}) as line`;

const undo = (line: string) => shop`select public.undo_arrival(${line}, ${sana})`;

async function arrivalOf({ id }: { id: string }): Promise<string | null> {
  const [row] = await shop`select shop.arrival_of(s) as arrival from public.settlements s where s.id = ${id}`;
  return row?.['arrival'];
}

afterEach(async () => expect(await settlementErrors(shop)).toEqual([]));

test('a file is announced, arrives with a credit of the bank, and is announced again when that is undone', async () => {
  const file = await paying(1949.06);
  const line = await credit(1949.06);
  expect(await arrivalOf(file)).toBe('announced');
  const [shown] = await confirm(line, [file], sana);
  expect(shown?.['line']).toMatchObject({
    state: 'booked',
    decided_by: 'sana',
    settlements: [{ id: file.id, courier: 'PostEx' }],
  });
  expect(await arrivalOf(file)).toBe('in_bank');
  expect((await refusalOf(undoFile(shop, file))).message).toBe('It arrived in the bank on 25 Nov 2026: undo that first');
  await undo(line);
  expect(await arrivalOf(file)).toBe('announced');
  expect(await refusalOf(undo(line))).toMatchObject({ status: 409, code: 'nothing_arrived' });
  await undoFile(shop, file);
  expect(await arrivalOf(file)).toBeNull();
});

test('what the bank does not have after five days is missing, and a file that pays nothing has nothing to come', async () => {
  const [late, nothing] = [await paying(100), await paying(-300)];
  await owner`set session_replication_role = replica`;
  await owner`update public.settlements set created_at = now() - interval '6 days' where id = ${late.id}`;
  await owner`set session_replication_role = origin`;
  expect([await arrivalOf(late), await arrivalOf(nothing)]).toEqual(['missing', 'none']);
});

test('several files of one courier arrive together, also one that costs the shop something, to the paisa', async () => {
  const files = [await paying(500.1), await paying(-232), await paying(1000)];
  expect((await refusalOf(confirm(await credit(1268.11), files))).message).toBe(
    'These come to Rs. 1,268.10, but the bank got Rs. 1,268.11',
  );
  await confirm(await credit(1268.1), files);
  expect(await Promise.all(files.map(arrivalOf))).toEqual(['in_bank', 'in_bank', 'in_bank']);
});

test('files of two couriers, undone and arrived ones, and lines that are decided, are refused', async () => {
  const [mine, theirs, undone] = [await paying(100), await paying(100, other), await paying(200)];
  await undoFile(shop, undone);
  const line = await credit(200);
  expect(await refusalOf(confirm(line, [mine, theirs]))).toMatchObject({ status: 422 });
  expect(await refusalOf(confirm(line, [undone]))).toMatchObject({ code: 'settlement_undone' });
  expect(await refusalOf(confirm(line, [{ id: 'f'.repeat(24) }]))).toMatchObject({ code: 'settlement_not_found' });
  const small = await credit(100);
  await confirm(small, [mine]);
  expect(await refusalOf(confirm(await credit(100), [mine]))).toMatchObject({ code: 'settlement_arrived' });
  expect(await refusalOf(confirm(small, [theirs]))).toMatchObject({ code: 'line_decided' });
  expect(await refusalOf(shop`select public.set_line_aside(${small}, 'Mine', ${sana})`)).toMatchObject({ code: 'line_decided' });
});

test('of many who confirm one file for different lines, one does', async () => {
  const file = await paying(321);
  const lines = [await credit(321), await credit(321), await credit(321)];
  const { done, refused } = await race(3, (number) => confirm(lines[number] ?? '', [file]));
  expect([done.length, refused.map(({ code }) => code)]).toEqual([1, ['settlement_arrived', 'settlement_arrived']]);
});

test('a line is what arrived with it, whatever writes the rows', async () => {
  const [file, line] = [await paying(50), await credit(51)];
  expect(
    await sqlstateOf(shop`insert into public.settlement_arrivals (settlement_id, line_id) values (${file.id}, ${line})`),
  ).toBe(AGAINST_THE_BOOKS);
  const right = await credit(50);
  await confirm(right, [file]);
  expect(await sqlstateOf(shop`update public.bank_statement_lines set because = 'Mine' where id = ${right}`)).toBe(
    AGAINST_THE_BOOKS,
  );
});

test('the statement is compared with the ledger, day by day', async () => {
  const before = await shop`select public.account_balances() ->> 'bank' as bank`;
  const bank = Number(before[0]?.['bank']);
  const today = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10);
  const add = (balances: object[]) => shop`select public.add_statement_lines('[]', null, ${shop.json(balances as never)})`;
  await add([
    { day: '2020-01-01', balance: 700 },
    { day: today, balance: 1 },
  ]);
  // A later statement has the whole of the day.
  await add([{ day: today, balance: bank + 650 }]);
  const [row] = await shop`select public.bank_days() as days`;
  expect(row?.['days']).toMatchObject([
    { day: today, statement: bank + 650, ledger: bank, difference: 650, changed: -50 },
    { day: '2020-01-01', statement: 700, ledger: 0, difference: 700, changed: null },
  ]);
});
