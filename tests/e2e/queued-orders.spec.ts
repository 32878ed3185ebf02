import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openAndKeep } from '#tests/setup/browsers/line.ts';
import { expect, test } from '#tests/setup/browsers/offline-test.ts';
import type { Shop } from '#tests/setup/browsers/shop-test.ts';
import {
  completeOrder,
  fillCheckout,
  keep,
  kept,
  LIPSTICK,
  NAIL_POLISH,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

const bar = (page: Page) => page.locator('[data-offline-bar]');
const card = (page: Page) => page.getByRole('region', { name: 'Kept order' });

// What the browser itself reports when nobody answers, and of a refusal.
test.beforeEach(({ forgive }) =>
  forgive(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|FAILED)|409/),
);

/** The orders that the shop has for an address. */
async function ordersTo(shop: Shop, address: string): Promise<{ order_number: string; total_amount: number | string }[]> {
  const query = new URLSearchParams({ customer_address: `eq.${address}`, select: 'order_number,total_amount' });
  const headers = { apikey: shop.secretKey, Authorization: `Bearer ${shop.secretKey}` };
  return (await fetch(`${shop.supabaseUrl}/rest/v1/orders?${query}`, { headers })).json();
}

/** Fills the checkout in up to its last button, with the worker installed. Returns the address, by which the order is found. */
async function readyToOrder(page: Page, product = LIPSTICK): Promise<string> {
  await keep(page, { cart_v1: [{ product, quantity: 1 }] });
  await page.goto('/checkout');
  const address = `House ${randomUUID()}, Lahore`;
  await fillCheckout(page, { address });
  return address;
}

/** Completes the order and waits until it is kept. */
async function queueOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await page.getByRole('dialog', { name: 'Order Kept' }).getByRole('button', { name: 'Show my kept order' }).click();
  await expect(card(page)).toBeVisible();
}

/** What the browser keeps of orders. */
function keptData(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('shop-orders');
        opening.onsuccess = () => {
          const asking = opening.result.transaction('orders').objectStore('orders').getAll();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      }),
  );
}

/** Wakes the worker as the browser does when the device is online again (Background Sync). */
async function backgroundSync(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  const origin = new URL(page.url()).origin;
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'orders',
    lastChance: false,
  });
}

test('an order sent while offline is kept, can be cancelled, and is sent when online', async ({ page, context, line, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = `/product/${shop.productId('gold-jhumka-earrings')}`;
  await openAndKeep(page, product);
  const cancelled = await readyToOrder(page);
  await context.setOffline(true);
  await queueOrder(page);
  expect(JSON.stringify(await keptData(page))).toContain(cancelled);
  await card(page).getByRole('button', { name: 'Cancel this order' }).click();
  await expect(card(page)).toHaveCount(0);
  expect(await keptData(page)).toEqual([]);
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: LIPSTICK.id }, quantity: 1 }]);
  await context.setOffline(false);
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(line.asked.filter((asked) => asked === 'POST /api/orders')).toEqual([]);
  expect(await ordersTo(shop, cancelled)).toEqual([]);

  const address = await readyToOrder(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Kept' })).toContainText(
    'Your order is kept on this phone and will be sent when you are back online. It is not placed yet.',
  );
  await page.getByRole('button', { name: 'Show my kept order' }).click();
  await expect(card(page)).toContainText('1 × Velvet Matte Lipstick Duo');
  await expect(card(page)).toContainText('Rs. 1,390');
  expect(await kept(page, 'cart_v1')).toEqual([]);
  expect(await ordersTo(shop, address)).toEqual([]);

  await page.goto(product);
  const told = bar(page).getByText(/It is not placed yet/);
  await page.mouse.wheel(0, 700);
  await expect(page.locator('#site-header')).not.toBeInViewport();
  await expectOnTop(told);
  await page.mouse.wheel(0, -200);
  await expect(page.locator('#site-header')).toBeInViewport({ ratio: 1 });
  await expectOnTop(told);

  await context.setOffline(false);
  const sent = bar(page).getByText(/Your kept order is placed: ORD-\d+\./);
  await expectOnTop(sent);
  await expect(bar(page)).not.toContainText('You are offline');
  const [order, ...more] = await ordersTo(shop, address);
  expect(more).toEqual([]);
  await expect(bar(page)).toContainText(order?.order_number ?? 'no order');
  expect(await keptData(page)).toEqual([]);
  expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber: order?.order_number, phone: '+923017654321' }]);
  await bar(page).getByRole('link', { name: 'See it' }).click();
  await expect(page.getByRole('heading', { name: `Order ${order?.order_number}` })).toBeVisible();
});

