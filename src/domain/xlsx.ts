import { strToU8, zipSync } from 'fflate';
import type { CsvColumn } from './csv.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Styles of cells, by their place in `cellXfs`. */
const DAY = 1;
const HEADING = 2;

/** The parts that every workbook of one sheet has. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};

/** A table as an XLSX workbook of one sheet. Days (`2026-11-20`) become days of the spreadsheet; a text is never a formula. */
export function toXlsx<Item>(sheet: string, columns: CsvColumn<Item>[], items: Item[]): Uint8Array<ArrayBuffer> {
  const rows = [
    columns.map(({ name }) => textCell(name, HEADING)),
    ...items.map((item) => columns.map(({ value }) => cell(value(item)))),
  ];
  const parts = {
    ...PARTS,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((cells, at) => row(cells, at + 1)).join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(XML + xml)])));
}

type Cell = (address: string) => string;

function row(cells: Cell[], line: number): string {
  return `<row r="${line}">${cells.map((write, at) => write(`${columnName(at)}${line}`)).join('')}</row>`;
}

function cell(value: string | number | null): Cell {
  if (value === null || value === '') return () => '';
  if (typeof value === 'number') return (address) => `<c r="${address}"><v>${value}</v></c>`;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dayCell(value) : textCell(value);
}

/** Spreadsheets count days from the end of 1899. */
function dayCell(day: string): Cell {
  const days = Date.parse(day) / 86_400_000 + 25_569;
  return (address) => `<c r="${address}" s="${DAY}"><v>${days}</v></c>`;
}

function textCell(text: string, style = 0): Cell {
  return (address) => `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** The name of a column: 0 is A, 26 is AA. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/** Text within XML, without what XML cannot hold. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
