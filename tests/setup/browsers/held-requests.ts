import type { Page } from '@playwright/test';

/** Holds back what a page asks for, as a weak network does, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}
