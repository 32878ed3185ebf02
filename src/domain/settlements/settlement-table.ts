import type { SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { fits, headingKey, knownMapping, suggestedMapping } from './known-files.ts';

/** The rows of a file as cells, each with its place from 1. */
export interface FileRows {
  rows: { line: number; cells: string[] }[];
  /** Workbooks leave out cells that are empty; elsewhere a missing cell was cut off. */
  isSparse: boolean;
  /** The file ends within its table. */
  isCut: boolean;
}

export type TableRow = FileRows['rows'][number];

/** A file with its headings found. */
export interface SettlementTable {
  headings: string[];
  /** What stands above the headings: name, number and day of the payment. */
  above: TableRow[];
  rows: TableRow[];
  isSparse: boolean;
  isCut: boolean;
}

/** Headings stand within so many rows. */
const TOP = 40;

/**
 * Finds the headings of a file: those that a mapping names, those of a known courier, else the row that most looks like headings. Null where no row has three
 * of them.
 */
export function settlementTable({ rows, isSparse, isCut }: FileRows, kept: SettlementMapping | null): SettlementTable | null {
  const top = rows.slice(0, TOP);
  const first = (looks: (cells: string[]) => boolean) => top.findIndex(({ cells }) => looks(cells));
  const at = [
    first((cells) => kept !== null && fits(kept, cells)),
    first((cells) => knownMapping(cells) !== null),
    first((cells) => {
      const fields = new Set(suggestedMapping(cells).columns.map(({ field }) => field));
      return fields.has('trackingNumber') && fields.size > 2;
    }),
    first((cells) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 2),
  ].find((place) => place >= 0);
  const headings = at === undefined ? undefined : rows[at]?.cells;
  if (at === undefined || !headings) return null;
  return { headings, above: rows.slice(0, at), rows: rows.slice(at + 1), isSparse, isCut };
}

/** Whether a row repeats the headings, as each printed page does. */
export function repeatsHeadings({ headings }: SettlementTable, { cells }: TableRow): boolean {
  return cells.some(Boolean) && cells.every((cell, column) => headingKey(cell) === headingKey(headings[column] ?? ''));
}

const REFERENCE = /\b(CPR[-_ ]?[A-Z0-9]*\d[A-Z0-9-]*)/i;
const LABELLED = /^(?:cpr|invoice|cheque|payment|reference|statement)\s*(?:number|no\.?|#|id|ref\w*)?\s*[:#]?\s*(.*)$/i;

/** The courier's own number of the payment: above the headings, else in the name of the file, else that name. */
export function referenceOf({ above }: SettlementTable, fileName: string): string {
  for (const { cells } of above) {
    const number = REFERENCE.exec(cells.join(' '))?.[1];
    if (number) return number;
    const [label = '', value = ''] = cells.filter(Boolean);
    const after = LABELLED.exec(label)?.[1];
    const labelled = after === '' ? value : after;
    if (labelled && /\d/.test(labelled)) return labelled.slice(0, 60);
  }
  return fileName.replace(/\.[a-z]{2,5}$/i, '').slice(0, 60);
}
