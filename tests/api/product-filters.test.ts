// The API filters as the listing in the browser does: one rule in TypeScript, the same in SQL.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { PASSES, type ProductFilters } from '#domain/products/filters.ts';
import { OCCASIONS } from '#domain/products/occasions.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

/** The same inputs every time. */
const SEED = 20_261_125;

const shop = await testShop();

const addressOf = (
  { minPrice, maxPrice, nickelFree, occasions, colors, sizes }: ProductFilters,
  more: Record<string, string> = {},
) => {
  const query = new URLSearchParams({ limit: '100', ...more });
  if (minPrice !== null) query.set('minPrice', String(minPrice));
  if (maxPrice !== null) query.set('maxPrice', String(maxPrice));
  if (nickelFree) query.set('nickelFree', 'true');
  for (const occasion of occasions) query.append('occasion', occasion);
  for (const color of colors) query.append('color', color);
  for (const size of sizes) query.append('size', size);
  return `/api/products?${query}`;
};

const productsOf = async (path: string): Promise<Product[]> => {
  const { status, json } = await shop.call('GET', path);
  expect(status, path).toBe(200);
  expect(json.pagination.totalItems).toBe(json.data.length);
  return json.data;
};

const passes = (product: Product, filters: ProductFilters) => Object.values(PASSES).every((rule) => rule(product, filters));
const none: ProductFilters = { minPrice: null, maxPrice: null, nickelFree: false, occasions: [], colors: [], sizes: [] };

test('a list, a search and what sells best have the products that the browser would show, in their order', async () => {
  // A name that is a list to Postgres, and one that is several words.
  await shop.rows(
    `update products set colors = '{"Gold, \\"two tone\\"",Silver}' where id in (select id from products where colors = '{}' order by id limit 3)`,
  );
  const all = await productsOf('/api/products?limit=100');
  const byPrice = await productsOf('/api/products?limit=100&sortBy=price');
  const byName = await productsOf('/api/products?limit=100&sortBy=name&sortOrder=desc');
  const sold = await productsOf('/api/products?limit=100&sortBy=sold');
  const found = await productsOf('/api/products?limit=100&search=gold');
  const prices = all.map(({ price }) => price);
  const valuesOf = (key: 'colors' | 'sizes') => [...new Set(['None has it', ...all.flatMap((product) => product[key])])];
  const some = (values: readonly string[]) => fc.subarray([...values], { maxLength: 3 });
  const filters = fc.record({
    minPrice: fc.option(fc.constantFrom(0, 1000, ...prices)),
    maxPrice: fc.option(fc.constantFrom(1000.5, ...prices)),
    nickelFree: fc.boolean(),
    occasions: some(OCCASIONS),
    colors: some(valuesOf('colors')),
    sizes: some(valuesOf('sizes')),
  });
  const ids = (products: Product[]) => products.map(({ id }) => id);
  const lists: [Product[], Record<string, string>][] = [
    [all, {}],
    [byPrice, { sortBy: 'price' }],
    [byName, { sortBy: 'name', sortOrder: 'desc' }],
    [sold, { sortBy: 'sold' }],
    [found, { search: 'gold' }],
  ];
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...lists), async (drawn, [list, more]) => {
      fc.pre((drawn.minPrice ?? 0) <= (drawn.maxPrice ?? Number.POSITIVE_INFINITY));
      const shown = await productsOf(addressOf(drawn, more));
      expect(ids(shown)).toEqual(ids(list.filter((product) => passes(product, drawn))));
      kept += shown.length > 0 && shown.length < list.length ? 1 : 0;
    }),
    { seed: SEED, numRuns: 60 },
  );
  expect(kept).toBeGreaterThan(15);
});

test('filters go with the others, and pages count what passes', async () => {
  const { json } = await shop.call('GET', '/api/products?category=rings&inStock=true&maxPrice=2000&sortBy=price&limit=1');
  const whole = await productsOf('/api/products?category=rings&inStock=true&limit=100');
  const cheap = whole.filter((product) => passes(product, { ...none, maxPrice: 2000 }));
  expect(json.data).toHaveLength(1);
  expect(json.data[0].price).toBe(Math.min(...cheap.map(({ price }) => price)));
  expect(json.pagination).toMatchObject({ totalItems: cheap.length, totalPages: cheap.length });
});

test('what is not stated to be nickel-free is with the others', async () => {
  const [free, others] = [
    await productsOf('/api/products?nickelFree=true&limit=100'),
    await productsOf('/api/products?nickelFree=false&limit=100'),
  ];
  expect(free.every(({ isNickelFree }) => isNickelFree)).toBe(true);
  expect(new Set(others.map(({ isNickelFree }) => isNickelFree))).toEqual(new Set([null, false]));
  expect(free.length + others.length).toBe((await productsOf('/api/products?limit=100')).length);
});

test.each([
  ['minPrice=cheap', 'minPrice'],
  ['minPrice=-1', 'minPrice'],
  ['maxPrice=1e9', 'maxPrice'],
  ['minPrice=Infinity', 'minPrice'],
  ['minPrice=500&maxPrice=499', 'maxPrice'],
  ['occasion=eid&occasion=wedding', 'occasion.1'],
  ['nickelFree=maybe', 'nickelFree'],
  ['color=', 'color.0'],
  [`color=${'x'.repeat(51)}`, 'color.0'],
  [`size=${'x'.repeat(21)}`, 'size.0'],
  [`size=${Array.from({ length: 21 }, (_, size) => size).join('&size=')}`, 'size'],
])('%s is refused, and the answer names %s', async (query, path) => {
  const { status, json } = await shop.call('GET', `/api/products?${query}`);
  expect(status).toBe(422);
  expect(json).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
});

test('of a parameter that is no list the last one counts', async () => {
  const prices = (await productsOf('/api/products?maxPrice=1&maxPrice=1000&limit=100')).map(({ price }) => price);
  expect(prices.length).toBeGreaterThan(0);
  expect(Math.max(...prices)).toBeLessThanOrEqual(1000);
});
