import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { hiddenInReference, hiddenInWords, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { text, typedLine } from '#domain/text-fields.ts';
import { amount, day, objectId, rupees, timestamp } from '#domain/values.ts';
import { MAX_REFERENCE, MAX_STATEMENT_LINES } from './statement-file.ts';

const MAX_BALANCE = 1_000_000_000;

const statementLineFields = z.object({
  day,
  amount: amount(10_000_000).min(0.01, 'Above 0'),
  /** What the bank wrote: transaction number, description, sender. */
  reference: typedLine(MAX_REFERENCE),
});

/** Lines with money that came in. Those that an earlier upload had are known again and left out. */
export const newStatement = z.object({
  lines: z
    .array(statementLineFields)
    .min(1, 'There is no line with money that came in')
    .max(MAX_STATEMENT_LINES, `At most ${MAX_STATEMENT_LINES} lines at once`),
  /** What the account came to at the end of days, where the statement says it; what was known of a day is replaced. */
  balances: z
    .array(z.object({ day, balance: amount(MAX_BALANCE, 'Enter a sum', -MAX_BALANCE) }))
    .max(400, 'At most 400 days at once')
    .refine((days) => new Set(days.map(({ day: one }) => one)).size === days.length, 'Each day once')
    .default([]),
});

export type NewStatement = z.infer<typeof newStatement>;

export const addedStatement = z.object({ added: z.int(), known: z.int() });

export type AddedStatement = z.infer<typeof addedStatement>;

export const STATEMENT_STATES = ['open', 'booked', 'set_aside'] as const;

export const statementState = z.enum(STATEMENT_STATES);

export type StatementState = z.infer<typeof statementState>;

export const statementQuery = z.object({
  ...paging,
  state: statementState.default('open').meta({ description: 'Only what is in this state' }),
});

export type StatementQuery = z.infer<typeof statementQuery>;

/** An order that money is due for. */
export const expectedTransfer = z.object({
  orderId: objectId,
  orderNumber: z.string(),
  customerName: hiddenName(z.string()),
  /** Transaction numbers that its customer sent and nobody has found yet. */
  references: z.array(hiddenInReference(z.string())),
  sums: z.array(hiddenSum(rupees)),
  placedAt: timestamp,
});

export const MATCH_KINDS = ['booked', 'sure', 'number', 'choose', 'none'] as const;

/** A line of the bank's statement as it is stored. */
export const storedLine = z.object({
  id: objectId,
  day: z.string(),
  amount: hiddenSum(rupees),
  reference: hiddenInReference(z.string()),
  state: statementState,
  /** The order that it was booked for. */
  orderId: objectId.nullable(),
  orderNumber: z.string().nullable(),
  /** The couriers’ files that arrived with it. */
  settlements: z.array(z.object({ id: objectId, reference: z.string(), courier: z.string() })),
  /** Why it was set aside. */
  because: hiddenInWords(z.string()),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  createdAt: timestamp,
});

export type StoredLine = z.infer<typeof storedLine>;

/** What was booked before the line came, and is likely the same transfer. `isSure`: by its number or its order's number, else by sum and day alone. */
export const bookedBefore = z.object({
  orderNumber: z.string(),
  amount: hiddenSum(rupees),
  bookedBy: z.string().nullable(),
  bookedAt: timestamp,
  isSure: z.boolean(),
});

/** The same with what it could be, for an open one. */
export const statementLine = storedLine.extend({
  bookedBefore: bookedBefore.nullable(),
  /** Couriers’ files that come to exactly its amount, the likeliest first. */
  payouts: z.array(
    z.object({
      courierId: objectId,
      courier: z.string(),
      settlements: z.array(z.object({ id: objectId, reference: z.string(), sum: hiddenSum(rupees), day: z.string() })),
      /** The line names the courier or its payment, and nothing else fits. */
      isSure: z.boolean(),
    }),
  ),
  match: z.enum(MATCH_KINDS),
  candidates: z.array(expectedTransfer),
});

export type StatementLine = z.infer<typeof statementLine>;

/** Which order each line pays. */
export const statementMatches = z.object({
  matches: z
    .array(
      z.object({
        lineId: objectId,
        orderNumber: typedLine(20)
          .overwrite((typed) => `ORD-${typed.replace(/\D/g, '')}`)
          .refine((typed) => /^ORD-\d{1,12}$/.test(typed), 'Enter an order number: ORD-10042'),
        /** What somebody says of a payment that was booked before and may be this one. `same`: the line stands for it, and nothing is booked. */
        isBooked: z.enum(['same', 'another']).optional(),
      }),
    )
    .min(1, 'Choose at least one line')
    .max(100, 'At most 100 lines at once'),
});

export type StatementMatches = z.infer<typeof statementMatches>;

/** What became of each line; `refusal` says why one was not booked, and `code` so that a screen can ask. */
export const matchOutcome = z.object({ lineId: objectId, refusal: z.string().nullable(), code: z.string().nullable() });

export type MatchOutcome = z.infer<typeof matchOutcome>;

/** Empty: the line is open again. */
export const lineDecision = z.object({ reason: text(300) });

export type LineDecision = z.infer<typeof lineDecision>;

/** The files of one courier that arrived with a line: together they come to its amount. */
export const arrival = z.object({
  settlementIds: z.array(objectId).min(1, 'Choose at least one').max(50, 'At most 50 at once'),
});

/** A day of which a statement says what the account came to. */
export const bankDay = z.object({
  day: z.string(),
  statement: hiddenSum(rupees),
  /** What the ledger’s bank came to at the end of it. */
  ledger: hiddenSum(rupees),
  /** The statement’s less the ledger’s. */
  difference: hiddenSum(rupees),
  /** By how much it is another than on the day before that is known; null on the first. */
  changed: hiddenSum(rupees.nullable()),
  /** What the bank got by then, and nobody decided. */
  waits: hiddenSum(rupees),
  /** What couriers’ files booked by then, and the bank got later or not yet. */
  announced: hiddenSum(rupees),
});

export type BankDay = z.infer<typeof bankDay>;
