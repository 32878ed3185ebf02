import * as z from 'zod';
import { BOOKING_STATES } from '#domain/couriers/booking-states.ts';
import { paging } from '#domain/lists.ts';
import { orderLink } from '#domain/order-link.ts';
import { MONEY_METHODS } from '#domain/payments/contract.ts';
import { askedPieces, returnKind } from '#domain/returns/asked-pieces.ts';
import { RETURN_OUTCOMES, RETURN_REASONS, RETURN_STATES, reasonsOf } from '#domain/returns/choices.ts';
import { disposition } from '#domain/returns/dispositions.ts';
import { returnedChoice } from '#domain/returns/page-returns.ts';
import { payout } from '#domain/returns/payout-contract.ts';
import { hiddenInWords, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { optionalLine, requiredText, text } from '#domain/text-fields.ts';
import { amount, objectId, photoId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

export const returnState = z.enum(RETURN_STATES);
export const returnOutcome = z.enum(RETURN_OUTCOMES, 'Choose from the list');
export const returnReason = z.enum(RETURN_REASONS, 'Choose from the list');

export const MAX_RETURN_PHOTOS = 5;

/** Rupees. */
const MOST = 10_000_000;

export const uploadedReturnPhoto = z.object({ id: photoId });

export type UploadedReturnPhoto = z.infer<typeof uploadedReturnPhoto>;

/** A photo of evidence as an address that holds it whole: no link of it can be passed on. */
export const returnPhoto = z.object({ photo: z.string() });

/** What a customer asks for on the page of an order. `outcome` is their wish: staff decide. */
export const returnAsked = orderLink
  .extend({
    kind: returnKind,
    outcome: returnOutcome,
    reason: returnReason,
    words: text(500).default(''),
    items: askedPieces,
    /** What the customer was told that the exchange comes to: `due` less `back`. Where it is left out, they take what it comes to. */
    balanceSeen: z.number().min(-MOST).max(MOST).optional(),
    photoIds: z
      .array(photoId)
      .max(MAX_RETURN_PHOTOS, `At most ${MAX_RETURN_PHOTOS} photos`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each photo only once')
      .default([]),
  })
  .superRefine(({ kind, outcome, reason, items }, { addIssue }) => {
    const complain = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
    if (!reasonsOf(kind).includes(reason)) complain(['reason'], 'Choose from the list');
    if (kind !== 'claim' && (kind === 'exchange') !== (outcome === 'exchange')) complain(['outcome'], 'Choose from the list');
    for (const [place, { wanted }] of items.entries()) {
      if (kind === 'exchange' && !wanted) complain(['items', place, 'wanted'], 'Choose what you want instead');
      if (outcome !== 'exchange' && wanted) complain(['items', place, 'wanted'], 'Only for an exchange');
    }
  });

export type ReturnAsked = z.infer<typeof returnAsked>;

/** Takes a request back. */
export const returnWithdrawal = orderLink.extend({ requestId: objectId });

export type ReturnWithdrawal = z.infer<typeof returnWithdrawal>;

/** A photo of a request that the page names. */
export const pageReturnPhoto = orderLink.extend({ photoId: photoId });

export type PageReturnPhoto = z.infer<typeof pageReturnPhoto>;

const returnedItem = z.object({
  itemId: objectId,
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
  sku: z.string(),
  quantity: z.int(),
  /** What the customer paid for these pieces, and gets back for them. */
  paid: hiddenSum(rupees),
  /** How many of these were received, and as what. */
  received: z.int(),
  receivedAs: z.array(disposition),
  wanted: returnedChoice.nullable(),
});

/** What an exchange comes to: beforehand as it would be now, and once it is approved as it is. */
const exchange = z.object({
  /** Pieces and charges of the new order. */
  total: hiddenSum(rupees),
  charges: hiddenSum(rupees),
  /** What pays for it from what comes back. */
  credit: hiddenSum(rupees),
  /** What the rider asks for: total − credit. */
  due: hiddenSum(rupees),
  /** What of the worth of the pieces is paid back beside. */
  back: hiddenSum(rupees),
  /** Every wanted piece is in stock; always true once it is approved. */
  isAvailable: z.boolean(),
  /** The new order, once it is approved. */
  orderId: objectId.nullable(),
  orderNumber: z.string().nullable(),
  /** The new order leaves before the pieces are back. */
  sendsFirst: z.boolean(),
});

/** A request as staff see it. */
export const returnRequest = z.object({
  id: objectId,
  /** `RET-1001` */
  returnNumber: z.string(),
  orderId: objectId,
  orderNumber: z.string(),
  customerName: hiddenName(z.string()),
  city: z.string(),
  kind: returnKind,
  state: returnState,
  /** What the customer wishes, and what staff have decided. */
  wish: returnOutcome,
  outcome: returnOutcome.nullable(),
  reason: returnReason,
  /** What the customer wrote. */
  words: hiddenInWords(z.string()),
  /** What staff answered: the customer reads it. */
  answer: hiddenInWords(z.string()),
  /** Who pays the way back: frozen with the policy of the order. */
  shopPays: z.boolean(),
  /** False: the customer keeps the pieces, or never had them. */
  comesBack: z.boolean(),
  items: z.array(returnedItem),
  photos: z.array(z.object({ id: photoId, sentAt: timestamp })),
  /** What is paid back in all: the pieces that came back, and of the delivery charge what staff decided. */
  refund: hiddenSum(rupees),
  deliveryBack: hiddenSum(rupees),
  /** What of it has been paid, also as the credit that an exchange used. */
  paidBack: hiddenSum(rupees),
  /** What is left to pay when everything has come back: never below 0. */
  toPay: hiddenSum(rupees),
  /** At most what may be given back of the delivery charge: only for a claim. */
  deliveryCharge: hiddenSum(rupees),
  /** Left out where nothing is exchanged. */
  exchange: exchange.optional(),
  /** What may be done with it now. */
  mayApprove: z.boolean(),
  mayDecline: z.boolean(),
  maySettle: z.boolean(),
  /** The outcomes that the policy of the order allows. */
  outcomes: z.array(returnOutcome),
  askedAt: timestamp,
  updatedAt: timestamp,
});

export type ReturnRequest = z.infer<typeof returnRequest>;

/** A courier that comes for the pieces, by the states of a booking. */
export const returnCollection = z.object({
  courierId: objectId,
  courier: z.string(),
  state: z.enum(BOOKING_STATES),
  /** Empty until it is booked. */
  trackingNumber: z.string(),
  /** Why it failed or was not cancelled, or why nobody knows. */
  problem: hiddenInWords(z.string()),
});

export type ReturnCollection = z.infer<typeof returnCollection>;

/** With where its money goes, null while the customer has not said, and everything that was decided, the first first. */
export const returnRequestDetails = returnRequest.extend({
  payout: payout.nullable(),
  /** The last pickup; null where none was booked. */
  collection: returnCollection.nullable(),
  /** Its pieces may be collected where they were sent to. */
  mayCollect: z.boolean(),
  history: z.array(
    z.object({
      state: returnState,
      note: hiddenInWords(z.string()),
      /** Who decided; null: the customer, or what followed by itself. */
      by: z.string().nullable(),
      at: timestamp,
    }),
  ),
});

export type ReturnRequestDetails = z.infer<typeof returnRequestDetails>;

export const returnQuery = z.object({
  ...paging,
  state: returnState
    .or(z.literal('open'))
    .optional()
    .meta({ description: 'Its state; `open`: not settled, declined or withdrawn' }),
  kind: returnKind.optional().meta({ description: 'Return, exchange or claim' }),
  orderId: objectId.optional().meta({ description: 'Requests of this order, and the one that it is the exchange of' }),
});

export type ReturnQuery = z.infer<typeof returnQuery>;

/** How many requests are in each state. */
export const returnCounts = z.object({ counts: z.array(z.object({ state: returnState, count: z.int() })) });

/** Approves a request. What belongs to an exchange alone, or to a claim alone, is refused elsewhere. */
export const returnApproval = z.object({
  outcome: returnOutcome,
  /** The customer reads it. */
  answer: text(500).default(''),
  /** Only a claim may do without the pieces. */
  comesBack: z.boolean().default(true),
  /** Rupees of the delivery charge that go back with a claim. */
  deliveryBack: amount(MOST).default(0),
  /** What the customer pays for the delivery of an exchange; left out: the delivery charge where the customer pays, else nothing. */
  charges: amount(MOST).optional(),
  /** The exchange leaves before the pieces are back. */
  sendsFirst: z.boolean().default(false),
  updatedAt: expectedVersion.optional(),
});

export type ReturnApproval = z.infer<typeof returnApproval>;

/** Declines a request; one that was approved, too, as long as nothing was paid. */
export const returnRefusal = z.object({
  reason: requiredText(500, 'Say why: the customer reads it'),
  updatedAt: expectedVersion.optional(),
});

export type ReturnRefusal = z.infer<typeof returnRefusal>;

/** How what is left to pay went back. The sum follows from the pieces. */
export const returnSettlement = z.object({
  method: z.enum(MONEY_METHODS, 'Choose from the list'),
  /** The transaction number. */
  reference: optionalLine(60),
  /** It went back by a refund of the order, or nothing is left for it: it is closed, and nothing is paid. */
  isPaidAlready: z.boolean().default(false),
  updatedAt: expectedVersion.optional(),
});

export type ReturnSettlement = z.infer<typeof returnSettlement>;

/** Who shall collect the pieces. */
export const newCollection = z.object({ courierId: objectId });
