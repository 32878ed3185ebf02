import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Makes `client:intent` known to Astro. What it does is told in `intent-directive.ts`. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'intent',
          entrypoint: fileURLToPath(new URL('../browser/intent-directive.ts', import.meta.url)),
        });
      },
    },
  };
}
