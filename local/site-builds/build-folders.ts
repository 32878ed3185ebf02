import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a new folder to build pages in. Its name holds the id of this process. */
export function createBuildFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `.build-${process.pid}-`));
}

/** Removes the folders of builds whose process no longer runs: a power cut leaves them behind. */
export async function removeAbandonedBuilds(parent: string): Promise<void> {
  const abandoned = (await readdir(parent)).filter((name) => {
    const [, pid] = /^\.build-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.all(abandoned.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
