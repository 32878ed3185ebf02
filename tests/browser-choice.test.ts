import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChromium, findFullChromium, installChromium } from './setup/browsers/chromium.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-browsers-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('SHOP_CHROMIUM', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program on the PATH that says this of its version. Returns its path. */
function browser(name: string, says: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${says}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the tests run in the headless shell, whatever full browsers lie around', () => {
  const full = browser('chromium', 'echo Chromium 150.0.1 built on Debian');
  expect(findChromium()).not.toBe(full);
  const shell = browser('chromium-headless-shell', 'echo Chromium 150.0.1');
  expect(findChromium()).toBe(shell);
  expect(findFullChromium()).toBe(full);
});

test('the browser and its version are named at the start, and the full one beside it', () => {
  const shell = browser('chromium-headless-shell', 'echo Chromium 150.0.1');
  const full = browser('google-chrome', 'echo Google Chrome 151.0.2');
  const said = vi.spyOn(console, 'log').mockReturnValue();
  expect(installChromium()).toBe(shell);
  expect(said.mock.calls.flat()).toEqual([
    `Browser: Chromium 150.0.1 (${shell})`,
    `What a full browser does differently runs in Google Chrome 151.0.2, too (${full})`,
  ]);
  said.mockRestore();
});

test('SHOP_CHROMIUM names the one browser of all tests', () => {
  browser('chromium-headless-shell', 'echo Chromium 150.0.1');
  browser('chromium', 'echo Chromium 150.0.1');
  const own = browser('mine', 'echo Chromium 149.0');
  vi.stubEnv('SHOP_CHROMIUM', own);
  expect(findChromium()).toBe(own);
  expect(findFullChromium()).toBeUndefined();
});

test('a SHOP_CHROMIUM that does not run is refused by its name', () => {
  vi.stubEnv('SHOP_CHROMIUM', join(folder, 'nothing'));
  expect(() => installChromium()).toThrow(`SHOP_CHROMIUM is ${join(folder, 'nothing')}, which is no Chromium that runs here.`);
});

test('a full browser that only says how to get one is none', () => {
  browser('chromium-headless-shell', 'echo Chromium 150.0.1');
  const stub = browser('chromium-browser', 'echo "requires the chromium snap" >&2; exit 1');
  expect(findFullChromium()).not.toBe(stub);
});

test('where nothing can be installed, one message says what to install', () => {
  const env = { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder };
  const { status, stderr } = spawnSync(process.execPath, ['tests/run.ts', 'e2e', 'nothing'], { encoding: 'utf8', env });
  expect(status).toBe(1);
  expect(stderr).toContain('apt-get install chromium-headless-shell');
  expect(stderr).toContain('SHOP_CHROMIUM=');
  expect(stderr).not.toMatch(/^\s+at /m);
});
