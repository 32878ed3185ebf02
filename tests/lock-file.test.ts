/** `npm ci` installs what the lock file names and refuses one that leaves anything out, on whatever platform. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
  resolved?: string;
}

/** Where a package that another one asks for is found: in its own folder, else in those above it, as Node looks for it. */
function isLocked(packages: Record<string, LockedPackage>, asker: string, name: string): boolean {
  for (let folder = asker; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder}${folder && '/'}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

test.each(['package-lock.json', 'local/node/package-lock.json'])('%s names what every platform needs', async (file) => {
  const { packages } = JSON.parse(await readFile(join(ROOT, file), 'utf8')) as { packages: Record<string, LockedPackage> };
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, folder, name)),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry, so that each machine asks its own', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  expect(Object.entries(packages).flatMap(([folder, { resolved }]) => (resolved ? [folder] : []))).toEqual([]);
});
