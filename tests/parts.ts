/** What `npm test` is made of. Each part is also a command of its own that takes a file or a name: `npm run test:api -- orders`. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '#local/settings.ts';
import { findHostedParts } from './setup/stack/hosted-supabase.ts';

/** A program and its arguments. */
type Tool = string[];

/** `npm run check`: tools that say yes or no by their exit code. What one `says` shows that it has looked at all. One alone: `npm run check -- types`. */
export const CHECKS: Record<string, { title: string; tool: Tool; says?: RegExp }> = {
  lint: { title: 'format, lint and import rules', tool: ['biome', 'ci', '--error-on-warnings'] },
  unused: { title: 'unused code and packages', tool: ['knip'] },
  peers: {
    title: 'peers of packages',
    tool: ['npm', 'query', ':missing', '--legacy-peer-deps=false', '--expect-result-count=0'],
  },
  types: {
    title: 'types',
    tool: ['astro', 'check', '--minimumSeverity', 'warning', '--minimumFailingSeverity', 'warning'],
    // Ends well without its own packages, too.
    says: /Result \(\d+ files\)/,
  },
};

/**
 * What API tests run on: PostgreSQL and PostgREST as hosted projects have them, where this machine has those, since production is that and they are
 * faster; else, and where `SHOP_TESTS_ON=embedded`, the embedded stack.
 */
export const API_RUNS_ON: 'hosted' | 'embedded' =
  process.env.SHOP_TESTS_ON !== 'embedded' && findHostedParts() ? 'hosted' : 'embedded';

/**
 * Files of tests/api that run on the embedded stack as well: what its own Auth, Storage, Data API and one connection decide, and no SQL of ours.
 * The rest it proves with every browser test.
 */
export const ON_BOTH_STACKS = [
  'account-links',
  'backup',
  'database-access',
  'failures',
  'hostile-strings',
  'limits',
  'orders',
  'photo-uploads',
  'photos',
  'race',
  'search',
  'shopper-account',
  'sign-in',
  'stolen-session',
];

const VITEST = ['vitest', 'run', '--config', 'tests/vitest.config.ts'];

/** `npm run test:unit` and so on. */
export const TESTS = {
  unit: [...VITEST, '--project', 'unit'],
  api: [...VITEST, '--project', 'api*'],
  hosted: [...VITEST, '--project', 'api, hosted'],
  start: [...VITEST, '--project', 'start'],
  db: [...VITEST, '--project', 'db'],
  e2e: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
  browsers: ['node', 'tests/browsers/run.ts'],
  netlify: ['vitest', 'run', '--config', 'tests/netlify/vitest.config.ts'],
  crash: [...VITEST, '--project', 'start', 'kills'],
} satisfies Record<string, Tool>;

export type TestName = keyof typeof TESTS;

/** What the one test behind `npm run test:crash` reads: a run of everything kills the shop less often. */
export const CRASH_ENVIRONMENT = { SHOP_KILLS: '20' };

export interface Outcome {
  passed: number;
  failed: number;
  /** Files or names that the commands in `TESTS` take. */
  failures: string[];
  tests: TimedTest[];
  /** What this machine lacks, so that nothing ran in it, and how it is installed. */
  notHere?: string[];
}

export interface TimedTest {
  title: string;
  /** Where it stands. */
  file: string;
  seconds: number;
  /** What it complained of when it failed, also when its second try passed. */
  error?: string | undefined;
}

