import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Writes the headers when the pages are there; bundling alone renders none. */
export function securityHeaders(): AstroIntegration {
  return {
    name: 'security-headers',
    hooks: {
      'astro:build:done': async ({ dir, pages }) => {
        if (pages.length > 0) await writeSecurityHeaders(fileURLToPath(dir));
      },
    },
  };
}

/**
 * Repeats the pages' content security policy as a header of every answer, so that it also covers files that are not pages. Browsers apply both,
 * so both need the same hashes. `frame-ancestors` only works in a header.
 */
export async function writeSecurityHeaders(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  await writeFile(join(folder, '_headers'), `/*\n  Content-Security-Policy: ${policyOf(pages)}; frame-ancestors 'none'\n`);
}

/** The policy that all pages share. @throws Error when a page has none or a different one */
export function policyOf(pages: string[]): string {
  const policies = new Set(pages.map((page) => /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(page)?.[1]));
  const [policy] = policies;
  if (policies.size !== 1 || !policy) throw new Error('The pages have no security policy in common');
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .join('; ');
}
