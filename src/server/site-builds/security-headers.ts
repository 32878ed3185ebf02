import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Repeats the security policy of the pages in the header of every answer: of what is no page, too, and before the first byte of a page is read.
 * Both hold at once, so the header must know the same hashes. Only in a header can a policy forbid to be shown in other sites' frames.
 */
export function securityHeaders(): AstroIntegration {
  return {
    name: 'security-headers',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
        const pages = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
        await writeFile(`${folder}/_headers`, `/*\n  Content-Security-Policy: ${policyOf(pages)}; frame-ancestors 'none'\n`);
      },
    },
  };
}

/** The one policy of all pages. @throws Error when a page has none, or another one */
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
