import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OCCASIONS } from '#domain/products/occasions.ts';
import { priceBorders, priceLabel } from '#domain/products/price-ranges.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { chosenFilters, countWithoutChoice, listingChoices, priceRanges, withChosenSizes } from './choices.ts';
import { plain } from './example-item.ts';
import { listed } from './listed.ts';
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
    sizes: [
      { label: 'Ring sizes', sizes: ['10', 'Small'] },
      { label: 'Other sizes', sizes: ['2.4', '2.10', '9'] },
    ],
  });
});

test('sizes of rings and of bangles stand apart, each under its name, and so do those that several kinds come in', () => {
  const ring = { ...plain, sizes: ['7', '6', 'Small'] };
  const bangle = { ...plain, category: 'bracelets', sizes: ['2.10', '2.4', 'Medium'] };
  const hoop = { ...plain, category: 'earrings', sizes: ['Small', 'Large'] };
  expect(listingChoices([ring, bangle, hoop]).sizes).toEqual([
    { label: 'Ring sizes', sizes: ['6', '7'] },
    { label: 'Bangle sizes', sizes: ['2.4', '2.10', 'Medium'] },
    { label: 'Other sizes', sizes: ['Small', 'Large'] },
  ]);
  expect(listingChoices([hoop]).sizes).toEqual([{ label: 'Sizes', sizes: ['Small', 'Large'] }]);
  expect(withChosenSizes(listingChoices([ring]).sizes, ['7', '99'])).toEqual([
    { label: 'Ring sizes', sizes: ['6', '7', 'Small'] },
    { label: 'Other sizes', sizes: ['99'] },
  ]);
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
      const { inRange } = listed({ items, bestsellers: [] }, PLAIN_LISTING).counts;
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

test('whatever the catalogue and the filters, each choice says how many are listed with it, and a chosen one how many are', () => {
  fc.assert(
    fc.property(someItems, someQuery, fc.boolean(), (drawn, asked, isInPlace) => {
      const items = drawn.map((item, index) => ({ ...plain, ...item, id: `${index}` }));
      const catalog = { items, bestsellers: [] };
      const place = isInPlace ? categoryPlace('rings') : ALL_PRODUCTS;
      const query = { ...PLAIN_LISTING, ...asked, ...(isInPlace && { category: 'rings' }) };
      const { items: now, counts } = listed(catalog, query, place);
      const shown = (part: Partial<typeof query>) => listed(catalog, { ...query, ...part }, place).items.length;
      /** Whether anything of those that pass the other filters comes in it: what does not is greyed. */
      const isThere = (key: 'colors' | 'sizes', value: string) =>
        listed(catalog, { ...query, [key]: [] }, place).items.some((item) => item[key].includes(value));
      for (const [key, values, countOf] of [
        ['colors', ['Gold', 'Silver', 'Red'], counts.color],
        ['sizes', ['6', '7', '8'], counts.size],
      ] as const)
        for (const value of values) {
          const chosen = query[key];
          if (chosen.includes(value)) expect(countOf(value)).toBe(now.length);
          else expect(countOf(value)).toBe(isThere(key, value) ? shown({ [key]: [...chosen, value] }) : 0);
        }
      for (const occasion of OCCASIONS) {
        const isOffered = listed(catalog, { ...query, occasions: [] }, place).items.some(({ occasions }) =>
          occasions.includes(occasion),
        );
        const withIt = shown({ occasions: [...new Set([...query.occasions, occasion])] });
        expect(counts.occasion(occasion)).toBe(isOffered || query.occasions.includes(occasion) ? withIt : 0);
      }
      if (!isInPlace) for (const category of ['rings', 'sets']) expect(counts.category(category)).toBe(shown({ category }));
      if (query.category && !isInPlace) expect(counts.category(query.category)).toBe(now.length);
      expect(counts.inRange({ minPrice: 3, maxPrice: 6 })).toBe(shown({ minPrice: 3, maxPrice: 6 }));
      expect(counts.inRange(query)).toBe(now.length);
      expect(counts.featured).toBe(shown({ featured: true }));
      expect(counts.nickelFree).toBe(shown({ nickelFree: true }));
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
