import * as z from 'zod';
import { env } from '#server/env.ts';
import type { Health } from '#shared/schemas/health.ts';
import type { ShopDatabase } from './client.ts';

const TIMEOUT_MS = 3_000;

const lastBuild = z.array(z.object({ built_at: z.string() }));

/** Which parts of Supabase answer, and when the pages online were built. Never throws because a part is down. */
export async function checkHealth(db: ShopDatabase): Promise<Health> {
  const [builds, auth, storage] = await Promise.all([readLastBuild(db), authAnswers(), storageAnswers(db)]);
  return { database: builds ? 'up' : 'down', auth, storage, builtAt: builds?.[0]?.built_at ?? null };
}

async function readLastBuild(db: ShopDatabase) {
  const { data, error } = await db
    .from('site_builds')
    .select('built_at')
    .eq('status', 'succeeded')
    .order('built_at', { ascending: false })
    .limit(1)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error ? null : lastBuild.parse(data);
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
