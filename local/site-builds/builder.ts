/** The child process of `site.ts`: builds the pages once. When its parent ends, it removes what it has built and ends, too. */
import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build } from 'astro';

const temporary = dirname(process.env.SHOP_OUT_DIR ?? '');

process.on('disconnect', () => {
  if (basename(temporary).startsWith('.build-')) rmSync(temporary, { recursive: true, force: true });
  process.exit(1);
});
// Ctrl-C reaches all processes of the terminal; the parent decides when this one ends.
process.on('SIGINT', () => {});

await build({ logLevel: 'warn' });
process.exit(0);
