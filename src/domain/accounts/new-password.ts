import * as z from 'zod';

/** Auth ignores what is longer. */
const MAX_BYTES = 72;
const TOO_LONG = `Too long: at most ${MAX_BYTES} bytes`;

/** So that neither `aaaaaaaaaa` nor `1212121212` will do. */
const MIN_DIFFERENT = 5;

/** A password that somebody chooses, shopper or staff. Signing in takes older ones as they are. */
export const newPassword = z
  .string('Required')
  // A byte each, at least.
  .max(MAX_BYTES, { error: TOO_LONG, abort: true })
  .min(10, { error: 'A password has at least 10 characters', abort: true })
  .refine((typed) => new TextEncoder().encode(typed).length <= MAX_BYTES, TOO_LONG)
  .refine(
    (typed) => new Set(typed).size >= MIN_DIFFERENT,
    `Too easy to guess: use at least ${MIN_DIFFERENT} different characters`,
  );
