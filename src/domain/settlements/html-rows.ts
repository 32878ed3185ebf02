import { Parser } from 'htmlparser2';
import type { FileRows } from './settlement-table.ts';

/** A cell that claims to be wider is not believed. */
const MAX_SPAN = 50;

/** The rows of all tables of a page, as their portals' “.xls” have them. */
export function htmlRows(html: string): FileRows {
  const rows: FileRows['rows'] = [];
  // Tables may stand in cells of others, so rows and cells are stacks.
  const openRows: string[][] = [];
  const openCells: { text: string; span: number }[] = [];
  let isCut = false;
  const parser = new Parser({
    onopentag(name, { colspan }) {
      if (name === 'tr') openRows.push([]);
      else if (name === 'td' || name === 'th') openCells.push({ text: '', span: Math.min(Number(colspan) || 1, MAX_SPAN) });
      else if (name === 'br') add(' ');
    },
    ontext: add,
    onclosetag(name, isImplied) {
      if (name === 'td' || name === 'th') {
        const { text = '', span = 1 } = openCells.pop() ?? {};
        openRows.slice(-1)[0]?.push(text.replace(/\s+/g, ' ').trim(), ...Array(span - 1).fill(''));
      } else if (name === 'tr') {
        const cells = openRows.pop() ?? [];
        if (cells.length > 0) rows.push({ line: rows.length + 1, cells });
      } else if (name === 'table' && isImplied) isCut = true;
    },
  });
  parser.end(html);
  return { rows, isSparse: false, isCut };

  function add(text: string): void {
    const cell = openCells.slice(-1)[0];
    if (cell) cell.text += text;
  }
}
