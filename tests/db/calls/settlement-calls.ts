import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { LineOutcome } from '#domain/couriers/settlement-mapping.ts';
import type { LineResult } from '#domain/settlements/contract.ts';

/** A row of a courier's file, as SQL takes it. */
export interface FileRow {
  line: number;
  tracking_number: string;
  order_reference: string;
  outcome: LineOutcome;
  cod: number;
  shipping: number;
  gst: number;
  income_tax: number;
  sales_tax: number;
  other_charges: number;
  net: number;
  day: string | null;
}

export interface CourierFile {
  rows: FileRow[];
  reference: string;
  parcels: number;
  sum: number;
  hash: string;
}

export interface BookedSettlement {
  id: string;
  state: string;
  results: Partial<Record<LineResult, number>>;
  sums: Record<string, number>;
}

export interface CheckedSettlement {
  lines: {
    tracking_number: string;
    result: LineResult;
    difference: number;
    charge_difference: number | null;
    expected: { cod: number; charge: number | null } | null;
    shipment_number: string | null;
  }[];
  sums: Record<string, number>;
  refusals: string[];
}

const KEPT = { shipping: 200, gst: 32, income_tax: 0, sales_tax: 0, other_charges: 0 };

let rows = 0;

/** A row that adds up: what was delivered brings its cash, and everything else only costs. */
export function rowOf(tracking: string, cod: number, changes: Partial<FileRow> = {}): FileRow {
  rows += 1;
  const row = {
    line: rows,
    tracking_number: tracking,
    order_reference: '',
    outcome: 'delivered' as const,
    cod,
    ...KEPT,
    day: null,
    ...changes,
  };
  const kept = row.shipping + row.gst + row.other_charges;
  const net = row.outcome === 'delivered' ? row.cod - kept - row.income_tax - row.sales_tax : -kept;
  return { ...row, net: changes.net ?? Math.round(net * 100) / 100 };
}

/** A row of a parcel that came back. */
export const returnOf = (tracking: string, changes: Partial<FileRow> = {}): FileRow =>
  rowOf(tracking, 0, { outcome: 'returned', ...changes });

let files = 0;

/** A file whose control total is what its rows come to. */
export function fileOf(rows: FileRow[], changes: Partial<CourierFile> = {}): CourierFile {
  files += 1;
  return {
    rows,
    reference: `CPR-${files}`,
    parcels: rows.filter(({ outcome }) => outcome !== 'charge').length,
    sum: Math.round(rows.reduce((sum, { net }) => sum + net * 100, 0)) / 100,
    hash: createHash('sha256').update(String(files)).digest('hex'),
    ...changes,
  };
}

const head = ({ hash, reference, parcels, sum }: CourierFile) => ({
  fileName: 'cpr.csv',
  fileHash: hash,
  reference,
  parcels,
  sum,
});

/** Says what booking a file would do. */
export async function checkFile(sql: Sql, courier: string, file: CourierFile): Promise<CheckedSettlement> {
  const [row] = await sql<{ checked: CheckedSettlement }[]>`
    select public.check_settlement(${courier}, ${sql.json(head(file))}, ${sql.json(file.rows as never)}) as checked`;
  if (!row) throw new Error('nothing was checked');
  return row.checked;
}

/** Books a file. */
export async function bookFile(
  sql: Sql,
  courier: string,
  file: CourierFile,
  { actor = null, key = null }: { actor?: string | null; key?: string | null } = {},
): Promise<BookedSettlement> {
  const [row] = await sql<{ booked: BookedSettlement }[]>`
    select public.book_settlement(${courier}, ${sql.json(head(file))}, ${sql.json(file.rows as never)}, ${actor}, ${key}) as booked`;
  if (!row) throw new Error('nothing was booked');
  return row.booked;
}

export const undoFile = (sql: Sql, { id }: { id: string }, actor: string | null = null) =>
  sql`select public.undo_settlement(${id}, 'The wrong file', ${actor})`;

/** What couriers have of each parcel, by its number. */
export async function heldByNumber(sql: Sql): Promise<Record<string, number>> {
  const held = await sql<{ number: string; amount: number }[]>`select number, amount::float as amount from shop.held_by_couriers`;
  return Object.fromEntries(held.map(({ number, amount }) => [number, amount]));
}

/** Where what files moved is not what they say: empty when all is right. */
export async function settlementErrors(sql: Sql): Promise<string[]> {
  const [row] = await sql<{ account: number; held: number; receivable: number; bank: number; net: number; all: number }[]>`
    with moved as (select k.account, sum(k.amount) as amount, k.settled
                     from (select to_account as account, amount, settlement_id is not null as settled from public.payments
                           union all select from_account, - amount, settlement_id is not null from public.payments) k group by k.account, k.settled)
    select (select coalesce(sum(amount), 0)::float from moved where account = 'courier') as account,
           (select coalesce(sum(amount), 0)::float from shop.held_by_couriers) as held,
           (select coalesce(sum(k.held), 0)::float from jsonb_to_recordset(public.courier_holdings()) as k (held numeric)) as receivable,
           (select coalesce(sum(amount), 0)::float from moved where account = 'bank' and settled) as bank,
           (select coalesce(sum(control_sum), 0)::float from public.settlements where state = 'booked') as net,
           (select coalesce(sum(amount), 0)::float from moved) as all`;
  if (!row) return ['nothing came back'];
  return [
    row.account === row.held && row.held === row.receivable
      ? ''
      : `couriers have ${row.account}, by parcel ${row.held}, by courier ${row.receivable}`,
    row.bank === row.net ? '' : `the bank got ${row.bank} of files that say ${row.net}`,
    row.all === 0 ? '' : `all accounts come to ${row.all}`,
  ].filter(Boolean);
}
