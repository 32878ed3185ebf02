import { LISTING_ORDER } from '#built/settings.ts';
import { OCCASIONS, type Occasion } from '#domain/products/occasions.ts';
import type { ListingOrder } from '#domain/settings/contract.ts';
import { ITEM_SORTS } from '#features/product-cards/sort-items.ts';

/** `match` is the order of a search. */
export type Sort = ListingOrder | 'match';

/** Every order with its name, as it is offered. */
export const SORTS: Record<Sort, string> = {
  match: 'Best Match',
  best: 'Best Selling',
  newest: 'Newest First',
  ...ITEM_SORTS,
};

/** Values of `filter=` that links use. */
const FILTERS = ['new', 'featured', 'bestseller', 'bridal'] as const;

export type Filter = (typeof FILTERS)[number];

/** The state of a listing, mirrored in the page's address. */
export interface ListingQuery {
  search: string;
  filter: Filter | null;
  featured: boolean;
  category: string;
  /** Rupees, included. */
  minPrice: number | null;
  maxPrice: number | null;
  nickelFree: boolean;
  occasions: Occasion[];
  colors: string[];
  sizes: string[];
  /** Null: nothing was chosen. */
  sort: Sort | null;
  view: 'grid' | 'list';
}

export const PLAIN_LISTING: ListingQuery = {
  search: '',
  filter: null,
  featured: false,
  category: '',
  minPrice: null,
  maxPrice: null,
  nickelFree: false,
  occasions: [],
  colors: [],
  sizes: [],
  sort: null,
  view: 'grid',
};

/** A page that lists products. */
export interface Place {
  path: string;
  /** The slug of the only category it lists; empty: all, and the category is a filter. */
  category: string;
  /** The order while nothing else is chosen. */
  order: ListingOrder;
}

export const ALL_PRODUCTS: Place = { path: '/products', category: '', order: LISTING_ORDER };

/** A category's page lists its newest products first. */
export function categoryPlace(slug: string): Place {
  return { path: `/category/${slug}`, category: slug, order: 'newest' };
}

const FILTER_PARAMETERS = ['minPrice', 'maxPrice', 'nickelFree', 'occasion', 'color', 'size'];

/** The address parameters of a place. */
export function parametersOf({ category }: Place): string[] {
  const own = category ? [] : ['search', 'filter', 'featured', 'category'];
  return [...own, ...FILTER_PARAMETERS, 'sort', 'view'];
}

/** Reads the query from an address; unknown values are ignored. */
export function readListing(parameters: URLSearchParams, place: Place = ALL_PRODUCTS): ListingQuery {
  const known = new URLSearchParams([...parameters].filter(([name]) => parametersOf(place).includes(name)));
  const filter = FILTERS.find((one) => one === known.get('filter')) ?? null;
  const query: ListingQuery = {
    search: known.get('search')?.trim() ?? '',
    filter,
    featured: filter === 'featured' || known.get('featured') === 'true',
    category: place.category || (known.get('category') ?? ''),
    minPrice: readRupees(known.get('minPrice')),
    maxPrice: readRupees(known.get('maxPrice')),
    nickelFree: known.get('nickelFree') === 'true',
    occasions: OCCASIONS.filter((one) => known.getAll('occasion').includes(one)),
    colors: distinct(known.getAll('color')),
    sizes: distinct(known.getAll('size')),
    sort: (Object.keys(SORTS) as Sort[]).find((one) => one === known.get('sort')) ?? null,
    view: known.get('view') === 'list' ? 'list' : 'grid',
  };
  return isUsualSort(query, place) ? { ...query, sort: null } : query;
}

/** The address of a query: the place's path with a parameter for everything that differs from the default. */
export function listingUrl(query: ListingQuery, place: Place = ALL_PRODUCTS): string {
  const { search, filter, featured, category, minPrice, maxPrice, nickelFree, occasions, colors, sizes, view } = query;
  const parameters = new URLSearchParams();
  if (search.trim()) parameters.set('search', search.trim());
  if (filter) parameters.set('filter', filter);
  if (featured && filter !== 'featured') parameters.set('featured', 'true');
  if (category !== place.category) parameters.set('category', category);
  if (minPrice !== null) parameters.set('minPrice', String(minPrice));
  if (maxPrice !== null) parameters.set('maxPrice', String(maxPrice));
  if (nickelFree) parameters.set('nickelFree', 'true');
  for (const occasion of occasions) parameters.append('occasion', occasion);
  for (const color of colors) parameters.append('color', color);
  for (const size of sizes) parameters.append('size', size);
  if (!isUsualSort(query, place)) parameters.set('sort', sortOf(query, place));
  if (view !== 'grid') parameters.set('view', view);
  const asked = parameters.toString();
  return asked ? `${place.path}?${asked}` : place.path;
}

/** The order of a query: the chosen one, else a search's own, else that of the link or the place. */
export function sortOf({ sort, search, filter }: Pick<ListingQuery, 'sort' | 'search' | 'filter'>, place: Place): Sort {
  if (sort && (sort !== 'match' || search)) return sort;
  if (search) return 'match';
  return filter === 'bestseller' ? 'best' : place.order;
}

function isUsualSort(query: ListingQuery, place: Place): boolean {
  return sortOf(query, place) === sortOf({ ...query, sort: null }, place);
}

/** The orders that are offered: Best Match with a search alone. */
export function sortsOffered({ search }: Pick<ListingQuery, 'search'>): Sort[] {
  return (Object.keys(SORTS) as Sort[]).filter((sort) => sort !== 'match' || search);
}

/** The query without its filters; what a link or the page itself asks for stays. */
export function withoutFilters(query: ListingQuery, place: Place): ListingQuery {
  const { search, filter, sort, view } = query;
  return { ...PLAIN_LISTING, category: place.category, search, filter: filter === 'featured' ? null : filter, sort, view };
}

/** Whether anything narrows the place's products down. */
export function isNarrowed(query: ListingQuery, place: Place): boolean {
  return listingUrl({ ...query, sort: null, view: 'grid' }, place) !== place.path;
}

export function listingHeading({ filter }: Pick<ListingQuery, 'filter'>): string {
  if (filter === 'new') return 'New Arrivals';
  return filter === 'featured' ? 'Featured Products' : 'Our Products';
}

function readRupees(typed: string | null): number | null {
  return typed && /^\d{1,8}$/.test(typed) ? Number(typed) : null;
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].filter(Boolean);
}
