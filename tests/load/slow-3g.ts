/** How long a shopper waits on slow 3G with a cheap phone. Also by itself: `node tests/load/slow-3g.ts`, with the address of a shop that runs already. */
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import { findChromium } from '#tests/setup/browsers/chromium.ts';
import { productWithPhoto } from './product-with-photo.ts';
import { withRunningShop } from './running-shop.ts';

/** 400 kbit/s each way, 400 ms to the server, and a processor half as fast as this machine's. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 2;

const RUNS = 3;

/** Milliseconds from the navigation's start. */
interface Waits {
  /** The first text or picture. */
  fcp: number;
  lcp: number;
  /** The product is in the cart; the button is tapped as soon as it is painted. */
  inCart: number;
  /** The open cart shows its line. */
  line: number;
}

/** The budgets of the first visit in seconds; the second may take half. */
const BUDGETS: Record<string, Partial<Waits>> = {
  product: { fcp: 1_600, inCart: 2_600, line: 4_000 },
  home: { fcp: 2_000, inCart: 3_300, line: 5_000 },
};

/** A row per page and visit, and what each wait may be. */
async function measureWaits(url: string) {
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const pages = { product: `/product/${await productWithPhoto(url, 'emerald-drop-earrings')}`, home: '/' };
  try {
    // Once without counting: the host has then drawn the photos in their sizes, as a CDN has.
    for (const path of Object.values(pages)) await visits(browser, url + path);
    const found: Record<string, Waits[][]> = { product: [], home: [] };
    for (let turn = 0; turn < RUNS; turn++)
      for (const [name, path] of Object.entries(pages)) found[name]?.push(await visits(browser, url + path));
    return Object.entries(found).flatMap(([name, runs]) => [rowOf(name, runs, 0), rowOf(name, runs, 1)]);
  } finally {
    await browser.close();
  }
}

/** The first visit of a new phone and the second of the same, the cart being empty each time. */
async function visits(browser: Browser, address: string): Promise<Waits[]> {
  const context = await browser.newContext(devices['Pixel 5']);
  try {
    const first = await buy(context, address);
    return [first, await buy(context, address)];
  } finally {
    await context.close();
  }
}

async function buy(context: BrowserContext, address: string): Promise<Waits> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'commit' });
  const waits = await page.waitForFunction(() => {
    const { fcp, lcp, inCart, line } = Reflect.get(window, 'waits') as Partial<Waits>;
    return fcp && lcp && inCart && line ? { fcp, lcp, inCart, line } : null;
  });
  const found = (await waits.jsonValue()) as Waits;
  await leave(page);
  return found;
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('cart_v1'));
  await page.close();
}

/** Runs in the page: taps the first "Add to Cart" once it has been painted, opens the cart when the product is in it, and notes when. */
function watch(): void {
  const waits: Partial<Waits> = {};
  Object.assign(window, { waits });
  const seen = (type: string, note: (at: number) => void) =>
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) note(startTime);
    }).observe({ type, buffered: true });
  seen('largest-contentful-paint', (at) => Object.assign(waits, { lcp: at }));
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (!paint) return;
    waits.fcp = paint.startTime;
    requestAnimationFrame(step);
  }).observe({ type: 'paint', buffered: true });

  let isTapped = false;
  function step(): void {
    const isInCart = Number(document.querySelector('[data-cart-count]')?.textContent) > 0;
    const add = document.querySelector<HTMLButtonElement>('main [data-action="add-to-cart"]:not(:disabled)');
    if (!isTapped && add) {
      isTapped = true;
      add.click();
    } else if (isInCart && !waits.inCart) {
      waits.inCart = performance.now();
      if (!document.querySelector('dialog[open]')) document.querySelector<HTMLElement>('[data-action="open-cart"]')?.click();
    } else if (waits.inCart && document.querySelector('#cart-drawer[open]')?.textContent?.includes('Subtotal')) {
      waits.line = performance.now();
      return;
    }
    requestAnimationFrame(step);
  }
}

function rowOf(page: string, runs: Waits[][], visit: 0 | 1) {
  const middle = (key: keyof Waits) =>
    Math.round(runs.map((run) => run[visit]?.[key] ?? Number.NaN).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN);
  const budget = BUDGETS[page] ?? {};
  const limit = (key: keyof Waits) => (budget[key] ?? Number.POSITIVE_INFINITY) / (visit + 1);
  const found = { fcp: middle('fcp'), lcp: middle('lcp'), inCart: middle('inCart'), line: middle('line') };
  const cell = (key: keyof Waits) => (budget[key] ? `${found[key]} (≤ ${limit(key)})` : `${found[key]}`);
  return {
    page: `${page}, ${visit === 0 ? 'first' : 'second'} visit`,
    'FCP ms': cell('fcp'),
    'LCP ms': cell('lcp'),
    'in the cart ms': cell('inCart'),
    'line visible ms': cell('line'),
    within: (Object.keys(found) as (keyof Waits)[]).every((key) => found[key] <= limit(key)) ? 'yes' : 'NO',
  };
}

/** Starts a shop of its own and buys in it. */
export function measureSlow3g() {
  return withRunningShop(({ url }) => measureWaits(url));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.argv[2];
  console.table(url ? await measureWaits(url) : await measureSlow3g());
}
