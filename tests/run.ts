/**
 * `npm test`: everything that must hold, cheapest first. Ends with one line, `N passed, N failed`.
 * `node tests/run.ts PART [FILE OR NAME]` runs one part (`check`, or one of `TESTS`), as `npm run check` and `npm run test:api` do.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { main, UserError } from '#local/user-error.ts';
import {
  CHECKS,
  CRASH_ENVIRONMENT,
  complaintsOf,
  type Outcome,
  SUITES,
  type Suite,
  slowestTests,
  TESTS,
  type TimedTest,
} from './parts.ts';
import { print, relay, tooManyLines } from './printed-lines.ts';
import { installChromium } from './setup/browsers/chromium.ts';

const RESULTS = new URL('../test-results/', import.meta.url);
/** Where files of tests tell what their server logged of errors that they do not provoke. */
const LOGGED = new URL('logged-errors.txt', RESULTS);
/** More are in the file. */
const LOGGED_LINES = 40;

const ENVIRONMENT = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  // Where it reports to when its reporters are named on the command line.
  PLAYWRIGHT_JSON_OUTPUT_FILE: fileURLToPath(new URL('playwright.json', RESULTS)),
};

await main(async () => {
  const [part, ...filters] = process.argv.slice(2);
  // Said outright: a package that the tests load (async-exit-hook) ends a process that runs out of work with 0, whatever `exitCode` says.
  process.exit(await (part === undefined ? runAll() : part === 'check' ? check(filters) : runTests(part, filters)));
});

async function runAll(): Promise<number> {
  await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  installChromium();

  const repeats = await runChecks();
  let passed = Object.keys(CHECKS).length - repeats.length;
  let failed = repeats.length;
  const tests: TimedTest[] = [];
  const notHere: string[] = [];
  for (const suite of SUITES) {
    const outcome = await runSuite(suite);
    passed += outcome.passed;
    failed += outcome.failed;
    repeats.push(...outcome.failures);
    tests.push(...outcome.tests);
    notHere.push(...(outcome.notHere ?? []));
  }
  print('\nThe slowest tests, in seconds:');
  for (const { title, file, seconds } of slowestTests(tests)) print(`${seconds.toFixed(1).padStart(6)}  ${file}: ${title}`);
  const complaints = complaintsOf(tests);
  if (complaints.length > 0) print('\nWhat failed, or passed only the second time, and its first complaint:');
  for (const { title, file, error } of complaints) print(`${file}: ${title}\n${error.replace(/^/gm, '    ')}`);
  if (complaints.length > 0) print('\nWhat the shop of the browser tests logged meanwhile is in test-results/browser-shop.log.');
  const logged = (await readFile(LOGGED, 'utf8').catch(() => '')).trimEnd();
  if (logged)
    print(`\nErrors that a server logged and no test provokes:\n${logged.split('\n').slice(0, LOGGED_LINES).join('\n')}`);
  // Beside the result, so that nobody takes what did not run for what passed.
  if (notHere.length > 0) print(`\nNot here, so nothing ran in it:\n${notHere.map((one) => `  ${one}`).join('\n')}`);
  if (repeats.length > 0) print(`\nTo repeat what failed:\n${repeats.map((command) => `  ${command}`).join('\n')}`);
  const tooMany = repeats.length + complaints.length === 0 ? tooManyLines() : null;
  if (tooMany) print(`\n${tooMany}`);
  if (tooMany) failed += 1;
  print(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** `npm run check`: all checks, or the one that is named. Paths are linted. */
async function check([first, ...rest]: string[]): Promise<number> {
  if (first === undefined) return (await runChecks()).length > 0 ? 1 : 0;
  if (first in CHECKS) return (await runCheck(first, rest)) ? 0 : 1;
  return run([...(CHECKS['lint']?.tool ?? []), first, ...rest]);
}

/** @throws UserError for a part that there is not */
async function runTests(name: string, filters: string[]): Promise<number> {
  const tool = Object.entries(TESTS).find(([each]) => each === name)?.[1];
  if (!tool) throw new UserError(`There are no tests called "${name}", but ${Object.keys(TESTS).join(', ')}.`);
  if (name === 'e2e') installChromium();
  return run([...tool, ...filters], name === 'crash' ? CRASH_ENVIRONMENT : {});
}

/** Runs every check; the slowest beside the others, because a small machine has two processors. Returns the commands that repeat what failed. */
async function runChecks(): Promise<string[]> {
  const quick = Object.keys(CHECKS).filter((name) => name !== 'types');
  const lanes = [quick, ['types']].map(async (names) => {
    const failed: string[] = [];
    for (const name of names) if (!(await runCheck(name))) failed.push(`npm run check -- ${name}`);
    return failed;
  });
  return (await Promise.all(lanes)).flat();
}

/** Prints what a tool that failed said once it has ended, because another one runs beside it. */
async function runCheck(name: string, more: string[] = []): Promise<boolean> {
  const { title, tool: [program = '', ...args] = [], says } = CHECKS[name] ?? { title: name };
  const finish = begin(title);
  const running = promisify(execFile)(program, [...args, ...more], { env: ENVIRONMENT, maxBuffer: 1e8 });
  // Nobody answers a tool that asks.
  running.child.stdin?.end();
  const { good, output } = await running.then(
    ({ stdout, stderr }) => ({ good: true, output: stdout + stderr }),
    (error: { stdout: string; stderr: string; message: string }) => ({
      good: false,
      output: `${error.stdout}${error.stderr}\n${error.message}`,
    }),
  );
  const isGood = good && (says === undefined || says.test(output));
  if (!isGood) print(`\n${output.trim()}`);
  finish(isGood);
  return isGood;
}

/** Runs a suite and reads its report. A tool that fails without a failed test counts as one failure. */
async function runSuite({ title, tool, report, read, commandFor }: Suite): Promise<Outcome> {
  const finish = begin(title);
  const good = (await relay(tool, ENVIRONMENT)) === 0;
  const text = await readFile(new URL(report, RESULTS), 'utf8').catch(() => null);
  const {
    passed,
    failed,
    failures,
    tests,
    notHere = [],
  }: Outcome = text ? read(JSON.parse(text) as never) : { passed: 0, failed: 0, failures: [], tests: [] };
  // Vitest may end well all the same: see the note above on exit codes.
  finish(good && failed === 0);
  const commands = failures.map((failure) => `npm run test:${commandFor(failure)} -- ${quoted(failure)}`);
  if (good || failed > 0) return { passed, failed, failures: commands, tests, notHere };
  return { passed, failed: 1, failures: commands.length > 0 ? commands : [tool.join(' ')], tests, notHere };
}

/** Runs a tool whose output belongs on the terminal. Returns its exit code. */
function run([program = '', ...args]: string[], environment: NodeJS.ProcessEnv = {}): number {
  return spawnSync(program, args, { stdio: 'inherit', env: { ...ENVIRONMENT, ...environment } }).status ?? 1;
}

/** Prints that a step begins. Returns what prints how it ended, with its seconds. */
function begin(title: string): (good: boolean) => void {
  const started = performance.now();
  print(`\n── ${title} …`);
  return (good) => print(`── ${title}: ${good ? 'passed' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

function quoted(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}
