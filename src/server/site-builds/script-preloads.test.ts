import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptPreloads } from './script-preloads.ts';

const page = (...scripts: string[]) =>
  scripts.map((name) => `<script type="module" fetchpriority="low" src="/_astro/${name}.js"></script>`).join('');

test('each shop page has its scripts asked for with all that they import at once, but not with what they load later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preloads-'));
  const files = {
    'index.html': page('home', 'shop'),
    'admin.html': page('admin'),
    'product-shell.html': page('shop'),
    'product/1.html': page('shop'),
    '_astro/home.js': 'import{a as t}from"./core.js";t();import(`./later.js`)',
    '_astro/shop.js': 'const n=1;\nimport"./core.js";import("./later.js")',
    '_astro/core.js': 'import{x}from"./deep.js";export{x as a}',
    '_astro/deep.js': 'export const x=1',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const links = (...names: string[]) =>
    names.map((name) => `</_astro/${name}.js>; rel=modulepreload; fetchpriority=low`).join(', ');
  expect(await scriptPreloads(folder)).toEqual([
    `/\n  Link: ${links('home', 'shop', 'core', 'deep')}\n`,
    `/product/*\n  Link: ${links('shop', 'core', 'deep')}\n`,
  ]);
  await rm(folder, { recursive: true });
});
