import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { UserError } from '#local/user-error.ts';
import { findProgram, isExecutable } from '#tests/setup/stack/find-program.ts';

/** The browser of the tests: the same engine as Chromium's in half the time, without a browser's windows around it. */
const SHELL = 'chromium-headless-shell';

/** What shoppers have. Which of them lies around never decides what the tests run in. */
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const HOW_TO_GET_IT = `The browser tests run in ${SHELL}, which is not here. Any of these brings it:
  apt-get install ${SHELL} (Debian, as root)
  npx playwright install --with-deps --only-shell chromium (elsewhere)
  SHOP_CHROMIUM=/path/to/a/chromium (one that you have)`;

/** The browser of the tests: `SHOP_CHROMIUM` where that is set, else the headless shell of the system or of Playwright; undefined when there is none. */
export function findChromium(): string | undefined {
  return process.env.SHOP_CHROMIUM || findProgram(SHELL) || findDownloadedShell();
}

/** The browser with windows that runs some browser tests a second time; undefined when none is installed, or `SHOP_CHROMIUM` says what runs all. */
export function findFullChromium(): string | undefined {
  if (process.env.SHOP_CHROMIUM) return undefined;
  return [findProgram(...FULL_BROWSERS), chromium.executablePath()].find((path) => path && versionOf(path));
}

/**
 * Makes sure that there is a browser for the tests, and says which: apt installs it where we may, else Playwright downloads it.
 * @throws UserError that says what to install when none can be had
 */
export function installChromium(): string {
  const given = process.env.SHOP_CHROMIUM;
  if (given && !versionOf(given)) throw new UserError(`SHOP_CHROMIUM is ${given}, which is no Chromium that runs here.`);
  if (!findChromium()) download();
  const path = findChromium();
  const version = path && versionOf(path);
  if (!version) throw new UserError(HOW_TO_GET_IT);
  console.log(`Browser: ${version} (${path}${given ? ', as SHOP_CHROMIUM says' : ''})`);
  const full = findFullChromium();
  if (full) console.log(`What a full browser does differently runs in ${versionOf(full)}, too (${full})`);
  return path;
}

/** Tries what needs no question. What it could not install is noticed by whoever looks for it next. */
function download(): void {
  console.log(`Installing ${SHELL} for the browser tests (once) …`);
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
    if (apt('update') && apt('install', '-y', SHELL)) return;
  }
  spawnSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit' });
}

/** Playwright keeps its headless shell beside its browser: `…/chromium-1234/chrome-linux/chrome`, `…/chromium_headless_shell-1234/…`. */
function findDownloadedShell(): string | undefined {
  const home = dirname(dirname(chromium.executablePath()));
  const folder = home.replace(/chromium-(?=\d+$)/, 'chromium_headless_shell-');
  return globSync(join(folder, '*/{headless_shell,chrome-headless-shell}{,.exe}')).find(isExecutable);
}

/** What a browser calls itself: `Chromium 150.0.7871.23`; undefined for what does not run: Ubuntu's `chromium-browser` only says how to get one. */
function versionOf(path: string): string | undefined {
  return /^\S.* \d[\d.]+/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0];
}
