import * as z from 'zod';
import { MAX_MOMENT, timestamp } from './values.ts';

/** The `updatedAt` that the editor expects: a record that was changed meanwhile is not overwritten. */
export const expectedVersion = z.iso
  .datetime({ error: 'Not a time of ours', offset: true })
  .max(MAX_MOMENT, { error: 'Not a time of ours', abort: true })
  .refine((time) => time >= '1900-01-01', 'Not a time of ours');

/** Spread into a change of status. Without a version, the change applies to any. */
export const statusVersion = { updatedAt: expectedVersion.optional() };

/** The details of `edited_meanwhile` for a change of status: what the record is now. */
export const newerStatus = z.object({ status: z.string(), updatedAt: timestamp });
