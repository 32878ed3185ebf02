import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { npmTool, QUIET } from '#tests/setup/stack/npm-tool.ts';

const linter = npmTool('@postgres-language-server/cli@0.25.5', 'postgres-language-server');

/** Its own difficulty with the bodies of `do` blocks, which every test here runs. */
const NOT_UNDERSTOOD = 'No root node found in parse result';

function findings(...paths: string[]): string[] {
  const { stdout, stderr } = spawnSync(
    linter ?? '',
    ['check', '--config-path=supabase/postgres-language-server.jsonc', '--max-diagnostics=none', '--reporter=github', ...paths],
    { cwd: ROOT, encoding: 'utf8', env: QUIET, maxBuffer: 64_000_000 },
  );
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('::'));
  return lines.filter((line) => !line.endsWith(NOT_UNDERSTOOD));
}

test.skipIf(!linter)('the Postgres language server finds nothing in the migrations, and does find a planted fault', () => {
  expect(findings('tests/db/sweeps/bad-migration.sql')).toEqual([expect.stringContaining('banDropTable')]);
  expect(findings('supabase/migrations')).toEqual([]);
});
