import { readFileSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. A container may have little of it, or allow no program there. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 3 * 2 ** 30;

/**
 * A new folder for a database server, in memory where there is plenty: each database is some thousand files, and on a disk, to make and delete those takes as
 * long as all that the tests ask.
 */
export function quickFolder(name: string): Promise<string> {
  return mkdtemp(join(hasMuchMemory() ? MEMORY : tmpdir(), name));
}

function hasMuchMemory(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < ENOUGH_BYTES) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const mount = mounts.findLast((line) => line.split(' ')[1] === MEMORY);
  if (!mount || /\b(ro|noexec)\b/.test(mount)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
