import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { BRIDAL_SET, RING, SOLD_OUT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

const stockLevels = async (query: string) => (await shop.staff('GET', `/api/products/stock?${query}`)).json;
const found = async (query: string): Promise<Product[]> => (await stockLevels(query)).data;
const idsOf = async (query: string) => (await found(query)).map(({ id }) => id);

test('stock is listed by name, 20 to a page', async () => {
  const { data, pagination } = await stockLevels('');
  const names = data.map(({ name }: Product) => name);
  expect(names).toEqual(names.toSorted());
  expect(pagination).toEqual({ page: 1, limit: 20, totalPages: 2, totalItems: 35 });
});

test('a part of the name finds a product, whatever its case, also from the middle of a word', async () => {
  expect(await idsOf('search=OSE%20gold%20ha')).toEqual([RING.id]);
  expect(await found('search=%25')).toEqual([]);
  expect(await found('search=_')).toEqual([]);
});

test('low stock is ten pieces or fewer of a product or of one of its choices, including none', async () => {
  await shop.call('POST', '/api/stock-history/adjust', {
    token: shop.token,
    body: { productId: RING.id, transactionType: 'adjustment', quantity: 10 },
  });
  const low = await found('stock=low&limit=100');
  const counted = ({ stockQuantity, variants }: Product) => [stockQuantity, ...variants.map((variant) => variant.stockQuantity)];
  expect(low.every((product) => counted(product).some((pieces) => pieces <= 10))).toBe(true);
  expect(low.map(({ id }) => id)).toEqual(expect.arrayContaining([RING.id, BRIDAL_SET.id, SOLD_OUT.id]));
  await shop.call('POST', '/api/stock-history/adjust', {
    token: shop.token,
    body: { productId: RING.id, transactionType: 'purchase', quantity: 1 },
  });
  expect(await idsOf('stock=low&limit=100')).not.toContain(RING.id);
});

test('out of stock is what shoppers see of a product or of one of its choices, including products that staff switched off', async () => {
  await shop.staff('PUT', `/api/products/${RING.id}`, { isAvailable: false });
  const out = await found('stock=out&limit=100');
  expect(out.every(({ inStock, variants }) => !inStock || variants.some((variant) => !variant.inStock))).toBe(true);
  expect(out.map(({ id }) => id)).toEqual(expect.arrayContaining([RING.id, SOLD_OUT.id]));
});

test('filters combine, and the lowest stock can come first', async () => {
  const rings = await found('category=rings&sortBy=stockQuantity&search=ring');
  const stocks = rings.map(({ stockQuantity }) => stockQuantity);
  expect(rings.every(({ category, name }) => category === 'rings' && /ring/i.test(name))).toBe(true);
  expect(stocks).toEqual(stocks.toSorted((a, b) => a - b));
});

test('a bad filter is refused at its field', async () => {
  for (const query of ['stock=some', 'sortBy=price', 'limit=101']) {
    expect((await stockLevels(query)).errors[0].path).toBe(query.split('=')[0]);
  }
});
