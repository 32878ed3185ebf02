import { spawnSync } from 'node:child_process';
import { SUPABASE } from '#local/supabase/cli-commands.ts';
import { npmTool, QUIET } from '#tests/setup/stack/npm-tool.ts';

/** Supabase's command line. Too large (142 MB) to be installed with the shop, so npm downloads it once and keeps it; null where it cannot be had. */
export function findSupabaseCli(): string | null {
  return npmTool(SUPABASE.replace('npx ', ''), 'supabase');
}

/** Runs Supabase's command line and returns what it printed. @throws Error with what it complained about, or when it cannot be had */
export function supabaseCli(...args: string[]): string {
  const program = findSupabaseCli();
  if (!program) throw new Error(`${SUPABASE} cannot be downloaded here, and npm's cache does not have it.`);
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: QUIET, maxBuffer: 64_000_000 });
  if (status !== 0) throw new Error(`supabase ${args.slice(0, 2).join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
