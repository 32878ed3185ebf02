import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A new folder to build pages in. Its name tells whose it is. */
export function openWorkshop(home: string): Promise<string> {
  return mkdtemp(join(home, `.build-${process.pid}-`));
}

/** Removes the folders of builds that were cut off by a power cut, as their processes are no longer there. */
export async function sweepWorkshops(home: string): Promise<void> {
  const left = (await readdir(home)).filter((name) => {
    const [, pid] = /^\.build-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.all(left.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process cannot be asked, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
