import { toCsv } from '#domain/csv.ts';

/** What a column of a portal's file may hold. */
export const FILE_FIELDS = [
  'reference',
  'orderNumber',
  'name',
  'phone',
  'phoneDigits',
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

/** What a courier fetches from a customer, by the fields of a parcel: name and address are the customer's, `pickupCode` is where it goes. */
export type ParcelToCollect = Omit<ParcelToBook, 'collect' | 'grams'>;

/** A mobile number as couriers dial it: 03001234567. */
export function localPhone(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^92(?=\d{10}$)/, '0');
}

/** The same as people write it: 0300-1234567. A spreadsheet takes it for a text and keeps its first zero. */
function writtenPhone(phone: string): string {
  return localPhone(phone).replace(/^(0\d{3})(\d{7})$/, '$1-$2');
}

/** Kilograms as couriers write them: two decimals, rounded up, so that 1001 g are not sent as 1 kg. */
export function kilograms(grams: number): string {
  return (Math.ceil(grams / 10) / 100).toFixed(2);
}

const VALUES: Record<Exclude<FileField, 'text'>, (parcel: ParcelToBook) => string> = {
  reference: ({ reference }) => reference,
  orderNumber: ({ orderNumber }) => orderNumber,
  name: ({ name }) => name,
  phone: ({ phone }) => writtenPhone(phone),
  phoneDigits: ({ phone }) => localPhone(phone),
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
