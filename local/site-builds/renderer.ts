/**
 * The child process of `site.ts`: renders all pages once with the code that `bundler.ts` has kept, from the catalogue as it is now, as Astro would at the
 * end of `astro build`. Answers with what the pages were made of. A process of its own, so that nothing that a build has read is left for the next one.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, glob, link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteData, SSRManifest } from 'astro';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { shopAddresses } from '#build/shop-addresses.ts';
import { writePageHeaders } from '#server/site-builds/page-headers.ts';
import { pageKey } from '#server/site-builds/page-key.ts';

export interface RenderOrder {
  /** What `openBundles` gave. */
  bundles: string;
  /** A new folder for the pages. */
  folder: string;
  /** The build before, if this machine made it since the shop was started. */
  before?: { folder: string; keys: PageKeys } | undefined;
}

/** What pages were made of, by the name of their file: equal keys, equal pages. Only for pages with a `cacheKey`. */
export type PageKeys = Record<string, string>;

/** What Astro's entry for prerendering exports: https://github.com/withastro/astro/blob/main/packages/astro/src/core/build/app.ts */
interface Renderer {
  manifest: SSRManifest;
  app: {
    render(request: Request, options: { routeData: RouteData }): Promise<Response>;
    setInternals(internals: object): void;
    setOptions(options: object): void;
  };
}

/** What `StaticPaths` finds. */
interface StaticPath {
  pathname: string;
  route: RouteData;
  cacheKey?: string | undefined;
}

/** As many pages at once: one waits for its file to be written, meanwhile others render. */
const LANES = 4;

process.on('SIGINT', () => {});

const [order] = (await once(process, 'message')) as [RenderOrder];
process.on('disconnect', () => {
  rmSync(order.folder, { recursive: true, force: true });
  process.exit(1);
});

const keys = await render(order);
process.send?.(keys, () => process.exit(0));

async function render({ bundles, folder, before }: RenderOrder): Promise<PageKeys> {
  const [[entry = '']] = await Promise.all([
    Array.fromAsync(glob('prerender-entry.*.mjs', { cwd: join(bundles, 'renderer') })),
    cp(join(bundles, 'client'), folder, { recursive: true }),
  ]);
  // Says to middleware.ts what page-headers.ts says in a whole build.
  process.env['SHOP_BUILT_FILES'] = folder;
  const { app, manifest } = (await import(pathToFileURL(join(bundles, 'renderer', entry)).href)) as Renderer;
  prepare({ app, manifest });
  const { site, policy } = shopAddresses();
  manifest.site = site;
  if (manifest.csp) manifest.csp.directives = [...policy];

  // Pages also show the year.
  const common = JSON.stringify([bundles, site, policy, new Date().toDateString()]);
  const keys: PageKeys = {};
  const renderPage = async ({ pathname, route, cacheKey }: StaticPath) => {
    const name = fileOf(pathname, route);
    const path = join(folder, name);
    if (cacheKey !== undefined) {
      const key = pageKey(common, cacheKey);
      keys[name] = key;
      if (before?.keys[name] === key && (await isLinked(join(before.folder, name), path))) return;
    }
    const response = await app.render(new Request(new URL(name, site)), { routeData: route });
    if (response.status !== 200) throw new Error(`${name} was answered ${response.status}`);
    // Refuses a page that would hide a file of `public/`.
    await writeFile(path, new Uint8Array(await response.arrayBuffer()), { flag: 'wx' });
  };

  const paths: StaticPath[] = await new StaticPaths(app as never).getAll();
  const parents = new Set(paths.map(({ pathname, route }) => dirname(fileOf(pathname, route))));
  for (const parent of parents) await mkdir(join(folder, parent), { recursive: true });
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) await renderPage(path);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await writePageHeaders(folder);
  return keys;
}

/** Gives a file a second name. Returns whether that worked: a page that cannot be linked is rendered. */
function isLinked(file: string, name: string): Promise<boolean> {
  return link(file, name).then(
    () => true,
    () => false,
  );
}

/** Gives Astro's renderer what the process that bundled would have handed it; all of it is in the manifest, too. */
function prepare({ app, manifest }: Renderer): void {
  const pages = manifest.routes.map(({ routeData: { route, component }, styles }) => {
    const ordered = styles.map((sheet, order) => ({ sheet, order, depth: -1 }));
    return [`${route}&${component}`, { styles: ordered }] as const;
  });
  const scripts = manifest.routes.find((route) => route.scripts.length > 0)?.scripts ?? [];
  const headScripts = scripts.flatMap((script) => ('stage' in script ? [{ stage: script.stage, content: script.children }] : []));
  app.setInternals({ pagesByKeys: new Map(pages), entrySpecifierToBundleMap: new Map() });
  app.setOptions({
    settings: { scripts: headScripts },
    logger: { options: { destination: { write: ({ message }: { message: string }) => console.error(message) } } },
  });
}

/** The file of a page, as `build.format: 'file'` names it; endpoints have their name already. */
function fileOf(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  return type === 'endpoint' ? path : `${path || 'index'}.html`;
}
