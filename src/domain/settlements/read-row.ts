import type { LineOutcome, SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { isTrackingNumber, trackingKey } from '#domain/couriers/tracking-number.ts';
import type { SettlementRow } from './contract.ts';
import { headingKey, type MappedField } from './known-files.ts';
import { type DayOrder, paisaText, readPaisa, readSettledDay, rupeesOf } from './money-and-days.ts';
import { outcomeOf } from './outcome.ts';
import { type ProblemKind, quoted, type SettlementProblem } from './problems.ts';
import type { SettlementTable, TableRow } from './settlement-table.ts';

/** How the rows of one file are read. */
export interface Reading {
  /** Where each field stands, `otherCharges` in any number of columns. */
  columns: Map<MappedField, number[]>;
  headings: string[];
  mapping: SettlementMapping;
  dayOrder: DayOrder;
  /** Columns whose charges are written below zero. */
  negated: Set<number>;
}

export const CHARGES = ['shipping', 'gst', 'otherCharges'] as const;
export const TAXES = ['incomeTax', 'salesTax'] as const;

/** A number that Excel wrote as a power of ten has lost its digits. */
const SPOILT = /^\d+(?:[.,]\d+)?e\+\d+$/i;

/** Beyond that it is no sum of a parcel. */
const MAX_PAISA = 100_000_000;

/** Where a mapping's columns stand under the headings of a file. */
export function columnsOf({ headings }: SettlementTable, { columns }: SettlementMapping): Map<MappedField, number[]> {
  const keys = headings.map(headingKey);
  const found = new Map<MappedField, number[]>();
  for (const { header, field } of columns) {
    const at = keys.indexOf(headingKey(header));
    if (at >= 0) found.set(field, [...(found.get(field) ?? []), at]);
  }
  return found;
}

/** The cell of a field, without what keeps a spreadsheet from changing it: `'2500…`, `="2500…"`. */
export function cellOf({ cells }: TableRow, { columns }: Pick<Reading, 'columns'>, field: MappedField): string {
  return (cells[columns.get(field)?.[0] ?? -1] ?? '').replace(/^=?["']|"$/g, '').trim();
}

/** A number as a courier has it, from a cell; programs that keep it as a sum add `.0`. */
export function trackingOf(row: TableRow, reading: Pick<Reading, 'columns'>): string {
  return trackingKey(cellOf(row, reading, 'trackingNumber').replace(/^(\d+)\.0+$/, '$1'));
}

/** A row of the file with what is wrong with it. `row` is null where that is so much that nobody knows what it says. */
export function readRow(source: TableRow, reading: Reading): { row: SettlementRow | null; problems: SettlementProblem[] } {
  const { columns, headings, mapping } = reading;
  const problems: SettlementProblem[] = [];
  const report = (kind: ProblemKind, field: MappedField | null, text: string, at = columns.get(field as MappedField)?.[0]) =>
    problems.push({ kind, line: source.line, column: at === undefined ? null : (headings[at] ?? null), text });
  const paisa = (field: MappedField) =>
    (columns.get(field) ?? []).reduce((sum, at) => {
      const cell = source.cells[at] ?? '';
      const read = readPaisa(cell);
      const value = read === null ? null : reading.negated.has(at) ? -read : read;
      if (value === null) report('money', field, `${quoted(cell)} is no sum of rupees and paisa`, at);
      else if (value < 0 && field !== 'net') report('money', field, `${paisaText(value)} is below zero`, at);
      else if (Math.abs(value) > MAX_PAISA) report('money', field, `${paisaText(value)} is more than a parcel can cost`, at);
      return sum + (value ?? 0);
    }, 0);

  const cod = paisa('cod');
  const shares = { shipping: paisa('shipping'), gst: paisa('gst'), otherCharges: paisa('otherCharges') };
  const withheld = { incomeTax: paisa('incomeTax'), salesTax: paisa('salesTax') };
  const said = columns.has('net') ? paisa('net') : null;
  const areSumsRead = problems.length === 0;

  const status = cellOf(source, reading, 'outcome');
  const trackingNumber = trackingOf(source, reading);
  const outcome = outcomeOfRow();
  checkTracking();

  const dayCell = cellOf(source, reading, 'day');
  const day = dayCell ? readSettledDay(dayCell, reading.dayOrder) : null;
  if (dayCell && !day) report('day', 'day', `the date ${quoted(dayCell)} cannot be read`);

  // What is not delivered brings no cash, so nothing is withheld of it, whatever stands beside it.
  const isDelivered = outcome === 'delivered';
  const taxes = isDelivered ? withheld : { incomeTax: 0, salesTax: 0 };
  const taken = [...Object.values(shares), ...Object.values(taxes)];
  const collected = isDelivered ? cod : 0;
  const net = taken.reduce((sum, share) => sum - share, collected);
  if (areSumsRead && outcome) {
    if (said !== null && said !== net) report('contradicts', 'net', contradiction(said));
    else if (isDelivered && net < 0)
      report('negative', columns.has('net') ? 'net' : null, `the courier keeps ${paisaText(-net)} more than it collected`);
  }
  if (!areSumsRead || !outcome) return { row: null, problems };
  const row: SettlementRow = {
    line: source.line,
    trackingNumber,
    orderReference: cellOf(source, reading, 'orderReference').slice(0, 120),
    outcome,
    cod: rupeesOf(cod),
    shipping: rupeesOf(shares.shipping),
    gst: rupeesOf(shares.gst),
    incomeTax: rupeesOf(taxes.incomeTax),
    salesTax: rupeesOf(taxes.salesTax),
    otherCharges: rupeesOf(shares.otherCharges),
    net: rupeesOf(net),
    day,
  };
  return { row, problems };

  /** Without a word, cash says delivered, and charges alone are charges. */
  function outcomeOfRow(): LineOutcome | null {
    if (!status) {
      if (cod > 0 && !columns.has('outcome')) return 'delivered';
      if (cod === 0) return 'charge';
    }
    const found = status ? outcomeOf(status, mapping.words) : null;
    if (!found)
      report(
        'outcome',
        'outcome',
        status ? `nobody knows whether ${quoted(status)} is delivered or returned` : 'says neither delivered nor returned',
      );
    return found;
  }

  function checkTracking(): void {
    if (SPOILT.test(trackingNumber))
      report('spoilt', 'trackingNumber', `Excel cut the tracking number short: ${quoted(trackingNumber)}`);
    else if (!trackingNumber && outcome !== 'charge') report('tracking', 'trackingNumber', 'there is no tracking number');
    else if (trackingNumber && !isTrackingNumber(trackingNumber))
      report('tracking', 'trackingNumber', `${quoted(trackingNumber)} is no tracking number`);
  }

  function contradiction(written: number): string {
    const sum = [paisaText(collected), ...taken.filter((share) => share > 0).map(paisaText)].join(' − ');
    return `says ${paisaText(written)}, but the row comes to ${paisaText(net)}${sum === paisaText(net) ? '' : ` (${sum})`}`;
  }
}
