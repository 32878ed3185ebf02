import type { Page } from '@playwright/test';

/** Adds up how far things move on the pages that are opened from now on. Returns what asks how far. */
export async function measureMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'moved'));
}
