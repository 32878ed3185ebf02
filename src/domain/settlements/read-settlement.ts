import type { SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { isTrackingNumber } from '#domain/couriers/tracking-number.ts';
import type { SettlementRow } from './contract.ts';
import { type ChosenFile, fileRows } from './file-rows.ts';
import { FIELD_LABELS, fits, knownMapping, type MappedField, problemOfMapping } from './known-files.ts';
import { dayOrderOf, paisaText, readPaisa } from './money-and-days.ts';
import { outcomeOf } from './outcome.ts';
import { refuses, type SettlementProblem } from './problems.ts';
import { CHARGES, cellOf, columnsOf, type Reading, readRow, TAXES, trackingOf } from './read-row.ts';
import { referenceOf, repeatsHeadings, type SettlementTable, settlementTable, type TableRow } from './settlement-table.ts';

/** Words that somebody is asked about: a column with more has something else. */
const MAX_WORDS = 12;

/** A courier's file as it was read. It may be booked only when no problem refuses it. */
export interface ReadSettlement {
  rows: SettlementRow[];
  problems: SettlementProblem[];
  /** The courier's own number of this payment. */
  reference: string;
  /** Days of this file may have the day or the month first: somebody has to say. */
  asksDayOrder: boolean;
}

/** Opens a file and finds its headings. Throws nothing: says what is wrong with it. */
export async function openSettlement(
  file: ChosenFile,
  kept: SettlementMapping | null,
): Promise<SettlementTable | { error: string }> {
  const read = await fileRows(file);
  if ('error' in read) return read;
  return (
    settlementTable(read, kept) ?? {
      error: `${file.name} has no row with headings like “Tracking number” and “COD amount”. Choose the file of a payment, as it was downloaded.`,
    }
  );
}

/** How a file is to be read: as this courier's columns were explained, as a known courier's; null where somebody has to say it. */
export function mappingFor({ headings }: SettlementTable, kept: SettlementMapping | null): SettlementMapping | null {
  if (kept && !problemOfMapping(kept) && fits(kept, headings)) return kept;
  const known = knownMapping(headings);
  return known && { ...known, words: kept?.words ?? [], dayOrder: kept?.dayOrder ?? null };
}

/** Reads the rows of a file. Every row is in `rows`, or a problem says why it is not. */
export function readSettlement(table: SettlementTable, fileName: string, mapping: SettlementMapping): ReadSettlement {
  const columns = columnsOf(table, mapping);
  const order = columns.has('day') ? dayOrderOf(daysIn(table, columns)) : null;
  const asksDayOrder = order === 'unclear' && !mapping.dayOrder;
  const dayOrder = order === 'day' || order === 'month' ? order : (mapping.dayOrder ?? 'day');
  const reading: Reading = { columns, headings: table.headings, mapping, dayOrder, negated: negatedColumns(table, columns) };
  const { data, totals } = withoutTotals(table, reading);
  const rows: SettlementRow[] = [];
  const problems: SettlementProblem[] = [];
  const needed = Math.max(-1, ...[...columns.values()].flat());

  for (const [at, source] of data.entries()) {
    const isShort = !table.isSparse && source.cells.length <= needed;
    if (isShort) problems.push(shortRow(source, table, at === data.length - 1 && totals.length === 0));
    else {
      const read = readRow(source, reading);
      if (read.row) rows.push(asksDayOrder ? { ...read.row, day: null } : read.row);
      problems.push(...read.problems);
    }
  }
  problems.push(...doubledRows(rows));
  if (table.isCut && !problems.some(({ kind }) => kind === 'cut'))
    problems.push({
      kind: 'cut',
      line: data.slice(-1)[0]?.line ?? null,
      column: null,
      text: `${fileName} ends in the middle of its table: download it again`,
    });
  if (asksDayOrder) problems.push(unclearDays(data, reading));
  const spoilt = problems.filter(({ kind }) => kind === 'spoilt');
  if (spoilt.length > 0) problems.unshift(spoiltFile(fileName, spoilt.length));
  if (!problems.some(refuses)) problems.push(...wrongTotals(totals, rows, reading));
  return { rows, problems, reference: referenceOf(table, fileName), asksDayOrder };
}

/** All days of a file: those of other columns show the order, too. */
function daysIn({ headings, rows }: SettlementTable, columns: Map<MappedField, number[]>): string[] {
  const places = headings.flatMap((heading, at) => (/date/i.test(heading) || columns.get('day')?.includes(at) ? at : []));
  return rows.flatMap(({ cells }) => places.map((at) => cells[at] ?? ''));
}

/** Whether the days of a file can be read in two ways, and nothing in it says which. */
export function daysAreUnclear(table: SettlementTable, mapping: SettlementMapping): boolean {
  const columns = columnsOf(table, mapping);
  return columns.has('day') && dayOrderOf(daysIn(table, columns)) === 'unclear';
}

/** Words of the outcome that no courier is known to write, each once, whether the mapping explains them or not. */
export function wordsToExplain(table: SettlementTable, mapping: SettlementMapping): string[] {
  const columns = columnsOf(table, mapping);
  if (!columns.has('outcome')) return [];
  const words = new Set(table.rows.map((row) => cellOf(row, { columns }, 'outcome')).filter(Boolean));
  return [...words]
    .filter((word) => word.length <= 60 && !/\btotal/i.test(word) && outcomeOf(word, []) === null)
    .slice(0, MAX_WORDS);
}

/** Charge and tax columns in which nothing is above zero and something below: what is taken is written with a minus there. */
function negatedColumns({ rows }: SettlementTable, columns: Map<MappedField, number[]>): Set<number> {
  const places = [...CHARGES, ...TAXES].flatMap((field) => columns.get(field) ?? []);
  return new Set(
    places.filter((at) => {
      const sums = rows.map(({ cells }) => readPaisa(cells[at] ?? '') ?? 0);
      return sums.some((sum) => sum < 0) && sums.every((sum) => sum <= 0);
    }),
  );
}

/** Parcels and charges apart from sums below them; empty rows, repeated headings and words below the table are left out. */
function withoutTotals(table: SettlementTable, reading: Reading): { data: TableRow[]; totals: TableRow[] } {
  const data: TableRow[] = [];
  const totals: TableRow[] = [];
  const isSum = (row: TableRow) =>
    row.cells.some((cell) => /^(grand |sub[- ]?)?totals?\b/i.test(cell)) && !/\d/.test(trackingOf(row, reading));
  const money = [...reading.columns]
    .filter(([field]) => !['trackingNumber', 'orderReference', 'outcome', 'day'].includes(field))
    .flatMap(([, places]) => places);
  for (const row of table.rows) {
    const hasNumber = trackingOf(row, reading) !== '' && /\d/.test(trackingOf(row, reading));
    if (isSum(row)) totals.push(row);
    else if (repeatsHeadings(table, row)) continue;
    else if (hasNumber || money.some((at) => row.cells[at])) data.push(row);
  }
  // The last row with sums alone, and nothing of a parcel or a charge, adds up those above it.
  const last = data.slice(-1)[0];
  const named = ['trackingNumber', 'orderReference', 'outcome', 'day'] as const;
  if (
    data.length > 1 &&
    last &&
    named.every((field) => !cellOf(last, reading, field)) &&
    last.cells.filter((cell) => /\p{L}/u.test(cell)).length === 0
  ) {
    totals.push(...data.splice(-1));
  }
  return { data, totals };
}

function shortRow({ line, cells }: TableRow, { headings }: SettlementTable, isLast: boolean): SettlementProblem {
  const text = `the line ends after ${cells.length} of ${headings.length} columns${isLast ? ': the file was cut off here. Download it again' : ''}`;
  return { kind: 'cut', line, column: headings[cells.length - 1] ?? null, text };
}

/** A parcel is delivered or comes back once. A charge may stand beside that, but not twice the same. */
function doubledRows(rows: SettlementRow[]): SettlementProblem[] {
  const first = new Map<string, SettlementRow>();
  return rows.flatMap((row) => {
    const { line, trackingNumber, outcome, net, day, orderReference } = row;
    if (!isTrackingNumber(trackingNumber)) return [];
    const key = outcome === 'charge' ? [trackingNumber, net, day, orderReference].join('|') : trackingNumber;
    const before = first.get(key);
    if (!before) first.set(key, row);
    return before
      ? [{ kind: 'doubled' as const, line, column: null, text: `${trackingNumber} stands in line ${before.line} already` }]
      : [];
  });
}

function unclearDays(data: TableRow[], reading: Reading): SettlementProblem {
  const [source] = data.filter((row) => dayOrderOf([cellOf(row, reading, 'day')]) === 'unclear');
  const cell = source ? cellOf(source, reading, 'day') : '';
  const column = reading.headings[reading.columns.get('day')?.[0] ?? -1] ?? null;
  return { kind: 'day', line: source?.line ?? null, column, text: `“${cell}” may have the day or the month first: say which` };
}

function spoiltFile(fileName: string, count: number): SettlementProblem {
  const text = `${fileName} was saved by Excel, which turned ${count === 1 ? 'a tracking number' : `${count.toLocaleString('en')} tracking numbers`} into a power of ten like 2.5E+13. Download the file again and choose it here without opening it. To change it in Excel, import it with Data → From Text/CSV and set the column of tracking numbers to Text.`;
  return { kind: 'spoilt', line: null, column: null, text };
}

/** A sum of the net below the table that its rows do not come to. The sum of the cash is not asked: couriers add returned parcels to it. */
function wrongTotals(totals: TableRow[], rows: SettlementRow[], reading: Reading): SettlementProblem[] {
  const at = reading.columns.get('net')?.[0];
  const last = totals.slice(-1)[0];
  const said = at === undefined || !last?.cells[at] ? null : readPaisa(last.cells[at] ?? '');
  const sum = rows.reduce((total, { net }) => total + Math.round(net * 100), 0);
  if (said === null || said === sum || !last) return [];
  const text = `the total says ${paisaText(said)}, but the rows come to ${paisaText(sum)}: rows are missing, or stand there twice`;
  return [{ kind: 'total', line: last.line, column: reading.headings[at ?? -1] ?? FIELD_LABELS.net, text }];
}
