import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldBundles } from './bundles.ts';

/** Makes a folder for each of these ages in minutes, named after it. Returns those that are left. */
async function leftOf(ages: number[]): Promise<number[]> {
  const home = await mkdtemp(join(tmpdir(), 'shop-bundles-'));
  for (const age of ages) {
    const used = new Date(Date.now() - age * 60_000);
    await mkdir(join(home, String(age)));
    await utimes(join(home, String(age)), used, used);
  }
  await removeOldBundles(home);
  const left = (await readdir(home)).map(Number);
  await rm(home, { recursive: true });
  return left.toSorted((a, b) => a - b);
}

test('the four bundles used last stay, however old', async () => {
  expect(await leftOf([60, 9_000, 120, 240, 480, 20_000])).toEqual([60, 120, 240, 480]);
});

test('a bundle used in the last ten minutes stays, since a build may be reading it', async () => {
  expect(await leftOf([1, 2, 3, 4, 5, 6, 30])).toEqual([1, 2, 3, 4, 5, 6]);
});
