import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { STORED_DATA } from './stored-data.ts';

/** Names of what is kept, as the code of the shop's pages writes them. */
async function keysInCode(): Promise<Set<string>> {
  const files = globSync('src/{browser,components,features,layouts,pages,admin}/**/*.{ts,tsx,astro}').filter(
    (file) => !/\.test\.ts$|stored-data/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/'([a-z_]+_v\d+|(?:auth|admin)\.[a-z]+)'/g)].map(([, key]) => key ?? '')),
  );
}

test('the privacy page names everything that the code stores in the browser', async () => {
  const told = new Set(STORED_DATA.flatMap(({ keys }) => keys));
  const kept = await keysInCode();
  expect(kept).toContain('cart_v1');
  expect([...kept].filter((key) => !told.has(key))).toEqual([]);
});
