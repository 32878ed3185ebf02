import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell first: the same engine in half the time, without a browser's windows around it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The system's Chromium, or Playwright's own when that was downloaded; undefined when there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return system ?? [chromium.executablePath()].find(existsSync);
}

/** Makes sure that there is a Chromium: the system's, else apt's where we may install, else Playwright's. @throws Error when none can be had */
export function installChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('Installing Chromium for the browser tests (once) …');
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const shell = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore' });
    if (shell.status !== 0)
      execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  } else {
    execFileSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit' });
  }
  const installed = findChromium();
  if (!installed) throw new Error('No Chromium could be installed; put one on the PATH');
  return installed;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run: the next one.
    return false;
  }
}
