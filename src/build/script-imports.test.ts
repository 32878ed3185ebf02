import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withImports } from './script-imports.ts';

test('scripts come with all that they import at once, each named once, but not with what they load later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'script-imports-'));
  await mkdir(join(folder, '_astro'));
  const files = {
    home: 'import{a as t}from"./core.js";t();import(`./later.js`)',
    shop: 'const n=1;\nimport"./core.js";import("./later.js")',
    core: 'import{x}from"./deep.js";export{x as a}',
    deep: 'export const x=1',
  };
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, '_astro', `${name}.js`), code);
  expect(withImports(folder, ['/_astro/home.js', '/_astro/shop.js'])).toEqual(
    ['home', 'shop', 'core', 'deep'].map((name) => `/_astro/${name}.js`),
  );
  await rm(folder, { recursive: true });
});
