import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram } from './find-program.ts';

/** The headless shell first: the same engine in half the time, without a browser's windows around it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The system's Chromium, or Playwright's own when that was downloaded; undefined when there is none. */
export function findChromium(): string | undefined {
  return findProgram(...NAMES) ?? [chromium.executablePath()].find(existsSync);
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
