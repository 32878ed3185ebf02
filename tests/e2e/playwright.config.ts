import { defineConfig } from '@playwright/test';
import { FULL_BROWSER } from '#tests/parts.ts';
import { findChromium, findFullChromium } from '#tests/setup/browsers/chromium.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const inBrowser = (executablePath = '') => ({ use: { launchOptions: { executablePath, args: ARGUMENTS } } });

/** Where a full Chromium behaves differently: it wakes workers by itself, installs the shop, and loads a sign for its tab. Where there is one, these run in it. */
const DIFFERENT = /(queued-orders|offline)\.spec|\/product\/zzz is light/;

const full = findFullChromium();

/** Browser tests against a shop of their own: built, served and seeded as `npm start` does it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  globalSetup: '../setup/browsers/browser-shop.ts',
  // One more than the processors of a small machine: pages wait, too.
  workers: 3,
  fullyParallel: true,
  timeout: 300_000,
  // However slow the machine is: the back office comes in several steps, and some machines are many times slower on some days. Only what fails waits so long.
  expect: { timeout: 60_000 },
  // What passes only the second time has a fault, in the shop or in the test. `npm test` repeats it once and names it at the end.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  use: {
    // Recording every test would make the run a third longer: a second try is recorded, and `--trace on` records those one looks into.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A worker answers past `page.route`; its own tests allow it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'headless shell', ...(full && { grepInvert: DIFFERENT }), ...inBrowser(findChromium()) },
    ...(full ? [{ name: FULL_BROWSER, grep: DIFFERENT, ...inBrowser(full) }] : []),
  ],
});
