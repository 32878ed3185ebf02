import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import astroIsland from 'astro/runtime/server/astro-island.prebuilt.js';

const boundary = fileURLToPath(new URL('../browser/island-boundary.tsx', import.meta.url));
const directive = fileURLToPath(new URL('../browser/intent-directive.ts', import.meta.url));

/** What island-runtime.ts imports: Astro has the script of its element as a text, for the pages. */
const ELEMENT = /^\0?virtual:astro-island$/;

/** Adds `client:intent`, and hydrates every island within an error boundary. */
export function islands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'intent', entrypoint: directive });
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'island-boundaries',
                enforce: 'pre',
                // The boundary itself imports Astro's own.
                resolveId: {
                  filter: { id: /^@astrojs\/react\/client\.js$/ },
                  handler: (_, importer) => (importer === boundary ? undefined : boundary),
                },
              },
              {
                name: 'island-element',
                resolveId: { filter: { id: ELEMENT }, handler: () => '\0virtual:astro-island' },
                load: {
                  filter: { id: ELEMENT },
                  handler: () => ({ code: `self.Astro ??= {};${astroIsland}`, moduleSideEffects: true }),
                },
              },
            ],
          },
        });
      },
    },
  };
}
