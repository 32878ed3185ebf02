import { defineConfig } from 'vitest/config';
import { ROOT } from '#local/settings.ts';

/** Three levels: units beside their source, the API on an embedded database, SQL on a real PostgreSQL with many connections. */
export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{local,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          // Some start a process, and a machine may be five times slower than on other days.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'tests/setup/shared-supabases.ts',
          testTimeout: 90_000,
          // The parts of a hosted project take longer to start than the embedded ones.
          hookTimeout: process.env.SHOP_TESTS_ON === 'hosted' ? 180_000 : 120_000,
          // The functions read their environment once, so every file has a process of its own.
          isolate: true,
          // To measure what a request leaves behind.
          execArgv: ['--expose-gc'],
        },
      },
      {
        test: { name: 'start', include: ['tests/start/**/*.test.ts'], pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 },
      },
      { test: { name: 'db', include: ['tests/db/**/*.test.ts'], pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
    maxWorkers: 2,
    reporters: [
      'default',
      ['json', { outputFile: `test-results/${process.env.SHOP_TESTS_ON === 'hosted' ? 'hosted' : 'vitest'}.json` }],
    ],
  },
});
