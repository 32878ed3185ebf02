import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../worker', import.meta.url));
const MODULE = /^\0?virtual:worker-script$/;

/** Bundles the service worker with the pages' scripts, as text for `src/pages/sw.js.ts`, and that of the back office for `src/pages/admin-sw.js.ts`. It does not depend on the catalogue. */
export function workerScript(): AstroIntegration {
  return {
    name: 'worker-script',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'worker-script',
                resolveId: { filter: { id: MODULE }, handler: () => '\0virtual:worker-script' },
                load: {
                  filter: { id: MODULE },
                  handler: async () =>
                    `export const worker = ${JSON.stringify(await bundled('worker'))};
                     export const adminWorker = ${JSON.stringify(await bundled('admin-worker'))};
                     export const retiredWorker = ${JSON.stringify(await bundled('retired-worker'))};`,
                },
              },
            ],
          },
        });
      },
    },
  };
}

/** The script of a worker in `src/worker`. */
export async function bundled(name: 'worker' | 'admin-worker' | 'retired-worker'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${FOLDER}/${name}.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2021',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