/** Those that a run waits for most, slowest first. */
export function slowestTests(tests: TimedTest[], count = 20): TimedTest[] {
  return tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

/** Those that failed at least once, and why, without the colours of a terminal. A reason is cut where it becomes a page. */
export function complaintsOf(tests: TimedTest[]): { title: string; file: string; error: string }[] {
  return tests.flatMap(({ title, file, error }) =>
    error ? [{ title, file, error: stripVTControlCharacters(error).slice(0, 1500).trim() }] : [],
  );
}

/** A step of `npm test` that runs tests. */
export interface Suite {
  title: string;
  tool: Tool;
  /** The file that the tool writes to test-results/, and how to read it. */
  report: string;
  read(report: never): Outcome;
  /** Which of `TESTS` repeats a failure. */
  commandFor(failure: string): TestName;
}

/** Tells of what fails and keeps silent of the rest: refusals that tests provoke fill pages with log lines. */
const BRIEFLY = {
  vitest: ['--reporter=minimal', '--reporter=./tests/setup/vitest/progress.ts', '--reporter=json', '--silent=passed-only'],
  playwright: ['--reporter=dot,json', '--quiet'],
};

export const SUITES: Suite[] = [
  {
    // One run for four kinds of tests, so that no worker waits for the slowest file of each kind.
    title: 'unit, API, start and database tests',
    tool: [...VITEST, ...BRIEFLY.vitest],
    report: 'vitest.json',
    read: readVitest,
    commandFor: (file) => (/^tests\/(api|start|db)\//.exec(file)?.[1] ?? 'unit') as TestName,
  },
  {
    title: 'browser tests',
    // A machine that stands still for half a minute should not cost a whole run. What passes only the second time is named at the end.
    tool: [...TESTS.e2e, '--retries=1', ...BRIEFLY.playwright],
    report: 'playwright.json',
    read: readPlaywright,
    commandFor: () => 'e2e',
  },
  {
    title: 'other browsers',
    tool: TESTS.browsers,
    report: 'browsers.json',
    read: readBrowsers,
    commandFor: () => 'browsers',
  },
  {
    title: 'Netlify’s build and runtime',
    tool: [...TESTS.netlify, ...BRIEFLY.vitest],
    report: 'netlify.json',
    read: readVitest,
    commandFor: () => 'netlify',
  },
];

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: VitestResult[] }[];
}

interface VitestResult {
  fullName: string;
  duration?: number;
  failureMessages?: string[];
}

function readVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Outcome {
  const failures = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(ROOT, name));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0, failureMessages: [error] = [] }) => ({
      title: fullName,
      file: relative(ROOT, name),
      seconds: duration / 1000,
      error,
    })),
  );
  return { passed: numPassedTests, failed: numFailedTests, failures, tests };
}

/** The project of tests/e2e/playwright.config.ts that runs what a browser with windows does differently. */
export const FULL_BROWSER = 'full Chromium';

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { projectName?: string; results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightResult {
  duration: number;
  error?: { message?: string };
}

function readPlaywright({ stats, suites }: PlaywrightReport): Outcome {
  const isGood = (suite: PlaywrightSuite): boolean => suite.specs.every(({ ok }) => ok) && (suite.suites ?? []).every(isGood);
  const failures = suites.filter((suite) => !isGood(suite)).map(({ file }) => file);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, tests: suites.flatMap(timesOf) };
}

function timesOf({ file, specs, suites = [] }: PlaywrightSuite): TimedTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => {
      const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
      const error = results.find((one) => one.error)?.error?.message;
      const where = projectName === FULL_BROWSER ? ` (${FULL_BROWSER})` : '';
      return { title: title + where, file: `tests/e2e/${file}`, seconds: milliseconds / 1000, error };
    }),
  );
  return [...own, ...suites.flatMap(timesOf)];
}

interface BrowsersReport {
  passed: number;
  failed: number;
  /** What the system would have to bring. */
  notHere: string[];
  outcomes: { browser: string; journey: string; seconds: number; problems: string[] }[];
}

function readBrowsers({ passed, failed, notHere, outcomes }: BrowsersReport): Outcome {
  const failures = outcomes.filter(({ problems }) => problems.length > 0).map(({ browser }) => browser);
  const tests = outcomes.map(({ browser, journey, seconds, problems }) => ({
    title: `${journey} in ${browser}`,
    file: 'tests/browsers',
    seconds,
    error: problems[0],
  }));
  return { passed, failed, failures: [...new Set(failures)], tests, notHere };
}