test('a kept order is sent by the page, or by the worker when all pages are closed', async ({ page, context, line, shop }) => {
  await openAndKeep(page, '/about');
  const sentByPage = await readyToOrder(page);
  await line.cut();
  await queueOrder(page);
  await expect(card(page)).toContainText('never placed twice');
  await page.goto('/about');
  await expect(bar(page)).toContainText('The shop could not be reached.');
  await line.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(bar(page)).toContainText(/Your kept order is placed: ORD-\d+\./);
  await expect(bar(page)).not.toContainText('could not be reached');
  await expect(bar(page)).toContainText('Prices and stock on this page are from');
  expect(await ordersTo(shop, sentByPage)).toHaveLength(1);
  await bar(page).getByRole('link', { name: 'Show today’s' }).click();
  await expect(bar(page)).not.toContainText('Prices and stock');

  const sentByWorker = await readyToOrder(page);
  await line.cut();
  await queueOrder(page);
  await page.goto('about:blank');
  await line.mend();
  const other = await context.newPage();
  // A page of the shop's address that runs no script of the shop.
  await other.goto(`${line.url}/robots.txt`);
  await backgroundSync(context, other);
  await expect.poll(() => ordersTo(shop, sentByWorker)).toHaveLength(1);
  await expect.poll(async () => JSON.stringify(await keptData(other))).toContain('orderNumber');
  expect(JSON.stringify(await keptData(other))).not.toContain(sentByWorker);
  await page.goto(`${line.url}/about`);
  await expect(bar(page)).toContainText(/Your kept order is placed: ORD-\d+\./);
  expect(await keptData(page)).toEqual([]);
});

/** It is within the window, and nothing lies on it. */
async function expectOnTop(text: Locator): Promise<void> {
  await expect(text).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() =>
      text.evaluate((found) => {
        const { left, top, width, height } = found.getBoundingClientRect();
        return found.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);
}

test('an order whose answer was lost is not placed twice, by pages and worker at once', async ({ page, context, line, shop }) => {
  await openAndKeep(page, '/about');
  const address = await readyToOrder(page);
  // It reaches the shop; the answer does not come back, and then nothing does. Where the browser itself wakes the worker it is
  // sent again at once: under the same key, with which the shop places one order.
  const keys: (string | undefined)[] = [];
  await page.route('**/api/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) {
      await route.fetch();
      await line.cut();
    }
    await route.abort();
  });
  await queueOrder(page);
  await page.unrouteAll({ behavior: 'wait' });
  expect(keys[0]).toMatch(/^[\w-]{8,}$/);
  expect(new Set(keys).size).toBe(1);
  expect(await ordersTo(shop, address)).toHaveLength(1);
  const other = await context.newPage();
  await line.mend();
  await Promise.all([page.goto('/about'), other.goto('/contact'), backgroundSync(context, page).catch(() => {})]);
  await expect.poll(() => keptData(other)).toEqual([]);
  const orders = await ordersTo(shop, address);
  expect(orders).toHaveLength(1);
  expect(await kept(page, 'orders_v1')).toMatchObject([{ orderNumber: orders[0]?.order_number }]);
});

test('a kept order whose price has changed is not placed: the shopper decides', async ({ page, line, shop }) => {
  await openAndKeep(page, '/about');
  await page.route('**/api/cart/quote', (route) => route.abort());
  const address = await readyToOrder(page, { ...NAIL_POLISH, price: 400 });
  await line.cut();
  await queueOrder(page);
  await line.mend();
  await page.goto('/about');
  await bar(page).getByRole('link', { name: 'Look at it' }).click();
  await expect(card(page)).toContainText('Your kept order is not placed');
  expect(await ordersTo(shop, address)).toEqual([]);
  await card(page).getByRole('button', { name: 'Review and order' }).click();
  await expect(page.getByRole('alert')).toContainText('Price is now Rs. 450 (was Rs. 400)');
  expect(await keptData(page)).toEqual([]);
  expect((await completeOrder(page)).status()).toBe(201);
  await orderNumberShown(page);
  const [order, ...more] = await ordersTo(shop, address);
  expect(Number(order?.total_amount)).toBe(650);
  expect(more).toEqual([]);
});

test('after two days offline a kept order is removed, and the page says so', async ({ page, context, line, shop }) => {
  await openAndKeep(page, '/about');
  const address = await readyToOrder(page);
  await context.setOffline(true);
  await queueOrder(page);
  await page.clock.setSystemTime(Date.now() + 48 * 60 * 60 * 1000 + 1);
  await page.goto('/about');
  await expect(bar(page)).toContainText('Your order was kept for two days without a connection and is not placed.');
  expect(await keptData(page)).toEqual([]);
  expect(await kept(page, 'cart_v1')).toHaveLength(1);
  await context.setOffline(false);
  await page.goto('/contact', { waitUntil: 'networkidle' });
  expect(line.asked.filter((asked) => asked === 'POST /api/orders')).toEqual([]);
  expect(await ordersTo(shop, address)).toEqual([]);
});
