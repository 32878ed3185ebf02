import { latinDigits } from '#domain/phone.ts';

/** A sum or a day with all that banks write around it. What is longer is a text. */
const MAX_CELL = 100;

/** Rupees in a cell, below zero for what went out: `1,234.00`, `Rs 1,234`, `(500.00)`, `500 DR`. Null for anything else. */
export function readAmount(cell: string): number | null {
  if (cell.length > MAX_CELL) return null;
  const bare = latinDigits(cell)
    .replace(/\u2212/g, '-')
    .replace(/(?:PKR|Rs\.?)/gi, '')
    .replace(/\s/g, '')
    .toUpperCase();
  const isOut = /^\(.*\)$/.test(bare) || /^-|-$|DR\.?$/.test(bare);
  const digits = bare.replace(/^[(+-]+|[)+-]+$|[CD]R\.?$/g, '').replace(/^[+-]|[+-]$/g, '');
  if (!/^(?:\d{1,3}(?:,\d{2,3})+|\d+)(?:\.\d{1,2})?$/.test(digits)) return null;
  const rupees = Number(digits.replaceAll(',', ''));
  return isOut ? -rupees : rupees;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day in a cell as `2026-11-25`: `25/11/2026`, `25-Nov-26`, `2026-11-25 14:03`. Null for anything else. `isMonthFirst`: 11/25/2026. */
export function readDay(cell: string, isMonthFirst = false): string | null {
  if (cell.length > MAX_CELL) return null;
  const text = latinDigits(cell).trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})[-/. ]+([a-z]{3,9})[-/., ]+(\d{4}|\d{2})(?!\d)/i.exec(text);
  if (named) return dayOf(named[3], String(MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1), named[1]);
  const english = /^([a-z]{3,9})[ .]+(\d{1,2})[, ]+(\d{4})(?!\d)/i.exec(text);
  if (english) return dayOf(english[3], String(MONTHS.indexOf((english[1] ?? '').slice(0, 3).toLowerCase()) + 1), english[2]);
  const plain = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(text);
  if (!plain) return null;
  return isMonthFirst ? dayOf(plain[3], plain[1], plain[2]) : dayOf(plain[3], plain[2], plain[1]);
}

/** Whether days are written with the month first: a second part above 12 says so, and no first part does. */
export function isMonthFirst(cells: string[]): boolean {
  const parts = cells
    .flatMap((cell) => [/^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2}/.exec(latinDigits(cell).trim())])
    .filter((part) => part !== null);
  return parts.some(([, , second]) => Number(second) > 12) && parts.every(([, first]) => Number(first) <= 12);
}

function dayOf(year = '', month = '', day = ''): string | null {
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
