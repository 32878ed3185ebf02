import * as z from 'zod';
import { hiddenInWords } from '#domain/rights/hidden.ts';
import { timestamp } from '#domain/values.ts';

/** Whether an order is real. Beside the order's status, which keeps its meaning. */
export const CONFIRMATION_STATES = [
  'unconfirmed',
  'confirmed',
  'no_answer',
  'call_back',
  'unreachable',
  'wrong_number',
  'refused',
] as const;

export const confirmationState = z.enum(CONFIRMATION_STATES);

export type ConfirmationState = z.infer<typeof confirmationState>;

/** Why an order is doubtful, or less so: `points` are negative then. */
export const confirmationReason = z.object({ code: z.string(), text: z.string(), points: z.int() });

/** What staff know of an order's confirmation. */
export const confirmation = z.object({
  state: confirmationState,
  /** How often nobody answered. */
  tries: z.int(),
  /** When to ask; null when there is nothing to ask. */
  dueAt: timestamp.nullable(),
  /** The sum of the reasons' points. */
  score: z.int(),
  reasons: z.array(confirmationReason),
  /** Why the shopper's own answer is not enough; null when it is. */
  callBecause: z.string().nullable(),
  /** What it waits for besides: its advance, or the pieces that it is the exchange of. */
  waitsFor: z.enum(['money', 'pieces']).nullable(),
  /** Who works on it right now. */
  claimedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  claimedUntil: timestamp.nullable(),
  /** Who lets it go out unconfirmed, and why. */
  override: z.object({ because: hiddenInWords(z.string()), by: z.string().nullable(), at: timestamp }).nullable(),
  /** Whether it may go out now. */
  gate: z.enum(['open', 'closed']),
});

export type Confirmation = z.infer<typeof confirmation>;
