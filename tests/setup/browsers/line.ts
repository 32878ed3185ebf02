import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { closeNow, listen } from '#local/loopback.ts';
import { forward } from '#tests/setup/stack/network-faults.ts';

/** What a path answers instead of the shop: a body with its type, or nothing at all. */
type Replaced = { type: string; body: string | Buffer } | 'silence';

/** The line from a browser to the shop. It can be cut, and what comes over it can be replaced. */
export interface Line {
  url: string;
  /** What was asked for over it: `GET /products`. */
  asked: string[];
  /** By path, without its query. */
  replaced: Map<string, Replaced>;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(shopUrl: string): Promise<Line> {
  const asked: string[] = [];
  const replaced = new Map<string, Replaced>();
  const server = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? '/', shopUrl);
    asked.push(`${incoming.method} ${pathname}${search}`);
    const other = replaced.get(pathname);
    if (!other) return forward(shopUrl, incoming, response);
    if (other !== 'silence') response.writeHead(200, { 'Content-Type': other.type, 'Cache-Control': 'no-cache' }).end(other.body);
  });
  const url = (await listen(server)).replace('127.0.0.1', 'localhost');
  return {
    url,
    asked,
    replaced,
    cut: () => closeNow(server),
    mend: async () => void (await listen(server, Number(new URL(url).port))),
  };
}

/** Asks more often than Playwright does by itself, for what comes after half a second. */
export const OFTEN = { intervals: [100] };

/** The paths that the browser keeps, with their queries. */
export function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url.slice(location.origin.length));
  });
}

/** The scripts of the cart, of the listing, of what is said without a line, and of what every island hydrates with. */
const SCRIPTS = ['CartDrawer', 'Listing', 'catalog', 'OfflineBar', 'KeptPieces', 'island-boundary'].map(
  (name) => `/_astro/${name}`,
);

/** Opens a page and waits until the worker runs and has kept it with the scripts of other pages. */
export async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const wanted = [path.replace(/\?.*/, ''), '/offline', '/checkout', '/products', '/catalog.json', ...SCRIPTS];
  await expect
    .poll(async () => {
      const kept = await keptPaths(page);
      return wanted.filter((start) => !kept.some((found) => found.startsWith(start)));
    }, OFTEN)
    .toEqual([]);
}
