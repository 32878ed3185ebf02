import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createBuildFolder, removeAbandonedBuilds } from './build-folders.ts';

test('build folders without a running process are removed; those of running builds, and everything else, stay', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-builds-'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(home, `.build-${pid}-abc`, 'site'), { recursive: true });
  await mkdir(join(home, 'astro'));
  const own = await createBuildFolder(home);
  await removeAbandonedBuilds(home);
  expect((await readdir(home)).toSorted()).toEqual([basename(own), 'astro'].toSorted());
  await rm(home, { recursive: true });
});
