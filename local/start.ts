/** `npm start`: the whole shop on this machine. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { StaffAccount } from '#scripts/staff/add-staff.ts';
import { demoStaff } from '#scripts/staff/demo-staff.ts';
import { setNetlify, useProject } from './environment.ts';
import { startNetlifyApi } from './netlify/api.ts';
import { createCdnCache } from './netlify/cdn-cache.ts';
import { startHost } from './netlify/host.ts';
import { readSettings, type Settings } from './settings.ts';
import { acquireDataLock, requireFreePort } from './single-instance.ts';
import { buildQueue } from './site-builds/build-queue.ts';
import { noteFailedBuild, refreshSite } from './site-builds/refresh.ts';
import { openSite, type Site } from './site-builds/site.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { openProject, type Project } from './supabase/project.ts';
import { main, UserError } from './user-error.ts';

await main(async () => {
  const settings = readSettings();
  await mkdir(settings.data, { recursive: true, mode: 0o700 });
  await acquireDataLock(settings.data);
  await requireFreePort(settings.port, 'the shop');

  const project = await openProject(settings);
  stopOnSignals(project);
  const environment = useProject(settings, project);
  const staff = project.embedded ? await demoStaff(project, settings.data) : null;

  const db = createClient(project.url, project.secretKey, {
    auth: { persistSession: false },
  });
  const site = await openSite(settings.data, environment);
  const isStale = await refreshSite(db, site).catch(async (error: Error) => {
    await project.stop();
    throw new UserError(`${error.message}; see above.`);
  });
  const build = await serve(settings, project, db, site);
  if (isStale) build();
  await tell(settings, project, staff);
});

/** Opens the shop, with a Netlify around it that builds the pages and empties the cache when the shop asks for that. Returns what begins a build. */
async function serve({ port }: Settings, project: Project, db: SupabaseClient, site: Site): Promise<() => void> {
  const cache = createCdnCache();
  const build = buildQueue(async () => {
    try {
      await site.rebuild();
    } catch (error) {
      console.error(`${(error as Error).message}; the older ones stay online.`);
      void noteFailedBuild(db).catch(console.error);
      return;
    }
    void told();
  });
  setNetlify(await startNetlifyApi({ build, purge: cache.purge }));
  const host = await startHost({ port, storageUrl: project.url, pages: site.pages, cache });
  const told = () => host.deploySucceeded().catch((error: unknown) => console.error(error));
  void told();
  return build;
}

async function tell({ url, data }: Settings, project: Project, staff: StaffAccount | null): Promise<void> {
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
