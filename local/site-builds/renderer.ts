/**
 * The child process of `site.ts`: renders all pages once with the code that `bundler.ts` has kept, from the catalogue as it is now, as Astro would at the
 * end of `astro build`. A process of its own, so that nothing that a build has read is left for the next one.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, glob, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteData, SSRManifest } from 'astro';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { shopAddresses } from '#build/shop-addresses.ts';
import { writeSecurityHeaders } from '#server/site-builds/security-headers.ts';

export interface RenderOrder {
  /** What `openBundles` gave. */
  bundles: string;
  /** A new folder for the pages. */
  folder: string;
}

/** What Astro's entry for prerendering exports: https://github.com/withastro/astro/blob/main/packages/astro/src/core/build/app.ts */
interface Renderer {
  manifest: SSRManifest;
  app: {
    render(request: Request, options: { routeData: RouteData }): Promise<Response>;
    setInternals(internals: object): void;
    setOptions(options: object): void;
  };
}

/** As many pages at once: one waits for its file to be written, meanwhile others render. */
const LANES = 4;

process.on('SIGINT', () => {});

const [order] = (await once(process, 'message')) as [RenderOrder];
process.on('disconnect', () => {
  rmSync(order.folder, { recursive: true, force: true });
  process.exit(1);
});

await render(order);
process.exit(0);

async function render({ bundles, folder }: RenderOrder): Promise<void> {
  const [[entry = '']] = await Promise.all([
    Array.fromAsync(glob('prerender-entry.*.mjs', { cwd: join(bundles, 'renderer') })),
    cp(join(bundles, 'client'), folder, { recursive: true }),
  ]);
  const { app, manifest } = (await import(join(bundles, 'renderer', entry))) as Renderer;
  prepare({ app, manifest });
  const { site, policy } = shopAddresses();
  manifest.site = site;
  if (manifest.csp) manifest.csp.directives = [...policy];

  const pages = (await new StaticPaths(app as never).getAll()).values();
  const folders = new Set<string>();
  const lane = async () => {
    for (const { pathname, route } of pages) {
      const name = fileOf(pathname, route);
      const response = await app.render(new Request(new URL(name, site)), { routeData: route });
      if (response.status !== 200) throw new Error(`${name} was answered ${response.status}`);
      const path = join(folder, name);
      const parent = dirname(path);
      if (!folders.has(parent)) await mkdir(parent, { recursive: true });
      folders.add(parent);
      // Refuses a page that would hide a file of `public/`.
      await writeFile(path, new Uint8Array(await response.arrayBuffer()), { flag: 'wx' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await writeSecurityHeaders(folder);
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
