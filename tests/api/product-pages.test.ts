import { describe, expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();
const order = orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200);
expect((await shop.call('POST', '/api/orders', { body: order })).status).toBe(201);
const list = async (query: string) => (await shop.call('GET', `/api/products?${query}`)).json;
const everything: Product[] = (await list('')).data;

const compare = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));

type Condition = (product: Product) => boolean;
const conditions: [string, Condition][] = [
  ['', () => true],
  ['&category=earrings', ({ category }) => category === 'earrings'],
  ['&inStock=false', ({ inStock }) => !inStock],
  ['&isNew=true', ({ isNew }) => isNew],
  ['&featured=true&inStock=true', ({ isFeatured, inStock }) => isFeatured && inStock],
];

describe.each(conditions)('with %j', (query, holds) => {
  const sortings: [string, (a: Product, b: Product) => number][] = [
    ['sortBy=name', (a, b) => compare(a.name, b.name)],
    ['sortBy=price&sortOrder=desc', (a, b) => b.price - a.price],
    ['sortBy=rating', (a, b) => b.rating - a.rating],
    ['sortBy=createdAt&sortOrder=asc', (a, b) => compare(a.createdAt, b.createdAt)],
  ];

  test.each(sortings)('a search sorted by %s is in that order across its pages', async (sorting, order) => {
    const matches = (await list(`search=gol&limit=100`)).data.map(({ id }: Product) => id);
    const wanted = everything
      .filter((product) => matches.includes(product.id) && holds(product))
      .toSorted((a, b) => order(a, b) || compare(a.id, b.id));
    await expectPages(`search=gol&${sorting}${query}`, wanted);
  });

  test('bestsellers are sorted by pieces sold, then by reviews', async () => {
    const pieces = ({ id }: Product) => Number(id === PENDANT.id);
    const wanted = everything
      .filter(holds)
      .toSorted((a, b) => pieces(b) - pieces(a) || b.reviewCount - a.reviewCount || b.rating - a.rating || compare(a.id, b.id));
    await expectPages(`sortBy=sold${query}`, wanted);
  });
});

test('a page past the end of a search or the bestsellers is empty and tells the total', async () => {
  for (const query of ['search=gol', 'sortBy=sold']) {
    const { data, pagination } = await list(`${query}&page=50`);
    expect(data).toEqual([]);
    expect(pagination.totalItems).toBeGreaterThan(0);
  }
});

/** That pages of seven show these products, no other, in this order. */
async function expectPages(query: string, wanted: Product[]): Promise<void> {
  const shown: string[] = [];
  for (let page = 1; page <= Math.ceil(wanted.length / 7) + 1; page += 1) {
    const { data, pagination } = await list(`${query}&limit=7&page=${page}`);
    expect(pagination.totalItems).toBe(wanted.length);
    shown.push(...data.map(({ name }: Product) => name));
  }
  expect(shown).toEqual(wanted.map(({ name }) => name));
}
