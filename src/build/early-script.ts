import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';

/** Puts `early.ts` into the head of every page, and its hash into the page's security policy. */
export function earlyScript(): AstroIntegration {
  return {
    name: 'early-script',
    hooks: {
      'astro:config:setup': async ({ injectScript, addWatchFile }) => {
        const entry = fileURLToPath(new URL('../browser/early.ts', import.meta.url));
        addWatchFile(entry);
        // Below the floor, so that older browsers can at least run this.
        const { outputFiles } = await build({
          entryPoints: [entry],
          bundle: true,
          minify: true,
          format: 'iife',
          target: 'es2017',
          write: false,
        });
        injectScript('head-inline', outputFiles[0]?.text.trim() ?? '');
      },
    },
  };
}
