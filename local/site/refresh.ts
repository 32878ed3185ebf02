import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import type { Site } from './site.ts';

const ids = z.array(z.object({ id: z.string() }));

/**
 * Builds the pages when the catalogue changed since the last build (a build waits in `site_builds`) or, with `unless current`,
 * also when there are none of today's sources. @throws Error when the build fails; the old pages stay, and the build waits again
 */
export async function refreshSite(db: SupabaseClient, site: Site, when: 'when stale' | 'unless current'): Promise<boolean> {
  const claimed = await claimWaitingBuild(db);
  if (!claimed && (when === 'when stale' || (await site.isCurrent()))) return false;

  const build = claimed ?? (await insertBuild(db));
  try {
    await site.rebuild();
  } catch (error) {
    await finish(db, build, 'failed');
    await requestBuild(db);
    throw error;
  }
  await finish(db, build, 'succeeded');
  return true;
}

/** Takes the waiting build. What changes from now on makes a new one wait. */
async function claimWaitingBuild(db: SupabaseClient): Promise<string | undefined> {
  const { data, error } = await db
    .from('site_builds')
    .update({ status: 'running', started_at: new Date().toISOString() })
    .eq('status', 'pending')
    .select('id');
  if (error) throw new Error('The waiting build could not be read', { cause: error });
  return ids.parse(data)[0]?.id;
}

async function insertBuild(db: SupabaseClient): Promise<string> {
  const { data, error } = await db
    .from('site_builds')
    .insert({ status: 'running', started_at: new Date().toISOString() })
    .select('id');
  const [row] = ids.parse(data ?? []);
  if (!row) throw new Error('The build could not be recorded', { cause: error });
  return row.id;
}

async function requestBuild(db: SupabaseClient): Promise<void> {
  const { error } = await db.from('site_builds').insert({ status: 'pending' });
  // 23505 or its embedded equal: one waits already, which is all that was wanted.
  if (error && error.code !== '23505' && !error.message.includes('site_builds_one_pending')) {
    throw new Error('The build could not be requested again', { cause: error });
  }
}

async function finish(db: SupabaseClient, id: string, status: 'succeeded' | 'failed'): Promise<void> {
  const { error } = await db.from('site_builds').update({ status, finished_at: new Date().toISOString() }).eq('id', id);
  if (error) throw new Error('The build could not be recorded', { cause: error });
}
