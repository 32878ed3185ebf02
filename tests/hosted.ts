/** `npm run test:hosted`: the API's tests on the parts of a hosted project (PostgreSQL with pg-safeupdate, real PostgREST) instead of the embedded ones. */
import { spawnSync } from 'node:child_process';
import { HOSTED_SCRIPT, hasHostedParts } from '#tests/setup/hosted-supabase.ts';

if (!hasHostedParts()) {
  console.error(`There are no hosted parts at ${HOSTED_SCRIPT}. SHOP_HOSTED_SCRIPT names the script that starts them.`);
  process.exit(1);
}
const { status } = spawnSync(
  'vitest',
  // A backup is restored into an embedded project there, whose accounts have fewer columns: tests/db/backup restores between two of a kind.
  [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'api',
    '--exclude',
    'tests/api/backup.test.ts',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, SHOP_TESTS_ON: 'hosted' } },
);
process.exit(status ?? 1);
