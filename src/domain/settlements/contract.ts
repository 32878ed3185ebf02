import * as z from 'zod';
import { LINE_OUTCOMES } from '#domain/couriers/settlement-mapping.ts';
import { isTrackingNumber, trackingKey } from '#domain/couriers/tracking-number.ts';
import { paging } from '#domain/lists.ts';
import { hiddenInReference, hiddenInRefusal, hiddenInWords, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { line, optionalLine, shaped, typedLine } from '#domain/text-fields.ts';
import { amount, day, idOr, objectId, rupees, timestamp } from '#domain/values.ts';

/** Rows of one file. */
export const MAX_SETTLEMENT_ROWS = 10_000;

const MAX_RUPEES = 1_000_000;
const MAX_SUM = 1_000_000_000;

/**
 * What came of a row. `received`: exactly what the parcel collected. `short`, `over`: less or more. `unmatched`: this courier has no parcel with the number.
 * `repeated`: a row of this kind settled the number before. `not_owed`: the parcel is not delivered here, or collected nothing. `charge_only`: no cash.
 */
export const LINE_RESULTS = ['received', 'short', 'over', 'unmatched', 'repeated', 'not_owed', 'charge_only'] as const;
export type LineResult = (typeof LINE_RESULTS)[number];

const share = amount(MAX_RUPEES).default(0);

/** A row of a courier’s file, whatever its columns are called. Rupees; `net` is below zero where the courier keeps more than it pays. */
export const settlementRow = z
  .object({
    /** Which line of the file it is, from 1. */
    line: z.int().min(1, 'At least 1').max(1_000_000, 'At most 1,000,000'),
    /** In capitals without spaces. A charge may have none. */
    trackingNumber: typedLine(40)
      .overwrite(trackingKey)
      .refine((typed) => typed === '' || isTrackingNumber(typed), 'Not a tracking number'),
    orderReference: optionalLine(120),
    outcome: z.enum(LINE_OUTCOMES, 'Choose from the list'),
    /** What the rider collected. Couriers write it beside returned parcels, too: there it is no money. */
    cod: share,
    shipping: share,
    gst: share,
    incomeTax: share,
    salesTax: share,
    /** Fuel, cash handling, insurance and the like. */
    otherCharges: share,
    net: amount(MAX_RUPEES, 'Required', -MAX_RUPEES),
    /** When it was delivered or came back. */
    day: day.nullable().default(null),
  })
  .refine(({ outcome, trackingNumber }) => outcome === 'charge' || trackingNumber !== '', {
    path: ['trackingNumber'],
    message: 'Required',
  });

export type SettlementRow = z.infer<typeof settlementRow>;

/** A courier’s file, and what people read in its portal or at the bank: never taken from the file. */
export const settlementFile = z
  .object({
    courierId: idOr('Choose a courier'),
    fileName: line(200, 'Choose a file'),
    /** SHA-256 of the file as it came, in hexadecimal digits. */
    fileHash: shaped(64, /^[0-9a-f]{64}$/, 'Not a SHA-256'),
    /** The courier’s own number of this payment: of its CPR, invoice or cheque. */
    reference: line(60, 'Enter the number of the courier’s payment'),
    control: z.object({
      /** Rows that are delivered or returned. */
      parcels: z.int('Enter the number of parcels').min(0, 'Not below 0').max(MAX_SETTLEMENT_ROWS, 'At most 10,000'),
      /** What the courier pays, below zero where the shop does. */
      sum: amount(MAX_SUM, 'Enter the sum', -MAX_SUM),
    }),
    rows: z.array(settlementRow).min(1, 'There is no row').max(MAX_SETTLEMENT_ROWS, 'At most 10,000 rows'),
  })
  // The longest file, with room for every field; Netlify takes 6 MB.
  .meta({ 'x-max-bytes': 5 * 1024 * 1024 });

export type SettlementFile = z.infer<typeof settlementFile>;

/** A row as the shop understands it. */
export const settlementLine = z.object({
  line: z.int(),
  trackingNumber: z.string(),
  orderReference: hiddenName(z.string()),
  outcome: z.enum(LINE_OUTCOMES),
  cod: hiddenSum(rupees),
  shipping: hiddenSum(rupees),
  gst: hiddenSum(rupees),
  incomeTax: hiddenSum(rupees),
  salesTax: hiddenSum(rupees),
  otherCharges: hiddenSum(rupees),
  net: hiddenSum(rupees),
  day: z.string().nullable(),
  result: z.enum(LINE_RESULTS),
  /**
   * Of a parcel that the shop knows: what it collected and the courier still has, and what the courier takes for it by the price list of its day, with fuel and
   * GST (null where no list says it), and withholds by the rates of the line's day (null where there are none).
   */
  expected: z
    .object({ cod: hiddenSum(rupees), charge: hiddenSum(rupees.nullable()), tax: hiddenSum(rupees.nullable()) })
    .nullable(),
  shipmentNumber: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** How much more cash came than is owed, below zero for less. */
  difference: hiddenSum(rupees),
  /** How much more the courier takes than the price list says, below zero for less; null where no list says it. */
  chargeDifference: hiddenSum(rupees.nullable()),
  /** How much more it withholds than the rates say, below zero for less; null where there are none. */
  taxDifference: hiddenSum(rupees.nullable()),
});

export type SettlementLine = z.infer<typeof settlementLine>;

/** The sums of a file. `cod` without what stands beside returned parcels. */
export const settlementSums = z.object({
  parcels: z.int(),
  cod: hiddenSum(rupees),
  /** Shipping. */
  charges: hiddenSum(rupees),
  gst: hiddenSum(rupees),
  incomeTax: hiddenSum(rupees),
  salesTax: hiddenSum(rupees),
  other: hiddenSum(rupees),
  net: hiddenSum(rupees),
});

export type SettlementSums = z.infer<typeof settlementSums>;

/** What booking a file would do. Booked as it is, unless something refuses it. */
export const settlementCheck = z.object({
  lines: z.array(settlementLine),
  sums: settlementSums,
  /** Why it cannot be booked, in words. */
  refusals: z.array(hiddenInRefusal(z.string())),
});

export type SettlementCheck = z.infer<typeof settlementCheck>;

export const SETTLEMENT_STATES = ['booked', 'undone'] as const;

const settlementState = z.enum(SETTLEMENT_STATES);

/** Where what a file pays out is. `none`: it pays nothing. `missing`: the bank has nothing of it after five days. */
export const ARRIVALS = ['announced', 'in_bank', 'missing', 'none'] as const;
export type Arrival = (typeof ARRIVALS)[number];

/** A booked file. */
export const settlement = z.object({
  id: objectId,
  courierId: objectId,
  courier: z.string(),
  fileName: z.string(),
  reference: z.string(),
  state: settlementState,
  /** Null for one that was undone. */
  arrival: z.enum(ARRIVALS).nullable(),
  /** The day of the bank’s credit. */
  arrivedOn: z.string().nullable(),
  sums: settlementSums,
  /** How many of its rows came to what. */
  results: z.partialRecord(z.enum(LINE_RESULTS), z.int()),
  bookedBy: z.string().nullable(),
  createdAt: timestamp,
  undoneBy: z.string().nullable(),
  undoneAt: timestamp.nullable(),
  /** Why it was undone. */
  undoReason: hiddenInWords(z.string()),
});

export type Settlement = z.infer<typeof settlement>;

export const settlementDetails = settlement.extend({ lines: z.array(settlementLine) });

export type SettlementDetails = z.infer<typeof settlementDetails>;

export const settlementQuery = z.object({
  ...paging,
  courierId: objectId.optional().meta({ description: 'Only of one courier' }),
  state: settlementState.optional().meta({ description: 'Only what is in this state' }),
  arrival: z.enum(ARRIVALS).optional().meta({ description: 'Only those whose money is there' }),
});

export type SettlementQuery = z.infer<typeof settlementQuery>;

/** Why a booked file is undone. */
export const settlementUndo = z.object({ reason: line(300, 'Say why') });

/** Why what a courier never paid of a parcel’s cash is written off. */
export const shortfallWriteOff = z.object({ shipmentId: objectId, reason: line(300, 'Say why') });

/** What a courier has of what its riders collected, in rupees, by how long it has had it. */
export const courierHolding = z.object({
  /** Null, as its name, for cash of which nobody knows with whom it is. */
  courierId: objectId.nullable(),
  courier: z.string().nullable(),
  /** All of it, without what it paid too much. */
  held: hiddenSum(rupees),
  /** Up to 7 days. */
  week: hiddenSum(rupees),
  /** 8 to 14 days. */
  fortnight: hiddenSum(rupees),
  /** 15 to 30 days. */
  month: hiddenSum(rupees),
  older: hiddenSum(rupees),
  /** What it paid more than the shop knows of, below zero. */
  overpaid: hiddenSum(rupees),
  /** How many parcels it has something of. */
  parcels: z.int(),
});

export type CourierHolding = z.infer<typeof courierHolding>;

/** A parcel of whose cash a courier has something, or paid more than the shop knows of. */
export const heldParcel = z.object({
  id: z.string(),
  courierId: objectId.nullable(),
  courier: z.string().nullable(),
  /** The parcel’s, or the courier’s of one that the shop does not know; empty for an order without a parcel. */
  number: hiddenInReference(z.string()),
  orderId: objectId.nullable(),
  orderNumber: z.string().nullable(),
  /** Below zero for what it paid too much. */
  amount: hiddenSum(rupees),
  since: timestamp,
  /** Days since then. */
  days: z.int(),
});

export type HeldParcel = z.infer<typeof heldParcel>;

export const holdingQuery = z.object({
  ...paging,
  courierId: objectId.optional().meta({ description: 'Only with one courier' }),
});

export type HoldingQuery = z.infer<typeof holdingQuery>;
