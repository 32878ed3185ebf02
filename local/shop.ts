import { createClient } from '@supabase/supabase-js';
import { callFunction } from '#server/database/calls.ts';
import type { Database } from '#server/database/types.ts';
import { DEFAULT_SETTINGS } from '#shared/default-settings.ts';
import type { Backend } from './backend.ts';
import { startNetlifyApi } from './netlify/api.ts';
import { createCdnCache } from './netlify/cdn-cache.ts';
import { startHost } from './netlify/host.ts';
import type { Settings } from './settings.ts';
import { buildQueue } from './site-builds/build-queue.ts';
import { openBundles } from './site-builds/bundles.ts';
import { noteFailedBuild, refreshSite } from './site-builds/refresh.ts';
import { openSite, type ShopSource, type Site } from './site-builds/site.ts';
import { step } from './step.ts';
import { UserError } from './user-error.ts';

export interface OpenShop {
  /** Settles when the history of a new demo is there: until then the pages are open, and what asks the database waits. */
  history: Promise<void> | undefined;
  /** Builds the pages again, with what has changed. */
  rebuild(): Promise<void>;
}

/** Does what needs no database yet, and returns what opens the shop on one. That throws UserError when there are no pages and none can be built. */
export async function prepareShop(settings: Settings): Promise<(backend: Backend) => Promise<OpenShop>> {
  const site = await openSite(settings.data);
  // With the settings of a new shop. Whoever needs the result hears of a failure.
  if (!(await site.isCurrent())) openBundles(DEFAULT_SETTINGS).catch(() => {});

  return async ({ project, demo, buildEnvironment }) => {
    const db = createClient<Database>(project.url, project.secretKey, { auth: { persistSession: false } });
    const source = { db, environment: buildEnvironment };
    const isStale = await refreshSite(source, site).catch(async (error: Error) => {
      await project.stop();
      throw new UserError(`${error.message}; see above.`);
    });
    // Begun before anybody can ask for something, so that nothing happens before it.
    const history = demo?.writeHistory?.();
    // Whoever waits for it hears of a failure.
    history?.catch(() => {});
    const { build, announced } = await step('Opening the shop', () => serve(settings.port, project.url, source, site));
    if (isStale) build();
    const rebuild = async () => {
      // The build before it has ended when the shop has been told of its pages.
      await announced;
      await callFunction(db, 'claim_site_build', { at_once: true });
      build();
    };
    return { history, rebuild };
  };
}

/** Serves the shop with a Netlify around it that builds the pages and purges the cache on request. Returns what asks for a build, and when the shop knows of its pages. */
async function serve(port: number, storageUrl: string, source: ShopSource, site: Site) {
  const cache = createCdnCache();
  const build = buildQueue(async () => {
    try {
      await site.rebuild(source);
    } catch (error) {
      console.error(`${(error as Error).message}; the older ones stay online.`);
      void noteFailedBuild(source.db).catch(console.error);
      return;
    }
    void announce();
  });
  await startNetlifyApi({ build, purge: cache.purge });
  const host = await startHost({ port, storageUrl, pages: site.pages, cache });
  const announce = () => host.deploySucceeded().catch((error: unknown) => console.error(error));
  return { build, announced: announce() };
}
