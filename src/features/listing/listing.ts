import { LISTING_ORDER } from '#built/settings.ts';
import { sortSizes } from '#domain/variants/sizes.ts';
import type { CatalogIndex } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { ITEM_SORTS, type ItemSort, sortItems } from '#features/product-cards/sort-items.ts';

/** Best Selling and Newest are offered only where they are the default: in the bestseller filter, or when chosen in Settings. */
export const SORTS = {
  best: 'Best Selling',
  newest: 'Newest First',
  ...ITEM_SORTS,
} as const;

export type Sort = keyof typeof SORTS;

/** Values of `filter=` that links use. */
const FILTERS = ['new', 'featured', 'bestseller', 'bridal'] as const;

export type Filter = (typeof FILTERS)[number];

/** The state of the listing, mirrored in the page's address. */
export interface ListingQuery {
  search: string;
  filter: Filter | null;
  featured: boolean;
  category: string;
  colors: string[];
  sizes: string[];
  sort: Sort;
  view: 'grid' | 'list';
}

export const PLAIN_LISTING: ListingQuery = {
  search: '',
  filter: null,
  featured: false,
  category: '',
  colors: [],
  sizes: [],
  sort: LISTING_ORDER,
  view: 'grid',
};

/** The API answers with at most this many featured products. */
const MAX_FEATURED = 24;

/** Names of the address parameters. */
export const LISTING_PARAMETERS = ['search', 'filter', 'featured', 'category', 'color', 'size', 'sort', 'view'];

/** Colours and sizes offered as filters. */
const MAX_CHIPS = 6;

/** Reads the query from an address; unknown values are ignored. `order` is the default sort. */
export function readListing(parameters: URLSearchParams, order: Sort = LISTING_ORDER): ListingQuery {
  const filter = FILTERS.find((known) => known === parameters.get('filter')) ?? null;
  const sort = parameters.get('sort') ?? '';
  return {
    search: parameters.get('search')?.trim() ?? '',
    filter,
    featured: filter === 'featured' || parameters.get('featured') === 'true',
    category: parameters.get('category') ?? '',
    colors: parameters.getAll('color'),
    sizes: parameters.getAll('size'),
    sort: sortsFor(filter, order).find((known) => known === sort) ?? defaultSort(filter, order),
    view: parameters.get('view') === 'list' ? 'list' : 'grid',
  };
}

/** How many filters a query sets: the category, Featured, and every colour and size. */
export function countFilters({ category, featured, colors, sizes }: ListingQuery): number {
  return Number(category !== '') + Number(featured) + colors.length + sizes.length;
}

/** The address of a query: `/products` with a parameter for everything that differs from the default. */
export function listingUrl({ search, filter, featured, category, colors, sizes, sort, view }: ListingQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim()) parameters.set('search', search.trim());
  if (filter) parameters.set('filter', filter);
  if (featured && filter !== 'featured') parameters.set('featured', 'true');
  if (category) parameters.set('category', category);
  for (const color of colors) parameters.append('color', color);
  for (const size of sizes) parameters.append('size', size);
  if (sort !== defaultSort(filter)) parameters.set('sort', sort);
  if (view !== 'grid') parameters.set('view', view);
  const asked = parameters.toString();
  return asked ? `/products?${asked}` : '/products';
}

/** The sorts offered with a filter. */
export function sortsFor(filter: Filter | null, order: Sort = LISTING_ORDER): Sort[] {
  const usual = defaultSort(filter, order);
  return (Object.keys(SORTS) as Sort[]).filter((sort) => !isCatalogOrder(sort) || sort === usual || sort === order);
}

function defaultSort(filter: Filter | null, order: Sort = LISTING_ORDER): Sort {
  return filter === 'bestseller' ? 'best' : order;
}

/** Whether only the whole catalogue knows this order. */
export function isCatalogOrder(sort: Sort): sort is Exclude<Sort, ItemSort> {
  return !(sort in ITEM_SORTS);
}

export function listingHeading({ filter }: Pick<ListingQuery, 'filter'>): string {
  if (filter === 'new') return 'New Arrivals';
  return filter === 'featured' ? 'Featured Products' : 'Our Products';
}

/** The products of a query, sorted. `found` is the server's search result, if there was a search. */
export function listProducts(catalog: CatalogIndex, query: ListingQuery, found?: CatalogItem[]): CatalogItem[] {
  const shown = (found ?? catalog.items)
    .filter((item) => !query.featured || item.isFeatured)
    .filter((item) => isInFilter(item, query.filter, catalog.bestsellers))
    .filter((item) => !query.category || item.category === query.category)
    .filter((item) => hasAny(item.colors, query.colors) && hasAny(item.sizes, query.sizes));
  if (!isCatalogOrder(query.sort)) return sortItems(shown, query.sort);
  const newest = catalog.items.map(({ id }) => id);
  const order = query.sort === 'best' ? new Set([...catalog.bestsellers, ...newest]) : newest;
  const rank = new Map([...order].map((id, index) => [id, index]));
  return shown.sort((a, b) => (rank.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (rank.get(b.id) ?? Number.MAX_SAFE_INTEGER));
}

/**
 * The featured products named by the server, or the local ones if it names none. A full answer may be cut off, so local ones are
 * added to it.
 */
export function mergeFeatured(named: CatalogItem[], local: CatalogItem[]): CatalogItem[] {
  if (named.length > 0 && named.length < MAX_FEATURED) return named;
  const known = new Set(named.map(({ id }) => id));
  return [...named, ...local.filter(({ id, isFeatured }) => isFeatured && !known.has(id))];
}

const alphabet = new Intl.Collator('en');

export interface ListingChoices {
  categories: { slug: string; name: string }[];
  colors: string[];
  sizes: string[];
}

/** The choices of the filters: categories, and the first colours and sizes of these products. */
export function listingChoices(items: CatalogItem[]): ListingChoices {
  const names = new Map(items.map(({ category, categoryName }) => [category, categoryName]));
  return {
    categories: [...names].map(([slug, name]) => ({ slug, name })).sort((a, b) => alphabet.compare(a.name, b.name)),
    colors: distinct(items.flatMap(({ colors }) => colors)).slice(0, MAX_CHIPS),
    sizes: sortSizes(distinct(items.flatMap(({ sizes }) => sizes)).slice(0, MAX_CHIPS)),
  };
}

function isInFilter({ id, isNew, isFeatured, category }: CatalogItem, filter: Filter | null, bestsellers: string[]): boolean {
  if (filter === 'new') return isNew;
  if (filter === 'featured') return isFeatured;
  if (filter === 'bestseller') return bestsellers.includes(id);
  return filter === 'bridal' ? category === 'bridal' : true;
}

/** A product without colours or sizes matches any of them. */
function hasAny(offered: string[], wanted: string[]): boolean {
  return wanted.length === 0 || offered.length === 0 || wanted.some((value) => offered.includes(value));
}

/** How many products match a colour or size filter only because they have none. */
export function countWithoutChoice(shown: CatalogItem[], { colors, sizes }: Pick<ListingQuery, 'colors' | 'sizes'>): number {
  const isWithout = (offered: string[], wanted: string[]) => wanted.length > 0 && offered.length === 0;
  return shown.filter((item) => isWithout(item.colors, colors) || isWithout(item.sizes, sizes)).length;
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}
