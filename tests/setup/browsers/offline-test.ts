import { type Line, openLine } from './line.ts';
import { test as base, expect } from './shop-test.ts';

/** A browser test with a service worker, over a line of its own to the shop. */
export const test = base.extend<{ line: Line }>({
  serviceWorkers: 'allow',
  line: async ({ shop }, use) => {
    const line = await openLine(shop.url);
    await use(line);
    await line.cut().catch(() => {}); // cut by the test already
  },
  baseURL: async ({ line }, use) => use(line.url),
});

export { expect };
