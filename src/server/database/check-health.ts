import * as z from 'zod';
import { type Health, LATE_MS } from '#domain/health/contract.ts';
import { env } from '#server/env.ts';
import { secrets } from '#server/secrets.ts';
import type { ShopDatabase } from './client.ts';

const TIMEOUT_MS = 3_000;

/** Whoever asks more often is told the same, so that asking costs the database nothing. */
const KEEP_MS = 5_000;

const report = z.object({
  built_at: z.string().nullable(),
  housekeeping_at: z.string().nullable(),
  mail_failing: z.boolean(),
  mails_waiting: z.int(),
  builds_failing: z.boolean(),
  read_only: z.boolean(),
});

let kept: { until: number; health: Promise<Health> } | undefined;

/** The same, at most once in five seconds. */
export function checkHealthSparingly(db: ShopDatabase, canSendMail: boolean): Promise<Health> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return checkHealth(db, canSendMail);
  if (!kept || kept.until < Date.now()) kept = { until: Date.now() + KEEP_MS, health: checkHealth(db, canSendMail) };
  return kept.health;
}

/** Which parts of the shop answer and do their work. Takes whether mail is set up. Never throws because a part is down. */
export async function checkHealth(db: ShopDatabase, canSendMail: boolean): Promise<Health> {
  const [known, auth, storage] = await Promise.all([readReport(db), authAnswers(), storageAnswers(db)]);
  if (!known || known.read_only)
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
