import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OCCASIONS } from '#domain/products/occasions.ts';
import { priceBorders, priceLabel } from '#domain/products/price-ranges.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { chosenFilters, countChoices, countWithoutChoice, firstChoices, listingChoices, priceRanges } from './choices.ts';
import { plain } from './example-item.ts';
import { listProducts } from './listing.ts';
import { ALL_PRODUCTS, categoryPlace, PLAIN_LISTING, readListing } from './listing-query.ts';

const read = (parameters: string) => readListing(new URLSearchParams(parameters));
const anyPrice = { minPrice: null, maxPrice: null };

test('every colour, size, occasion and category is offered, sizes and occasions in the order of the trade', () => {
  const items: CatalogItem[] = [
    { ...plain, colors: ['Teal', 'Gold'], sizes: ['10', '2.10', 'Small'], occasions: ['gift', 'mehndi'] },
    { ...plain, id: '2', category: 'sets', categoryName: 'Armlets', colors: ['Gold', 'Red'], sizes: ['2.4', '9', '2.10'] },
  ];
  expect(listingChoices(items)).toMatchObject({
    categories: [
      { slug: 'sets', name: 'Armlets' },
      { slug: 'rings', name: 'Rings' },
    ],
    occasions: ['mehndi', 'gift'],
    colors: ['Teal', 'Gold', 'Red'],
    sizes: ['2.4', '2.10', '9', '10', 'Small'],
  });
});

test('six colours and six sizes stand beside the list from the start', () => {
  const many = { ...plain, colors: ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g'], sizes: ['9', '8', '7', '6', '5', '4', '3'] };
  const { colors, sizes } = firstChoices(listingChoices([many]));
  expect(colors).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(sizes).toEqual(['3', '4', '5', '6', '7', '8']);
});

test('prices are parted at round figures, and not at all where there is nothing to part', () => {
  expect(priceBorders([450, 690, 850, 990, 1180, 1250, 1490, 1750, 1950, 2250, 2950, 3200, 5450, 24_500])).toEqual([
    1000, 2000, 3000,
  ]);
  expect(priceBorders([650, 650, 650])).toEqual([]);
  expect(priceBorders([])).toEqual([]);
});

test('the ranges between prices leave out no product', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(prices, (all) => {
      const items = all.map((price, index) => ({ ...plain, id: `${index}`, price }));
      const borders = priceBorders(all);
      const { inRange } = countChoices(items, PLAIN_LISTING);
      const counts = priceRanges(borders, anyPrice).map(inRange);
      // A product at a border is in both ranges.
      const twice = all.filter((price) => borders.includes(price)).length;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(borders.length === 0 ? 0 : all.length + twice);
    }),
  );
});

test('a range that an address names is offered, too, and each says its limits', () => {
  const named = { minPrice: 500, maxPrice: 1500 };
  expect(priceRanges([1000, 2000], named).map((range) => priceLabel(range).replaceAll('\u00a0', ' '))).toEqual([
    'Up to Rs. 1,000',
    'Rs. 1,000 – 2,000',
    'From Rs. 2,000',
    'Rs. 500 – 1,500',
  ]);
  expect(priceRanges([], anyPrice)).toEqual([]);
  expect(priceRanges([1000], { minPrice: 1000, maxPrice: null })).toHaveLength(2);
});

const someItems = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 9 }),
    category: fc.constantFrom('rings', 'sets'),
    isFeatured: fc.boolean(),
    isNickelFree: fc.boolean(),
    occasions: fc.uniqueArray(fc.constantFrom(...OCCASIONS), { maxLength: 2 }),
    colors: fc.uniqueArray(fc.constantFrom('Gold', 'Silver', 'Red'), { maxLength: 2 }),
    sizes: fc.uniqueArray(fc.constantFrom('6', '7', '8'), { maxLength: 2 }),
  }),
  { maxLength: 20 },
);

