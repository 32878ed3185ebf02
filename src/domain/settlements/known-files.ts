import { MAPPED_FIELDS, type SettlementMapping } from '#domain/couriers/settlement-mapping.ts';

export type MappedField = (typeof MAPPED_FIELDS)[number];

/** What staff read of each field. */
export const FIELD_LABELS: Record<MappedField, string> = {
  trackingNumber: 'Tracking number',
  orderReference: 'Order or reference',
  outcome: 'Delivered or returned',
  cod: 'Cash collected (COD)',
  shipping: 'Shipping charge',
  gst: 'GST on charges',
  incomeTax: 'Income tax withheld',
  salesTax: 'Sales tax withheld',
  otherCharges: 'Other charge',
  net: 'Net amount',
  day: 'Day delivered or returned',
};

/** Columns of files that are known, by their headings without spaces, case, signs and rates. */
const KNOWN: { requires: RegExp[]; columns: [RegExp, MappedField][] }[] = [
  // PostEx: CPR_Transactions_2026-11-20.csv. Older ones have one deduction where newer ones have two taxes.
  {
    requires: [/^trackingnumber$/, /^codamount$/, /^shippingcharges?$/, /^netamount$/],
    columns: [
      [/^trackingnumber$/, 'trackingNumber'],
      [/^order(ref|reference)number$/, 'orderReference'],
      [/^status$/, 'outcome'],
      [/^codamount$/, 'cod'],
      [/^shippingcharges?$/, 'shipping'],
      [/^gst$/, 'gst'],
      [/^whincometax$/, 'incomeTax'],
      [/^whsalestax$/, 'salesTax'],
      [/^deductions?$/, 'otherCharges'],
      [/^netamount$/, 'net'],
      [/^drdate$/, 'day'],
    ],
  },
  // Leopards: what it keeps for delivery stands on an invoice of its own.
  {
    requires: [/^cn(number|no)?$/, /^cod(amount)?$/, /^whtit$/, /^whtst$/],
    columns: [
      [/^cn(number|no)?$/, 'trackingNumber'],
      [/^order(ref|reference|id)?(number|no)?$/, 'orderReference'],
      [/^cod(amount)?$/, 'cod'],
      [/^whtit$/, 'incomeTax'],
      [/^whtst$/, 'salesTax'],
      [/^date$/, 'day'],
    ],
  },
];

/** What a column may hold by what it is called, in the order in which it is decided. Only suggested: Kangaroo calls its own fee “COD Amount”. */
const GUESSES: [RegExp, MappedField][] = [
  [/tracking|consignment|^cn(number|no)?$|^awb|airwaybill/, 'trackingNumber'],
  [/net|payable/, 'net'],
  [/income(tax)?|whtit|whit$/, 'incomeTax'],
  [/salestax|whtst|whst$|(withh?olding|wht?)tax/, 'salesTax'],
  [/gst|^sst$/, 'gst'],
  [/fuel|handling|insurance|deduction|adjust|other|packing|flyer/, 'otherCharges'],
  [/shipping|delivery(charge|fee)|freight|servicecharge|charges?$/, 'shipping'],
  [/codamount|^cod$|collected|orderamount|invoice(amount|payment)/, 'cod'],
  [/status|outcome/, 'outcome'],
  [/order|reference|refno/, 'orderReference'],
  [/^(d?rdate|deliver\w*date|date)$/, 'day'],
];

/** Fields of which a file may have several columns: they are added up. */
export const SEVERAL: readonly MappedField[] = ['otherCharges'];

/** A heading as headings are compared: without case, spaces and signs. */
export function headingKey(heading: string): string {
  return heading.replace(/[^\p{L}\p{N}%]/gu, '').toLowerCase();
}

/** The same without a rate, which changes: `WH_INCOME_TAX (2%)`. */
function bareKey(heading: string): string {
  return headingKey(heading).replace(/[\d.]*%/g, '');
}

/** How a file with these headings is read, where it is a known one. */
export function knownMapping(headings: string[]): SettlementMapping | null {
  const keys = headings.map(bareKey);
  const known = KNOWN.find(({ requires }) => requires.every((heading) => keys.some((key) => heading.test(key))));
  return known ? mappingOf(headings, known.columns) : null;
}

/** How a file with these headings may be read, to be looked at by somebody. */
export function suggestedMapping(headings: string[]): SettlementMapping {
  const columns = mappingOf(headings, GUESSES);
  // The sum that was collected is the order's where both stand there.
  const [order, cod] = [/^orderamount$/, /^codamount$/].map((heading) => headings.find((one) => heading.test(bareKey(one))));
  if (!order || !cod) return columns;
  const others = columns.columns.filter(({ header, field }) => header !== cod && header !== order && field !== 'shipping');
  return { ...columns, columns: [...others, { header: order, field: 'cod' }, { header: cod, field: 'shipping' }] };
}

function mappingOf(headings: string[], fields: [RegExp, MappedField][]): SettlementMapping {
  const taken = new Set<MappedField>();
  const columns = headings.flatMap((header) => {
    const field = header ? fields.find(([heading]) => heading.test(bareKey(header)))?.[1] : undefined;
    if (!field || (taken.has(field) && !SEVERAL.includes(field))) return [];
    taken.add(field);
    return { header, field };
  });
  return { columns, words: [], dayOrder: null };
}

/** Whether a file with these headings has all columns of a mapping. */
export function fits({ columns }: SettlementMapping, headings: string[]): boolean {
  const keys = new Set(headings.map(headingKey));
  return columns.length > 0 && columns.every(({ header }) => keys.has(headingKey(header)));
}

/** What is missing before a file can be read with a mapping, or stands there twice; empty when nothing is. */
export function problemOfMapping({ columns }: SettlementMapping): string {
  const count = (field: MappedField) => columns.filter((column) => column.field === field).length;
  if (count('trackingNumber') === 0) return 'Say which column has the tracking number';
  if (count('cod') === 0) return 'Say which column has the cash that was collected';
  const twice = MAPPED_FIELDS.find((field) => count(field) > 1 && !SEVERAL.includes(field));
  return twice ? `Two columns are “${FIELD_LABELS[twice]}”: choose one of them` : '';
}
