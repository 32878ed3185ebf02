import type { ProblemKind } from '#domain/settlements/problems.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';

export interface PlantedFault {
  line: number;
  kind: ProblemKind;
  /** What the problem has to say. */
  says: RegExp;
}

const HEADINGS =
  'ORDER_REF_NUMBER,TRACKING_NUMBER,STATUS,ORIGIN_CITY,DELIVERY_CITY,ORDER_PICKUP_DATE,D/R DATE,WEIGHT (KG),COD_AMOUNT,SHIPPING_CHARGES,GST,WH_INCOME_TAX (2%),WH_SALES_TAX (2%),NET_AMOUNT';
const [TRACKING, STATUS, DAY, COD, SHIPPING, GST, NET] = [1, 2, 6, 8, 9, 10, 13] as const;

/** Each spoils a row as it happens to files, and says what has to be found. `before` is an unspoilt row above it. */
const FAULTS: ((cells: string[], before: { line: number; cells: string[] }) => Omit<PlantedFault, 'line'>)[] = [
  // Excel shows 14 digits like this, and saves what it shows.
  (cells) => {
    cells[TRACKING] = '2.5E+13';
    return { kind: 'spoilt', says: /Excel cut the tracking number short: “2\.5E\+13”/ };
  },
  (cells, before) => {
    cells.splice(0, cells.length, ...before.cells);
    return { kind: 'doubled', says: new RegExp(`${before.cells[TRACKING]} stands in line ${before.line} already`) };
  },
  (cells) => {
    cells[NET] = (Number(cells[NET]) + 0.01).toFixed(2);
    return { kind: 'contradicts', says: new RegExp(`says .*${cells[NET]?.slice(-2)}, but the row comes to`) };
  },
  // Delivered called returned, and the other way round.
  (cells) => {
    cells[STATUS] = cells[STATUS] === 'Return' ? 'Delivered' : 'Return';
    cells[COD] = String(Number(cells[COD]) || 1500);
    return { kind: 'contradicts', says: /but the row comes to/ };
  },
  (cells) => {
    cells[SHIPPING] = '#VALUE!';
    return { kind: 'money', says: /“#VALUE!” is no sum/ };
  },
  (cells) => {
    cells[GST] = '35.584';
    return { kind: 'money', says: /“35\.584” is no sum/ };
  },
  (cells) => {
    cells[COD] = '-2299';
    return { kind: 'money', says: /−2,299\.00 is below zero/ };
  },
  (cells) => {
    cells[DAY] = '2026-13-45';
    return { kind: 'day', says: /the date “2026-13-45” cannot be read/ };
  },
  (cells) => {
    cells[STATUS] = 'On hold';
    return { kind: 'outcome', says: /“On hold” is delivered or returned/ };
  },
  (cells) => {
    cells[TRACKING] = '';
    return { kind: 'tracking', says: /there is no tracking number/ };
  },
  (cells) => {
    cells[TRACKING] = '#REF!';
    return { kind: 'tracking', says: /“#REF!” is no tracking number/ };
  },
  (cells) => {
    cells.length = 9;
    return { kind: 'cut', says: /ends after 9 of 14 columns/ };
  },
];

/** PostEx's file of so many parcels, with so many faults of all kinds in turn; the last one cuts it off. `notes` counts delivered parcels that cost more than they brought. */
export function faultyFile(
  parcels: number,
  faultCount: number,
  seed: number,
): { text: string; faults: PlantedFault[]; notes: number } {
  const random = randomNumbers(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
  const spacing = Math.floor(parcels / faultCount);
  const rows: string[][] = [];
  const faults: PlantedFault[] = [];
  let notes = 0;
  for (let at = 0; at < parcels; at += 1) {
    const line = at + 2;
    const cells = parcelRow(at, between);
    const fault =
      at % spacing === spacing - 1 && faults.length < faultCount - 1 ? FAULTS[faults.length % FAULTS.length] : undefined;
    if (fault) faults.push({ line, ...fault(cells, { line: line - 1, cells: rows[at - 1] ?? [] }) });
    else if (at < parcels - 1 && cells[STATUS] === 'Delivered' && Number(cells[NET]) < 0) notes += 1;
    rows.push(cells);
  }
  const lines = rows.map((cells, at) => (at < parcels - 1 ? cells.map(written(random)) : cells.slice(0, GST)).join(','));
  faults.push({ line: parcels + 1, kind: 'cut', says: /ends after 10 of 14 columns: the file was cut off here/ });
  return { text: [HEADINGS, ...lines].join('\r\n'), faults, notes };
}

/** One of five comes back, one of fifty costs more than it brings. Sums are whole paisa, so that they add up. */
function parcelRow(at: number, between: (low: number, high: number) => number): string[] {
  const isBack = between(0, 5) === 0;
  const cod = between(0, 50) === 0 ? between(100, 200) * 100 : between(50_000, 900_000);
  const [shipping, gst] = [22_240, 3_558];
  const tax = isBack ? 0 : Math.round(cod * 0.02);
  const net = isBack ? -shipping - gst : cod - shipping - gst - 2 * tax;
  const day = `2026-11-${String(between(1, 28)).padStart(2, '0')}`;
  const [status, number] = [isBack ? 'Return' : 'Delivered', String(25_000_000_000_000 + at * 17)];
  const sums = [isBack ? 0 : cod, shipping, gst, tax, tax, net].map((paisa) => (paisa / 100).toFixed(2));
  return [`ORD-${10_000 + at}`, number, status, 'LAHORE', 'KARACHI', '2026-10-30', day, '0.50', ...sums];
}

/** The same value as different programs write it. */
function written(random: () => number): (cell: string, column: number) => string {
  return (cell, column) => {
    const rupees = Number(cell);
    if (column < COD || cell === '' || Number.isNaN(rupees) || cell !== rupees.toFixed(2)) return cell;
    const way = Math.floor(random() * 4);
    const grouped = Math.abs(rupees)
      .toFixed(2)
      .replace(/\B(?=(\d{3})+\.)/g, ',');
    if (way === 0) return `"${rupees < 0 ? '-' : ''}${grouped}"`;
    if (way === 1) return rupees < 0 ? `"(${grouped})"` : `"Rs. ${grouped}"`;
    return way === 2 ? String(rupees) : cell;
  };
}
