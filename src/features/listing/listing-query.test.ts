import { expect, test } from 'vitest';
import {
  ALL_PRODUCTS,
  categoryPlace,
  isNarrowed,
  type ListingQuery,
  listingHeading,
  listingUrl,
  PLAIN_LISTING,
  parametersOf,
  readListing,
  sortOf,
  sortsOffered,
  withoutFilters,
} from './listing-query.ts';

const RINGS = categoryPlace('rings');

const read = (parameters: string, place = ALL_PRODUCTS) => readListing(new URLSearchParams(parameters), place);
const sorted = (query: ListingQuery, order = ALL_PRODUCTS.order) => sortOf(query, { ...ALL_PRODUCTS, order });

test('each collection has its heading', () => {
  expect(['new', 'featured', 'bestseller'].map((filter) => listingHeading(read(`filter=${filter}`)))).toEqual([
    'New Arrivals',
    'Featured Products',
    'Our Products',
  ]);
});

test('an address survives parsing and formatting, and the plain listing has no parameters', () => {
  for (const query of [
    'search=rose+gold&filter=new&color=Rose+Gold&color=Red&size=7&sort=rating&view=list',
    'filter=featured',
    'featured=true&category=rings&minPrice=500&maxPrice=1000&nickelFree=true&occasion=mehndi&occasion=eid&sort=best',
  ])
    expect(listingUrl(read(query))).toBe(`/products?${query}`);
  expect(listingUrl(PLAIN_LISTING)).toBe('/products');
});

test('nonsense in the address is the plain listing', () => {
  const nonsense = 'filter=x&sort=constructor&view=9&featured=1&minPrice=-1&maxPrice=1e3&occasion=wedding&color=&size=';
  expect(read(nonsense)).toEqual(PLAIN_LISTING);
});

test('the address of a category’s page has its filters, and never the category', () => {
  expect(parametersOf(RINGS)).toEqual(['minPrice', 'maxPrice', 'nickelFree', 'occasion', 'color', 'size', 'sort', 'view']);
  const query = read('search=x&filter=new&featured=true&category=sets&size=7&sort=price-asc', RINGS);
  expect(query).toEqual({ ...PLAIN_LISTING, category: 'rings', sizes: ['7'], sort: 'price-asc' });
  expect(listingUrl(query, RINGS)).toBe('/category/rings?size=7&sort=price-asc');
  expect(listingUrl(read('sort=newest', RINGS), RINGS)).toBe('/category/rings');
});

test('a search is sorted by Best Match, which exists with a search alone', () => {
  expect(sortsOffered({ search: '' })).toEqual(['best', 'newest', 'name', 'price-asc', 'price-desc', 'rating']);
  expect(sortsOffered({ search: 'ring' })[0]).toBe('match');
  expect(sorted(read('search=ring'))).toBe('match');
  expect(sorted(read('search=ring&filter=bestseller'))).toBe('match');
  expect(sorted(read('sort=match'))).toBe('name');
  expect(listingUrl(read('search=ring&sort=match'))).toBe('/products?search=ring');
});

test('a sort that was chosen stays when a search begins or ends, and the usual one makes way', () => {
  const chosen = read('sort=price-asc');
  expect(sorted({ ...chosen, search: 'ring' })).toBe('price-asc');
  expect(listingUrl({ ...chosen, search: 'ring' })).toBe('/products?search=ring&sort=price-asc');
  expect(sorted({ ...read('search=ring'), search: '' })).toBe('name');
  const byName = read('search=ring&sort=name');
  expect(sorted(byName)).toBe('name');
  expect(listingUrl({ ...byName, search: '' })).toBe('/products');
});

test('the owner’s order is the usual one and needs no parameter; the best sellers have their own', () => {
  expect(sorted(PLAIN_LISTING, 'newest')).toBe('newest');
  expect(sorted(readListing(new URLSearchParams('sort=name'), { ...ALL_PRODUCTS, order: 'newest' }), 'newest')).toBe('name');
  expect(listingUrl({ ...PLAIN_LISTING, sort: 'newest' }, { ...ALL_PRODUCTS, order: 'newest' })).toBe('/products');
  expect(sorted(read('filter=bestseller'), 'newest')).toBe('best');
});

test('without its filters a listing keeps its search, order and view', () => {
  const query = read(
    'search=gold&filter=featured&category=rings&minPrice=5&occasion=eid&color=Gold&size=7&sort=rating&view=list',
  );
  expect(listingUrl(withoutFilters(query, ALL_PRODUCTS))).toBe('/products?search=gold&sort=rating&view=list');
  expect(listingUrl(withoutFilters(read('filter=new&color=Gold'), ALL_PRODUCTS))).toBe('/products?filter=new');
  expect(listingUrl(withoutFilters(read('size=7&sort=name', RINGS), RINGS), RINGS)).toBe('/category/rings?sort=name');
});

test('order and view narrow nothing down', () => {
  expect(isNarrowed(read('sort=rating&view=list'), ALL_PRODUCTS)).toBe(false);
  expect(isNarrowed(read('maxPrice=500'), ALL_PRODUCTS)).toBe(true);
  expect(isNarrowed(read('sort=name', RINGS), RINGS)).toBe(false);
});
