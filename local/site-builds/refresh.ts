import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { readSettings } from '#server/settings/settings.ts';
import { step } from '../step.ts';
import { openBundles } from './bundles.ts';
import type { ShopSource, Site } from './site.ts';

const claim = z.object({ id: z.string().optional() });

/**
 * Builds the pages before the shop opens if there are none of today's sources. If that fails, the shop opens with older pages.
 * Pages that only lack changes of the catalogue are good enough to open with, so that a restart never waits for a build.
 * Returns whether to rebuild them once the shop is open.
 * @throws Error when the build fails and there are no older pages
 */
export async function refreshSite(shop: ShopSource, site: Site): Promise<boolean> {
  const { db } = shop;
  const { id } = await callFunction(db, 'claim_site_build', { at_once: true }, claim);
  if (await site.isCurrent()) return id !== undefined;
  try {
    await step('Bundling scripts and styles', async () => openBundles(await readSettings(db)));
    await step(
      'Building the pages',
      () => site.rebuild(shop),
      (pages) => `${pages} pages`,
    );
  } catch (error) {
    await noteFailedBuild(db);
    if (!(await site.isBuilt())) throw error;
    console.error('The pages could not be built; see above. The shop opens with the older ones.');
  }
  return false;
}

/** Records that the running build failed. On Netlify nothing reports a failed build, so it counts as failed after ten minutes. */
export async function noteFailedBuild(db: ShopDatabase): Promise<void> {
  await callFunction(db, 'fail_site_build');
}
