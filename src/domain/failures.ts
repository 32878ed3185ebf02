import * as z from 'zod';
import { hiddenInRefusal } from '#domain/rights/hidden.ts';

/** What is wrong with one field of a request. Paths are dotted: `items.0.quantity`. */
export const fieldError = z.object({ path: z.string(), message: z.string() });

export type FieldError = z.infer<typeof fieldError>;

/** Why one of several requested changes was not made. */
export const refusal = z.object({
  code: z.string(),
  message: hiddenInRefusal(z.string()),
  /** What the caller needs to continue; of refused fields, {errors}. */
  details: hiddenInRefusal(z.unknown().optional()),
});

export type Refusal = z.infer<typeof refusal>;

/** The body of every answer that is not a success. */
export const failure = z.object({
  success: z.literal(false),
  message: hiddenInRefusal(z.string()),
  code: z.string(),
  errors: hiddenInRefusal(z.array(fieldError).optional()),
  /** What the caller needs to continue: current prices after `price_changed`, missing stock after `out_of_stock`. */
  details: hiddenInRefusal(z.unknown().optional()),
  requestId: z.string(),
});

export type Failure = z.infer<typeof failure>;
