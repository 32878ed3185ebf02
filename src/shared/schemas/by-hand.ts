import * as z from 'zod';
import { LEAST_FILLING_MS } from '#shared/filling-time.ts';

/**
 * What a public form sends besides, so that a program gives itself away: `remark`, a field that people do not see and that a program which fills
 * in whatever it finds fills in, too; and how long the page had been open. Who tells neither is let through: limits hold those.
 */
export const byHand = {
  remark: z.literal('', 'Something in your browser filled in a hidden field: please send it once more').optional(),
  filledInMs: z.number().min(LEAST_FILLING_MS, 'That was faster than a hand: please send it again').optional(),
};

/** A form's fields alone. */
export function withoutMarks<Fields extends { remark?: unknown; filledInMs?: unknown }>(fields: Fields) {
  const { remark: _, filledInMs: __, ...typed } = fields;
  return typed;
}
