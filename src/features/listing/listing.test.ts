import { expect, test } from 'vitest';
import { packCatalog, unpackCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { plain } from './example-item.ts';
import { listed } from './listed.ts';
import { withFeatured } from './listing.ts';
import { ALL_PRODUCTS, categoryPlace, PLAIN_LISTING, readListing } from './listing-query.ts';

const band = {
  ...plain,
  id: 'band',
  name: 'Band',
  price: 300,
  rating: 4,
  colors: ['Gold'],
  sizes: ['7', '8'],
  occasions: ['mehndi' as const],
};
const cuff = {
  ...plain,
  id: 'cuff',
  name: 'Cuff',
  price: 200,
  rating: 5,
  category: 'bracelets',
  categoryName: 'Bracelets',
  colors: ['Silver'],
  occasions: ['eid' as const, 'gift' as const],
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

const listProducts = (...asked: Parameters<typeof listed>) => listed(...asked).items;

const shown = (parameters: string) => listProducts(catalog, readListing(new URLSearchParams(parameters))).map(({ id }) => id);

test('without parameters all products show, sorted by name', () => {
  expect(shown('')).toEqual(['band', 'cuff', 'hoops']);
});

test('links to new, featured, bridal and best selling products show those', () => {
  expect(shown('filter=new')).toEqual(['cuff']);
  expect(shown('filter=featured')).toEqual(['hoops']);
  expect(shown('filter=bridal')).toEqual([]);
  expect(shown('filter=bestseller')).toEqual(['hoops', 'band', 'cuff']);
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

test('the catalogue index omits defaults and loses nothing', () => {
  expect(unpackCatalog(JSON.parse(packCatalog(catalog)))).toEqual(catalog);
  expect(packCatalog({ items: [plain], bestsellers: [] })).not.toContain('colors');
});

test('featured products come from the server; local ones are used when it returns none or its maximum', () => {
  const named = Array.from({ length: 24 }, (_, index) => ({ ...plain, id: `named ${index}`, isFeatured: true }));
  const featured = (items: CatalogItem[], answer: CatalogItem[]) =>
    listProducts(withFeatured({ items, bestsellers: [] }, answer), { ...PLAIN_LISTING, featured: true, sort: 'newest' });
  const ids = (items: CatalogItem[]) => items.map(({ id }) => id);
  expect(ids(featured([hoops, band], [band]))).toEqual(['band']);
  expect(ids(featured([cuff, hoops], []))).toEqual(['hoops']);
  expect(ids(featured([cuff, hoops], named))).toEqual([...ids(named), 'hoops']);
});

test('a search shows its results in their own order until another one is chosen', () => {
  const sorted = (parameters: string) =>
    listProducts(catalog, readListing(new URLSearchParams(parameters)), ALL_PRODUCTS, [hoops, band, cuff]).map(({ id }) => id);
  expect(sorted('search=gold')).toEqual(['hoops', 'band', 'cuff']);
  expect(sorted('search=gold&color=Gold')).toEqual(['hoops', 'band']);
  expect(sorted('search=gold&sort=price-asc')).toEqual(['hoops', 'cuff', 'band']);
  expect(sorted('search=gold&sort=newest')).toEqual(['hoops', 'cuff', 'band']);
  expect(sorted('search=gold&sort=best')).toEqual(['hoops', 'band', 'cuff']);
});

test('a search that could not be made is sorted like the list that shows instead', () => {
  expect(shown('search=gold')).toEqual(['band', 'cuff', 'hoops']);
});

test('what sells best is first, and what did not sell follows by its reviews', () => {
  const reviewed = { ...plain, id: 'reviewed', reviewCount: 3 };
  const query = readListing(new URLSearchParams('sort=best'));
  const sorted = listProducts({ items: [hoops, cuff, reviewed, band], bestsellers: ['band'] }, query);
  expect(sorted.map(({ id }) => id)).toEqual(['band', 'reviewed', 'cuff', 'hoops']);
});

test('the link to the best sellers shows the first 24 of them', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ ...plain, id: `${index}`, reviewCount: index }));
  const sorted = listProducts({ items: many, bestsellers: ['3'] }, readListing(new URLSearchParams('filter=bestseller')));
  expect(sorted).toHaveLength(24);
  expect(sorted.slice(0, 3).map(({ id }) => id)).toEqual(['3', '29', '28']);
});

test('the newest are first where they are asked for, or where that is the usual order', () => {
  expect(shown('sort=newest')).toEqual(['hoops', 'cuff', 'band']);
  const rings = categoryPlace('rings');
  const ring = { ...plain, id: 'ring', name: 'A ring', colors: ['Gold'] };
  const inRings = (parameters: string) =>
    listProducts({ items: [band, cuff, ring], bestsellers: [] }, readListing(new URLSearchParams(parameters), rings), rings);
  expect(inRings('').map(({ id }) => id)).toEqual(['band', 'ring']);
  expect(inRings('sort=name').map(({ id }) => id)).toEqual(['ring', 'band']);
  expect(inRings('color=Gold&maxPrice=100').map(({ id }) => id)).toEqual(['ring']);
});

test('prices are filtered from and to, both included; an occasion keeps what is worn at one of the chosen', () => {
  expect(shown('minPrice=200')).toEqual(['band', 'cuff']);
  expect(shown('maxPrice=200')).toEqual(['cuff', 'hoops']);
  expect(shown('minPrice=200&maxPrice=200')).toEqual(['cuff']);
  expect(shown('minPrice=301')).toEqual([]);
  expect(shown('occasion=mehndi')).toEqual(['band']);
  expect(shown('occasion=mehndi&occasion=eid')).toEqual(['band', 'cuff']);
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
