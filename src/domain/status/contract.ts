import * as z from 'zod';
import { timestamp } from '#domain/values.ts';

/** What is looked at every five minutes. */
export const CONDITION_KINDS = [
  'builds',
  'mail',
  'whatsapp',
  'schedule',
  'server_errors',
  'database_size',
  'backup',
  'push',
] as const;

export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** What is known of a trouble; each kind has some of it. */
const troubleDetails = z.object({
  /** Messages that wait, and what the provider said last. */
  waiting: z.int().optional(),
  error: z.string().nullable().optional(),
  /** Builds that failed since the last one that did not. */
  failed: z.int().optional(),
  /** Requests of the last hour, and the operation most of them were for. */
  failures: z.int().optional(),
  operation: z.string().nullable().optional(),
  megabytes: z.number().optional(),
  /** Phones and browsers that notifications no longer reach. */
  devices: z.int().optional(),
  lastAt: timestamp.nullable().optional(),
});

export type TroubleDetails = z.infer<typeof troubleDetails>;

export const condition = z.object({
  kind: z.enum(CONDITION_KINDS),
  /** From how much on it is a trouble: failed builds, minutes, requests, megabytes or days. */
  threshold: z.number(),
  /** Whether owners are told. */
  isWatched: z.boolean(),
  /** Since when it is a trouble; null: it is well. */
  since: timestamp.nullable(),
  details: troubleDetails.nullable(),
});

export type Condition = z.infer<typeof condition>;

/** Requests of a week that the shop could not answer, by operation and error. */
export const serverFailure = z.object({
  operation: z.string(),
  code: z.string(),
  failures: z.int(),
  lastAt: timestamp,
  /** By which the log finds the last one. */
  lastRequestId: z.string(),
});

export const shopStatus = z.object({ conditions: z.array(condition), failures: z.array(serverFailure) });

export type ShopStatus = z.infer<typeof shopStatus>;

export const conditionEdit = z.object({
  threshold: z.int('Enter a whole number').min(1, 'At least 1').max(1_000_000, 'At most 1,000,000'),
  isWatched: z.boolean(),
});

export type ConditionEdit = z.infer<typeof conditionEdit>;
