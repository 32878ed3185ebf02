import * as z from 'zod';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import type { Call } from '#server/http/operation.ts';
import type { Health } from '#shared/schemas/health.ts';

const PATIENCE_MS = 3_000;

const lastBuild = z.array(z.object({ built_at: z.string() }));

/** What of the shop's back end answers, and when the pages now online were built. Itself it always answers. */
export async function checkHealth({ db }: Call): Promise<Health> {
  const [builds, auth, storage] = await Promise.all([builtAt(db), answers('/auth/v1/health'), bucketsAnswer(db)]);
  return { database: builds ? 'up' : 'down', auth, storage, builtAt: builds?.[0]?.built_at ?? null };
}

async function builtAt(db: ShopDatabase) {
  const { data, error } = await db
    .from('site_builds')
    .select('built_at')
    .eq('status', 'succeeded')
    .order('built_at', { ascending: false })
    .limit(1)
    .abortSignal(AbortSignal.timeout(PATIENCE_MS));
  return error ? null : lastBuild.parse(data);
}

async function answers(path: string): Promise<'up' | 'down'> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(new URL(path, env.SUPABASE_URL), {
    headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
    signal,
  }).catch(() => null);
  return response?.ok ? 'up' : 'down';
}

async function bucketsAnswer(db: ShopDatabase): Promise<'up' | 'down'> {
  const { error } = await db.storage.listBuckets();
  return error ? 'down' : 'up';
}
