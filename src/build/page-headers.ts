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

/** What reads codes from the camera of the back office, as the bundler names its file. A worker has the policy of its own answer, and no page's. */
const CODE_READER = /^code-reader-[\w-]+\.js$/;

/** It fetches and runs its WebAssembly, and nothing else. */
const CODE_READER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Writes `_headers`: the pages' content security policy for every answer, so that it also covers files that are not pages. Browsers apply that and the page's own; `frame-ancestors` only works in a header.
 * One script has a policy of its own, after the others': of two headers with the same name the later rule's counts.
 */
export async function writePageHeaders(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const readers = (await readdir(join(folder, '_astro'))).filter((name) => CODE_READER.test(name));
  if (readers.length !== 1) throw new Error(`There are ${readers.length} scripts that read codes, instead of one`);
  const rules = [
    ['/*', `${policyOf(pages)}; frame-ancestors 'none'`],
    ...readers.map((name) => [`/_astro/${name}`, CODE_READER_POLICY]),
  ];
  await writeFile(
    join(folder, '_headers'),
    rules.map(([path, policy]) => `${path}\n  Content-Security-Policy: ${policy}\n`).join(''),
  );
}

/** Directives with the hashes of what stands in a page; pages of one kind have styles of their own. */
const HASHES = /^(script|style)-src$/;

/** The policy that allows what each of the pages does. @throws Error when a page has none or an unsafe one, or when they differ in more than hashes */
export function policyOf(pages: string[]): string {
  const allowed = new Map<string, Set<string>>();
  for (const page of pages) {
    const policy = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(page)?.[1];
    const directives = policy?.split(';').map((directive) => directive.trim().split(/\s+/)) ?? [];
    for (const [name = '', ...values] of directives) {
      if (!name) continue;
      const unsafe = values.find((value) => value.includes('unsafe'));
      if (unsafe) throw new Error(`A page allows ${unsafe} in ${name} of its security policy`);
      const others = allowed.get(name);
      const isKnown = !others || (others.size === values.length && values.every((value) => others.has(value)));
      if (!isKnown && !HASHES.test(name)) throw new Error(`The pages differ in ${name} of their security policy`);
      allowed.set(name, new Set([...(others ?? []), ...values]));
    }
    if (directives.length === 0) throw new Error('A page has no security policy');
  }
  return [...allowed].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}
