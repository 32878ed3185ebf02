import { strToU8, zipSync } from 'fflate';

/** A day as a workbook has it: a number with a format that shows a day. */
export interface WorkbookDay {
  day: string;
}

type Cell = string | number | WorkbookDay | null;

/** An XLSX workbook as portals write one: texts shared, days as numbers, empty cells left out, a cover sheet that is empty. */
export function workbook(rows: Cell[][]): Uint8Array {
  const texts: string[] = [];
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (value: Cell, address: string) => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${address}" s="1"><v>${value}</v></c>`;
    if (typeof value === 'string') return `<c r="${address}" t="s"><v>${texts.push(value) - 1}</v></c>`;
    return `<c r="${address}" s="2"><v>${(Date.parse(value.day) - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`;
  };
  const data = rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((value, column) => cell(value, `${letter(column)}${at + 1}`)).join('')}</row>`,
    )
    .join('');
  const sheet = (content: string) => strToU8(`<?xml version="1.0"?><worksheet><sheetData>${content}</sheetData></worksheet>`);
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><workbookPr/><sheets><sheet name="Cover" sheetId="1" r:id="rId1"/><sheet name="Data" sheetId="2" r:id="rId2"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': sheet(''),
    'xl/worksheets/sheet2.xml': sheet(data),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t>${escaped(text.slice(1))}</t></r></si>`).join('')}</sst>`,
    ),
  });
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}
