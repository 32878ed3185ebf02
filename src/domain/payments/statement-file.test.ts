import { describe, expect, test } from 'vitest';
import { readCells } from '#domain/cells.ts';
import { readAmount, readDay } from './statement-cells.ts';
import { problemOfRoles, readLines, readTable, type StatementTable } from './statement-file.ts';

function linesOf(text: string) {
  const table = readTable(text) as StatementTable;
  expect(problemOfRoles(table.roles), JSON.stringify(table)).toBe('');
  return readLines(table);
}

const errorOf = (text: string) => (readTable(text) as { error: string }).error;

test.each([
  ['1,234.00', 1234],
  ['Rs 1,234', 1234],
  ['Rs. 1,23,456.5', 123456.5],
  ['PKR 500.00', 500],
  ['500.00 CR', 500],
  ['+ 500', 500],
  ['-500', -500],
  ['\u2212500', -500],
  ['500.00-', -500],
  ['(1,234.50)', -1234.5],
  ['1,234.00 DR', -1234],
  ['۱۲۳۴', 1234],
  ['0.00', 0],
  ['', null],
  ['1.234,00', null],
  ['1.2345', null],
  ['12/11/2026', null],
  ['1e9', null],
  ['Rs', null],
])('the amount %j is %j', (cell, rupees) => {
  expect(readAmount(cell)).toBe(rupees);
});

test.each([
  ['25/11/2026', '2026-11-25'],
  ['5-1-26', '2026-01-05'],
  ['25.11.2026', '2026-11-25'],
  ['25-Nov-26', '2026-11-25'],
  ['25 November 2026', '2026-11-25'],
  ['Nov 25, 2026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['2026-11-25 14:03:22', '2026-11-25'],
  ['25/11/2026 02:03 PM', '2026-11-25'],
  ['31/02/2026', null],
  ['13/13/2026', null],
  ['25-Foo-26', null],
  ['Opening balance', null],
  ['1234567', null],
])('the day %j is %j', (cell, day) => {
  expect(readDay(cell)).toBe(day);
});

test('cells are quoted with separators, quotes and line breaks in them', () => {
  expect(readCells('a,b\r\n"x, ""y""\nz",2\n\n , \n3,4')).toEqual([
    ['a', 'b'],
    ['x, "y" z', '2'],
    ['3', '4'],
  ]);
  expect(readCells('a;b;c\n1;2,5;3')[1]).toEqual(['1', '2,5', '3']);
  expect(readCells('a\tb\tc\n1\t2\t3')[1]).toEqual(['1', '2', '3']);
});

describe('a statement', () => {
  test('with preamble, money in and out, and a balance is read by its headings', () => {
    const { lines, outgoing, problems } = linesOf(`Meezan Bank Limited,,,,
Account,PK36SCBL0000001123456702,,,
Date,Description,Debit,Credit,Balance
01/11/2026,Opening balance,,,"10,000.00"
02/11/2026,"RAAST P2P from HIRA, 7001234567",,"3,450.00","13,450.00"
03/11/2026,ATM,"2,000.00",,"11,450.00"
04/11/2026,IBFT ORD-10042,0.00,500.00,"11,950.00"
,Total,"2,000.00","3,950.00",`);
    expect(lines).toEqual([
      { day: '2026-11-02', amount: 3450, reference: 'RAAST P2P from HIRA, 7001234567' },
      { day: '2026-11-04', amount: 500, reference: 'IBFT ORD-10042' },
    ]);
    expect([outgoing, problems]).toEqual([1, []]);
  });

  test('with one column of amounts, below zero for what went out', () => {
    const { lines, outgoing } = linesOf(
      'Transaction Date;Amount (PKR);Reference;Remarks\n25-Nov-26;-1,000.00;77;Rent\n25-Nov-26;1,000.00;7701;Hira',
    );
    expect(lines).toEqual([{ day: '2026-11-25', amount: 1000, reference: '7701 · Hira' }]);
    expect(outgoing).toBe(1);
  });

  test('without headings is read by what is in its columns', () => {
    const { lines } = linesOf('2026-11-25,70012345678,"Rs 3,450"\n2026-11-26,70012345679,500.00');
    expect(lines).toEqual([
      { day: '2026-11-25', amount: 3450, reference: '70012345678' },
      { day: '2026-11-26', amount: 500, reference: '70012345679' },
    ]);
  });

  test('with the month first is told by the days above twelve', () => {
    const { lines } = linesOf('Date,Amount,Ref\n11/05/2026,10,a\n11/25/2026,20,b');
    expect(lines.map(({ day }) => day)).toEqual(['2026-11-05', '2026-11-25']);
  });

  test('names the rows that look like payments and cannot be read', () => {
    const { lines, problems } = linesOf(
      `Date,Amount,Ref\n99/11/2026,10,a\n25/11/2026,1.234,00,b\n25/11/2026,x,c\n25/11/2026,5,${'d'.repeat(201)}\n25/11/2026,7,e`,
    );
    expect(lines).toEqual([{ day: '2026-11-25', amount: 7, reference: 'e' }]);
    expect(problems.map(({ problem }) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      'The date',
      'The amount',
      'The amount',
      'The reference',
    ]);
  });

  test.each([
    ['', /Paste the lines/],
    ['PK\u0003\u0004\u0014', /no CSV file/],
    ['%PDF-1.7 stream', /no CSV file/],
    ['\uFFFD\uFFFDa,b', /no CSV file/],
    ['Date\n25/11/2026', /one column/],
    ['Date,Amount\n'.padEnd(1) + '25/11/2026,1\n'.repeat(20_000), /20,001 lines/],
  ])('that is none is refused in words (%#)', (text, error) => {
    expect(errorOf(text)).toMatch(error);
  });

  test('without amounts says so until somebody chooses the column', () => {
    const table = readTable('Date,Ref\n25/11/2026,abc') as StatementTable;
    expect(problemOfRoles(table.roles)).toMatch(/no column with amounts/);
    expect(problemOfRoles(['date', 'amount', 'in', 'text'])).toMatch(/either one column/);
    expect(problemOfRoles(['date', 'in', 'ignored'])).toMatch(/transaction number/);
  });
});

test('the balance at the end of each day is read from statements that go up and down', () => {
  const rows = [
    ['24/11/2026', 'A', '1,000.00', '', '5,000.00'],
    ['25/11/2026', 'B', '', '200.00', '4,800.00'],
    ['25/11/2026', 'C', '50.50', '', '4,850.50'],
  ];
  const file = (lines: string[][]) =>
    ['Date,Details,Credit,Debit,Balance', ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n');
  const days = [
    { day: '2026-11-24', balance: 5000 },
    { day: '2026-11-25', balance: 4850.5 },
  ];
  expect(linesOf(file(rows)).balances).toEqual(days);
  expect(linesOf(file(rows.toReversed())).balances).toEqual(days);
  // Of one day alone, its arithmetic says which way.
  expect(linesOf(file(rows.slice(1).toReversed())).balances).toEqual(days.slice(1));
});
