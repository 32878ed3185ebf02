/** How long somebody waits for a start, and for an edit to be in its page. Also by itself: `node tests/load/builds.ts`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '#local/settings.ts';
import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type ShopProcess, startShop } from '#tests/start/shop-process.ts';

/** Products on sale, and how long an edit may take to be in its page. */
const SIZES: [products: number, budget: number][] = [
  [35, 3],
  [1_000, 8],
  [10_000, 30],
];

/** What a fresh clone does not have. */
const CACHES = ['node', 'shop-bundles', 'shop-database'].map((name) => join(ROOT, 'node_modules/.cache', name));

interface OpenShop extends ShopAccess {
  process: ShopProcess;
  seconds: number;
}

/** Starts shops as `npm start` does, edits them, and prints the seconds beside the budgets. Empties the caches in node_modules. */
export async function measureBuilds(): Promise<void> {
  const rows: [string, number, string][] = [];
  for (const [products, budget] of SIZES) {
    const data = await mkdtemp(join(tmpdir(), 'shop-bench-'));
    if (products === 35) rows.push(...(await timeFirstStart()));
    const shop = await open(data);
    await addProducts(shop, products);
    rows.push([`pages after an edit, ${products} products`, await timeEdit(shop, 1_111), `≤ ${budget} s`]);
    // Within a minute, an edit waits for one quiet second. Most pages are those of the edit before.
    rows.push([`pages after the next edit, ${products} products`, await timeEdit(shop, 1_112), `≤ ${budget} s`]);
    await close(shop);
    if (products === 35) rows.push(...(await timeSecondStarts(data)));
    await rm(data, { recursive: true, force: true });
  }
  console.table(
    Object.fromEntries(rows.map(([what, seconds, budget]) => [what, { seconds: Number(seconds.toFixed(1)), budget }])),
  );
}

/** A new shop, as somebody starts it who has just installed the packages. */
async function timeFirstStart(): Promise<[string, number, string][]> {
  await Promise.all(CACHES.map((cache) => rm(cache, { recursive: true, force: true })));
  const data = await mkdtemp(join(tmpdir(), 'shop-bench-'));
  const shop = await open(data, { SHOP_DEMO_HISTORY: 'on' });
  const opened = performance.now();
  // Waits for the history.
  await fetch(`${shop.url}/api/products?limit=1`);
  const late = (performance.now() - opened) / 1000;
  await close(shop);
  await rm(data, { recursive: true, force: true });
  return [
    ['first start, nothing prepared: open with its pages', shop.seconds, ''],
    ['first start, nothing prepared: history there', shop.seconds + late, ''],
  ];
}

async function timeSecondStarts(data: string): Promise<[string, number, string][]> {
  const unbuilt = await open(data, { NETLIFY_BUILD_HOOK: '' });
  await setPrice(unbuilt, 2_222);
  await close(unbuilt);
  const changed = await open(data);
  const started = performance.now();
  await pageShows(changed, 2_222);
  const late = (performance.now() - started) / 1000;
  await close(changed);
  return [
    ['second start, nothing changed', unbuilt.seconds, '≤ 3 s'],
    ['second start, catalogue changed: open with the pages of before', changed.seconds, ''],
    ['second start, catalogue changed: new pages', changed.seconds + late, '≤ 5 s'],
  ];
}

async function open(data: string, environment: Record<string, string> = {}): Promise<OpenShop> {
  const port = String(await freePort());
  const started = performance.now();
  const process = startShop({ PORT: port, SHOP_DATA: data, ...environment });
  await process.ready();
  const seconds = (performance.now() - started) / 1000;
  return { ...JSON.parse(await readFile(join(data, 'access.json'), 'utf8')), process, seconds };
}

async function close({ process }: OpenShop): Promise<void> {
  process.child.kill('SIGINT');
  await process.ended;
}

/** Adds products until there are `wanted`. */
async function addProducts({ supabaseUrl, secretKey }: OpenShop, wanted: number): Promise<void> {
  const missing = Math.max(0, wanted - 35);
  for (let from = 0; from < missing; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, missing - from) }, (_, number) => ({
      name: `Kara ${from + number}`,
      price: 500 + number,
      category: 'rings',
      images: ['/media/products/pave-eternity-band.webp'],
    }));
    const added = await fetch(`${supabaseUrl}/rest/v1/products`, {
      method: 'POST',
      headers: { apikey: secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(rows),
    });
    if (!added.ok) throw new Error(`Products could not be added: ${added.status}`);
  }
}

/** Seconds from the answer to an edit until its page shows it. */
async function timeEdit(shop: OpenShop, price: number): Promise<number> {
  await setPrice(shop, price);
  const started = performance.now();
  await pageShows(shop, price);
  return (performance.now() - started) / 1000;
}

async function setPrice({ url, staff }: OpenShop, price: number): Promise<void> {
  const send = (method: string, path: string, body: unknown, token = '') =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const session = await send('POST', '/auth/admin/login', staff);
  const { token } = (await session.json()).data;
  const edited = await send('PUT', `/products/${RING.id}`, { price }, token);
  if (!edited.ok) throw new Error(`The price could not be changed: ${edited.status}`);
}

/** Waits until the page shows a price. @throws Error when the page is not served meanwhile */
async function pageShows({ url }: OpenShop, price: number): Promise<void> {
  for (;;) {
    const page = await fetch(`${url}/product/${RING.id}`);
    if (!page.ok) throw new Error(`The page was answered ${page.status}`);
    if ((await page.text()).includes(`Rs.\u00a0${price.toLocaleString('en')}`)) return;
    await setTimeout(25);
  }
}

if (import.meta.main) await measureBuilds();
