/** `npm run test:hosted`: the API's tests on the parts of a hosted project (PostgreSQL with pg-safeupdate, real PostgREST) instead of the embedded ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findHostedParts, NO_HOSTED_PARTS, startHostedParts } from '#tests/setup/hosted-supabase.ts';

const found = findHostedParts();
if (!found) {
  console.error(NO_HOSTED_PARTS);
  process.exit(1);
}
console.log(`Hosted parts: ${found}`);
const parts = await startHostedParts();
const tests = spawn('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', 'api', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...parts.environment },
});
// Ctrl-C reaches both; what was started goes first.
process.on('SIGINT', () => {}).on('SIGTERM', () => tests.kill());
const [status] = await once(tests, 'exit');
await parts.stop();
process.exit(status ?? 1);
