/** How long staff wait at the desk from one order to the next. Also by itself: `node tests/load/desk.ts`. */
import { chromium } from '@playwright/test';
import { findChromium } from '#tests/setup/browsers/chromium.ts';
import { dueOrders } from '#tests/setup/samples/due-orders.ts';
import { withRunningShop } from './running-shop.ts';

const ORDERS = 20;

/** From the press that answers to the next order on screen: nobody should notice it. */
const BUDGET_MS = 500;

/** Works through twenty orders by keys. Gives the waits in ms, and presses, requests and page loads for each order. */
export async function measureDesk() {
  return withRunningShop(async (shop) => {
    const call = async (method: string, path: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${shop.token}` };
      const answer = await fetch(`${shop.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
      return (await answer.json()).data;
    };
    await dueOrders(shop, call, ORDERS);
    const executablePath = findChromium();
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript(
        ([token, admin]) => {
          localStorage.setItem('admin.token', token);
          localStorage.setItem('admin', admin);
        },
        [shop.token, JSON.stringify(shop.admin)] as const,
      );
      const page = await context.newPage();
      await page.goto(`${shop.url}/admin/confirm`);
      await page.getByRole('button', { name: 'Start with the most urgent' }).click();
      let asked = 0;
      let loads = 0;
      page.on('request', (request) => {
        asked += /\/(attempts|next|claim)$/.test(request.url()) ? 1 : 0;
      });
      page.on('domcontentloaded', () => {
        loads += 1;
      });
      const waits: number[] = [];
      for (let n = 0; n < ORDERS; n += 1) {
        await page.locator('article[aria-label^="Order"]').waitFor();
        await page.getByRole('button', { name: 'Confirmed' }).and(page.locator(':enabled')).waitFor();
        waits.push(await page.evaluate(waitForNext));
      }
      waits.sort((one, other) => one - other);
      return [
        {
          orders: ORDERS,
          'median ms': Math.round(waits[ORDERS / 2] ?? 0),
          'slowest ms': Math.round(waits.at(-1) ?? 0),
          'budget ms': BUDGET_MS,
          'presses an order': 1,
          'requests an order': asked / ORDERS,
          'page loads': loads,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}

/** In the page: presses the key that confirms, and gives the ms until another order is drawn. */
function waitForNext(): Promise<number> {
  const shown = () => document.querySelector('article')?.getAttribute('aria-label');
  const before = shown();
  const pressed = performance.now();
  return new Promise((resolve) => {
    const look = () => (shown() === before ? requestAnimationFrame(look) : resolve(performance.now() - pressed));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }));
    look();
  });
}

if (import.meta.main) console.table(await measureDesk());
