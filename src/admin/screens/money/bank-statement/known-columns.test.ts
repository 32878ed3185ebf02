import { beforeEach, expect, test } from 'vitest';
import { readTable, type StatementTable } from '#domain/payments/statement-file.ts';
import { $knownColumns, rememberColumns, withKnownColumns } from './known-columns.ts';

const tableOf = (text: string) => readTable(text) as StatementTable;
const MEEZAN = 'Date,Particulars,Sender,Credit\n1 Nov 2026,IBFT,Ayesha,1360\n';
const HBL = '1/11/2026,900000123456,1360\n2/11/2026,900000123457,200\n';

beforeEach(() => $knownColumns.set({}));

test('what was said of a bank’s columns is known the next time, and again after that', () => {
  const read = tableOf(MEEZAN);
  rememberColumns(read, ['date', 'ignored', 'text', 'in']);
  for (const day of [2, 3]) {
    const later = tableOf(MEEZAN.replace('1 Nov', `${day} Nov`));
    expect(withKnownColumns(later).roles).toEqual(['date', 'ignored', 'text', 'in']);
  }
});

test('another bank, and one without headings, are read as they look', () => {
  rememberColumns(tableOf(MEEZAN), ['date', 'ignored', 'text', 'in']);
  const other = tableOf(HBL);
  expect(withKnownColumns(other)).toEqual(other);
  rememberColumns(other, ['date', 'text', 'in']);
  expect(withKnownColumns(tableOf(HBL)).roles).toEqual(['date', 'text', 'in']);
  expect(withKnownColumns(tableOf(MEEZAN)).roles).toEqual(['date', 'ignored', 'text', 'in']);
});

test('the twenty banks that were added last are known', () => {
  for (let bank = 0; bank < 25; bank += 1)
    rememberColumns(tableOf(MEEZAN.replace('Sender', `Sender ${bank}`)), ['date', 'text', 'ignored', 'in']);
  expect(Object.keys($knownColumns.get())).toHaveLength(20);
});
