/** `npm start`: the whole shop on this machine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '#server/database/types.ts';
import { DEFAULT_SETTINGS } from '#shared/default-settings.ts';
import { type Backend, openBackend, reserveMachine } from './backend.ts';
import { startNetlifyApi } from './netlify/api.ts';
import { createCdnCache } from './netlify/cdn-cache.ts';
import { startHost } from './netlify/host.ts';
import type { Settings } from './settings.ts';
import { buildQueue } from './site-builds/build-queue.ts';
import { openBundles } from './site-builds/bundles.ts';
import { noteFailedBuild, refreshSite } from './site-builds/refresh.ts';
import { openSite, type ShopSource, type Site } from './site-builds/site.ts';
import { step } from './step.ts';
import type { Project } from './supabase/project.ts';
import { main, UserError } from './user-error.ts';

await main(async () => {
  const settings = await reserveMachine('the shop');
  const site = await openSite(settings.data);
  // Beside the database, with the settings of a new shop. Whoever needs the result hears of a failure.
  if (!(await site.isCurrent())) openBundles(DEFAULT_SETTINGS).catch(() => {});
  const backend = await openBackend(settings);
  const { project, buildEnvironment } = backend;
  const db = createClient<Database>(project.url, project.secretKey, { auth: { persistSession: false } });
  const shop = { db, environment: buildEnvironment };
  const isStale = await refreshSite(shop, site).catch(async (error: Error) => {
    await project.stop();
    throw new UserError(`${error.message}; see above.`);
  });
  const build = await step('Opening the shop', () => serve(settings, project, shop, site));
  if (isStale) build();
  await printAccess(settings, backend);
});

/** Serves the shop with a Netlify around it that builds the pages and purges the cache on request. Returns what asks for a build. */
async function serve({ port }: Settings, project: Project, shop: ShopSource, site: Site): Promise<() => void> {
  const cache = createCdnCache();
  const build = buildQueue(async () => {
    try {
      await site.rebuild(shop);
    } catch (error) {
      console.error(`${(error as Error).message}; the older ones stay online.`);
      void noteFailedBuild(shop.db).catch(console.error);
      return;
    }
    announce();
  });
  await startNetlifyApi({ build, purge: cache.purge });
  const host = await startHost({ port, storageUrl: project.url, pages: site.pages, cache });
  const announce = () => void host.deploySucceeded().catch((error: unknown) => console.error(error));
  announce();
  return build;
}

/** Prints the addresses and the login, and writes them to access.json for tests and other programs. */
async function printAccess({ url, data }: Settings, { project, staff }: Backend): Promise<void> {
  const { url: supabaseUrl, publishableKey, secretKey } = project;
  await writeFile(join(data, 'access.json'), JSON.stringify({ url, staff, supabaseUrl, publishableKey, secretKey }, null, 2), {
    mode: 0o600,
  });
  console.log(`
  Shop        ${url}
  Back office ${url}/admin${staff ? `\n  Staff login ${staff.username} / ${staff.password}` : ''}
  API         ${url}/api/openapi.json
  Database    ${supabaseUrl}${project.embedded ? ' (embedded)' : ''}

  Ctrl-C stops all of it; the data stays in ${data}
`);
}
