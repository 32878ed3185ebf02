import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import { RELEASE } from './release.ts';

const REPORT = '\0virtual:report-script';

/**
 * Puts `early.ts` into the head of every page, and its hash into the page's security policy. Bundles what it loads when something fails, as text for
 * `src/pages/report.js.ts`.
 */
export function earlyScript(): AstroIntegration {
  return {
    name: 'early-script',
    hooks: {
      'astro:config:setup': async ({ injectScript, addWatchFile, updateConfig }) => {
        const entry = fileURLToPath(new URL('../browser/early.ts', import.meta.url));
        addWatchFile(entry);
        injectScript('head-inline', await bundled(entry));
        updateConfig({
          vite: {
            define: { 'import.meta.env.RELEASE': JSON.stringify(RELEASE) },
            plugins: [
              {
                name: 'report-script',
                resolveId: { filter: { id: /^virtual:report-script$/ }, handler: () => REPORT },
                load: {
                  filter: { id: /^\0virtual:report-script$/ },
                  handler: async () => {
                    const script = await bundled(fileURLToPath(new URL('../browser/report.ts', import.meta.url)));
                    return `export const report = ${JSON.stringify(script)};`;
                  },
                },
              },
            ],
          },
        });
      },
    },
  };
}

/** A script as text, for browsers below the floor, too, so that they can at least run this. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2017',
    // Without "use strict", which costs bytes and changes nothing here.
    tsconfigRaw: {},
    define: { RELEASE: JSON.stringify(RELEASE) },
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}