const someQuery = fc.record({
  featured: fc.boolean(),
  category: fc.constantFrom<string>('', 'rings'),
  minPrice: fc.option(fc.integer({ min: 1, max: 5 })),
  maxPrice: fc.option(fc.integer({ min: 5, max: 9 })),
  nickelFree: fc.boolean(),
  occasions: fc.subarray([...OCCASIONS].slice(0, 3)),
  colors: fc.subarray(['Gold', 'Silver', 'Red']),
  sizes: fc.subarray(['6', '7']),
});

test('each choice has as many products as are listed with it alone of its kind, those without that choice apart', () => {
  fc.assert(
    fc.property(someItems, someQuery, (drawn, asked) => {
      const items = drawn.map((item, index) => ({ ...plain, ...item, id: `${index}` }));
      const query = { ...PLAIN_LISTING, ...asked };
      const counts = countChoices(items, query);
      const listed = (part: Partial<typeof query>) => listProducts({ items, bestsellers: [] }, { ...query, ...part });
      for (const color of ['Gold', 'Silver', 'Red'])
        expect(counts.colors.get(color) ?? 0).toBe(listed({ colors: [color] }).filter(({ colors }) => colors.length > 0).length);
      for (const size of ['6', '7', '8'])
        expect(counts.sizes.get(size) ?? 0).toBe(listed({ sizes: [size] }).filter(({ sizes }) => sizes.length > 0).length);
      for (const occasion of OCCASIONS)
        expect(counts.occasions.get(occasion) ?? 0).toBe(listed({ occasions: [occasion] }).length);
      for (const category of ['rings', 'sets'] as const)
        expect(counts.categories.get(category) ?? 0).toBe(listed({ category }).length);
      expect(counts.inRange({ minPrice: 3, maxPrice: 6 })).toBe(listed({ minPrice: 3, maxPrice: 6 }).length);
      expect(counts.featured).toBe(listed({ featured: true }).length);
      expect(counts.nickelFree).toBe(listed({ nickelFree: true }).length);
    }),
  );
});

test('each filter that is set can be taken off on its own', () => {
  const query = read(
    'search=x&filter=featured&category=hair-pins&minPrice=500&nickelFree=true&occasion=eid&color=Gold&color=Red&size=7&size=Free+Size&sort=rating',
  );
  const chosen = chosenFilters(query, ALL_PRODUCTS, [{ slug: 'rings', name: 'Rings' }]);
  expect(chosen.map(({ label }) => label.replace('\u00a0', ' '))).toEqual([
    'Hair Pins',
    'Featured',
    'From Rs. 500',
    'Nickel-free',
    'Eid',
    'Gold',
    'Red',
    'Size 7',
    'Free Size',
  ]);
  const rest = Object.assign({}, query, ...chosen.map(({ without }) => without));
  // Colours and sizes each name what they leave.
  expect(rest).toEqual({
    ...query,
    category: '',
    featured: false,
    filter: null,
    minPrice: null,
    nickelFree: false,
    occasions: [],
    colors: ['Gold'],
    sizes: ['7'],
  });
  expect(chosen[5]?.without).toEqual({ colors: ['Red'] });
  expect(chosenFilters(read('search=ring&sort=rating&view=list&filter=new'), ALL_PRODUCTS, [])).toEqual([]);
  expect(chosenFilters({ ...PLAIN_LISTING, category: 'rings' }, categoryPlace('rings'), [])).toEqual([]);
});

test('products without options of that kind are counted', () => {
  const items = [plain, { ...plain, colors: ['Silver'] }, { ...plain, colors: ['Gold'], sizes: ['7', '8'] }];
  const count = (colors: string[], sizes: string[]) => countWithoutChoice(items, { colors, sizes });
  expect(count([], [])).toBe(0);
  expect(count(['Gold'], [])).toBe(1);
  expect(count([], ['7'])).toBe(2);
  expect(count(['Gold'], ['7'])).toBe(2);
});
