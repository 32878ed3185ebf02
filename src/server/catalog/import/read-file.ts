import { CsvError, parse } from 'csv-parse/sync';
import { CATALOG_COLUMNS, type CatalogColumn } from '#domain/catalog/catalog-csv.ts';
import { MAX_IMPORT_ROWS } from '#domain/catalog/contract.ts';
import { invalid } from '#server/errors.ts';

/** A row of a file: the line it begins at, and its cells as they stand there. */
export interface FileRow {
  line: number;
  cells: Partial<Record<CatalogColumn, string>>;
  /** What is wrong with the row as a whole. */
  complaint: string | null;
}

export interface CatalogFile {
  columns: CatalogColumn[];
  rows: FileRow[];
  /** How the file was read, where it is not as the shop writes it. */
  notes: string[];
}

const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

/** Far more than a spreadsheet of products has. */
const MAX_COLUMNS = 200;
/** Letters of one row. */
const MAX_ROW = 100_000;

type Separator = keyof typeof SEPARATORS;

/** Reads a file of products as spreadsheets save it: with any of their separators and encodings. @throws ApiError `validation_failed` naming what is wrong with it */
export function readCatalogFile(bytes: Uint8Array): CatalogFile {
  const notes: string[] = [];
  const { text, encoding } = decode(bytes);
  if (encoding !== 'utf-8') notes.push('The file is saved as Unicode text (UTF-16).');

  const declared = /^sep=(.)\r?\n/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const separator = separatorOf(body);
  const [heading = { cells: [] }] = parseCells(body, separator, { to: 1 });
  if (heading.cells.length > MAX_COLUMNS) throw refused(`The first line has more than ${MAX_COLUMNS} columns`);
  if (separator !== ',') notes.push(`Its columns are separated by ${SEPARATORS[separator]}.`);

  const columns = heading.cells.map(columnNamed);
  const known = columns.filter((column) => column !== null);
  const twice = known.find((column, index) => known.indexOf(column) < index);
  if (twice) throw refused(`The column ${twice} is there twice`);
  if (!known.some((column) => column === 'Product ID' || column === 'SKU' || column === 'Name')) {
    throw refused(
      `The first line has to name the columns: ${CATALOG_COLUMNS.join(', ')}. Product ID, SKU or Name says which product a row is about.`,
    );
  }
  const unknown = heading.cells.filter((name, index) => columns[index] === null && name.trim() !== '');
  if (unknown.length > 0) notes.push(`Not read: ${unknown.join(', ')}.`);

  const rows = parseCells(body, separator, { from: 2 }).map(({ cells, line }) => ({
    line: line + (declared ? 1 : 0),
    cells: Object.fromEntries(columns.flatMap((column, index) => (column ? [[column, cells[index] ?? '']] : []))),
    complaint:
      cells.length === columns.length
        ? null
        : `This row has ${cells.length} cells, the first line has ${columns.length}. Text with a separator in it needs quotes.`,
  }));
  if (rows.length === 0) throw refused('There are no rows below the first line');
  return { columns: known, rows, notes };
}

/** @throws ApiError `validation_failed` for a workbook, and for letters that are not Unicode */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw refused('This is a workbook, not a CSV file. In Excel choose Save As, then “CSV UTF-8”.');
  }
  // Latin letters in UTF-16 have a zero byte each.
  const encoding =
    begins(0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0)
      ? 'utf-16be'
      : begins(0xff, 0xfe) || (bytes[1] === 0 && bytes[0] !== 0)
        ? 'utf-16le'
        : 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    throw refused(
      'The letters of this file are not Unicode: Urdu and accents would be lost. In Excel choose Save As, then “CSV UTF-8”.',
    );
  }
}

/** The separator with which the first line names most columns. */
function separatorOf(text: string): Separator {
  const line = /^[^\r\n]{0,10000}/.exec(text)?.[0] ?? '';
  const namedBy = (separator: string) => line.split(separator).filter((name) => columnNamed(name.replace(/^"|"$/g, ''))).length;
  return (Object.keys(SEPARATORS) as Separator[]).reduce((best, next) => (namedBy(next) > namedBy(best) ? next : best));
}

function columnNamed(name: string): CatalogColumn | null {
  const typed = name.trim().toLowerCase();
  return CATALOG_COLUMNS.find((column) => column.toLowerCase() === typed) ?? null;
}

interface Parsed {
  cells: string[];
  line: number;
}

/**
 * The rows that say something. Stops reading at one too many: a file of six megabytes can have three million, and blank ones cost the same.
 * @throws ApiError `validation_failed` where quotes do not fit, and for too many or too long rows
 */
function parseCells(text: string, delimiter: Separator, range: { from: number } | { to: number }): Parsed[] {
  const rows: Parsed[] = [];
  let blank = 0;
  const most = MAX_IMPORT_ROWS.toLocaleString('en');
  const take = (cells: string[], { lines }: { lines: number }): null => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    if (isBlank) blank += 1;
    else rows.push({ cells, line: lines - cells.join('').split('\n').length + 1 });
    if (rows.length > MAX_IMPORT_ROWS) throw refused(`At most ${most} rows at once; this file has more`);
    if (blank > MAX_IMPORT_ROWS) throw refused(`This file has more than ${most} blank rows: delete them`);
    return null;
  };
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW,
      on_record: take,
      ...range,
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw refused(
        `The row before line ${error.lines} is longer than ${MAX_ROW.toLocaleString('en')} letters: does a quote not end?`,
      );
    throw refused(`The quotes of line ${error.lines} do not fit: a quote inside a text is written twice`);
  }
}

function refused(message: string) {
  return invalid([{ path: 'file', message }]);
}
