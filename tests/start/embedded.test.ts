import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';

let shop: EmbeddedShop;

beforeAll(async () => {
  shop = await startEmbeddedShop();
}, 120_000);

afterAll(() => shop.stop());

test('a transaction that failed and was left open does not shut the shop', async () => {
  await shop.rows('begin');
  await expect(shop.rows('select 1 / 0')).rejects.toThrow();
  await expect(shop.rows('select 1')).rejects.toThrow();
  await expect.poll(async () => (await shop.call('GET', '/api/products?limit=1')).status, { timeout: 20_000 }).toBe(200);
});
