import { toCsv } from '#domain/csv.ts';

/** What a column of a portal's file may hold. */
export const FILE_FIELDS = [
  'reference',
  'orderNumber',
  'name',
  'phone',
  'address',
  'city',
  'cityCode',
  'collect',
  'kilograms',
  'grams',
  'pieces',
  'contents',
  // The same in every row.
  'text',
] as const;

export type FileField = (typeof FILE_FIELDS)[number];

/** How a portal wants its file: columns in order, each with a field or a fixed text, and the headers by which its answer is read. */
export interface FileMapping {
  columns: { header: string; field?: FileField | undefined; text?: string | undefined }[];
  referenceHeader: string;
  trackingHeader: string;
}

/** What most portals can be taught to read. */
export const DEFAULT_MAPPING: FileMapping = {
  columns: [
    { header: 'Reference', field: 'reference' },
    { header: 'Consignee', field: 'name' },
    { header: 'Phone', field: 'phone' },
    { header: 'Address', field: 'address' },
    { header: 'City', field: 'city' },
    { header: 'COD amount', field: 'collect' },
    { header: 'Weight (kg)', field: 'kilograms' },
    { header: 'Pieces', field: 'pieces' },
    { header: 'Contents', field: 'contents' },
  ],
  referenceHeader: 'Reference',
  trackingHeader: 'Tracking number',
};

/** One courier excludes jewellery, and this is none: said on each booking and label. */
export const CONTENTS = 'Artificial jewellery / fashion accessories';

/** A parcel as a courier is told of it. */
export interface ParcelToBook {
  /** Only this parcel has it: the guard against a second booking. */
  reference: string;
  orderNumber: string;
  name: string;
  /** As stored: +923001234567. */
  phone: string;
  address: string;
  /** As the courier calls it. */
  city: string;
  cityCode: string;
  /** Rupees that the rider asks for. */
  collect: number;
  grams: number;
  pieces: number;
  /** Where the courier collects, as it calls the place. Empty: its default. */
  pickupCode: string;
  /** The day of the intent, 2026-11-26: from where on the courier is asked for the reference. */
  bookedFrom: string;
}

/** A mobile number as couriers dial it: 03001234567. */
export function localPhone(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^92(?=\d{10}$)/, '0');
}

/** Kilograms as couriers write them: two decimals, rounded up, so that 1001 g are not sent as 1 kg. */
export function kilograms(grams: number): string {
  return (Math.ceil(grams / 10) / 100).toFixed(2);
}

const VALUES: Record<Exclude<FileField, 'text'>, (parcel: ParcelToBook) => string> = {
  reference: ({ reference }) => reference,
  orderNumber: ({ orderNumber }) => orderNumber,
  name: ({ name }) => name,
  phone: ({ phone }) => localPhone(phone),
  address: ({ address }) => address.replace(/\s+/g, ' '),
  city: ({ city }) => city,
  cityCode: ({ cityCode }) => cityCode,
  collect: ({ collect }) => String(collect),
  kilograms: ({ grams }) => kilograms(grams),
  grams: ({ grams }) => String(grams),
  pieces: ({ pieces }) => String(pieces),
  contents: () => CONTENTS,
};

/** The file of parcels for a courier's portal. */
export function bookingFile(mapping: FileMapping, parcels: ParcelToBook[]): string {
  return toCsv(
    mapping.columns.map(({ header, field, text = '' }) => ({
      name: header,
      value: (parcel: ParcelToBook) => (field && field !== 'text' ? VALUES[field](parcel) : text),
    })),
    parcels,
  );
}

export type FileLine = { line: number } & ({ reference: string; trackingNumber: string } | { problem: string });

/** A number that Excel wrote as a power of ten has lost its digits. */
const SPOILT = /^\d+([.,]\d+)?e\+?\d+$/i;

/**
 * Reads the file that a portal gave back, as rows of cells: the tracking number of each reference. A line that cannot be read says why, none is guessed.
 * @throws Error naming the column that is missing
 */
export function readAnswerFile({ referenceHeader, trackingHeader }: FileMapping, [header = [], ...rows]: string[][]): FileLine[] {
  const columnOf = (name: string) => {
    const column = header.findIndex((cell) => sameHeader(cell) === sameHeader(name));
    if (column < 0) throw new Error(`The file has no column “${name}”`);
    return column;
  };
  const referenceColumn = columnOf(referenceHeader);
  const trackingColumn = columnOf(trackingHeader);
  const seen = new Set<string>();
  return rows.flatMap((cells, n): FileLine[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const line = n + 2;
    // Portals and spreadsheets put an apostrophe before numbers to keep them as text.
    const reference = (cells[referenceColumn] ?? '').trim().replace(/^'/, '');
    const trackingNumber = (cells[trackingColumn] ?? '').trim().replace(/^'/, '').replace(/\s/g, '');
    if (!reference) return [{ line, problem: 'No reference' }];
    if (!trackingNumber) return [{ line, problem: `${reference} has no tracking number` }];
    if (SPOILT.test(trackingNumber))
      return [{ line, problem: `The tracking number of ${reference} was spoilt by Excel (${trackingNumber}). Save it as text.` }];
    if (seen.has(trackingNumber)) return [{ line, problem: `${trackingNumber} stands here twice` }];
    seen.add(trackingNumber);
    return [{ line, reference, trackingNumber }];
  });
}

function sameHeader(cell: string): string {
  return cell.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
