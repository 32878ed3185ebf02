import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

const WRITES = `setInterval(() => console.error('lost'), 10); setTimeout(() => process.exit(7), 200)`;

/** How a process ends that writes to a full disk for a while, and then ends with 7. */
function endOf(program: string): number | null {
  const full = openSync('/dev/full', 'w');
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', `${program}; ${WRITES}`], {
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  return status;
}

test.runIf(process.platform === 'linux')('a log on a full disk does not end its process', () => {
  expect(endOf('')).toBe(1);
  expect(endOf(`(await import('${import.meta.dirname}/lost-output.ts')).loseUnwritableOutput()`)).toBe(7);
});
