import { readFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import * as z from 'zod';

const accessFile = z.object({
  url: z.string(),
  staff: z.object({ email: z.string(), username: z.string(), password: z.string() }),
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

export interface Shop extends z.infer<typeof accessFile> {
  /** The address of a product's page. Takes the name of its photo: `rose-gold-halo-ring`. */
  productUrl(photo: string): string;
  productId(photo: string): string;
}

/** A browser test in which a shop runs, and in which anything the page complains about on its console is a failure. */
export const test = base.extend<{ shop: Shop; consoleErrors: string[] }>({
  shop: async ({ browserName: _ }, use) => {
    const access = accessFile.parse(JSON.parse(await readFile(process.env.SHOP_ACCESS ?? '', 'utf8')));
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
