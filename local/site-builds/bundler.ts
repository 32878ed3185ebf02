/**
 * The child process of `bundles.ts`: bundles scripts, styles and the code that renders the pages, but renders none. Writes `client/` (what the pages
 * load, and `public/`) and `renderer/` (what `renderer.ts` runs) into the folder of its first message. When its parent ends, it removes them and ends, too.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AstroIntegration, build } from 'astro';
import type { Plugin } from 'vite';
import { settingsPlugin } from '#build/built-settings.ts';
import type { Settings } from '#domain/settings/contract.ts';

export interface BundleOrder {
  /** A folder of this process's own inside node_modules, where packages resolve. */
  folder: string;
  /** The settings to compile in. */
  settings: Settings;
}

// Ctrl-C reaches all processes of the terminal; the parent decides when this one ends.
process.on('SIGINT', () => {});

const [{ folder, settings }] = (await once(process, 'message')) as [BundleOrder];
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
});

await build({
  logLevel: 'warn',
  outDir: join(folder, 'client'),
  cacheDir: join(folder, 'cache'),
  integrations: [keepRenderer(join(folder, 'renderer'))],
  vite: { cacheDir: join(folder, 'cache/vite'), plugins: [settingsPlugin(() => Promise.resolve(settings)), rendererEntry()] },
});
process.send?.('built', () => process.exit(0));

/** Bundles the pages into `src/build/renderer.ts`. */
function rendererEntry(): Plugin {
  return {
    name: 'renderer-entry',
    configEnvironment: (name) =>
      name === 'prerender' ? { build: { rolldownOptions: { input: { renderer: '#build/renderer.ts' } } } } : undefined,
  };
}

/** Moves the rendering code to `kept` where Astro would run and then remove it. */
function keepRenderer(kept: string): AstroIntegration {
  return {
    name: 'keep-renderer',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer({
          name: 'keep-renderer',
          setup: () => rename(new URL('.prerender', pathToFileURL(join(folder, 'client/'))), kept),
          getStaticPaths: () => Promise.resolve([]),
          render: () => Promise.reject(new Error('Nothing is rendered here')),
        }),
    },
  };
}
