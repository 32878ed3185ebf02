/** `npm test`: everything that must hold, cheapest first. Ends with one line, `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { installChromium } from '#tests/setup/chromium.ts';

interface Outcome {
  passed: number;
  failed: number;
}

const RESULTS = new URL('../test-results/', import.meta.url);

await rm(RESULTS, { recursive: true, force: true });
await mkdir(RESULTS, { recursive: true });
installChromium();

const outcomes: Outcome[] = [
  check('format, lint and import rules', ['biome', 'ci', '--error-on-warnings']),
  check('types', ['tsc', '--noEmit']),
  check('types of pages', ['astro', 'check', '--minimumFailingSeverity', 'warning']),
  check('dead code and dependencies', ['knip']),
  await tests(
    'unit, API, start and database tests',
    ['vitest', 'run', '--config', 'tests/vitest.config.ts'],
    'vitest.json',
    ofVitest,
  ),
  await tests(
    'browser tests',
    ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    'playwright.json',
    ofPlaywright,
  ),
];

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs a tool that says yes or no by its exit code. */
function check(title: string, [command = '', ...args]: string[]): Outcome {
  return run(title, command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a test runner and counts what its report says. One that ends badly without a failed test has failed itself. */
async function tests(
  title: string,
  [command = '', ...args]: string[],
  report: string,
  count: (report: unknown) => Outcome,
): Promise<Outcome> {
  const good = run(title, command, args);
  const text = await readFile(new URL(report, RESULTS), 'utf8').catch(() => null);
  const outcome = text ? count(JSON.parse(text)) : { passed: 0, failed: 0 };
  return good || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
}

function run(title: string, command: string, args: string[]): boolean {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
  console.log(`── ${title}: ${status === 0 ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

function ofVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
  return { passed: numPassedTests, failed: numFailedTests };
}

function ofPlaywright(report: unknown): Outcome {
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
