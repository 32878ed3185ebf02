import * as z from 'zod';
import { DELIVERY_ANSWERS } from '#domain/couriers/attempt-answers.ts';
import { ATTEMPT_REASONS, MEANINGS, PARCEL_STATUSES } from '#domain/couriers/parcel-status.ts';
import { MAX_CART_LINES } from '#domain/limits.ts';
import { paging } from '#domain/lists.ts';
import { MONEY_METHODS } from '#domain/payments/contract.ts';
import { hiddenInWords, hiddenName, hiddenPhone, hiddenSum } from '#domain/rights/hidden.ts';
import { optionalLine, searchText, text } from '#domain/text-fields.ts';
import { amount, day, moment, objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';
import { shipmentStatus } from './contract.ts';

/** Parcels that somebody has to do something about. */
export const PARCEL_LISTS = ['attempts', 'late', 'stale', 'not_received', 'lost', 'unclear'] as const;

export type ParcelList = (typeof PARCEL_LISTS)[number];

/** What the desk does next about a parcel that nobody took: `shop.desk_step` in the database says what each means. */
export const DESK_STEPS = ['settle', 'advise', 'call', 'ask', 'wait'] as const;

export const CALL_OUTCOMES = ['no_answer', 'call_later', 'deliver_again', 'send_back'] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const ADVICE_ACTIONS = ['retry', 'return'] as const;

export const ADVICE_STATES = ['intended', 'calling', 'sent', 'unknown', 'failed', 'dropped'] as const;

/** How a claim ends: the courier pays or refuses, another parcel is sent instead, or the shop gives it up. */
export const CLAIM_ENDS = ['paid', 'refused', 'sent_again', 'written_off'] as const;

export type ClaimEnd = (typeof CLAIM_ENDS)[number];

/** To be sent to the courier, and sent. */
const OPEN_CLAIM_STATES = ['open', 'asked'] as const;

export const CLAIM_STATES = [...OPEN_CLAIM_STATES, ...CLAIM_ENDS] as const;

/** What becomes of the order of a lost parcel. */
export const LOST_ORDERS = ['cancel', 'send_again', 'keep'] as const;

/** Where a courier pays what it lost: to the bank, in cash, or with its next payout. */
export const PAID_INTO = ['bank', 'cash', 'courier'] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

export const underWayQuery = z.object({
  ...paging,
  list: z.enum(PARCEL_LISTS, 'Choose from the list').default('attempts').meta({ description: 'Which parcels' }),
  number: searchText(120)
    .default('')
    .meta({ description: 'Part of an order, parcel or tracking number, or a phone: finds parcels of all lists, and of none' }),
  courierId: objectId.optional().meta({ description: 'Parcels of one courier' }),
});

export type UnderWayQuery = z.infer<typeof underWayQuery>;

/** A claim against a courier that lost a parcel, or what became of it. */
export const courierClaim = z.object({
  amount: hiddenSum(rupees),
  /** Until when the courier takes it. */
  deadline: z.string(),
  state: z.enum(CLAIM_STATES),
  notes: hiddenInWords(z.string()),
  updatedAt: timestamp,
});

export type CourierClaim = z.infer<typeof courierClaim>;

/** A booked parcel, where it is, and what is to be done about it. */
export const parcelUnderWay = z.object({
  /** Its booking's id. */
  id: objectId,
  shipmentId: objectId,
  shipmentNumber: z.string(),
  shipmentStatus,
  shipmentUpdatedAt: timestamp,
  orderId: objectId,
  orderNumber: z.string(),
  courier: z.string(),
  /** Whether the courier takes advice by its API. */
  takesAdvice: z.boolean(),
  /** A courier without an API: staff write down what it says. */
  isGeneric: z.boolean(),
  trackingNumber: z.string(),
  /** What the rider asks for. */
  collect: hiddenSum(rupees),
  /** What the pieces of its order were sold for. */
  worth: hiddenSum(rupees),
  recipientName: hiddenName(z.string()),
  recipientPhone: hiddenPhone(z.string()),
  city: z.string(),
  status: z.enum(PARCEL_STATUSES),
  /** Why the last attempt failed. */
  reason: z.enum(['', ...ATTEMPT_REASONS]),
  attempts: z.int(),
  statusSince: timestamp,
  /** The courier's last word, and when it came. */
  lastLabel: z.string(),
  lastEventAt: timestamp.nullable(),
  promisedBy: z.string(),
  /** Until when the courier takes advice. */
  adviceDueBy: timestamp.nullable(),
  /** What the courier said after an end that excludes it. */
  contradiction: z.enum(PARCEL_STATUSES).nullable(),
  /** The refusal because of which the shop's status could not follow. */
  refusedBecause: hiddenInWords(z.string().nullable()),
  /** Staff have to say what is true. */
  isUnclear: z.boolean(),
  pollProblem: hiddenInWords(z.string()),
  deskStep: z.enum(DESK_STEPS).nullable(),
  /** What the customer was asked about the attempt, and what they said. */
  question: z
    .object({
      askAt: timestamp,
      byMail: z.boolean(),
      /** When the desk asked. */
      askedAt: timestamp.nullable(),
      answer: z.enum(DELIVERY_ANSWERS).nullable(),
      answeredAt: timestamp.nullable(),
    })
    .nullable(),
  /** The last one. */
  advice: z
    .object({
      action: z.enum(ADVICE_ACTIONS),
      state: z.enum(ADVICE_STATES),
      problem: hiddenInWords(z.string()),
      remarks: hiddenInWords(z.string()),
      createdAt: timestamp,
    })
    .nullable(),
  /** Calls about this attempt, the last first. */
  calls: z.array(
    z.object({
      id: objectId,
      outcome: z.enum(CALL_OUTCOMES),
      note: hiddenInWords(z.string()),
      actorName: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
  claim: courierClaim.nullable(),
});

export type ParcelUnderWay = z.infer<typeof parcelUnderWay>;

/** How many parcels each list has. */
export const underWayCounts = z.object({
  attempts: z.int(),
  late: z.int(),
  stale: z.int(),
  notReceived: z.int(),
  lost: z.int(),
  unclear: z.int(),
  /** Attempts about which the desk has to do something now. */
  desk: z.int(),
  /** Words of couriers that nobody has explained yet. */
  unknownLabels: z.int(),
});

export type UnderWayCounts = z.infer<typeof underWayCounts>;

/** What the rider reads. */
const remarks = optionalLine(300);

/** Staff told the courier themselves, in its portal or on the phone: nothing is sent. */
const isGiven = z.boolean().default(false);

export const parcelAdvice = z.object({ action: z.enum(ADVICE_ACTIONS, 'Choose from the list'), remarks, isGiven });

export type ParcelAdvice = z.infer<typeof parcelAdvice>;

/** What came of a call. `deliver_again` and `send_back` become advice, whose remarks are the note. */
export const parcelCall = z.object({ outcome: z.enum(CALL_OUTCOMES, 'Choose what came of it'), note: remarks, isGiven });

export type ParcelCall = z.infer<typeof parcelCall>;

export const adviceSettlement = z.object({ wasTaken: z.boolean() });

/** What a courier without an API says of a parcel; now, where no time is given. */
export const courierWord = z.object({
  meaning: z.enum(MEANINGS, 'Choose from the list'),
  happenedAt: moment.nullable().default(null),
});

export type CourierWord = z.infer<typeof courierWord>;

export const courierClaimEdit = z.object({
  amount: amount(1_000_000, 'Enter the amount', 1),
  deadline: day,
  /** Its ends have an operation of their own. */
  state: z.enum(OPEN_CLAIM_STATES, 'Choose from the list').default('open'),
  notes: text(1000).default(''),
  /** When the claim that the editor saw was changed; null for a new one. */
  updatedAt: expectedVersion.nullable().default(null),
});

export type CourierClaimEdit = z.infer<typeof courierClaimEdit>;

/** The end of a claim, with the money, the stock and the order: all of it, or nothing. */
export const claimEnding = z.object({
  end: z.enum(CLAIM_ENDS, 'Choose how it ended'),
  /** What the courier pays, in rupees: with `paid` alone. */
  amount: amount(1_000_000, 'Enter the amount', 1).nullable().default(null),
  paidInto: z.enum(PAID_INTO).nullable().default(null),
  reference: optionalLine(60).default(''),
  order: z.enum(LOST_ORDERS, 'Choose what becomes of the order'),
  /** Which pieces were in the parcel: needed where the order has another one, else all that is out. */
  pieces: z
    .array(z.object({ itemId: objectId, quantity: z.int().min(1).max(1000) }))
    .max(MAX_CART_LINES)
    .nullable()
    .default(null),
  /** How what the customer paid goes back with the cancelled order; null: that waits under To refund. */
  refundMethod: z.enum(MONEY_METHODS).nullable().default(null),
  refundReference: optionalLine(60).default(''),
  notes: text(1000).default(''),
  /** When the claim that the editor saw was changed; null where there is none. */
  updatedAt: expectedVersion.nullable().default(null),
});

export type ClaimEnding = z.infer<typeof claimEnding>;

/** What staff found out: the status that the parcel has, or null where its status is right. */
export const parcelSettlement = z.object({
  status: shipmentStatus.nullable().default(null),
  reason: optionalLine(300),
});

export type ParcelSettlement = z.infer<typeof parcelSettlement>;
