import * as z from 'zod';
import { timestamp } from '#domain/values.ts';

/** Housekeeping runs every five minutes: two runs may be missed. */
export const LATE_MS = 15 * 60_000;

const upOrDown = z.enum(['up', 'down']);

export const health = z.object({
  /** `down`: nobody can order; `degraded`: a part below is down, and people can order. */
  status: z.enum(['ok', 'degraded', 'down']),
  /** `down` also when it only reads, as one that is full. */
  database: upOrDown,
  auth: upOrDown,
  storage: upOrDown,
  /** `off` without a mail service; `down` when mails have failed for a quarter of an hour and none went out; `unknown` without the database. */
  mail: z.enum(['up', 'down', 'off', 'unknown']),
  /** Mails that wait to be sent; null without the database. */
  mailsWaiting: z.int().nullable(),
  /** `down` when builds of the pages have failed one after another; the last ones stay online. */
  pages: z.enum(['up', 'down', 'unknown']),
  /** `down` when housekeeping, which runs every five minutes, has not run for a quarter of an hour. */
  schedule: z.enum(['up', 'down', 'unknown']),
  /** When housekeeping last ran; null for never, or without the database. */
  housekeepingAt: timestamp.nullable(),
  /** When the pages now online were built, so how old they are; null when no build has finished yet. */
  builtAt: timestamp.nullable(),
});

export type Health = z.infer<typeof health>;
