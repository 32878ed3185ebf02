import * as z from 'zod';
import { DELIVERY_ANSWERS } from '#domain/couriers/attempt-answers.ts';
import { ATTEMPT_REASONS, MEANINGS, PARCEL_STATUSES } from '#domain/couriers/parcel-status.ts';
import { paging } from '#domain/lists.ts';
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

export const CLAIM_STATES = ['open', 'asked', 'paid', 'refused'] as const;

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
  state: z.enum(CLAIM_STATES, 'Choose from the list').default('open'),
  notes: text(1000).default(''),
  /** When the claim that the editor saw was changed; null for a new one. */
  updatedAt: expectedVersion.nullable().default(null),
});

export type CourierClaimEdit = z.infer<typeof courierClaimEdit>;

/** What staff found out: the status that the parcel has, or null where its status is right. */
export const parcelSettlement = z.object({
  status: shipmentStatus.nullable().default(null),
  reason: optionalLine(300),
});

export type ParcelSettlement = z.infer<typeof parcelSettlement>;
