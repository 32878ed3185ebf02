import * as z from 'zod';
import { timestamp } from './values.ts';

const upOrDown = z.enum(['up', 'down']);

export const health = z.object({
  database: upOrDown,
  auth: upOrDown,
  storage: upOrDown,
  /** When the pages now online were built; null when no build has finished yet. */
  builtAt: timestamp.nullable(),
});

export type Health = z.infer<typeof health>;
