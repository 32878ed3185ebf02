import { defineConfig } from 'vitest/config';
import { ROOT } from '#local/settings.ts';

/** `npm run test:netlify`: the shop as Netlify's own build makes it and as its runtime calls it. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ['tests/netlify/**/*.test.ts'],
    globalSetup: ['tests/setup/stack/netlify-build.ts'],
    pool: 'forks',
    // Each function has a process of its own, whose start takes a while on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // What was unpacked is many thousand files.
    teardownTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'test-results/netlify.json' }]],
  },
});
