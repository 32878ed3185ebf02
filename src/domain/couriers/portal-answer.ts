import { isBinary, readCells } from '#domain/cells.ts';
import type { FileMapping } from './booking-file.ts';

/** A line of what a portal gave back, by its place: a parcel with its number, or why nothing can be done with it. */
export type AnswerLine = { line: number } & ({ reference: string; trackingNumber: string } | { problem: string });

type Headers = Pick<FileMapping, 'referenceHeader' | 'trackingHeader'>;
type Row = { line: number; reference: string; trackingNumber: string };

/** Beyond that nothing is read: a day of a busy shop has fewer. */
const MAX_LINES = 2_000;

/** What a number of ours begins with: a tracking number never does. */
const OURS = /^(ord|shp)-?\d/i;

/** A number that Excel wrote as a power of ten has lost its digits. */
const SPOILT = /^\d+([.,]\d+)?e\+?\d+$/i;

/**
 * Reads what a portal gave back: its file with the headers that the courier’s mapping names, or two columns in either order, pasted from anywhere. None is
 * guessed: what cannot be read, stands there twice or contradicts another line says so. Throws nothing.
 */
export function readPortalAnswer(text: string, headers: Headers): { lines: AnswerLine[] } | { error: string } {
  if (!text.trim()) return { error: 'Paste the numbers, or choose the file of the portal' };
  if (isBinary(text))
    return { error: 'This is no text. Save it as CSV in the portal or in Excel, or copy its two columns and paste them here.' };
  const cells = readCells(text, { countsEmpty: true });
  if (cells.length > MAX_LINES) return { error: `At most ${MAX_LINES.toLocaleString('en')} lines can be read at once` };
  const found = rowsByHeader(cells, headers) ?? rowsOfPairs(cells);
  if (!found) {
    const { referenceHeader, trackingHeader } = headers;
    return {
      error: `There are more than two columns, and none of them is called “${referenceHeader}” and “${trackingHeader}”. Paste the two columns alone, or change the names under Settings → Couriers.`,
    };
  }
  if (found.length === 0) return { error: 'There are only headings' };
  return { lines: refuseContradictions(found.map(checked)) };
}

/** Rows below the line that has both headers; null where none has. */
function rowsByHeader(cells: string[][], { referenceHeader, trackingHeader }: Headers): Row[] | null {
  for (const [at, header] of cells.entries()) {
    const columnOf = (name: string) => header.findIndex((cell) => sameHeader(cell) === sameHeader(name));
    const [reference, tracking] = [columnOf(referenceHeader), columnOf(trackingHeader)];
    if (reference >= 0 && tracking >= 0) return rowsOf(cells, at + 1, (row) => [row[reference], row[tracking]]);
  }
  return null;
}

/** Rows of two columns; null where there are more. */
function rowsOfPairs(cells: string[][]): Row[] | null {
  // What was written by hand stands behind a space.
  const pairs = cells.map((row) => (row.length === 1 ? (/^(\S+)\s+(.*)$/.exec(row[0] ?? '')?.slice(1) ?? row) : row));
  if (pairs.some((row) => row.filter(Boolean).length > 2)) return null;
  const hasHeader = !pairs[0]?.some((cell) => /\d/.test(cell));
  return rowsOf(pairs, hasHeader ? 1 : 0, ([first = '', second = '']) =>
    OURS.test(bare(second)) && !OURS.test(bare(first)) ? [second, first] : [first, second],
  );
}

function rowsOf(cells: string[][], start: number, pick: (row: string[]) => (string | undefined)[]): Row[] {
  return cells.flatMap((row, at) => {
    if (at < start || !row.some(Boolean)) return [];
    const [reference = '', trackingNumber = ''] = pick(row).map((cell) => bare(cell ?? ''));
    return [{ line: at + 1, reference, trackingNumber: trackingNumber.replace(/\s/g, '') }];
  });
}

/** Portals and spreadsheets put an apostrophe before numbers to keep them as text. */
function bare(cell: string): string {
  return cell.trim().replace(/^'/, '');
}

function checked(row: Row): AnswerLine {
  const { line, reference, trackingNumber } = row;
  if (!reference) return { line, problem: `No order or reference beside ${trackingNumber}` };
  if (!trackingNumber) return { line, problem: `${reference} has no tracking number` };
  if (SPOILT.test(trackingNumber))
    return {
      line,
      problem: `Excel cut the tracking number of ${reference} short (${trackingNumber}). Format its column as text, and copy it again.`,
    };
  if (OURS.test(trackingNumber)) return { line, problem: `${reference} and ${trackingNumber} are both numbers of ours` };
  if (Math.max(reference.length, trackingNumber.length) > 120) return { line, problem: 'This is longer than any number' };
  return row;
}

/** One parcel with two numbers, or one number for two parcels: nobody knows which is meant, so neither is done. A mere repetition is refused alone. */
function refuseContradictions(lines: AnswerLine[]): AnswerLine[] {
  const rows = lines.filter((line): line is Row => 'reference' in line);
  const byReference = grouped(rows, ({ reference }) => reference);
  const byNumber = grouped(rows, ({ trackingNumber }) => trackingNumber);
  return lines.map((row) => {
    if (!('reference' in row)) return row;
    const same = byReference.get(row.reference.toUpperCase()) ?? [];
    const sharing = byNumber.get(row.trackingNumber.toUpperCase()) ?? [];
    const [first] = same;
    if (sharing.some((one) => !isSame(one.reference, row.reference)))
      return { line: row.line, problem: `${row.trackingNumber} stands here for two parcels: lines ${linesOf(sharing)}` };
    if (same.some((one) => !isSame(one.trackingNumber, row.trackingNumber)))
      return { line: row.line, problem: `${row.reference} has two tracking numbers here: lines ${linesOf(same)}` };
    return first && first !== row ? { line: row.line, problem: `${row.reference} repeats line ${first.line}` } : row;
  });
}

/** The places of lines that say of one parcel two numbers, or one number of two parcels: nobody knows which of them is right. */
export function contradicting(lines: { parcel: string; number: string }[]): Set<number> {
  const partners = (mine: 'parcel' | 'number', other: 'parcel' | 'number') => {
    const seen = new Map<string, Set<string>>();
    for (const line of lines) seen.set(line[mine], (seen.get(line[mine]) ?? new Set()).add(line[other]));
    return seen;
  };
  const [numbers, parcels] = [partners('parcel', 'number'), partners('number', 'parcel')];
  const count = (of: Map<string, Set<string>>, key: string) => of.get(key)?.size ?? 0;
  return new Set(
    lines.flatMap(({ parcel, number }, at) => (count(numbers, parcel) > 1 || count(parcels, number) > 1 ? [at] : [])),
  );
}

/** By a number without its case. `Map.groupBy` is too new for some browsers of the back office. */
function grouped(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row).toUpperCase();
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function isSame(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

const linesOf = (rows: Row[]) => rows.map(({ line }) => line).join(', ');

function sameHeader(cell: string): string {
  return cell.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
