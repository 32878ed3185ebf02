import { line } from '#domain/text-fields.ts';

/** What one pasted line asks for. */
export interface PastedLine {
  /** Its place in what was pasted, from 1; null for a selected parcel that no line is left for. */
  place: number | null;
  /** The number that says which parcel: of an order, of a shipment, or its tracking number. */
  parcel: string;
  /** Empty where only parcels are listed. */
  trackingNumber: string;
  /** Why nothing can be done with it; empty for a good one. */
  problem: string;
}

/** What a number of ours begins with: a tracking number never does. */
const OURS = /^(ord|shp)-?\d/i;

/** What spreadsheets make of a long number: `2.5E+13`. */
const CUT_SHORT = /^\d+(\.\d+)?e\+\d+$/i;

const number = line(120);

/** True for tracking numbers alone, which have to be told whose they are. */
export function isColumnAlone(text: string): boolean {
  const lines = cellsOf(text);
  return lines.length > 0 && lines.every(({ cells }) => cells.length === 1 && !OURS.test(cells[0] ?? ''));
}

/**
 * Parcels with their tracking numbers, a line each: `ORD-10042, TCS 7712`. Tracking numbers alone are those of the `selected` shipments, in
 * that order.
 */
export function readTrackingLines(text: string, selected: string[]): PastedLine[] {
  const lines = cellsOf(text);
  if (!isColumnAlone(text)) return lines.map(readPair);
  const filled = lines.map(({ place, cells: [trackingNumber = ''] }, index) =>
    checked({
      place,
      parcel: selected[index] ?? '',
      trackingNumber,
      problem: selected[index] ? '' : 'No selected parcel is left for it',
    }),
  );
  const left = selected.slice(lines.length).map((parcel) => ({
    place: null,
    parcel,
    trackingNumber: '',
    problem: 'No tracking number is left for it',
  }));
  return [...filled, ...left];
}

/** Numbers of parcels, in lines or cells. */
export function readNumbers(text: string): PastedLine[] {
  return cellsOf(text, false).flatMap(({ place, cells }) =>
    cells.map((parcel) => checked({ place, parcel, trackingNumber: '', problem: '' })),
  );
}

function readPair({ place, cells }: Cells): PastedLine {
  const [first = '', second = '', ...more] = cells;
  // Portals put either column first.
  const [parcel, rest] = OURS.test(second) && !OURS.test(first) ? [second, first] : [first, second];
  const trackingNumber = rest.replace(/\s/g, '');
  const problem = !trackingNumber
    ? 'No tracking number beside it'
    : more.length > 0
      ? 'More than two columns: paste the number of the order and the tracking number alone'
      : OURS.test(trackingNumber)
        ? 'Two numbers of ours, and no tracking number'
        : '';
  return checked({ place, parcel, trackingNumber, problem });
}

/** With a problem where a number cannot be one. */
function checked(pasted: PastedLine): PastedLine {
  if (pasted.problem) return pasted;
  const said = [pasted.parcel, pasted.trackingNumber].filter(Boolean);
  if (said.some((text) => CUT_SHORT.test(text)))
    return { ...pasted, problem: 'A spreadsheet cut this number short: show its column as text, then copy it again' };
  const refusals = said.flatMap((text) => number.safeParse(text).error?.issues[0]?.message ?? []);
  return { ...pasted, problem: refusals[0] ?? '' };
}

interface Cells {
  place: number;
  cells: string[];
}

/** The cells of each line that has any: between tabs, commas and semicolons, or before the first space where there are none. */
function cellsOf(text: string, splitsAtSpace = true): Cells[] {
  return text.split(/\r\n|\r|\n/).flatMap((typed, index) => {
    const isSeparated = /[\t,;]/.test(typed);
    const parts = isSeparated || !splitsAtSpace ? typed.split(/[\t,;]/) : (/^\s*(\S+)\s*(.*)$/.exec(typed) ?? []).slice(1);
    const cells = parts
      .map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      )
      .filter(Boolean);
    return cells.length > 0 ? [{ place: index + 1, cells }] : [];
  });
}
