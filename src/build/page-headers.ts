import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Writes the headers when the pages are there; bundling alone renders none. Until then tells `middleware.ts` where the built files are. */
export function pageHeaders(): AstroIntegration {
  return {
    name: 'page-headers',
    hooks: {
      'astro:config:done': ({ config }) => {
        process.env['SHOP_BUILT_FILES'] = fileURLToPath(config.outDir);
      },
      'astro:build:done': async ({ dir, pages }) => {
        if (pages.length > 0) await writePageHeaders(fileURLToPath(dir));
      },
    },
  };
}

/**
 * Writes `_headers`: the pages' content security policy for every answer, so that it also covers files that are not pages. Browsers apply that and the page's own; `frame-ancestors` only works in a header.
 */
export async function writePageHeaders(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  await writeFile(join(folder, '_headers'), `/*\n  Content-Security-Policy: ${policyOf(pages)}; frame-ancestors 'none'\n`);
}

/** Directives with the hashes of what stands in a page; pages of one kind have styles of their own. */
const HASHES = /^(script|style)-src$/;

/** The policy that allows what each of the pages does. @throws Error when a page has none, or when they differ in more than hashes */
export function policyOf(pages: string[]): string {
  const allowed = new Map<string, Set<string>>();
  for (const page of pages) {
    const policy = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(page)?.[1];
    const directives = policy?.split(';').map((directive) => directive.trim().split(/\s+/)) ?? [];
    for (const [name = '', ...values] of directives) {
      if (!name) continue;
      const others = allowed.get(name);
      const isKnown = !others || (others.size === values.length && values.every((value) => others.has(value)));
      if (!isKnown && !HASHES.test(name)) throw new Error(`The pages differ in ${name} of their security policy`);
      allowed.set(name, new Set([...(others ?? []), ...values]));
    }
    if (directives.length === 0) throw new Error('A page has no security policy');
  }
  return [...allowed].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}
