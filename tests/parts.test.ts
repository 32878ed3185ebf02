import { spawnSync } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BROWSERS } from './browsers/browsers.ts';
import { runsOldChromium } from './browsers/old-chromium.ts';
import { complaintsOf, FULL_BROWSER, ON_BOTH_STACKS, SUITES, slowestTests, type TimedTest } from './parts.ts';

/** What a suite makes of a report as its tool writes it. */
function outcomeOf(title: RegExp, report: unknown) {
  const suite = SUITES.find((one) => title.test(one.title));
  if (!suite) throw new Error(`There is no suite called ${title}`);
  return suite.read(report as never);
}

test('a run that fails ends with 1, for whoever started it', () => {
  const { status } = spawnSync(process.execPath, ['tests/run.ts', 'browsers', 'there-is-no-such-browser'], { stdio: 'ignore' });
  expect(status).toBe(1);
});

test('a run of tests that fails ends with 1, too, whatever its setup loads', () => {
  const { status } = spawnSync('vitest', [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'unit',
    'there-is-no-such-file',
  ]);
  expect(status).toBe(1);
});

test('the slowest tests come first, and no more than asked for', () => {
  const timed = (seconds: number): TimedTest => ({ title: `takes ${seconds}`, file: 'tests/some.test.ts', seconds });
  expect(slowestTests([timed(2), timed(9), timed(5)], 2)).toEqual([timed(9), timed(5)]);
});

test('Vitest’s report says how long each test took', () => {
  const { tests } = outcomeOf(/unit, API/, {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        name: `${process.cwd()}/tests/api/orders.test.ts`,
        status: 'passed',
        assertionResults: [{ fullName: 'orders are priced', duration: 1500 }, { fullName: 'skipped' }],
      },
    ],
  });
  expect(tests).toEqual([
    { title: 'orders are priced', file: 'tests/api/orders.test.ts', seconds: 1.5 },
    { title: 'skipped', file: 'tests/api/orders.test.ts', seconds: 0 },
  ]);
});

test('a browser test that fails is repeated once, and one that then passes counts as passed but is named with its complaint', () => {
  const spec = { title: 'a cart is kept', ok: true };
  const results = [{ duration: 9000, error: { message: '\u001b[31mTimed out\u001b[39m 30000ms' } }, { duration: 1000 }];
  const { passed, failed, failures, tests } = outcomeOf(/browser tests/, {
    stats: { expected: 1, unexpected: 0, flaky: 1 },
    suites: [{ file: 'cart.spec.ts', specs: [{ ...spec, tests: [{ results }] }] }],
  });
  expect({ passed, failed, failures }).toEqual({ passed: 2, failed: 0, failures: [] });
  expect(complaintsOf(tests)).toEqual([{ title: 'a cart is kept', file: 'tests/e2e/cart.spec.ts', error: 'Timed out 30000ms' }]);
});

test('each test that fails is named with its complaint, whatever tool ran it', () => {
  const { tests: ofVitest } = outcomeOf(/unit, API/, {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: `${process.cwd()}/tests/api/orders.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'orders are priced', duration: 5, failureMessages: ['expected 1 to be 2'] },
          { fullName: 'orders are counted', duration: 5, failureMessages: [] },
        ],
      },
    ],
  });
  const { tests: ofBrowsers } = outcomeOf(/other browsers/, {
    passed: 0,
    failed: 1,
    notHere: [],
    outcomes: [{ browser: 'firefox', journey: 'checkout', seconds: 3, problems: ['no thank-you page'] }],
  });
  expect(complaintsOf([...ofVitest, ...ofBrowsers])).toEqual([
    { title: 'orders are priced', file: 'tests/api/orders.test.ts', error: 'expected 1 to be 2' },
    { title: 'checkout in firefox', file: 'tests/browsers', error: 'no thank-you page' },
  ]);
});

test('a browser that is not here is named with what brings it, and hides none that failed', () => {
  const outcome = (browser: string, ...problems: string[]) => ({ browser, journey: 'purchase', seconds: 3, problems });
  const missing = 'Firefox: not found (apt-get install firefox-esr)';
  const { passed, failed, failures, notHere } = outcomeOf(/other browsers/, {
    passed: 1,
    failed: 1,
    notHere: [missing],
    outcomes: [outcome('Chromium'), outcome('Chromium 90', 'On the console: an invalid source')],
  });
  expect({ passed, failed, failures, notHere }).toEqual({ passed: 1, failed: 1, failures: ['Chromium 90'], notHere: [missing] });
});

test('what installs by itself is never “not here”, where it runs at all', () => {
  const own = BROWSERS.filter(({ install }) => install);
  expect(own.map(({ name }) => name)).toEqual(['Chromium', 'Chromium 90']);
  vi.stubEnv('PATH', '');
  const missing = BROWSERS.filter((browser) => browser.missing()).map(({ name }) => name);
  vi.unstubAllEnvs();
  expect(missing).toEqual(runsOldChromium ? ['Firefox', 'WebKit'] : ['Firefox', 'WebKit', 'Chromium 90']);
});

test('Playwright’s report says how long each test took, all tries together, and in which browser that was not the usual one', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    ok: true,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const inBoth = {
    title: 'c',
    ok: true,
    tests: ['headless shell', FULL_BROWSER].map((projectName) => ({ projectName, results: [{ duration: 1000 }] })),
  };
  const { tests } = outcomeOf(/browser tests/, {
    stats: { expected: 2, unexpected: 0, flaky: 0 },
    suites: [
      {
        file: 'cart.spec.ts',
        specs: [spec('a', 1000), inBoth],
        suites: [{ file: 'cart.spec.ts', specs: [spec('b', 2000, 500)] }],
      },
    ],
  });
  expect(tests).toEqual([
    { title: 'a', file: 'tests/e2e/cart.spec.ts', seconds: 1 },
    { title: 'c', file: 'tests/e2e/cart.spec.ts', seconds: 1 },
    { title: 'c (full Chromium)', file: 'tests/e2e/cart.spec.ts', seconds: 1 },
    { title: 'b', file: 'tests/e2e/cart.spec.ts', seconds: 2.5 },
  ]);
});

test('API tests run on the parts of a hosted project where there are some, and what the stacks decide runs on both', async () => {
  const names = async (stack: string) => {
    vi.stubEnv('SHOP_TESTS_ON', stack);
    vi.stubEnv('SHOP_POSTGREST', '/a/postgrest');
    vi.resetModules();
    const { default: config } = await import('./vitest.config.ts');
    vi.unstubAllEnvs();
    const found = (config.test?.projects ?? []).flatMap((project) => {
      const { name, include = [] } = (project as { test: { name: string; include?: string[] } }).test;
      const files = globSync(include).map((path) => basename(path, '.test.ts'));
      return name.startsWith('api') ? [[name, files.toSorted()] as const] : [];
    });
    return Object.fromEntries(found);
  };
  const all = readdirSync('tests/api').map((name) => basename(name, '.test.ts'));
  expect(await names('')).toEqual({ 'api, hosted': all.toSorted(), 'api, embedded': ON_BOTH_STACKS });
  expect(await names('embedded')).toEqual({ 'api, embedded': all.toSorted() });
});
