/** The child process of `site.ts`: builds the pages once and ends. It ends early when its parent does, and then leaves nothing behind. */
import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build } from 'astro';

const workshop = dirname(process.env.SHOP_OUT_DIR ?? '');

process.on('disconnect', () => {
  if (basename(workshop).startsWith('.build-')) rmSync(workshop, { recursive: true, force: true });
  process.exit(1);
});
// Ctrl-C reaches the whole group; the parent decides.
process.on('SIGINT', () => {});

await build({ logLevel: 'warn' });
process.exit(0);
