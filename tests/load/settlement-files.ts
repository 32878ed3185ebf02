/** How long a courier's file of ten thousand rows takes to be read, as CSV, as a page and as a workbook. */

import { readCells } from '#domain/cells.ts';
import { mappingFor, openSettlement, readSettlement } from '#domain/settlements/read-settlement.ts';
import { faultyFile } from '#tests/couriers/settlement-files/faulty-file.ts';
import { workbook } from '#tests/couriers/settlement-files/workbook.ts';

const ROWS = 10_000;

/** On a machine that does nothing else. */
const MAX_SECONDS = 1;

/** Reads each kind of file. */
export async function measureSettlementFiles(): Promise<Record<string, { seconds: number; rows: number; faults: number }>> {
  const { text } = faultyFile(ROWS, 200, 1);
  const cells = readCells(text);
  const page = `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
  const files = { CSV: new TextEncoder().encode(text), 'HTML page': new TextEncoder().encode(page), workbook: workbook(cells) };
  const figures: Awaited<ReturnType<typeof measureSettlementFiles>> = {};
  for (const [kind, bytes] of Object.entries(files)) {
    // Processor time: a machine that does other things, too, reads no slower.
    const start = process.cpuUsage();
    const table = await openSettlement({ name: kind, bytes }, null);
    const mapping = 'error' in table ? null : mappingFor(table, null);
    if ('error' in table || !mapping) throw new Error(`The ${kind} could not be read`);
    const { rows, problems } = readSettlement(table, kind, mapping);
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1_000_000;
    figures[kind] = { seconds: Math.round(seconds * 100) / 100, rows: rows.length, faults: problems.length };
  }
  console.log(`Processor seconds, at most ${MAX_SECONDS}`);
  return figures;
}
