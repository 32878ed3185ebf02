import { test as base, expect } from '@playwright/test';
import { readAccess, type ShopAccess } from './shop-access.ts';

export interface Shop extends ShopAccess {
  /** The address of a product's page. Takes the name of its photo: `rose-gold-halo-ring`. */
  productUrl(photo: string): string;
  productId(photo: string): string;
}

/** A browser test in which a shop runs, and in which anything the page complains about on its console is a failure. */
export const test = base.extend<{ shop: Shop; consoleErrors: string[] }>({
  shop: async ({ browserName: _ }, use) => {
    const access = await readAccess();
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
  baseURL: async ({ shop }, use) => use(shop.url),
  /** Console errors of the page so far. A test that expects one takes it out of the list. */
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
