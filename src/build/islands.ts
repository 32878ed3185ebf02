import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const boundary = fileURLToPath(new URL('../browser/island-boundary.tsx', import.meta.url));
const directive = fileURLToPath(new URL('../browser/intent-directive.ts', import.meta.url));

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
                resolveId: (id, importer) => (id === '@astrojs/react/client.js' && importer !== boundary ? boundary : undefined),
              },
            ],
          },
        });
      },
    },
  };
}
