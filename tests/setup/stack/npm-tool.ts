import { spawnSync } from 'node:child_process';

/** No tool tells anybody that it ran. */
export const QUIET: NodeJS.ProcessEnv = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/**
 * Finds a command of an npm package that only tests use and that is too large to be installed with the shop: npm downloads it once and keeps it in its
 * cache. Null, and a line that says so, where it cannot be had.
 */
export function npmTool(name: string, command: string): string | null {
  const { stdout, status } = spawnSync(
    'npm',
    ['exec', '--yes', '--prefer-offline', '--fetch-retries=1', `--package=${name}`, '-c', `command -v ${command}`],
    {
      encoding: 'utf8',
      timeout: 240_000,
    },
  );
  const path = status === 0 ? (stdout.trim().split('\n').at(-1) ?? '') : '';
  if (!path) console.info(`Skipped: the npm package ${name} cannot be had here.`);
  return path || null;
}
