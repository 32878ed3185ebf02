import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import type { Site } from './site.ts';

const claim = z.object({ id: z.string().optional() });

/**
 * Builds the pages before the shop opens when the catalogue changed since the last build, or when there are none of today's sources.
 * When that fails and there are older pages, the shop opens with them, and the build waits again.
 * @throws Error when it fails and there are none
 */
export async function refreshSite(db: SupabaseClient, site: Site): Promise<void> {
  const { id } = claim.parse(await call(db, 'claim_site_build', { at_once: true }));
  if (!id && (await site.isCurrent())) return;
  try {
    await site.rebuild();
  } catch (error) {
    await noteFailedBuild(db);
    if (!(await site.isBuilt())) throw error;
    console.error('The pages could not be built; see above. The shop opens with the older ones.');
  }
}

/** Writes down that the running build failed. Netlify's builds have nobody to say so and count as failed after ten minutes. */
export async function noteFailedBuild(db: SupabaseClient): Promise<void> {
  await call(db, 'fail_site_build');
}

async function call(db: SupabaseClient, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { data, error } = await db.rpc(name, args);
  if (error) throw new Error('The builds of the site could not be read or written', { cause: error });
  return data;
}
