import * as z from 'zod';
import { browserError } from '#domain/browser-errors/contract.ts';
import { timestamp } from '#domain/values.ts';

/** What is looked at every five minutes. */
export const CONDITION_KINDS = [
  'builds',
  'mail',
  'whatsapp',
  'mails_sent',
  'schedule',
  'server_errors',
  'browser_errors',
  'database_size',
  'storage_size',
  'backup',
  'rehearsal',
  'push',
  'courier_polls',
  'courier_advice',
  'courier_words',
  'courier_bookings',
  'courier_answers',
] as const;

export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** What is known of a trouble; each kind has some of it. */
const troubleDetails = z.object({
  /** Messages, parcels, advice or words that wait, and what the provider or courier said last. */
  waiting: z.int().optional(),
  error: z.string().nullable().optional(),
  /** Builds that failed since the last one that did not. */
  failed: z.int().optional(),
  /** Requests of the last hour, and the operation most of them were for; errors of the last day, and the kind of page with most. */
  failures: z.int().optional(),
  operation: z.string().nullable().optional(),
  page: z.string().nullable().optional(),
  /** Mails of the last day, and how many may be sent in one. */
  sent: z.int().optional(),
  allowed: z.int().optional(),
  megabytes: z.number().optional(),
  /** Phones and browsers that notifications no longer reach. */
  devices: z.int().optional(),
  /** The courier with the oldest trouble, and a word of it that nobody understands. */
  courier: z.string().nullable().optional(),
  word: z.string().nullable().optional(),
  lastAt: timestamp.nullable().optional(),
});

export type TroubleDetails = z.infer<typeof troubleDetails>;

export const condition = z.object({
  kind: z.enum(CONDITION_KINDS),
  /** From how much on it is a trouble: failed builds, minutes, requests, errors, percent, megabytes, days or words. */
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
  /** The last five requests. */
  recent: z.array(z.object({ id: z.string(), at: timestamp })),
});

/** A backup that was tried, or a test restore. */
export const backupReport = z.object({
  madeAt: timestamp,
  /** The folder or bucket it lies in. */
  place: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  /** Null: it is good. */
  problem: z.string().nullable(),
});

export type BackupReport = z.infer<typeof backupReport>;

export const shopStatus = z.object({
  /** Why the database keeps nothing, so that nobody can order and nothing below is kept up to date; null where it does. */
  writeProblem: z.string().nullable(),
  conditions: z.array(condition),
  failures: z.array(serverFailure),
  /** From the last 30 days, in the pages of the shop and in the back office. */
  browserErrors: z.array(browserError),
  backups: z.object({
    last: backupReport.nullable(),
    /** The last one that failed, also when another has succeeded since. */
    lastFailed: backupReport.nullable(),
    /** The last test restore. */
    rehearsal: backupReport.nullable(),
  }),
});

export type ShopStatus = z.infer<typeof shopStatus>;

export const conditionEdit = z.object({
  threshold: z.int('Enter a whole number').min(1, 'At least 1').max(1_000_000, 'At most 1,000,000'),
  isWatched: z.boolean(),
});

export type ConditionEdit = z.infer<typeof conditionEdit>;
