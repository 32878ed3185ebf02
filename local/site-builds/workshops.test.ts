import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkshop, sweepWorkshops } from './workshops.ts';

test('what builds left whose process is gone is removed; a build under way, and everything else, stays', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-workshops-'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(home, `.build-${pid}-abc`, 'site'), { recursive: true });
  await mkdir(join(home, 'astro'));
  const own = await openWorkshop(home);
  await sweepWorkshops(home);
  expect((await readdir(home)).toSorted()).toEqual([basename(own), 'astro'].toSorted());
  await rm(home, { recursive: true });
});
