/** How smoothly the back office lists when the shop has 10,000 products. Also by itself: `node tests/load/lists.ts`. */
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/setup/chromium.ts';
import { type RunningShop, withRunningShop } from './running-shop.ts';

const PRODUCTS = 10_000;

/** So much slower than this machine's processor: what stands on the counter of a shop. */
const SLOWER = 4;

/** Staff see a screen hang when it does not answer for this long. */
const MAX_TASK_MS = 200;

type Step = [what: string, act: (page: Page) => Promise<unknown>];

const STEPS: Step[] = [
  ['turn the page, ten times', turnTenTimes],
  ['sort by name', sortByName],
  ['type a search', search],
];

async function turnTenTimes(page: Page): Promise<void> {
  for (let number = 2; number <= 11; number++) {
    await page.getByRole('button', { name: 'Next' }).click();
    await shows(page, `Page ${number} of `);
  }
}

async function sortByName(page: Page): Promise<void> {
  await page.getByRole('columnheader', { name: 'Product' }).getByRole('button').click();
  await shows(page, 'Page 1 of ');
}

async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').pressSequentially('Ring 777', { delay: 80 });
  await shows(page, 'Page 1 of 1');
}

function shows(page: Page, text: string): Promise<void> {
  return page.getByText(text).first().waitFor();
}

/** Fills a shop, opens its lists on a slow computer and works in them. A row each: the longest time in which the screen did not answer. */
export function measureLists() {
  return withRunningShop(async (shop) => {
    await fill(shop);
    const executablePath = findChromium();
    const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
    try {
      const page = await slowPage(browser, shop);
      const rows = [];
      for (const list of ['products', 'inventory']) {
        await page.goto(`${shop.url}/admin/${list}`);
        await shows(page, 'Page 1 of ');
        for (const [what, act] of STEPS) rows.push({ what: `${list}: ${what}`, ...(await hanging(page, act)) });
      }
      return rows;
    } finally {
      await browser.close();
    }
  });
}

/** Writes products past the API, a few hundred at a time. */
async function fill({ supabaseUrl, secretKey }: RunningShop): Promise<void> {
  const product = (number: number) => ({
    name: `${['Kundan', 'Pearl', 'Polki', 'Zircon'][number % 4]} Ring ${number}`,
    description: 'Finished by hand, light enough for a long evening.',
    category: 'rings',
    price: 500 + (number % 200) * 10,
    images: ['/media/products/pave-eternity-band.webp'],
  });
  for (let first = 0; first < PRODUCTS; first += 500) {
    const response = await fetch(`${supabaseUrl}/rest/v1/products`, {
      method: 'POST',
      headers: { apikey: secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 500 }, (_, place) => product(first + place))),
    });
    if (!response.ok) throw new Error(`The products were answered ${response.status}: ${await response.text()}`);
  }
}

/** A page of a signed-in member of staff, on a slow computer, that notes how long each piece of work kept it. */
async function slowPage(browser: Browser, { token, admin }: RunningShop): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(
    ([token, admin]) => {
      localStorage.setItem('admin.token', token);
      localStorage.setItem('admin', admin);
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    },
    [token, JSON.stringify(admin)] as const,
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** How long the screen did not answer at worst during some work. What takes less than 50 ms, browsers count as nothing. */
async function hanging(page: Page, act: (page: Page) => Promise<unknown>) {
  const tasks = () => page.evaluate(() => (Reflect.get(window, 'tasks') as number[]).splice(0));
  await tasks();
  await act(page);
  const longest = Math.round(Math.max(0, ...(await tasks())));
  return { 'longest task ms': longest, budget: `≤ ${MAX_TASK_MS} ms`, within: longest <= MAX_TASK_MS ? 'yes' : 'NO' };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measureLists());
