/** What a browser test goes through is listed in it by hand, with what each entry needs. These tests say what a list has forgotten. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCREENS } from '#admin/screens.ts';
import { ROOT } from '#local/settings.ts';

const read = (file: string) => readFile(join(ROOT, file), 'utf8');

/** The paths in a list, without their queries. */
const pathsIn = async (file: string) => [...(await read(file)).matchAll(/\bpath: '([^'?]+)/g)].map(([, path]) => path);

/** Shells of other addresses, what the worker shows, and the back office: their own tests see them. */
const NO_PAGES = ['/admin', '/category-shell', '/no-[what]', '/offline', '/order-shell', '/product-shell'];

test('every page of the shop is measured and looked at', async () => {
  const files = (await readdir(join(ROOT, 'src/pages'))).filter((name) => name.endsWith('.astro'));
  const pages = files.map((name) => `/${name.slice(0, -'.astro'.length).replace('index', '')}`);
  const listed = await pathsIn('tests/e2e/pages.spec.ts');
  expect(pages.filter((path) => !listed.includes(path))).toEqual(NO_PAGES);
});

/** Looked at while it is worked at: tests/e2e/admin-confirmations.spec.ts. */
const DESK = '/admin/confirm';

test('every screen of the back office is checked for accessibility', async () => {
  const screens = SCREENS.map(({ path }) => path);
  expect(screens.length).toBeGreaterThan(20);
  const listed = await pathsIn('tests/e2e/admin-accessibility.spec.ts');
  expect(screens.filter((path) => !listed.includes(path))).toEqual([DESK]);
});
