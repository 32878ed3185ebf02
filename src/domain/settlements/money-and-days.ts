import { readAmount, readDay } from '#domain/payments/statement-cells.ts';
import { latinDigits } from '#domain/phone.ts';

/** How spreadsheets and portals write that there is no money. */
const NOTHING = /^(?:[-–—]|nil|n\/?a|none)?$/i;

/** Paisa in a cell: `1,949.06`, `Rs. 1,949.06`, `(15.50)`; 0 for an empty one. Null for anything else, and for fractions of a paisa. */
export function readPaisa(cell: string): number | null {
  // What most cells are needs no more than this.
  if (/^-?\d{1,9}(?:\.\d{1,2})?$/.test(cell)) return Math.round(Number(cell) * 100);
  const bare = cell.replace(/^'/, '').trim();
  if (NOTHING.test(bare)) return 0;
  const rupees = readAmount(bare.replace(/(\.\d{2})0+(?!\d)/, '$1'));
  return rupees === null ? null : Math.round(rupees * 100);
}

/** What comes first where a day is written in digits alone: `25/11/2026` or `11/25/2026`. */
export type DayOrder = 'day' | 'month';

const IN_DIGITS = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/;

/**
 * Whether days in digits have the day or the month first, by those of which only one reading is a day. `unclear` where all have two; null where no day needs the
 * answer. Where both happen, the more frequent one: the others cannot be read.
 */
export function dayOrderOf(cells: string[]): DayOrder | 'unclear' | null {
  let [dayFirst, monthFirst, unclear] = [0, 0, 0];
  for (const cell of cells) {
    const [, first, second] = IN_DIGITS.exec(latinDigits(cell).trim()) ?? [];
    if (first === undefined || Number(first) === Number(second)) continue;
    if (Number(first) > 12) dayFirst += 1;
    else if (Number(second) > 12) monthFirst += 1;
    else unclear += 1;
  }
  if (dayFirst + monthFirst > 0) return dayFirst >= monthFirst ? 'day' : 'month';
  return unclear > 0 ? 'unclear' : null;
}

/** The day in a cell as `2026-11-25`; null for anything else. */
export function readSettledDay(cell: string, order: DayOrder): string | null {
  return readDay(cell, order === 'month');
}

/** Paisa as rupees. */
export function rupeesOf(paisa: number): number {
  return paisa / 100;
}

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Paisa as the file's readers write them: `1,949.06`, `−15.50`. */
export function paisaText(paisa: number): string {
  return format.format(paisa / 100).replace('-', '−');
}
