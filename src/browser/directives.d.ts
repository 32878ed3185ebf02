import 'astro';
import type { IntentOptions } from './intent-directive.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when someone is about to use the island; see `intent-directive.ts`. */
    'client:intent'?: boolean | IntentOptions;
  }
}
