import { isBinary, readCells } from '#domain/cells.ts';
import { MAX_SETTLEMENT_ROWS } from './contract.ts';
import { textOf } from './file-text.ts';
import type { FileRows } from './settlement-table.ts';

/** A courier's file as somebody chose it. */
export interface ChosenFile {
  name: string;
  bytes: Uint8Array;
}

/** A week of a busy shop has a tenth of that. */
const MAX_BYTES = 10_000_000;

/** Rows with headings, empty lines and sums among them. */
const MAX_ROWS = MAX_SETTLEMENT_ROWS + 500;

/** Reads the cells of a CSV, an XLSX workbook, or an HTML table that calls itself “.xls”. Throws nothing: says what is wrong with the file. */
export async function fileRows({ name, bytes }: ChosenFile): Promise<FileRows | { error: string }> {
  if (bytes.length === 0) return { error: `${name} is empty. Download it again.` };
  if (bytes.length > MAX_BYTES) return { error: `${name} is larger than 10 MB. Choose the file of one payment.` };
  if (startsWith(bytes, '%PDF')) {
    return { error: `${name} is a PDF. Choose the CSV or Excel file of the same payment in the courier’s portal.` };
  }
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) {
    return {
      error: `${name} is a workbook of an old Excel. Open it in Excel, save it as “Excel Workbook (.xlsx)”, and choose that file.`,
    };
  }
  const read = startsWith(bytes, 'PK') ? await workbook(name, bytes) : await textRows(name, textOf(bytes));
  if ('rows' in read && read.rows.length > MAX_ROWS) {
    return { error: `${name} has more than ${MAX_SETTLEMENT_ROWS.toLocaleString('en')} rows. Choose the file of one payment.` };
  }
  return read;
}

/** Loaded only for those who choose a workbook. */
async function workbook(name: string, bytes: Uint8Array): Promise<FileRows | { error: string }> {
  const { workbookRows } = await import('./workbook-rows.ts');
  const rows = workbookRows(bytes);
  return rows
    ? { rows, isSparse: true, isCut: false }
    : { error: `${name} is damaged or was cut off. Download it again, and choose it without opening it.` };
}

async function textRows(name: string, text: string): Promise<FileRows | { error: string }> {
  if (isBinary(text)) return { error: `${name} is no table. Choose the CSV or Excel file of the courier’s portal.` };
  if (/^\uFEFF?\s*<[!?a-z]/i.test(text)) {
    const { htmlRows } = await import('./html-rows.ts');
    return htmlRows(text);
  }
  const rows = readCells(text, { countsEmpty: true }).map((cells, at) => ({ line: at + 1, cells }));
  return { rows, isSparse: false, isCut: isCutOff(text, rows) };
}

/** Whether the last line is the beginning of one: it has no end and fewer cells than the line above it, and is neither a sum nor a sentence. */
function isCutOff(text: string, rows: FileRows['rows']): boolean {
  const [before, last] = rows.slice(-2).map(({ cells }) => cells);
  if (!before || !last || /\n\s*$/.test(text) || last.length >= before.length) return false;
  return !last.some((cell) => /total|\S\s+\S+\s+\S/i.test(cell));
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return [...mark].every((character, at) => bytes[at] === character.charCodeAt(0));
}
