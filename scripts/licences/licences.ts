import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#local/settings.ts';

/** Licences that a package may have, alone or combined: they only require their notice. */
const FREE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Packages that may have another licence, and why. */
const EXCEPTIONS: Record<string, RegExp> = {
  // The OFL asks of a font on a page only that it is not sold by itself.
  'OFL-1.1': /^@fontsource/,
  // Sharp loads libvips as a library of its own, which anybody can replace, and runs on servers alone: the LGPL asks for no more.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  // Compresses styles at build time; none of it is delivered.
  'MPL-2.0': /^lightningcss/,
  'Python-2.0': /^argparse$/,
  // Says MIT in its repository, and nothing in its package.
  none: /^callsite$/,
};

const lockedPackage = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
});

type LockedPackage = z.infer<typeof lockedPackage>;

const lock = z.object({ packages: z.record(z.string(), lockedPackage) });

export interface Package {
  name: string;
  version: string;
  licence: string;
}

/** The packages that the shop is built, served and run with (`dependencies`), on every kind of machine, as the lock files have them. */
export async function runtimePackages(): Promise<Package[]> {
  const locks = await Promise.all(['package-lock.json', 'local/node/package-lock.json'].map(packagesOf));
  const found = locks
    .flatMap(Object.entries<LockedPackage>)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version = '', license = 'none' }]) => ({
      // An override has another name than its folder.
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }));
  const byName = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The packages of a lock file by their folders. */
async function packagesOf(file: string): Promise<Record<string, LockedPackage>> {
  return lock.parse(JSON.parse(await readFile(join(ROOT, file), 'utf8'))).packages;
}

/** Whether a package may run in the shop. A licence may be several: `MIT AND Apache-2.0`, `(MIT OR GPL-2.0)`. */
export function isAllowed({ name, licence }: Package): boolean {
  const may = (one: string) => FREE.includes(one) || EXCEPTIONS[one]?.test(name) === true;
  return licence
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some(may));
}

/** The list as docs/licences.md has it. */
export function licencesPage(packages: Package[]): string {
  return `# Licences

What the shop is built, served and run with, by the lock files of the shop and of its Node. Written by \`npm run licences\`; a test compares it, and refuses a licence that
scripts/licences/licences.ts does not know. What only tests is not in it. A bill of materials: \`npm sbom --sbom-format cyclonedx --omit dev\`.

${table([['package', 'version', 'licence'], ...packages.map(({ name, version, licence }) => [name, version, licence])])}
`;
}

/** A table of Markdown, its columns as wide as the formatter has them. */
function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
