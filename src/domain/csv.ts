import { guardFormula } from './csv-guard.ts';

/** A column of an export. */
export interface CsvColumn<Item> {
  name: string;
  value: (item: Item) => string | number | null;
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
