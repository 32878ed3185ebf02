/** `npm test`: everything that must hold, cheapest first. Ends with one line, `N passed, N failed`. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { installChromium } from '#tests/setup/chromium.ts';
import { foundHostedParts, NO_HOSTED_PARTS } from '#tests/setup/hosted-supabase.ts';

interface Outcome {
  passed: number;
  failed: number;
}

const RESULTS = new URL('../test-results/', import.meta.url);
const ENVIRONMENT = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

await rm(RESULTS, { recursive: true, force: true });
await mkdir(RESULTS, { recursive: true });
installChromium();

const outcomes: Outcome[] = [
  // Pages, and with them everything that TypeScript reads, are checked beside what is quicker: a small machine has two processors.
  ...(await Promise.all([
    inTurn([
      ['format, lint and import rules', 'biome', 'ci', '--error-on-warnings'],
      ['dead code and dependencies', 'knip'],
    ]),
    inTurn([['types', 'astro', 'check', '--minimumSeverity', 'warning', '--minimumFailingSeverity', 'warning']]),
  ]).then((both) => both.flat())),
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
  await tests('other browsers', ['node', 'tests/browsers/run.ts', '--installed'], 'browsers.json', ofBrowsers),
  await tests(
    'Netlify’s build and runtime',
    ['vitest', 'run', '--config', 'tests/netlify/vitest.config.ts'],
    'netlify.json',
    ofVitest,
  ),
  foundHostedParts()
    ? await tests('API tests on the parts of a hosted project', ['node', 'tests/hosted.ts'], 'hosted.json', ofVitest)
    : skipped('API tests on the parts of a hosted project', NO_HOSTED_PARTS),
];

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs tools that say yes or no by their exit code, one after the other, and prints what each said when it has ended. */
async function inTurn(checks: [title: string, command: string, ...args: string[]][]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [title, command, ...args] of checks) {
    const started = performance.now();
    const { good, said } = await promisify(execFile)(command, args, { env: ENVIRONMENT, maxBuffer: 1e8 }).then(
      ({ stdout, stderr }) => ({ good: true, said: stdout + stderr }),
      (error: { stdout: string; stderr: string; message: string }) => ({
        good: false,
        said: `${error.stdout}${error.stderr}\n${error.message}`,
      }),
    );
    console.log(`\n── ${title}\n${said.trim()}`);
    sayHowItWent(title, good, started);
    outcomes.push(good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }
  return outcomes;
}

/** Runs a test runner and counts what its report says. One that ends badly without a failed test has failed itself. */
async function tests(
  title: string,
  [command = '', ...args]: string[],
  report: string,
  count: (report: unknown) => Outcome,
): Promise<Outcome> {
  await rm(new URL(report, RESULTS), { force: true });
  const good = run(title, command, args);
  const text = await readFile(new URL(report, RESULTS), 'utf8').catch(() => null);
  const outcome = text ? count(JSON.parse(text)) : { passed: 0, failed: 0 };
  return good || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
}

function run(title: string, command: string, args: string[]): boolean {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: ENVIRONMENT });
  sayHowItWent(title, status === 0, started);
  return status === 0;
}

/** Says what this machine has not got the parts for. */
function skipped(title: string, reason: string): Outcome {
  console.log(`\n── ${title}: SKIPPED (${reason})`);
  return { passed: 0, failed: 0 };
}

function sayHowItWent(title: string, good: boolean, started: number): void {
  console.log(`── ${title}: ${good ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

function ofVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
  return { passed: numPassedTests, failed: numFailedTests };
}

function ofBrowsers(report: unknown): Outcome {
  const { passed, failed } = report as Outcome;
  return { passed, failed };
}

function ofPlaywright(report: unknown): Outcome {
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
