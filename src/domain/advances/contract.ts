import * as z from 'zod';
import { payableAccount } from '#domain/payments/bank-accounts.ts';
import { hiddenInReference, hiddenInWords, hiddenSum } from '#domain/rights/hidden.ts';
import { optionalLine, requiredText, text } from '#domain/text-fields.ts';
import { amount, objectId, photoId, rupees, timestamp } from '#domain/values.ts';

/** What an advance is: the delivery charge, a sum, a share of the total, or all that is due. */
export const ADVANCE_BASES = ['delivery', 'sum', 'share', 'all'] as const;

export type AdvanceBasis = (typeof ADVANCE_BASES)[number];

/** How an advance arrives. */
export const ADVANCE_METHODS = ['bank_transfer', 'raast', 'wallet', 'cash'] as const;

export type AdvanceMethod = (typeof ADVANCE_METHODS)[number];

/** `sent`: the customer says so, and nobody has found it yet. */
export const TRANSFER_STATES = ['sent', 'received', 'rejected', 'taken_back'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

export const uploadedTransferPhoto = z.object({ id: photoId });

export type UploadedTransferPhoto = z.infer<typeof uploadedTransferPhoto>;

const sum = amount(10_000_000, 'Enter an amount').min(1, 'At least 1');

export const advancePercent = z.int('Enter a whole number').min(1, 'At least 1').max(100, 'At most 100');

export const advanceHours = z.int('Enter a whole number').min(1, 'At least 1').max(240, 'At most 240');

/** `amount` belongs to a sum, `percent` to a share. */
export const newAdvance = z
  .object({
    basis: z.enum(ADVANCE_BASES),
    amount: sum.optional(),
    percent: advancePercent.optional(),
    /** Until it is late; the night does not count. */
    hours: advanceHours.default(24),
    /** The customer reads it, too. */
    reason: text(300).default(''),
  })
  .superRefine(({ basis, amount, percent }, { addIssue }) => {
    const missing =
      basis === 'sum' && amount === undefined ? 'amount' : basis === 'share' && percent === undefined ? 'percent' : null;
    if (missing)
      addIssue({ code: 'custom', path: [missing], message: missing === 'amount' ? 'Enter an amount' : 'Enter a share' });
  });

export type NewAdvance = z.infer<typeof newAdvance>;

/** What staff saw arrive: with the transfer of the customer that it is, or without one. */
export const seenTransfer = z.object({
  transferId: objectId.optional(),
  amount: amount(10_000_000, 'Enter what arrived').refine((rupees) => rupees > 0, 'More than 0'),
  method: z.enum(ADVANCE_METHODS).default('bank_transfer'),
  reference: optionalLine(60),
  /** More than is due really arrived, or as much as was booked before arrived once more. */
  isMore: z.boolean().default(false),
});

export type SeenTransfer = z.infer<typeof seenTransfer>;

/** Why a transfer was not found, or is taken back. */
export const transferReason = z.object({ reason: requiredText(300, 'Say why: the customer reads it') });

export type TransferReason = z.infer<typeof transferReason>;

const transfer = z.object({
  id: objectId,
  /** The transaction number; empty where only a photo was sent. */
  reference: hiddenInReference(z.string()),
  photoId: photoId.nullable(),
  state: z.enum(TRANSFER_STATES),
  /** What arrived, and how. */
  amount: hiddenSum(rupees.nullable()),
  method: z.enum(ADVANCE_METHODS).nullable(),
  /** Why it was rejected or taken back. */
  because: hiddenInWords(z.string()),
  /** Booked by staff without a word of the customer. */
  isRecorded: z.boolean(),
  /** Who decided. */
  by: z.string().nullable(),
  sentAt: timestamp,
  decidedAt: timestamp.nullable(),
  /** Other transfers with the same photo. */
  samePhoto: z.array(
    z.object({
      orderId: objectId,
      orderNumber: z.string(),
      photoId: photoId,
      sentAt: timestamp,
      state: z.enum(TRANSFER_STATES),
    }),
  ),
});

export type Transfer = z.infer<typeof transfer>;

/** What staff see of the money that an order has before delivery. */
export const orderAdvance = z.object({
  /** At the door. */
  due: hiddenSum(rupees),
  /** Received. */
  advance: hiddenSum(rupees),
  total: hiddenSum(rupees),
  shipping: hiddenSum(rupees),
  mayAsk: z.boolean(),
  /** Null where none is asked. A rule or the checkout asked where nobody did. */
  request: z
    .object({
      basis: z.enum(ADVANCE_BASES),
      amount: hiddenSum(rupees),
      /** What is missing of it now. */
      missing: hiddenSum(rupees),
      reason: hiddenInWords(z.string()),
      by: z.string().nullable(),
      askedAt: timestamp,
      dueAt: timestamp,
    })
    .nullable(),
  /** Latest first. */
  transfers: z.array(transfer),
});

export type OrderAdvance = z.infer<typeof orderAdvance>;

/** The photo of a transfer as an address that holds it whole: no link of it can be passed on. */
export const transferPhoto = z.object({ photo: z.string() });

/** What the page of an order says of its advance. */
export const pageAdvance = z.object({
  /** An advance is asked, whether or not it has arrived. */
  isAsked: z.boolean(),
  missing: rupees,
  reason: z.string(),
  dueAt: timestamp.nullable(),
  received: rupees,
  /** Latest first. */
  transfers: z.array(
    z.object({
      reference: z.string(),
      hasPhoto: z.boolean(),
      state: z.enum(TRANSFER_STATES),
      amount: rupees.nullable(),
      because: z.string(),
      sentAt: timestamp,
    }),
  ),
  /** Where to pay what is missing. */
  accounts: z.array(payableAccount),
});

export type PageAdvance = z.infer<typeof pageAdvance>;
