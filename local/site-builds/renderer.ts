/**
 * The child process of `site.ts`: renders all pages once with the code that `bundler.ts` has kept, from the catalogue as it is now, as Astro would at the
 * end of `astro build`. Answers with what the pages were made of. A process of its own, so that nothing that a build has read is left for the next one.
 * When there are many pages, another process of this kind renders the second half.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, rmSync } from 'node:fs';
import { cp, glob, mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteData } from 'astro';
import { writePageHeaders } from '#build/page-headers.ts';
import type * as Renderer from '#build/renderer.ts';
import { shopAddresses } from '#build/shop-addresses.ts';
import { pageKey } from '#server/site-builds/page-key.ts';
import { answerOf } from './child-answer.ts';

export interface RenderOrder {
  /** What `openBundles` gave. */
  bundles: string;
  /** A new folder for the pages. */
  folder: string;
  /** The build before, if this machine made it since the shop was started. */
  before?: { folder: string; keys: PageKeys } | undefined;
  /** The files to render, of a build that another renderer has begun. */
  only?: string[];
}

/** What pages were made of, by the name of their file: equal keys, equal pages. Only for pages with a `cacheKey`. */
export type PageKeys = Record<string, string>;

/** As many pages at once: one waits for its file to be written, meanwhile others render. */
const LANES = 4;

/** From how many pages on another process gains more than it takes: it loads the code and reads the catalogue once more. */
const MANY = 500;

process.on('SIGINT', () => {});
// Whoever asks the shop for something comes before pages of later.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const [order] = (await once(process, 'message')) as [RenderOrder];
process.on('disconnect', () => {
  // A folder that another renderer began is not this one's to remove: it may be complete by now.
  if (!order.only) rmSync(order.folder, { recursive: true, force: true });
  process.exit(1);
});

const keys = await render(order);
process.send?.(keys, () => process.exit(0));

async function render({ bundles, folder, before, only }: RenderOrder): Promise<PageKeys> {
  const [[entry = '']] = await Promise.all([
    Array.fromAsync(glob('prerender-entry.*.mjs', { cwd: join(bundles, 'renderer') })),
    only ?? cp(join(bundles, 'client'), folder, { recursive: true }),
  ]);
  // Says to middleware.ts what page-headers.ts says in a whole build.
  process.env['SHOP_BUILT_FILES'] = folder;
  const { app, listPages } = (await import(pathToFileURL(join(bundles, 'renderer', entry)).href)) as typeof Renderer;
  const { site, policy } = shopAddresses();
  app.manifest.site = site;
  if (app.manifest.csp) app.manifest.csp.directives = [...policy];

  // Pages also show the year.
  const common = JSON.stringify([bundles, site, policy, new Date().toDateString()]);
  const all = (await listPages()).map(({ pathname, route, cacheKey }) => ({
    name: fileOf(pathname, route),
    route,
    key: cacheKey === undefined ? undefined : pageKey(common, cacheKey),
  }));
  const wanted = only && new Set(only);
  const pages = wanted ? all.filter(({ name }) => wanted.has(name)) : all;
  const keys = Object.fromEntries(pages.flatMap(({ name, key }) => (key === undefined ? [] : [[name, key]])));
  for (const parent of new Set(pages.map(({ name }) => dirname(name)))) await mkdir(join(folder, parent), { recursive: true });

  const changed = pages.filter(({ name, key }) => {
    const isSame = before && key !== undefined && before.keys[name] === key;
    return !isSame || !isLinked(join(before.folder, name), join(folder, name));
  });
  const isWorthAnother = !only && changed.length >= MANY && availableParallelism() > 1;
  const others = isWorthAnother ? changed.splice(changed.length / 2).map(({ name }) => name) : [];
  const waiting = changed.values();
  const lane = async () => {
    for (const { name, route } of waiting) {
      const response = await app.render(new Request(new URL(name, site)), { routeData: route });
      if (response.status !== 200) throw new Error(`${name} was answered ${response.status}`);
      // Refuses a page that would hide a file of `public/`.
      await writeFile(join(folder, name), new Uint8Array(await response.arrayBuffer()), { flag: 'wx' });
    }
  };
  const [theirs] = await Promise.all([
    others.length > 0 ? renderElsewhere({ bundles, folder, only: others }) : {},
    ...Array.from({ length: LANES }, lane),
  ]);
  if (!only) await writePageHeaders(folder);
  return { ...keys, ...theirs };
}

/** Renders in another process, which ends with this one. */
function renderElsewhere(share: RenderOrder): Promise<PageKeys> {
  const child = fork(import.meta.filename, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(share);
  return answerOf<PageKeys>(child);
}

/** Gives a file a second name. Returns whether that worked: a page that cannot be linked is rendered. */
function isLinked(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch {
    return false;
  }
}

/** The file of a page, as `build.format: 'file'` names it; endpoints have their name already. */
function fileOf(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  return type === 'endpoint' ? path : `${path || 'index'}.html`;
}
