import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '#local/settings.ts';

export interface ShopProcess {
  child: ChildProcess;
  /** Settles with the exit code. */
  ended: Promise<number | null>;
  /** Settles when the shop is open. @throws Error with what it printed, when it ended before */
  ready(): Promise<unknown>;
  /** What it printed so far, on either stream. */
  printed(): string;
}

/** `npm start` without npm. Takes what to add to the environment: `PORT`, `SHOP_DATA` …, and the checkout to start, this one by default. */
export function startShop(environment: Record<string, string>, root = ROOT): ShopProcess {
  // With the flags of local/run.js.
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'local/start.ts'], {
    cwd: root,
    env: { ...process.env, SHOP_DEMO_HISTORY: 'off', SHOP_RATE_LIMITS: 'off', ...environment },
  });
  let printed = '';
  const said = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        printed += text;
        if (printed.includes('Ctrl-C stops')) resolve();
      });
    }
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = () => Promise.race([said, ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${printed}`)))]);
  return { child, ended, ready, printed: () => printed };
}
