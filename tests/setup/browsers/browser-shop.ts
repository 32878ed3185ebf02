import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#local/settings.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

/** Starts the shop of the browser tests. Playwright calls the returned function when they are over. */
export default async function startBrowserShop(): Promise<() => Promise<void>> {
  const { accessFile, stop } = await startOwnShop();
  process.env.SHOP_ACCESS = accessFile;
  return stop;
}

/** Where the shop's log of errors goes: tests provoke most of them. */
async function complaints(): Promise<number> {
  const folder = join(ROOT, 'test-results');
  await mkdir(folder, { recursive: true });
  return openSync(join(folder, 'browser-shop.log'), 'a');
}

/** Starts a shop in a folder of its own, its pages as they are at the start. Returns where its access stands, and what ends it. */
export async function startOwnShop(): Promise<{ accessFile: string; stop: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'shop-browser-'));
  const child = spawn(process.execPath, ['local/start.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      SHOP_DATA: data,
      SHOP_DEMO_HISTORY: 'off',
      SHOP_RATE_LIMITS: 'off',
      NETLIFY_BUILD_HOOK: '',
    },
    stdio: ['ignore', 'pipe', await complaints()],
  });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (text) => {
      printed += text;
      if (printed.includes('Ctrl-C stops')) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`The shop ended with ${code}: ${printed} (see test-results/browser-shop.log)`)),
    );
  });

  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { accessFile: join(data, 'access.json'), stop };
}
