import * as z from 'zod';
import { MIN_FILL_MS } from './limits.ts';

/**
 * Fields of public forms that give programs away: `remark` is hidden from people, and `filledInMs` is how long the page was open.
 * Both may be missing: rate limits hold those who send neither.
 */
export const honeypotFields = {
  remark: z.literal('', 'Something in your browser filled in a hidden field: please send it once more').optional(),
  filledInMs: z.number().min(MIN_FILL_MS, 'That was faster than a hand: please send it again').optional(),
};

/** A form's own fields. */
export function withoutHoneypot<Fields extends { remark?: unknown; filledInMs?: unknown }>(fields: Fields) {
  const { remark: _, filledInMs: __, ...typed } = fields;
  return typed;
}
