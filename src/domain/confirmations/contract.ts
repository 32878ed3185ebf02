import * as z from 'zod';
import { ADVANCE_BASES, advanceHours, advancePercent } from '#domain/advances/contract.ts';
import { customerRecord } from '#domain/customers/contract.ts';
import { paging } from '#domain/lists.ts';
import { confirmationState } from '#domain/orders/confirmation.ts';
import { staffOrder } from '#domain/orders/contract.ts';
import { hiddenInWords, hiddenName } from '#domain/rights/hidden.ts';
import { requiredText, text } from '#domain/text-fields.ts';
import { amount, MAX_MOMENT, objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

/** How an answer came. `rule` is only in answers: an order that a rule of the shop confirmed. */
export const CONFIRMATION_WAYS = ['call', 'whatsapp', 'shopper', 'other'] as const;

export const CONFIRMATION_OUTCOMES = ['confirmed', 'no_answer', 'call_back', 'wrong_number', 'refused'] as const;

export const confirmationOutcome = z.enum(CONFIRMATION_OUTCOMES);

export type ConfirmationOutcome = z.infer<typeof confirmationOutcome>;

/** What came of asking. */
export const confirmationAttempt = z.object({
  how: z.enum([...CONFIRMATION_WAYS, 'rule']),
  outcome: confirmationOutcome,
  callBackAt: timestamp.nullable(),
  note: hiddenInWords(z.string()),
  /** The staff member; null for a rule and for the shopper's own answer. */
  by: z.string().nullable(),
  createdAt: timestamp,
});

export type ConfirmationAttempt = z.infer<typeof confirmationAttempt>;

/** An order as the desk shows it. */
export const deskOrder = z.object({
  order: staffOrder,
  customer: z.object({
    id: objectId,
    name: hiddenName(z.string()),
    tags: z.array(z.string()),
    block: z.enum(['none', 'prepaid_only', 'do_not_ship']),
    notes: hiddenInWords(z.string()),
    record: customerRecord,
  }),
  /** Latest last. */
  attempts: z.array(confirmationAttempt),
});

export type DeskOrder = z.infer<typeof deskOrder>;

/** Open orders only. Without a state: all that wait for an answer. */
export const confirmationQuery = z.object({
  ...paging,
  state: confirmationState.optional().meta({ description: 'Only what is confirmed so far' }),
});

export type ConfirmationQuery = z.infer<typeof confirmationQuery>;

/** Most urgent first, and how many open orders have each state. */
export const confirmationList = z.object({
  items: z.array(deskOrder),
  counts: z.record(confirmationState, z.int()),
  /** How many are to be asked about now. */
  due: z.int(),
  total: z.int(),
});

export type ConfirmationList = z.infer<typeof confirmationList>;

/** The order somebody comes from: it is given back, and the next one is the one behind it. */
export const nextConfirmation = z.object({ after: objectId.nullable() });

export type NextConfirmation = z.infer<typeof nextConfirmation>;

/** What staff say came of asking. With `next` the answer brings the next order as well. */
export const newAttempt = z
  .object({
    how: z.enum(CONFIRMATION_WAYS),
    outcome: confirmationOutcome,
    /** When to call again; only for `call_back`. */
    callBackAt: z.iso
      .datetime({ error: 'Choose a time', offset: true })
      .max(MAX_MOMENT, { error: 'Choose a time', abort: true })
      .optional(),
    note: text(500).default(''),
    next: z.boolean().default(false),
  })
  .refine(({ outcome, callBackAt }) => outcome !== 'call_back' || callBackAt, { path: ['callBackAt'], message: 'Choose a time' });

export type NewAttempt = z.infer<typeof newAttempt>;

/** The order as it is now, and the next one to work on: null when none is due, or none was asked for. */
export const recordedAttempt = z.object({ order: staffOrder, next: deskOrder.nullable() });

/** Why an order goes out unconfirmed. */
export const confirmationOverride = z.object({ reason: requiredText(500, 'Say why') });

export type ConfirmationOverride = z.infer<typeof confirmationOverride>;

const whole = (max: number) => z.int('Enter a whole number').min(1, 'At least 1').max(max, `At most ${max}`);
const value = amount(10_000_000, 'Enter an amount').refine((rupees) => rupees > 0, 'More than 0');

const rules = {
  /** Deliveries, and the total in rupees below which a customer with as many, and nothing returned, needs no call. Both null: nobody. */
  confirmDeliveries: whole(1000).nullable(),
  confirmBelow: value.nullable(),
  /** What staff wrote down themselves needs no call. */
  confirmByStaff: z.boolean(),
  /** Only staff may confirm orders from this score and this value on (null: any), of blocked customers, to cities that are not known. */
  holdScore: whole(500).nullable(),
  holdValue: value.nullable(),
  holdBlocked: z.boolean(),
  holdUnknownCity: z.boolean(),
  /** The open orders that the website takes from one phone; null: as many as its limits allow. */
  maxOpenOrders: whole(100).nullable(),
};

/** When an advance is asked of new orders, and what it is. Whoever sends none of these leaves them as they are. */
const advanceRules = {
  /** Asked of customers with so many returned parcels, of orders from this value or score on (null: never for that), and where no courier collects cash. */
  advanceReturned: whole(100).nullable(),
  advanceValue: value.nullable(),
  advanceScore: whole(500).nullable(),
  advanceNoCash: z.boolean(),
  advanceBasis: z.enum(ADVANCE_BASES),
  /** The sum, in rupees, or the share. */
  advanceAmount: amount(10_000_000, 'Enter an amount').min(1, 'At least 1').nullable(),
  advancePercent: advancePercent.nullable(),
  /** Until it is late. */
  advanceHours,
  /** So many hours after that the order is cancelled; null: never. */
  advanceCancelHours: whole(1000).nullable(),
};

/** The rules that staff set, and since when orders must be confirmed before they go out: null while they need not. */
export const confirmationRules = z.object({
  ...rules,
  confirmBelow: rupees.nullable(),
  holdValue: rupees.nullable(),
  ...advanceRules,
  advanceValue: rupees.nullable(),
  advanceAmount: rupees.nullable(),
  gateSince: timestamp.nullable(),
  updatedAt: timestamp,
});

export type ConfirmationRules = z.infer<typeof confirmationRules>;

const GO_TOGETHER = 'Enter both numbers, or none';

/** All rules, and the version the editor saw. */
export const confirmationRulesEdit = z
  .object({ ...rules, ...z.object(advanceRules).partial().shape, gate: z.boolean(), updatedAt: expectedVersion.optional() })
  // A figure belongs to its basis.
  .transform((rules) =>
    rules.advanceBasis === undefined
      ? rules
      : {
          ...rules,
          advanceAmount: rules.advanceBasis === 'sum' ? (rules.advanceAmount ?? null) : null,
          advancePercent: rules.advanceBasis === 'share' ? (rules.advancePercent ?? null) : null,
        },
  )
  .superRefine(({ confirmDeliveries, confirmBelow, advanceBasis, advanceAmount, advancePercent }, { addIssue }) => {
    const missing =
      advanceBasis === 'sum' && !advanceAmount
        ? 'advanceAmount'
        : advanceBasis === 'share' && !advancePercent
          ? 'advancePercent'
          : null;
    if (missing)
      addIssue({ code: 'custom', path: [missing], message: missing === 'advanceAmount' ? 'Enter an amount' : 'Enter a share' });
    if ((confirmDeliveries === null) === (confirmBelow === null)) return;
    addIssue({ code: 'custom', path: [confirmBelow === null ? 'confirmBelow' : 'confirmDeliveries'], message: GO_TOGETHER });
  });

export type ConfirmationRulesEdit = z.infer<typeof confirmationRulesEdit>;

/** The details of `claimed_by_other`. */
export const claimHolder = z.object({ name: z.string(), until: timestamp });
