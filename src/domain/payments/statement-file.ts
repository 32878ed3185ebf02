import { isBinary, readCells } from '#domain/cells.ts';
import { atMost } from '#domain/text.ts';
import { isMonthFirst, readAmount, readDay } from './statement-cells.ts';

/** Lines of a statement that are sent at once. */
export const MAX_STATEMENT_LINES = 500;
export const MAX_REFERENCE = 200;

/** Beyond that nothing is read: a year of a busy account has fewer. */
const MAX_ROWS = 5_000;

/** What a column holds. `amount` is below zero for what went out; `in` and `out` are two columns. All that are `text` make the reference. `balance`: what the account came to then. */
export const COLUMN_ROLES = ['date', 'amount', 'in', 'out', 'text', 'balance', 'ignored'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** A statement as it was read: its headings, the rows below them, and what each column probably holds. */
export interface StatementTable {
  /** Empty texts where there are no headings. */
  headings: string[];
  rows: string[][];
  roles: ColumnRole[];
}

/** Money that came in. */
export interface StatementLine {
  day: string;
  amount: number;
  reference: string;
}

export interface ReadLines {
  lines: StatementLine[];
  /** What the account came to at the end of each day, the first day first. */
  balances: { day: string; balance: number }[];
  /** How many say that money went out: they are left out. */
  outgoing: number;
  /** Rows that look like a payment and cannot be read. */
  problems: { row: string; problem: string }[];
}

/** Reads a pasted or uploaded statement. Throws nothing: says what is wrong with it. */
export function readTable(text: string): StatementTable | { error: string } {
  if (!text.trim()) return { error: 'Paste the lines of the statement, or choose its file' };
  if (isBinary(text)) {
    return { error: 'This is no CSV file. In the bank’s app or in Excel choose CSV, or copy the lines and paste them here.' };
  }
  const cells = readCells(text);
  if (cells.length > MAX_ROWS) {
    return {
      error: `This file has ${cells.length.toLocaleString('en')} lines. Choose a shorter time at the bank: at most ${MAX_ROWS.toLocaleString('en')} can be read at once.`,
    };
  }
  const top = headingsAt(cells.slice(0, 40).map(rolesByHeading));
  const width = Math.max(...cells.map((row) => row.length));
  if (width < 2) return { error: 'There is only one column. Date, amount and reference have to stand apart.' };
  const rows = cells.slice(top + 1).map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  const headings = Array.from({ length: width }, (_, column) => (top >= 0 ? (cells[top]?.[column] ?? '') : ''));
  return { headings, rows, roles: top >= 0 ? rolesByHeading(headings) : rolesByContent(rows, width) };
}

/** What is missing before a table can be read; empty when nothing is. */
export function problemOfRoles(roles: readonly ColumnRole[]): string {
  if (roles.filter((role) => role === 'date').length !== 1) return 'Say which column is the date';
  const sums = roles.filter(isSum);
  if (sums.includes('amount') ? sums.length > 1 : sums.filter((role) => role === 'in').length !== 1 || sums.length > 2) {
    return sums.length === 0
      ? 'There is no column with amounts. Say which one it is.'
      : 'Choose either one column Amount, or Money in with Money out';
  }
  return roles.includes('text') ? '' : 'Say which column has the transaction number or the description';
}

/** The lines with money that came in. */
export function readLines({ rows, roles }: Pick<StatementTable, 'rows' | 'roles'>): ReadLines {
  const read: ReadLines = { lines: [], balances: [], outgoing: 0, problems: [] };
  const dated: Dated[] = [];
  const at = (role: ColumnRole) => roles.indexOf(role);
  const monthFirst = isMonthFirst(rows.map((row) => row[at('date')] ?? ''));
  for (const row of rows) {
    const typedDay = row[at('date')] ?? '';
    const day = readDay(typedDay, monthFirst);
    const typed = row[roles.includes('amount') ? at('amount') : at('in')] ?? '';
    const amount = readAmount(typed);
    const reference = row.filter((cell, column) => roles[column] === 'text' && cell).join(' · ');
    const fail = (problem: string) => read.problems.push({ row: row.filter(Boolean).join(' · ').slice(0, 200), problem });
    const balance = readAmount(row[at('balance')] ?? '');
    if (day && balance !== null) dated.push({ day, balance, moved: movedBy(amount, readAmount(row[at('out')] ?? '')) });
    // Balances, totals and what the bank writes between.
    if (!day && (!amount || !typedDay)) continue;
    if (typed && amount === null) fail(`The amount “${typed.slice(0, 40)}” cannot be read`);
    else if (amount === null || amount <= 0)
      read.outgoing += Number((amount ?? 0) < 0 || Boolean(readAmount(row[at('out')] ?? '')));
    else if (!day) fail(`The date “${typedDay.slice(0, 40)}” cannot be read`);
    else if (amount > 10_000_000) fail('The amount is above Rs 10,000,000');
    else if (reference.length > MAX_REFERENCE) fail(`The reference is too long: ${atMost(MAX_REFERENCE).toLowerCase()}`);
    else read.lines.push({ day, amount, reference });
  }
  return { ...read, balances: closingBalances(dated) };
}

interface Dated {
  day: string;
  balance: number;
  /** What the row moved, in paisa. */
  moved: number;
}

function movedBy(amount: number | null, out: number | null): number {
  return Math.round(((amount ?? 0) - Math.abs(out ?? 0)) * 100);
}

/** The last balance of each day. Statements go up or down: a row's balance is the one before, or the one below, with what it moved. */
function closingBalances(rows: Dated[]): ReadLines['balances'] {
  const pairs = rows.slice(1).map((row, place) => [rows[place] ?? row, row] as const);
  const gained = (from: Dated, to: Dated) => Math.round((to.balance - from.balance) * 100);
  const up = pairs.filter(([above, below]) => gained(above, below) === below.moved).length;
  const down = pairs.filter(([above, below]) => gained(below, above) === above.moved).length;
  const isDown = up === down ? (rows[0]?.day ?? '') > (rows[rows.length - 1]?.day ?? '') : down > up;
  const inOrder = isDown ? [...rows].reverse() : rows;
  const byDay = new Map(inOrder.map(({ day, balance }) => [day, balance]));
  return [...byDay].map(([day, balance]) => ({ day, balance })).sort((a, b) => a.day.localeCompare(b.day));
}

/** Which row has the headings: the first with a date and a sum, else with a date and a text; -1 for none. */
function headingsAt(rows: ColumnRole[][]): number {
  const first = (fits: (role: ColumnRole) => boolean) => rows.findIndex((roles) => roles.includes('date') && roles.some(fits));
  const withSum = first(isSum);
  return withSum >= 0 ? withSum : first((role) => role === 'text');
}

const isSum = (role: ColumnRole) => role === 'amount' || role === 'in' || role === 'out';

const HEADINGS: [RegExp, ColumnRole][] = [
  [/balance/i, 'balance'],
  [/value date|cheque|branch|currency|serial|^s\.? ?no/i, 'ignored'],
  [/date|^day$/i, 'date'],
  [/credit|deposit|money in|received|paid in|^cr\.?$/i, 'in'],
  [/debit|withdraw|money out|paid out|^dr\.?$/i, 'out'],
  [/amount|^pkr$|^rs\.?$|rupees|sum/i, 'amount'],
  [/ref|desc|particular|detail|narrat|remark|transaction|trx|tid|stan|rrn|note|purpose|sender|from|name/i, 'text'],
];

/** Only the first date counts, and with money in and out no third sum does. */
function rolesByHeading(headings: string[]): ColumnRole[] {
  const roles = headings.map((heading) => HEADINGS.find(([words]) => words.test(heading))?.[1] ?? 'ignored');
  const first = roles.indexOf('date');
  return roles.map((role, column) => {
    if (role === 'date' && column !== first) return 'ignored';
    if (role === 'amount' && (roles.includes('in') || roles.indexOf('amount') !== column)) return 'ignored';
    return (role === 'in' || role === 'out' || role === 'balance') && roles.indexOf(role) !== column ? 'ignored' : role;
  });
}

/** The first column of days, then the first of sums; what has letters or long numbers is the reference. */
function rolesByContent(rows: string[][], width: number): ColumnRole[] {
  const sample = rows.slice(0, 200);
  const most = (column: number, fits: (cell: string) => boolean) =>
    sample.filter((row) => row[column] && fits(row[column] ?? '')).length > sample.filter((row) => row[column]).length * 0.7;
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => sample.some((row) => row[column]));
  const date = columns.find((column) => most(column, (cell) => readDay(cell) !== null || readDay(cell, true) !== null));
  const sums = columns.filter((column) => column !== date && most(column, (cell) => readAmount(cell) !== null));
  // A number of eight digits without a point or a comma is a transaction's, not a sum.
  const amount = sums.find((column) => most(column, (cell) => !/^\d{8,}$/.test(cell)));
  return Array.from({ length: width }, (_, column) => {
    if (column === date) return 'date';
    if (column === amount) return 'amount';
    return columns.includes(column) && !(sums.includes(column) && most(column, (cell) => !/^\d{8,}$/.test(cell)))
      ? 'text'
      : 'ignored';
  });
}
