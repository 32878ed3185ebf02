import { expect, test } from 'vitest';
import type { ChartAccount, JournalEntry } from '#domain/books/contract.ts';
import { toCsv } from '#domain/csv.ts';
import { journalColumns, journalLines } from './journal-lines.ts';

const chart: ChartAccount[] = [
  { account: 'bank', number: 1020, name: 'Meezan Bank', usualName: 'Bank' },
  { account: 'advances', number: 2010, name: 'Advances from customers', usualName: 'Advances from customers' },
  { account: 'sales', number: 4010, name: 'Sales', usualName: 'Sales' },
];

const advance: JournalEntry = {
  id: 'P7',
  day: '2026-11-20',
  kind: 'advance',
  isReversal: false,
  reference: 'T-1',
  orderNumber: 'ORD-10042',
  courier: null,
  lines: [
    { account: 'bank', debit: 499.5, credit: null },
    { account: 'advances', debit: null, credit: 499.5 },
  ],
};

test('an entry is a line for each account that it moves, and what it takes back the same lines the other way', () => {
  const sale: JournalEntry = {
    ...advance,
    id: 'S3',
    kind: 'sale',
    reference: '',
    lines: [
      { account: 'advances', debit: 499.5, credit: null },
      { account: 'sales', debit: null, credit: 499.5 },
    ],
  };
  const back: JournalEntry = {
    ...advance,
    id: 'P8',
    isReversal: true,
    lines: [
      { account: 'advances', debit: 499.5, credit: null },
      { account: 'bank', debit: null, credit: 499.5 },
    ],
  };
  expect(toCsv(journalColumns, journalLines([advance, sale, back], chart)).split('\r\n')).toEqual([
    '\uFEFFDate,Entry,Account,Account name,Debit,Credit,Reference,Order,Courier,What',
    '2026-11-20,P7,1020,Meezan Bank,499.5,,T-1,ORD-10042,,Advance',
    '2026-11-20,P7,2010,Advances from customers,,499.5,T-1,ORD-10042,,Advance',
    '2026-11-20,S3,2010,Advances from customers,499.5,,,ORD-10042,,Order posted',
    '2026-11-20,S3,4010,Sales,,499.5,,ORD-10042,,Order posted',
    '2026-11-20,P8,2010,Advances from customers,499.5,,T-1,ORD-10042,,"Advance, taken back"',
    '2026-11-20,P8,1020,Meezan Bank,,499.5,T-1,ORD-10042,,"Advance, taken back"',
    '',
  ]);
});
