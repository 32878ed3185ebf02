import * as z from 'zod';
import { booking } from '#domain/couriers/contract.ts';
import { refusal } from '#domain/failures.ts';
import { hiddenInWords, hiddenSum } from '#domain/rights/hidden.ts';
import { shaped } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { askedAtDoor, MAX_SHIPMENTS_AT_ONCE } from './contract.ts';

/** Parcels whose papers are printed, each once. */
export const printedParcels = z.object({
  shipmentIds: z
    .array(objectId)
    .min(1, 'Required')
    .max(MAX_SHIPMENTS_AT_ONCE, `At most ${MAX_SHIPMENTS_AT_ONCE} at once`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each shipment once'),
});

export type PrintedParcels = z.infer<typeof printedParcels>;

/** What a load sheet says of a parcel. Its figures are on the parcel itself, in front of whoever packs it. */
const loadedParcel = z.object({
  shipmentId: objectId,
  shipmentNumber: z.string(),
  orderNumber: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  city: z.string(),
  /** What the rider asks for at the door, in rupees. */
  due: rupees,
  pieces: z.int(),
  grams: z.int(),
});

export type LoadedParcel = z.infer<typeof loadedParcel>;

/** What the label of a parcel says. Whoever does not see contacts reveals one by printing it. */
export const parcelLabel = loadedParcel.extend({
  name: z.string(),
  phone: z.string(),
  secondPhone: z.string().nullable(),
  address: z.string(),
  zipCode: z.string(),
  /** What it says, in short: another one as soon as it would say something else. */
  version: z.string(),
  /** Opens what is to be collected for the parcel, and compares the version with what is right; nothing else of the order. */
  link: z.url(),
});

export type ParcelLabel = z.infer<typeof parcelLabel>;

/** The label of each parcel, or why it has none. */
export const printedLabel = z.object({ id: objectId, label: parcelLabel.nullable(), refusal: refusal.nullable() });

export type PrintedLabel = z.infer<typeof printedLabel>;

export const loadSheet = z.array(loadedParcel);

/** A rider who asked for another sum than was due. */
export const askedSum = z.object({
  shipmentId: objectId,
  shipmentNumber: z.string(),
  orderId: objectId,
  orderNumber: z.string(),
  asked: hiddenSum(rupees),
  due: hiddenSum(rupees),
  note: hiddenInWords(z.string()),
  /** Said by whoever scanned the label, who need not be the customer. */
  isScanned: z.boolean(),
  createdAt: timestamp,
  /** When staff had seen to it. */
  settledAt: timestamp.nullable(),
});

export type AskedSum = z.infer<typeof askedSum>;

/** What each parcel of an order in several parcels collects at the door; together what is due. */
export const parcelSums = z.object({
  /** On the whole order. */
  due: hiddenSum(rupees),
  /** Another one as soon as a sum is another. */
  version: z.string(),
  parcels: z.array(
    z.object({
      shipmentId: objectId,
      shipmentNumber: z.string(),
      collect: hiddenSum(rupees),
      /** Why it cannot be another sum: it was delivered, came back, or a courier was told. */
      fixedBy: z.enum(['nothing', 'booked', 'delivered', 'back']),
    }),
  ),
});

export type ParcelSums = z.infer<typeof parcelSums>;

/** What each parcel is to collect. Parcels that are not named stay as they are. */
export const saidSums = z.object({
  sums: z
    .array(z.object({ shipmentId: objectId, collect: askedAtDoor }))
    .min(1, 'Required')
    .max(MAX_SHIPMENTS_AT_ONCE, `At most ${MAX_SHIPMENTS_AT_ONCE} at once`)
    .refine((sums) => new Set(sums.map(({ shipmentId }) => shipmentId)).size === sums.length, 'Each shipment once'),
  version: shaped(32, /^[0-9a-f]{32}$/, 'Invalid version'),
});

export type SaidSums = z.infer<typeof saidSums>;

/** What stands on paper about a parcel, and whether it is still right. */
export const shipmentPapers = z.object({
  /** What is due at the door now. */
  due: hiddenSum(rupees),
  /** Nothing is to be delivered any more. */
  isOver: z.boolean(),
  /** `differs`: the courier was told to collect a different sum from what is due now. */
  booking: booking.extend({ differs: z.boolean() }).nullable(),
  /** The last that was printed. */
  label: z
    .object({
      due: hiddenSum(rupees),
      printedBy: z.string().nullable(),
      printedAt: timestamp,
      /** It still says what is right. */
      isCurrent: z.boolean(),
    })
    .nullable(),
  askedSum: askedSum.nullable(),
  /** Only of an open order in several parcels. */
  sums: parcelSums.optional(),
});

export type ShipmentPapers = z.infer<typeof shipmentPapers>;
