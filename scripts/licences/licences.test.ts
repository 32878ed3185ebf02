import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { isAllowed, licencesPage, runtimePackages } from './licences.ts';

test('every package that the shop is run with has an allowed licence', async () => {
  const packages = await runtimePackages();
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'hono', 'sharp', 'zod']));
  expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['MIT AND GPL-2.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['none', false],
])('the licence expression %s is evaluated as a whole', (licence, allowed) => {
  expect(isAllowed({ name: 'some-package', version: '1.0.0', licence })).toBe(allowed);
});

test('docs/licences.md is what `npm run licences` writes', async () => {
  expect(await readFile(join(ROOT, 'docs/licences.md'), 'utf8')).toBe(licencesPage(await runtimePackages()));
});

test('npm’s bill of materials names the same packages', async () => {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', asked, { cwd: ROOT, maxBuffer: 50_000_000 });
  const { bomFormat, components } = JSON.parse(stdout);
  expect(bomFormat).toBe('CycloneDX');
  // For another kind of machine a package may be left out of it, but none is in it that is not listed.
  const listed = new Set((await runtimePackages()).map(({ name, version }) => `${name}@${version}`));
  const named: string[] = components.map(({ 'bom-ref': reference }: { 'bom-ref': string }) => reference);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !listed.has(name))).toEqual([]);
}, 120_000);
