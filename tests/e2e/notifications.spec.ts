import type { Page } from '@playwright/test';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ serviceWorkers: 'allow' });

/** A browser without a window asks nobody and cannot subscribe: this one says yes, and has a subscription of a service that nobody asks. */
async function subscribable(page: Page): Promise<void> {
  const { publicKey } = makeVapidKeys();
  await page.addInitScript((p256dh) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const made = (applicationServerKey: Uint8Array<ArrayBuffer>) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      options: { applicationServerKey: applicationServerKey.buffer, userVisibleOnly: true },
      getKey: (name: string) => bytes(name === 'p256dh' ? p256dh : 'BTBZMqHH6r4Tts7J_aSIgg'),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    });
    let subscription: ReturnType<typeof made> | null = null;
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => subscription as never;
    PushManager.prototype.subscribe = async (options) => {
      subscription = made(options?.applicationServerKey as Uint8Array<ArrayBuffer>);
      return subscription as never;
    };
  }, publicKey);
}

test('somebody turns notifications on, chooses what and when, and a subscription that the browser dropped is made anew', async ({
  page,
}) => {
  await subscribable(page);
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  const devices = page.getByRole('list', { name: 'Devices with notifications' });
  await expect(devices).toContainText('New orders, Answers of customers, Parcels in trouble, Something is broken');

  await devices.getByRole('button', { name: /^Change/ }).click();
  await page.getByLabel('Something is broken').uncheck();
  await page.getByLabel('Low stock').check();
  await page.getByLabel('Be quiet at certain hours').check();
  await page.getByRole('button', { name: 'Save' }).click();
  const chosen = 'New orders, Answers of customers, Parcels in trouble, Low stock · quiet from 22:00 to 08:00';
  await expect(devices).toContainText(chosen);

  // The page that is loaded anew has no subscription any more.
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toContainText('This one');
  await expect(devices).toContainText(chosen);

  await devices.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  await expect(devices).toBeHidden();
});

test('the second start takes the back office from the device, and no answer of the API', async ({ page }) => {
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await caches.match('/admin', { ignoreVary: true })) && navigator.serviceWorker.controller?.scriptURL,
      ),
    )
    .toContain('/admin-sw.js');

  const fromNetwork: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!response.fromServiceWorker()) fromNetwork.push(pathname);
    else expect(pathname).not.toMatch(/^\/api\//);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  expect(fromNetwork.filter((path) => path.startsWith('/admin/') || path.startsWith('/_astro/'))).toEqual([]);
  const kept = await page.evaluate(async () =>
    (await (await caches.open('admin-app-1')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(kept.filter((path) => path !== '/admin' && !path.startsWith('/_astro/'))).toEqual([]);
});
