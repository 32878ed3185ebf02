import * as z from 'zod';
import { type Health, LATE_MS } from '#domain/health/contract.ts';
import { env } from '#server/env.ts';
import type { ShopDatabase } from './client.ts';

const TIMEOUT_MS = 3_000;

const report = z.object({ built_at: z.string().nullable(), housekeeping_at: z.string().nullable(), mail_failing: z.boolean() });

/** Which parts of the shop answer and do their work. Takes whether mail is set up. Never throws because a part is down. */
export async function checkHealth(db: ShopDatabase, canSendMail: boolean): Promise<Health> {
  const [known, auth, storage] = await Promise.all([readReport(db), authAnswers(), storageAnswers(db)]);
  if (!known)
    return { database: 'down', auth, storage, mail: 'unknown', schedule: 'unknown', housekeepingAt: null, builtAt: null };
  const { built_at: builtAt, housekeeping_at: housekeepingAt, mail_failing: isFailing } = known;
  const isLate = !housekeepingAt || Date.now() - Date.parse(housekeepingAt) > LATE_MS;
  return {
    database: 'up',
    auth,
    storage,
    mail: canSendMail ? (isFailing ? 'down' : 'up') : 'off',
    schedule: isLate ? 'down' : 'up',
    housekeepingAt,
    builtAt,
  };
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
