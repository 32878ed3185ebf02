import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';
import { siteFolder } from '#tests/setup/stack/built-site.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { startShop } from '#tests/start/shop-process.ts';

export interface RunningShop extends ShopAccess {
  /** The process that serves pages and runs the functions. */
  pid: number;
  /** What staff send with their requests. */
  token: string;
  admin: unknown;
  /** The folder of its pages. */
  pages: string;
  /** From nothing to open, every package being installed. */
  bootSeconds: number;
}

/**
 * Runs work against a shop of its own, as `npm start` starts it in a checkout (this one by default), and leaves nothing behind. Gives what the work
 * gives.
 */
export async function withRunningShop<Result>(work: (shop: RunningShop) => Promise<Result>, root?: string): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), 'shop-bench-'));
  // As local/run.js sets it.
  const memory = { MALLOC_ARENA_MAX: '1' };
  const shop = startShop({ PORT: String(await freePort()), SHOP_DATA: data, NETLIFY_BUILD_HOOK: '', ...memory }, root);
  const started = performance.now();
  try {
    await shop.ready();
    const bootSeconds = (performance.now() - started) / 1000;
    const access: ShopAccess = JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));
    const session = await fetch(`${access.url}/api/auth/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(access.staff),
    });
    return await work({
      ...access,
      ...(await session.json()).data,
      pid: shop.child.pid ?? 0,
      pages: await siteFolder(data),
      bootSeconds,
    });
  } finally {
    shop.child.kill('SIGINT');
    await shop.ended;
    await rm(data, { recursive: true, force: true });
  }
}
