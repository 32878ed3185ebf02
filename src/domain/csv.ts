import { guardFormula } from './csv-guard.ts';

/** A column of an export. */
export interface CsvColumn<Item> {
  name: string;
  value: (item: Item) => string | number | null;
}

/** A moment as spreadsheets read one, on the shop's clock: `2026-11-20 15:45`. */
export function spreadsheetMoment(iso: string): string {
  return new Date(Date.parse(iso) + 5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The day of a moment, or a day itself, as spreadsheets read one: `2026-11-20`. */
export function spreadsheetDay(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : spreadsheetMoment(iso).slice(0, 10);
}

/** A table as RFC 4180 text with a byte order mark, so that Excel reads it as UTF-8. */
export function toCsv<Item>(columns: CsvColumn<Item>[], items: Item[]): string {
  const lines = [columns.map(({ name }) => cell(name)), ...items.map((item) => columns.map(({ value }) => cell(value(item))))];
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const safe = guardFormula(value ?? '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
