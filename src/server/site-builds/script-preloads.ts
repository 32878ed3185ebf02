import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages with a frame of their own: the back office, and what other addresses are rewritten to. */
const NOT_SHOP = /^(admin|.+-shell)$/;

/** Folders of pages that all load the same scripts. */
const FOLDERS = ['product', 'category'];

/**
 * Rules for `_headers`, which have browsers ask for a page's scripts as soon as its first bytes come. In the page they would be asked for after its
 * photos, one after the other, because only a script knows what it imports. Their priority stays low, below the first photo's.
 */
export async function scriptPreloads(folder: string): Promise<string[]> {
  const names = (await readdir(folder))
    .flatMap((name) => /^(.+)\.html$/.exec(name)?.[1] ?? [])
    .filter((name) => !NOT_SHOP.test(name));
  const pages = names.map((name) => [name === 'index' ? '/' : `/${name}`, `${name}.html`]);
  for (const name of FOLDERS) {
    const [first] = await readdir(join(folder, name)).catch(() => []);
    if (first) pages.push([`/${name}/*`, join(name, first)]);
  }
  return Promise.all(
    pages.toSorted().map(async ([path, file = '']) => {
      const page = await readFile(join(folder, file), 'utf8');
      const first = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src = '']) => src);
      const links = (await withImports(folder, first)).map((src) => `<${src}>; rel=modulepreload; fetchpriority=low`);
      return `${path}\n  Link: ${links.join(', ')}\n`;
    }),
  );
}

/** Scripts and all that they import at once. */
async function withImports(folder: string, scripts: string[]): Promise<string[]> {
  const found = new Set(scripts);
  for (const script of found) {
    const code = await readFile(join(folder, script), 'utf8');
    for (const [, file] of code.matchAll(/(?:^|[;\n])import(?:[^;"']*? ?from)?["']\.\/([^"']+)["']/g))
      found.add(`/_astro/${file}`);
  }
  return [...found];
}
