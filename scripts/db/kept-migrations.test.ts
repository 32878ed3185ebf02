import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KEPT_MIGRATIONS, keptMigrations, MIGRATIONS } from './kept-migrations.ts';

const kept: Record<string, string> = JSON.parse(await readFile(KEPT_MIGRATIONS, 'utf8'));

test('migrations that shops have are as they were, and new ones come after them', async () => {
  const names = Object.keys(kept);
  expect(names.length).toBeGreaterThan(0);
  expect(await keptMigrations(names)).toEqual(kept);
  expect((await readdir(MIGRATIONS)).toSorted().slice(0, names.length)).toEqual(names);
});
