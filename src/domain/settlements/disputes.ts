import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { hiddenInRefusal, hiddenInWords, hiddenSum } from '#domain/rights/hidden.ts';
import { line, optionalLine, shaped } from '#domain/text-fields.ts';
import { amount, objectId, rupees, timestamp } from '#domain/values.ts';

/**
 * What is wrong with a parcel. `short`: a file paid less than it collected, or says that it came back. `late`: in no file, for longer than the courier takes.
 * `missing`: the same, and a file came since. `overcharged`, `overtaxed`: more was kept than the dated tables say.
 */
export const DISPUTE_KINDS = ['short', 'missing', 'late', 'overcharged', 'overtaxed'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const DISPUTE_STATES = ['open', 'asked', 'settled'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** How it was settled. `corrected`: what the shop or the courier had written down was wrong, and was undone. */
export const SETTLED_BY = ['courier', 'paid_back', 'written_off', 'accepted', 'corrected'] as const;
export type SettledBy = (typeof SETTLED_BY)[number];

/** Parcels that one message names. */
export const MOST_ASKED = 100;

const disputeId = shaped(40, /^(?:cash|charges|taxes)-[0-9a-f]{24}$/, 'Not an id');

/** Something that a courier owes and did not pay, or kept too much of, of one parcel. */
export const dispute = z.object({
  id: z.string(),
  courierId: objectId,
  courier: z.string(),
  kind: z.enum(DISPUTE_KINDS),
  state: z.enum(DISPUTE_STATES),
  shipmentId: objectId,
  shipmentNumber: z.string(),
  orderNumber: z.string(),
  trackingNumber: z.string(),
  /** The courier’s number of the payment that says so; null where no file does. */
  reference: z.string().nullable(),
  /** What is missing. */
  amount: hiddenSum(rupees),
  /** Both figures: what should have been paid or kept, and what was. Null of what is settled. */
  expected: hiddenSum(rupees.nullable()),
  said: hiddenSum(rupees.nullable()),
  since: timestamp,
  days: z.int(),
  askedBy: z.string().nullable(),
  askedAt: timestamp.nullable(),
  settledBy: z.enum(SETTLED_BY).nullable(),
  settledAt: timestamp.nullable(),
  /** Why it was written off or accepted. */
  reason: hiddenInWords(z.string()),
});

export type Dispute = z.infer<typeof dispute>;

export const disputeQuery = z.object({
  ...paging,
  courierId: objectId.optional().meta({ description: 'Only with one courier' }),
  state: z.enum(DISPUTE_STATES).optional().meta({ description: 'Only what is in this state' }),
});

export type DisputeQuery = z.infer<typeof disputeQuery>;

/** What is wrong with one courier, and what to write it. */
export const courierDisputes = z.object({
  courierId: objectId,
  courier: z.string(),
  /** Rupees that nobody asked for yet. */
  open: hiddenSum(rupees),
  openItems: z.int(),
  asked: hiddenSum(rupees),
  askedItems: z.int(),
  /** When the one was asked for that waits longest. */
  askedAt: timestamp.nullable(),
  /** Names the oldest hundred that nobody asked for, with their sums; empty where there is none. */
  message: hiddenInRefusal(z.string()),
  /** Those that it names. */
  inMessage: z.array(z.string()),
});

export type CourierDisputes = z.infer<typeof courierDisputes>;

/** What a courier was asked for. */
export const askedDisputes = z.object({
  ids: z.array(disputeId).min(1, 'Choose at least one').max(MOST_ASKED, `At most ${MOST_ASKED} at once`),
});

export const notedDisputes = z.object({ noted: z.int() });

export const PAID_INTO = ['bank', 'cash', 'courier'] as const;

/** How something is settled that no file settles: the courier paid it back, or nobody asks for it any more. Cash that is accepted is written off. */
export const disputeEnding = z.discriminatedUnion('end', [
  z.object({
    end: z.literal('paid'),
    amount: amount(1_000_000, 'How much did the courier pay?').min(0.01, 'Above 0'),
    /** `courier`: it comes with the next payout. */
    paidInto: z.enum(PAID_INTO, 'Where is the money?'),
    reference: optionalLine(60),
  }),
  z.object({ end: z.literal('accepted'), reason: line(300, 'Say why') }),
]);

export type DisputeEnding = z.infer<typeof disputeEnding>;
