import * as z from 'zod';
import { type Health, LATE_MS } from '#domain/health/contract.ts';
import { env } from '#server/env.ts';
import { secrets } from '#server/secrets.ts';
import type { ShopDatabase } from './client.ts';

const TIMEOUT_MS = 3_000;

/** Whoever asks more often is told the same, so that asking costs the database nothing. */
const KEEP_MS = 5_000;

/** What Postgres answers to a write for which there is no room, or in a project that only reads. */
const WRITE_PROBLEMS: Record<string, string> = {
  '53100': 'The disk of the database is full',
  '25006': 'The database only reads, as one does whose disk is nearly full',
};

const report = z.object({
  built_at: z.string().nullable(),
  housekeeping_at: z.string().nullable(),
  mail_failing: z.boolean(),
  mails_waiting: z.int(),
  builds_failing: z.boolean(),
});

/** Why the database keeps nothing, in a sentence; null where it does. It is tried at most once a minute. */
export async function whyNotWritable(db: ShopDatabase): Promise<string | null> {
  const { error } = await db.rpc('probe_writing').abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error ? (WRITE_PROBLEMS[error.code] ?? 'The database takes no writes') : null;
}

let kept: { until: number; health: Promise<Health> } | undefined;

/** The same, at most once in five seconds. */
export function checkHealthSparingly(db: ShopDatabase, canSendMail: boolean): Promise<Health> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return checkHealth(db, canSendMail);
  if (!kept || kept.until < Date.now()) kept = { until: Date.now() + KEEP_MS, health: checkHealth(db, canSendMail) };
  return kept.health;
}

/** Which parts of the shop answer and do their work. Takes whether mail is set up. Never throws because a part is down. */
export async function checkHealth(db: ShopDatabase, canSendMail: boolean): Promise<Health> {
  const [known, auth, storage, writeProblem] = await Promise.all([
    readReport(db),
    authAnswers(),
    storageAnswers(db),
    whyNotWritable(db),
  ]);
  if (!known || writeProblem)
    return {
      status: 'down',
      database: 'down',
      auth,
      storage,
      mail: 'unknown',
      mailsWaiting: null,
      pages: 'unknown',
      schedule: 'unknown',
      housekeepingAt: null,
      builtAt: null,
    };
  const { built_at: builtAt, housekeeping_at: housekeepingAt, mail_failing: isFailing } = known;
  const isLate = !housekeepingAt || Date.now() - Date.parse(housekeepingAt) > LATE_MS;
  const parts = {
    database: 'up',
    auth,
    storage,
    mail: canSendMail ? (isFailing ? 'down' : 'up') : 'off',
    pages: known.builds_failing ? 'down' : 'up',
    schedule: isLate ? 'down' : 'up',
  } as const;
  const isDegraded = Object.values(parts).includes('down');
  return { status: isDegraded ? 'degraded' : 'ok', ...parts, mailsWaiting: known.mails_waiting, housekeepingAt, builtAt };
}

async function readReport(db: ShopDatabase) {
  const { data, error } = await db.rpc('health_report').abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error ? null : (report.safeParse(data).data ?? null);
}

async function authAnswers(): Promise<'up' | 'down'> {
  const response = await fetch(new URL('/auth/v1/health', env.SUPABASE_URL), {
    headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  return response?.ok ? 'up' : 'down';
}

async function storageAnswers(db: ShopDatabase): Promise<'up' | 'down'> {
  const { error } = await db.storage.listBuckets();
  return error ? 'down' : 'up';
}
