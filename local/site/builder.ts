/** The child process of `site.ts`: builds the pages once and ends. It ends early when its parent does. */
import { build } from 'astro';

process.on('disconnect', () => process.exit(1));

await build({ logLevel: 'warn' });
process.exit(0);
