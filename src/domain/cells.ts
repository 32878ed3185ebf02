import { cleanText } from './text.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * The lines of a CSV text as cells. The separator is the one of its first lines; quoted cells may hold separators, quotes and line breaks. Empty lines are left out,
 * unless they are counted.
 */
export function readCells(text: string, { countsEmpty = false } = {}): string[][] {
  const content = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(content);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  // Asking the cell itself at each of its quotes would copy it each time.
  let isBlank = true;
  const add = (character: string) => {
    cell += character;
    isBlank &&= character.trim() === '';
  };
  for (let at = 0; at < content.length; at += 1) {
    const character = content[at] as string;
    if (isQuoted) {
      if (character !== '"') add(character);
      else if (content[at + 1] === '"') add(content[++at] as string);
      else isQuoted = false;
    } else if (character === '"' && isBlank) {
      isQuoted = true;
      cell = '';
    } else if (character === separator || character === '\n') {
      row.push(clean(cell));
      cell = '';
      isBlank = true;
      if (character === separator) continue;
      if (countsEmpty || row.some(Boolean)) rows.push(row);
      row = [];
    } else add(character);
  }
  row.push(clean(cell));
  if (countsEmpty || row.some(Boolean)) rows.push(row);
  return rows;
}

/** Whether a text is no text: a workbook, a PDF, a picture. */
export function isBinary(text: string): boolean {
  return text.startsWith('%PDF') || [...text.slice(0, 4_000)].some((character) => character < '\t' || character === '\uFFFD');
}

function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, 40);
  const linesWith = (separator: string, cells: number) => lines.filter((line) => line.split(separator).length >= cells).length;
  // Three columns say more than two, which a comma in a text makes, too.
  const scores = SEPARATORS.map((separator) => linesWith(separator, 3) * 100 + linesWith(separator, 2));
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Most cells of a file: nothing in them can be hidden or decomposed, and cleaning takes ten times as long as looking. */
const PLAIN = /^[\x20-\x7e]*$/;

function clean(cell: string): string {
  return (PLAIN.test(cell) ? cell.trim() : cleanText(cell)).replace(/\s+/g, ' ');
}
