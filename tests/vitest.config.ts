import { defineConfig } from 'vitest/config';
import { ROOT } from '#local/settings.ts';
import { API_RUNS_ON, ON_BOTH_STACKS } from './parts.ts';

/** API tests on one of the stacks that a shop can run on. */
const api = (stack: typeof API_RUNS_ON, files: string) => ({
  test: {
    name: `api, ${stack}`,
    include: [`tests/api/${files}.test.ts`],
    env: { SHOP_TESTS_ON: stack },
    // The functions read their environment once, so every file has a process of its own.
    pool: 'forks' as const,
    setupFiles: ['tests/setup/vitest/server-log.ts', 'tests/setup/vitest/short-pauses.ts'],
    isolate: true,
    globalSetup: [
      'tests/setup/every-operation/api-description.ts',
      stack === 'hosted' ? 'tests/setup/stack/hosted-supabase.ts' : 'tests/setup/stack/shared-supabases.ts',
    ],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // To measure what a request leaves behind.
    execArgv: ['--expose-gc'],
  },
});

/** Three levels: units beside their source, the API on a whole stack, SQL on a real PostgreSQL with many connections. */
export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Starting a process for each of so many small files would take longer than their tests.
          isolate: false,
          setupFiles: ['tests/setup/vitest/server-log.ts', 'tests/setup/vitest/own-globals.ts'],
          include: [
            'src/**/*.test.{ts,tsx}',
            '{local,scripts}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/setup/vitest/*.test.ts',
            'tests/{chats,couriers,places}/*.test.ts',
          ],
          // Some start a process or a database, and a machine may be many times slower than on other days.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      api(API_RUNS_ON, '*'),
      ...(API_RUNS_ON === 'hosted' ? [api('embedded', `{${ON_BOTH_STACKS}}`)] : []),
      {
        test: { name: 'start', include: ['tests/start/**/*.test.ts'], pool: 'forks', testTimeout: 240_000, hookTimeout: 240_000 },
      },
      {
        test: {
          name: 'db',
          include: ['tests/db/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'tests/setup/stack/shared-postgres.ts',
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
});
