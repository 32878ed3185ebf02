import * as z from 'zod';
import { settlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { refusal } from '#domain/failures.ts';
import { findCity } from '#domain/places/cities.ts';
import { hiddenInWords, hiddenSum } from '#domain/rights/hidden.ts';
import { line, optionalLine } from '#domain/text-fields.ts';
import { amount, day, objectId, rupees, timeOfDay, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';
import { ADAPTERS } from './adapters.ts';
import { DEFAULT_MAPPING, FILE_FIELDS } from './booking-file.ts';
import { BOOKING_STATES } from './booking-states.ts';
import { ATTEMPT_REASONS, MEANINGS } from './parcel-status.ts';

const MAX_CHARGE = 100_000;

const adapter = z.enum(ADAPTERS, 'Choose from the list');

const grams = (min: number, max: number) =>
  z
    .int('Enter whole grams')
    .min(min, `At least ${min}`)
    .max(max, `At most ${max.toLocaleString('en')}`);

/** A city that the shop knows, under its usual name. */
const ourCity = line(80, 'Choose a city')
  .refine((typed) => findCity(typed) !== undefined, 'The shop does not know this city')
  .overwrite((typed) => findCity(typed)?.name ?? typed);

export const courierCity = z.object({
  city: ourCity,
  /** As the courier calls it. */
  courierName: line(80),
  /** What the courier books it by, where that is no name. */
  courierCode: optionalLine(40),
  /** Which charges count there. */
  zone: optionalLine(40),
});

/** The same in an answer. */
export const servedCity = z.object({ city: z.string(), courierName: z.string(), courierCode: z.string(), zone: z.string() });

export type ServedCity = z.infer<typeof servedCity>;

export const courierCharge = z.object({
  validFrom: day,
  zone: optionalLine(40),
  upToGrams: grams(1, 100_000),
  /** Rupees without GST. */
  charge: amount(MAX_CHARGE, 'Enter the charge'),
  /** For each further kilogram begun, above the heaviest slab. */
  furtherKg: amount(MAX_CHARGE).default(0),
});

export const COURIER_TAXES = ['gst', 'fuel', 'income_tax', 'sales_tax'] as const;
export const TAX_TREATMENTS = ['credit', 'final'] as const;

export const courierTax = z.object({
  validFrom: day,
  tax: z.enum(COURIER_TAXES, 'Choose from the list'),
  percent: amount(100, 'Enter a percentage'),
  /** `credit`: the shop gets it back with its return; `final`: it is spent. */
  treatment: z.enum(TAX_TREATMENTS, 'Choose from the list'),
});

export const adviceHours = z.object({
  /** Why the attempt failed; empty for all other reasons. */
  reason: z.enum(['', ...ATTEMPT_REASONS], 'Choose from the list').default(''),
  hours: z.int('Enter whole hours').min(1, 'At least 1').max(240, 'At most 240'),
});

const fileColumn = z.object({
  header: line(80),
  field: z.enum(FILE_FIELDS, 'Choose from the list').optional(),
  /** The same in every row, where there is no field. */
  text: optionalLine(80),
});

/** How the portal of a courier wants its file. */
export const fileMapping = z.object({
  columns: z.array(fileColumn).min(1, 'At least one column').max(40, 'At most 40 columns'),
  referenceHeader: line(80),
  trackingHeader: line(80),
});

/** Whether no two rows have the same key. */
function areDistinct(keys: string[]): boolean {
  return new Set(keys).size === keys.length;
}

const fields = {
  name: line(80, 'Enter a name'),
  adapter: adapter.default('generic'),
  /** On the shop's clock. What is handed over or advised later counts for the next day. */
  cutOff: timeOfDay('16:00').default('16:00'),
  pickupCode: optionalLine(60),
  /** Within how many days of a delivery it pays out; later is late. */
  payoutDays: z.int('Enter whole days').min(1, 'At least 1').max(90, 'At most 90').default(14),
  fileMapping: fileMapping.default(DEFAULT_MAPPING as z.output<typeof fileMapping>),
  isActive: z.boolean().default(true),
  cities: z
    .array(courierCity)
    .max(1_000, 'At most 1,000 cities')
    .refine((rows) => areDistinct(rows.map(({ city }) => city)), 'Each city once')
    .default([]),
  charges: z
    .array(courierCharge)
    .max(200, 'At most 200 charges')
    .refine(
      (rows) => areDistinct(rows.map(({ validFrom, zone, upToGrams }) => [validFrom, zone, upToGrams].join('|'))),
      'Each weight once a day and zone',
    )
    .default([]),
  taxes: z
    .array(courierTax)
    .max(50, 'At most 50 taxes')
    .refine((rows) => areDistinct(rows.map(({ validFrom, tax }) => [validFrom, tax].join('|'))), 'Each tax once a day')
    .default([]),
  /** How long after an attempt it takes advice; a day where nothing is said. */
  adviceHours: z
    .array(adviceHours)
    .max(ATTEMPT_REASONS.length + 1, 'Each reason once')
    .refine((rows) => areDistinct(rows.map(({ reason }) => reason)), 'Each reason once')
    .default([]),
};

/** All of a courier; the lists replace those before. */
export const newCourier = z.object(fields);

export type NewCourier = z.infer<typeof newCourier>;

export const courierEdit = z.object({ ...fields, updatedAt: expectedVersion.optional() });

export type CourierEdit = z.infer<typeof courierEdit>;

/** A courier as staff see it. */
export const courier = z.object({
  id: objectId,
  name: z.string(),
  adapter,
  cutOff: z.string(),
  pickupCode: z.string(),
  payoutDays: z.int(),
  fileMapping,
  /** How its files of money are read. */
  settlementMapping,
  isActive: z.boolean(),
  cities: z.array(servedCity),
  charges: z.array(
    z.object({
      validFrom: z.string(),
      zone: z.string(),
      upToGrams: z.int(),
      charge: hiddenSum(rupees),
      furtherKg: hiddenSum(rupees),
    }),
  ),
  taxes: z.array(
    z.object({ validFrom: z.string(), tax: z.enum(COURIER_TAXES), percent: rupees, treatment: z.enum(TAX_TREATMENTS) }),
  ),
  adviceHours: z.array(z.object({ reason: z.enum(['', ...ATTEMPT_REASONS]), hours: z.int() })),
  /** The variables that its API needs in the environment, and which of them are there. Never what they hold. */
  credentials: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** Whether a stand-in on this machine takes its place, as in the demo. */
  isSimulated: z.boolean(),
  /** Whether it can be called to collect what customers send back. */
  collectsReturns: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Courier = z.infer<typeof courier>;

/** How many parcels of a courier’s stand-in went on by a day. */
export const simulatedDay = z.object({ parcels: z.int() });

export type SimulatedDay = z.infer<typeof simulatedDay>;

/** Whether a courier answers, and the cities that it serves. */
export const courierCheck = z.object({
  isConnected: z.boolean(),
  /** Why it does not. */
  problem: z.string(),
  /** Those that the shop knows, under the courier's names. */
  cities: z.array(servedCity),
  /** How many more the courier serves, whose names the shop does not know. */
  otherCities: z.int(),
});

export type CourierCheck = z.infer<typeof courierCheck>;

/** What parcels weigh when nobody weighs them, in grams. */
export const parcelWeights = z.object({
  packingGrams: z.int(),
  pieceGrams: z.int(),
  /** Every category; null where nothing is usual. */
  categories: z.array(z.object({ category: z.string(), name: z.string(), grams: z.int().nullable() })),
  updatedAt: timestamp,
});

export type ParcelWeights = z.infer<typeof parcelWeights>;

export const parcelWeightsEdit = z.object({
  packingGrams: grams(0, 5_000),
  pieceGrams: grams(1, 5_000),
  categories: z
    .array(z.object({ category: line(80), grams: grams(1, 5_000).nullable() }))
    .max(200, 'At most 200 categories')
    .refine((rows) => areDistinct(rows.map(({ category }) => category)), 'Each category once'),
  updatedAt: expectedVersion.optional(),
});

export type ParcelWeightsEdit = z.infer<typeof parcelWeightsEdit>;

/** A parcel's booking with a courier. */
export const booking = z.object({
  id: objectId,
  shipmentId: objectId,
  shipmentNumber: z.string(),
  orderNumber: z.string(),
  courierId: objectId,
  courier: z.string(),
  adapter,
  state: z.enum(BOOKING_STATES),
  /** What the courier knows the parcel by. */
  reference: z.string(),
  /** What the rider asks for. */
  collect: hiddenSum(rupees),
  grams: z.int(),
  trackingNumber: z.string(),
  /** Why it failed, or why nobody knows. */
  problem: hiddenInWords(z.string()),
  /** What it costs by the price list of the day, without tax; null where no list says it. */
  charge: hiddenSum(rupees.nullable()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Booking = z.infer<typeof booking>;

export const newBooking = z.object({ shipmentId: objectId, courierId: objectId });

/** What staff found in the courier's portal: its tracking number, or an empty one for nothing. */
export const bookingOutcome = z.object({
  trackingNumber: optionalLine(120).overwrite((typed) => typed.replace(/\s/g, '')),
});

/** Papers that couriers make themselves: a label for each parcel, or one sheet for all that the rider takes. */
export const COURIER_PAPERS = ['labels', 'load_sheet'] as const;

export type CourierPaper = (typeof COURIER_PAPERS)[number];

export const courierPapersRequest = z.object({
  shipmentIds: z.array(objectId).min(1, 'Required').max(100, 'At most 100 at once').refine(areDistinct, 'Each shipment once'),
  papers: z.enum(COURIER_PAPERS, 'Choose from the list').default('labels'),
});

export type CourierPapersRequest = z.infer<typeof courierPapersRequest>;

/** Couriers’ own papers in one PDF, and what came of each parcel. */
export const courierPapers = z.object({
  /** In base64; null when no courier gave any. */
  pdf: z.string().nullable(),
  parcels: z.array(
    z.object({
      id: objectId,
      /** `left`: there was no time or room for it. Ask again for those alone. */
      outcome: z.enum(['in_pdf', 'refused', 'left']),
      /** Why it is not in the PDF; empty where it is. */
      problem: z.string(),
      /** Empty for a parcel that there is not. */
      shipmentNumber: z.string(),
    }),
  ),
});

export type CourierPapers = z.infer<typeof courierPapers>;

/** A label that no mapping knows. */
export const unknownLabel = z.object({
  id: objectId,
  courier: z.string(),
  label: z.string(),
  exampleTrackingNumber: z.string(),
  times: z.int(),
  firstAt: timestamp,
  lastAt: timestamp,
});

export type UnknownLabel = z.infer<typeof unknownLabel>;

export const labelMeaning = z.object({ meaning: z.enum(MEANINGS, 'Choose from the list') });

/** `isCancelledThere`: staff saw in the courier’s portal that it is. Needed where the courier cannot be called. */
export const bookingCancellation = z.object({ isCancelledThere: z.boolean().default(false) });

/** What waits for the portal of a courier that works by files. */
export const portalWork = z.object({
  courierId: objectId,
  courier: z.string(),
  /** Parcels that stood in no file yet. */
  fresh: z.int(),
  /** Those that did, and have no tracking number yet. */
  waiting: z.int(),
  /** The headers by which the answer of its portal is read. */
  referenceHeader: z.string(),
  trackingHeader: z.string(),
});

export type PortalWork = z.infer<typeof portalWork>;

/** `again`: also parcels that stood in a file before. */
export const portalFileRequest = z.object({ again: z.boolean().default(false) });

/** A file for a portal, which is written down as taken. */
export const portalFile = z.object({
  name: z.string(),
  /** CSV with a byte order mark. */
  csv: z.string(),
  parcels: z.int(),
  /** Parcels that are not in it: `over`, or `differs` where another sum is due by now. */
  left: z.array(z.object({ shipmentNumber: z.string(), reason: z.enum(['over', 'differs']) })),
});

export type PortalFile = z.infer<typeof portalFile>;

/** Parcels of one answer. */
export const MAX_ANSWERED_AT_ONCE = 100;

/** What a portal gave back: the tracking number of each reference or order; each is settled or refused on its own. */
export const portalAnswer = z.object({
  parcels: z
    .array(z.object({ reference: line(120), trackingNumber: line(120).overwrite((typed) => typed.replace(/\s/g, '')) }))
    .min(1, 'Required')
    .max(MAX_ANSWERED_AT_ONCE, `At most ${MAX_ANSWERED_AT_ONCE} at once`),
  /** Only says what would be. */
  preview: z.boolean().default(false),
});

export type PortalAnswer = z.infer<typeof portalAnswer>;

/** `isSame`: the parcel had this number already, and nothing changes. */
export const settledBooking = z.object({
  reference: z.string(),
  booking: booking.nullable(),
  isSame: z.boolean(),
  refusal: refusal.nullable(),
});

export type SettledBooking = z.infer<typeof settledBooking>;
