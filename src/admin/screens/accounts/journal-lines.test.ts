import { expect, test } from 'vitest';
import type { ChartAccount, JournalEntry } from '#domain/books/contract.ts';
import { toCsv } from '#domain/csv.ts';
import { journalColumns, journalLines } from './journal-lines.ts';

const chart: ChartAccount[] = [
  { account: 'bank', number: 1020, name: 'Meezan Bank', usualName: 'Bank' },
  { account: 'customer', number: 4010, name: 'Received from customers', usualName: 'Received from customers' },
];

const advance: JournalEntry = {
  id: 'a'.repeat(24),
  entry: 7,
  day: '2026-11-20',
  kind: 'advance',
  isReversal: false,
  debit: 'bank',
  credit: 'customer',
  amount: 499.5,
  reference: 'T-1',
  orderNumber: 'ORD-10042',
  courier: null,
};

test('an entry is two lines, and what it takes back the same lines the other way', () => {
  const back: JournalEntry = { ...advance, entry: 8, isReversal: true, debit: 'customer', credit: 'bank' };
  expect(toCsv(journalColumns, journalLines([advance, back], chart)).split('\r\n')).toEqual([
    '\uFEFFDate,Entry,Account,Account name,Debit,Credit,Reference,Order,Courier,What',
    '2026-11-20,7,1020,Meezan Bank,499.5,,T-1,ORD-10042,,Advance',
    '2026-11-20,7,4010,Received from customers,,499.5,T-1,ORD-10042,,Advance',
    '2026-11-20,8,4010,Received from customers,499.5,,T-1,ORD-10042,,"Advance, taken back"',
    '2026-11-20,8,1020,Meezan Bank,,499.5,T-1,ORD-10042,,"Advance, taken back"',
    '',
  ]);
});
