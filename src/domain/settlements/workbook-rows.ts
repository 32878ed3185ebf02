import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import type { FileRows } from './settlement-table.ts';

type Rows = FileRows['rows'];

/** What a workbook may unpack to: a file that grows a thousandfold is no settlement. */
const MAX_UNPACKED = 100_000_000;
const MAX_COLUMNS = 200;

/** Formats of Excel's own that show a day (ECMA-376, 18.8.30). */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** The rows of the first sheet of an XLSX workbook that has any; null if it is damaged. Days come as `2026-11-25`, numbers with all their digits. */
export function workbookRows(bytes: Uint8Array): Rows | null {
  try {
    let unpacked = 0;
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/i.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED) throw new RangeError('unpacks to too much');
        return true;
      },
    });
    const xml = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
    const texts = sharedTexts(xml('xl/sharedStrings.xml'));
    const isDay = dayStyles(xml('xl/styles.xml'));
    const { sheets, from1904 } = sheetsOf(xml('xl/workbook.xml'), xml('xl/_rels/workbook.xml.rels'));
    const all = sheets.map((name) => sheetRows(xml(name), { texts, isDay, from1904 }));
    return all.find((rows) => rows.length > 1) ?? all[0] ?? null;
  } catch {
    return null;
  }
}

/** Goes through an XML text. Names come without the prefix of their namespace, which some programs write. */
function walk(
  xml: string,
  on: {
    open?: (name: string, attributes: Record<string, string>) => void;
    text?: (text: string) => void;
    close?: (name: string) => void;
  },
): void {
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => on.open?.(bare(name), attributes),
      ontext: (text) => on.text?.(text),
      onclosetag: (name) => on.close?.(bare(name)),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

/** The files of the sheets that are not hidden, in their order, and whether days count from 1904, as on old Macs. */
function sheetsOf(workbook: string, relations: string): { sheets: string[]; from1904: boolean } {
  const targets = new Map<string, string>();
  walk(relations, {
    open: (_, { Id, Target }) => {
      if (Id && Target) targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: string[] = [];
  let from1904 = false;
  walk(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const target = name === 'sheet' && !attributes.state?.includes('idden') && targets.get(attributes['r:id'] ?? '');
      if (target) sheets.push(target);
    },
  });
  return { sheets, from1904 };
}

/** The texts that cells name by number. What is said of their pronunciation (`rPh`) is no part of them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let within = '';
  walk(xml, {
    open: (name) => {
      if (name === 'si') texts.push('');
      if (name === 't' || name === 'rPh') within = within === 'rPh' ? within : name;
    },
    text: (text) => {
      if (within === 't') texts.push((texts.pop() ?? '') + text);
    },
    close: (name) => {
      if (name === within) within = '';
    },
  });
  return texts;
}

/** Which styles show a number as a day. */
function dayStyles(xml: string): boolean[] {
  const ownFormats = new Map<string, string>();
  const styles: boolean[] = [];
  let isInCells = false;
  walk(xml, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') ownFormats.set(numFmtId, formatCode);
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const code = ownFormats.get(numFmtId)?.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
      styles.push(code === undefined ? DAY_FORMATS.has(Number(numFmtId)) : /[dy]/i.test(code));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

interface Reading {
  texts: string[];
  isDay: boolean[];
  from1904: boolean;
}

function sheetRows(xml: string, { texts, isDay, from1904 }: Reading): Rows {
  const rows: Rows = [];
  let cell: { column: number; type: string; isDay: boolean; value: string } | null = null;
  let isValue = false;
  walk(xml, {
    open: (name, { r = '', t = 'n', s = '' }) => {
      if (name === 'row') rows.push({ line: Number(r) || (rows.slice(-1)[0]?.line ?? 0) + 1, cells: [] });
      if (name === 'c') {
        const column = r ? columnOf(r) : (rows.slice(-1)[0]?.cells.length ?? 0);
        cell = { column, type: t, isDay: isDay[Number(s)] ?? false, value: '' };
      }
      isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (cell && isValue) cell.value += text;
    },
    close: (name) => {
      isValue = false;
      if (name !== 'c' || !cell) return;
      const cells = rows.slice(-1)[0]?.cells;
      const { column, type, value } = cell;
      if (cells && column < MAX_COLUMNS) {
        while (cells.length < column) cells.push('');
        cells[column] =
          (type === 's' ? texts[Number(value)] : type === 'n' ? numberText(value, cell.isDay, from1904) : value)?.trim() ?? '';
      }
      cell = null;
    },
  });
  return rows.filter(({ cells }) => cells.some(Boolean));
}

/** The place of a column: `B7` is 1. */
function columnOf(address: string): number {
  return [...address.replace(/[^A-Z]/g, '')].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A number as Excel shows it, with the 15 digits that it keeps. Longer ones lost their end and come as a power of ten; days as `2026-11-25`. */
function numberText(value: string, isDay: boolean, from1904: boolean): string {
  const number = Number(Number(value).toPrecision(15));
  if (value === '' || Number.isNaN(number)) return value;
  if (isDay && number >= 0 && number < 2_958_466)
    return new Date(Date.UTC(1899, 11, 30 + Math.floor(number) + (from1904 ? 1462 : 0))).toISOString().slice(0, 10);
  if (Math.abs(number) >= 1e15) return number.toExponential().replace('e+', 'E+');
  return /e/.test(String(number)) ? number.toFixed(10) : String(number);
}
