import { readFile } from 'node:fs/promises';

/**
 * The memory of a process and of all below it, in MB: what each has for itself and its share of what they have in common (PSS).
 * Undefined where the system does not tell, which is everywhere but on Linux.
 */
export async function memoryOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const [own, below] = await Promise.all([proportionalSet(pid), childrenOf(pid)]);
  const others = await Promise.all(below.map(memoryOf));
  return others.reduce<number>((sum, megabytes = 0) => sum + megabytes, own);
}

async function proportionalSet(pid: number): Promise<number> {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}
