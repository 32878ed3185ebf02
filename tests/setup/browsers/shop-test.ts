import { test as base, expect } from '@playwright/test';
import { readAccess, type ShopAccess } from './shop-access.ts';

export interface Shop extends ShopAccess {
  /** The address of a product's page. Takes the name of its photo: `rose-gold-halo-ring`. */
  productUrl(photo: string): string;
  productId(photo: string): string;
}

/**
 * Lets the page complain of what the pattern fits: the browser itself reports every answer that is no success.
 * What it may complain of is asked when the test is over, since the console is heard later than the page is seen.
 */
export type Forgive = (pattern: RegExp) => void;

/** A browser test in which a shop runs, and in which anything the page complains about on its console is a failure. */
export const test = base.extend<{ forgive: Forgive }, { access: ShopAccess; shop: Shop }>({
  access: [async ({ browserName: _ }, use) => use(await readAccess()), { scope: 'worker' }],
  shop: [
    async ({ access }, use) => {
      const answer = await (await fetch(`${access.url}/api/products`)).json();
      const ids = new Map<string, string>(
        answer.data.map((product: { id: string; images: string[] }) => [
          /([^/]+)\.webp$/.exec(product.images[0] ?? '')?.[1] ?? '',
          product.id,
        ]),
      );
      const productId = (photo: string) => {
        const id = ids.get(photo);
        if (!id) throw new Error(`The demo shop has no product with the photo ${photo}`);
        return id;
      };
      await use({ ...access, productId, productUrl: (photo) => `${access.url}/product/${productId(photo)}` });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  forgive: [
    async ({ page }, use) => {
      const errors: { text: string; at: string }[] = [];
      const forgiven: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push({ text: message.text(), at: page.url() });
      });
      page.on('pageerror', ({ message }) => errors.push({ text: message, at: page.url() }));
      await use((pattern) => void forgiven.push(pattern));
      expect(errors.filter(({ text }) => !forgiven.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
