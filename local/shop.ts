import { createClient } from '@supabase/supabase-js';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { callFunction } from '#server/database/calls.ts';
import type { Database } from '#server/database/types.ts';
import type { Backend } from './backend.ts';
import { isEnding } from './ending.ts';
import { startNetlifyApi } from './netlify/api.ts';
import { createCdnCache } from './netlify/cdn-cache.ts';
import { mountFunctions } from './netlify/functions.ts';
import { startHost } from './netlify/host.ts';
import type { Settings } from './settings.ts';
import { buildQueue } from './site-builds/build-queue.ts';
import { openBundles } from './site-builds/bundles.ts';
import { noteFailedBuild, refreshSite } from './site-builds/refresh.ts';
import { openSite, type ShopSource, type Site } from './site-builds/site.ts';
import { answerDemoLogins } from './staff/demo-logins.ts';
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
  // With the settings of a new demo. Whoever needs the result hears of a failure.
  if (!(await site.isCurrent())) openBundles({ ...DEFAULT_SETTINGS, ...DEMO_SETTINGS }).catch(() => {});

  return async ({ project, demo, buildEnvironment }) => {
    const db = createClient<Database>(project.url, project.secretKey, { auth: { persistSession: false } });
    const source = { db, environment: buildEnvironment };
    const cache = createCdnCache();
    const announce = () => functions.then((mounted) => mounted.deploySucceeded()).catch((error: unknown) => console.error(error));
    const build = buildQueue(async () => {
      if (await isRebuilt(site, source)) void announce();
    });
    await startNetlifyApi({ build, purge: cache.purge });
    // Loaded beside the build of the pages. Whoever needs them hears of a failure.
    const functions = mountFunctions();
    functions.catch(() => {});
    const isStale = await refreshSite(source, site).catch(async (error: Error) => {
      await project.stop();
      throw new UserError(`${error.message}; see above.`);
    });

    // Begun before anybody can ask for something, so that nothing happens before it. Whoever waits for it hears of a failure.
    const history = demo?.writeHistory?.();
    history?.catch(() => {});
    if (history) (await functions).waitFor(history);
    await step('Opening the shop', async () =>
      startHost({
        port: settings.port,
        storageUrl: project.url,
        pages: site.pages,
        cache,
        functions: await functions,
        answerDemo: answerDemoLogins(demo && settings.data),
      }),
    );
    // The shop cannot be told of its pages before.
    const announced = history ? history.then(announce, () => {}) : announce();
    // A history ends with new pages, and meanwhile the database would let a build wait for too long.
    if (isStale && !history) build();
    return {
      history,
      rebuild: async () => {
        // The build before it has ended when the shop has been told of its pages.
        await announced;
        await callFunction(db, 'claim_site_build', { at_once: true });
        build();
      },
    };
  };
}

/** Builds the pages. If that fails, it says so, and the older ones stay. */
async function isRebuilt(site: Site, source: ShopSource): Promise<boolean> {
  try {
    await site.rebuild(source);
    return true;
  } catch (error) {
    if (isEnding()) return false;
    console.error(`${(error as Error).message}; the older ones stay online.`);
    await noteFailedBuild(source.db).catch(console.error);
    return false;
  }
}
