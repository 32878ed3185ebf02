import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import type { Site } from './site.ts';

const claim = z.object({ id: z.string().optional() });

/**
 * Builds the pages before the shop opens when there are none of today's sources. When that fails and there are older pages, the shop opens
 * with them, and the build waits again. Pages that only lack what changed in the catalogue are good enough to open with: after a crash nobody
 * waits for a build. Returns whether they are to be built once the shop is open.
 * @throws Error when it fails and there are none
 */
export async function refreshSite(db: SupabaseClient, site: Site): Promise<boolean> {
  const { id } = claim.parse(await call(db, 'claim_site_build', { at_once: true }));
  if (await site.isCurrent()) return id !== undefined;
  try {
    await site.rebuild();
  } catch (error) {
    await noteFailedBuild(db);
    if (!(await site.isBuilt())) throw error;
    console.error('The pages could not be built; see above. The shop opens with the older ones.');
  }
  return false;
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
