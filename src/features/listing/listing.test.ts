import { expect, test } from 'vitest';
import { packCatalog, unpackCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import {
  countFilters,
  countWithoutChoice,
  listingChoices,
  listingHeading,
  listingUrl,
  listProducts,
  mergeFeatured,
  PLAIN_LISTING,
  readListing,
  sortsFor,
} from './listing.ts';

const plain: CatalogItem = {
  id: '1',
  name: 'Ring',
  category: 'rings',
  categoryName: 'Rings',
  price: 100,
  originalPrice: null,
  image: '',
  secondImage: '',
  rating: 0,
  reviewCount: 0,
  stockQuantity: 1,
  isNew: false,
  isFeatured: false,
  colors: [],
  sizes: [],
  occasions: [],
};

const band = { ...plain, id: 'band', name: 'Band', price: 300, rating: 4, colors: ['Gold'], sizes: ['7', '8'] };
const cuff = {
  ...plain,
  id: 'cuff',
  name: 'Cuff',
  price: 200,
  rating: 5,
  category: 'bracelets',
  categoryName: 'Bracelets',
  colors: ['Silver'],
  isNew: true,
};
const hoops = {
  ...plain,
  id: 'hoops',
  name: 'Hoops',
  price: 100,
  category: 'earrings',
  categoryName: 'Earrings',
  isFeatured: true,
};
const catalog = { items: [hoops, cuff, band], bestsellers: ['hoops', 'band'] };

const shown = (parameters: string) => listProducts(catalog, readListing(new URLSearchParams(parameters))).map(({ id }) => id);

test('without parameters all products show, sorted by name', () => {
  expect(shown('')).toEqual(['band', 'cuff', 'hoops']);
});

test('links to new, featured, bridal and best selling products show those', () => {
  expect(shown('filter=new')).toEqual(['cuff']);
  expect(shown('filter=featured')).toEqual(['hoops']);
  expect(shown('filter=bridal')).toEqual([]);
  expect(shown('filter=bestseller')).toEqual(['hoops', 'band']);
});

test('each collection has its heading', () => {
  expect(['new', 'featured', 'bestseller'].map((filter) => listingHeading(readListing(new URLSearchParams({ filter }))))).toEqual(
    ['New Arrivals', 'Featured Products', 'Our Products'],
  );
});

test('a colour or size filter keeps products with any of the chosen ones, and products without options', () => {
  expect(shown('color=Gold')).toEqual(['band', 'hoops']);
  expect(shown('color=Gold&color=Silver')).toEqual(['band', 'cuff', 'hoops']);
  expect(shown('size=9')).toEqual(['cuff', 'hoops']);
});

test('filters combine', () => {
  expect(shown('category=rings&color=Gold')).toEqual(['band']);
  expect(shown('category=rings&filter=new')).toEqual([]);
});

test('prices sort up and down, ratings best first', () => {
  expect(shown('sort=price-asc')).toEqual(['hoops', 'cuff', 'band']);
  expect(shown('sort=price-desc')).toEqual(['band', 'cuff', 'hoops']);
  expect(shown('sort=rating')).toEqual(['cuff', 'band', 'hoops']);
});

test('search results use the same filters and sorting', () => {
  const query = readListing(new URLSearchParams('search=gold&sort=price-asc'));
  expect(listProducts(catalog, query, [band, cuff]).map(({ id }) => id)).toEqual(['cuff', 'band']);
});

test('the best selling sort exists only among the best sellers', () => {
  expect(sortsFor('bestseller')).toContain('best');
  expect(sortsFor(null)).not.toContain('best');
  expect(sortsFor(null)).not.toContain('newest');
  expect(readListing(new URLSearchParams('sort=best')).sort).toBe('name');
});

test('the owner’s default sort is offered, and needs no parameter', () => {
  const unsorted = (order: 'best' | 'newest') =>
    listProducts(catalog, readListing(new URLSearchParams(), order)).map(({ id }) => id);
  expect(unsorted('newest')).toEqual(['hoops', 'cuff', 'band']);
  expect(unsorted('best')).toEqual(['hoops', 'band', 'cuff']);
  expect(sortsFor(null, 'newest')).toEqual(expect.arrayContaining(['newest', 'name']));
  expect(readListing(new URLSearchParams('sort=name'), 'newest').sort).toBe('name');
  expect(readListing(new URLSearchParams('filter=bestseller'), 'newest').sort).toBe('best');
});

test('products without options of that kind are counted', () => {
  const count = (colors: string[], sizes: string[]) => countWithoutChoice([hoops, cuff, band], { colors, sizes });
  expect(count([], [])).toBe(0);
  expect(count(['Gold'], [])).toBe(1);
  expect(count([], ['7'])).toBe(2);
  expect(count(['Gold'], ['7'])).toBe(2);
});

test('an address survives parsing and formatting, and the plain listing has no parameters', () => {
  for (const query of ['search=rose+gold&filter=new&color=Rose+Gold&color=Red&size=7&sort=rating&view=list', 'filter=featured']) {
    expect(listingUrl(readListing(new URLSearchParams(query)))).toBe(`/products?${query}`);
  }
  expect(listingUrl(PLAIN_LISTING)).toBe('/products');
});

test('nonsense in the address is the plain listing', () => {
  expect(readListing(new URLSearchParams('filter=x&sort=constructor&view=9&featured=1'))).toEqual(PLAIN_LISTING);
});

test('six colours and six sizes are offered, and every category by name', () => {
  const many = { ...plain, colors: ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g'] };
  expect(listingChoices([many, { ...cuff, categoryName: 'Armlets' }])).toEqual({
    categories: [
      { slug: 'bracelets', name: 'Armlets' },
      { slug: 'rings', name: 'Rings' },
    ],
    colors: ['a', 'b', 'c', 'd', 'e', 'f'],
    sizes: [],
  });
});

test('the filters of a query are counted: category, Featured, and every colour and size', () => {
  const count = (address: string) => countFilters(readListing(new URLSearchParams(address)));
  expect(count('search=ring&sort=rating&view=list&filter=new')).toBe(0);
  expect(count('filter=featured')).toBe(1);
  expect(count('category=rings&featured=true&color=Gold&color=Silver&size=7')).toBe(5);
});

test('the catalogue index omits defaults and loses nothing', () => {
  expect(unpackCatalog(JSON.parse(packCatalog(catalog)))).toEqual(catalog);
  expect(packCatalog({ items: [plain], bestsellers: [] })).not.toContain('colors');
});

test('featured products come from the server; local ones are used when it returns none or its maximum', () => {
  const named = Array.from({ length: 24 }, (_, index) => ({ ...plain, id: `named ${index}`, isFeatured: true }));
  expect(mergeFeatured([band], [hoops])).toEqual([band]);
  expect(mergeFeatured([], [cuff, hoops])).toEqual([hoops]);
  expect(mergeFeatured(named, [cuff, hoops])).toEqual([...named, hoops]);
});

test('5,000 products are filtered and sorted without losing or duplicating one', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    ...plain,
    id: `${index}`,
    name: `Piece ${(index * 7919) % 5000}`,
    category: index % 2 ? 'rings' : 'earrings',
    price: (index * 31) % 997,
    colors: index % 4 ? [] : ['Gold'],
  }));
  const large = { items: many, bestsellers: [] };
  const sorted = listProducts(large, readListing(new URLSearchParams('category=earrings&color=Silver&sort=price-asc')));
  expect(sorted).toHaveLength(1250);
  expect(sorted.every(({ price }, index) => index === 0 || price >= (sorted[index - 1]?.price ?? 0))).toBe(true);
  expect(new Set(listProducts(large, PLAIN_LISTING).map(({ id }) => id)).size).toBe(5000);
  expect(unpackCatalog(JSON.parse(packCatalog(large)))).toEqual(large);
});
