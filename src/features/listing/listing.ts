import { PASSES } from '#domain/products/filters.ts';
import { bestsellersFirst } from '#features/product-cards/bestsellers.ts';
import type { CatalogIndex } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { isItemSort, sortItems } from '#features/product-cards/sort-items.ts';
import { type Filter, type ListingQuery, type Place, type Sort, sortOf } from './listing-query.ts';

/** How many products the link to the best sellers shows. */
const BESTSELLERS = 24;

/** The API answers with at most this many featured products. */
const MAX_FEATURED = 24;

/** What each filter asks of a product. */
const FILTERS = {
  category: (item, { category }) => !category || item.category === category,
  featured: (item, { featured }) => !featured || item.isFeatured,
  ...PASSES,
} satisfies Record<string, (item: CatalogItem, query: ListingQuery) => boolean>;

type FilterName = keyof typeof FILTERS;

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** The filters that a query sets. */
export function filtersOf({
  category,
  featured,
  minPrice,
  maxPrice,
  nickelFree,
  occasions,
  colors,
  sizes,
}: ListingQuery): FilterName[] {
  const isSet: Record<FilterName, boolean> = {
    category: category !== '',
    featured,
    price: minPrice !== null || maxPrice !== null,
    nickelFree,
    occasion: occasions.length > 0,
    color: colors.length > 0,
    size: sizes.length > 0,
  };
  return FILTER_NAMES.filter((name) => isSet[name]);
}

/** Which of a query's filters a product does not pass. A loop, because it runs for thousands of products at each touch. */
export function failedFilter(item: CatalogItem, query: ListingQuery, filters: FilterName[]): FilterName | 'none' | 'several' {
  let failed: FilterName | 'none' = 'none';
  for (const name of filters) {
    if (FILTERS[name](item, query)) continue;
    if (failed !== 'none') return 'several';
    failed = name;
  }
  return failed;
}

/** What the filters have to choose from: the place's products, or what was found, as far as a link asks for them. */
export function filterable(
  catalog: CatalogIndex,
  { filter }: Pick<ListingQuery, 'filter'>,
  place: Place,
  found?: CatalogItem[],
): CatalogItem[] {
  const here = (found ?? catalog.items).filter(({ category }) => !place.category || category === place.category);
  return filter ? here.filter(isInLink(filter, catalog)) : here;
}

function isInLink(filter: Filter, catalog: CatalogIndex): (item: CatalogItem) => boolean {
  if (filter === 'new') return ({ isNew }) => isNew;
  if (filter === 'featured') return ({ isFeatured }) => isFeatured;
  if (filter === 'bridal') return ({ category }) => category === 'bridal';
  const best = new Set(
    inOrder(catalog, 'best')
      .slice(0, BESTSELLERS)
      .map(({ id }) => id),
  );
  return ({ id }) => best.has(id);
}

/** The products of the catalogue, or those that the server found, in the order that a query asks for. */
export function inAskedOrder(catalog: CatalogIndex, query: ListingQuery, place: Place, found?: CatalogItem[]): CatalogItem[] {
  // A search that could not be made has no order.
  const sort = sortOf(found ? query : { ...query, search: '' }, place);
  return found ? sortFound(found, catalog, sort) : inOrder(catalog, sort);
}

function sortFound(found: CatalogItem[], catalog: CatalogIndex, sort: Sort): CatalogItem[] {
  if (sort === 'match') return found;
  if (isItemSort(sort)) return sortItems(found, sort);
  const places = new Map(inOrder(catalog, sort).map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: CatalogItem) => places.get(id) ?? places.size;
  return [...found].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Each catalogue in the orders that were asked for: sorting thousands of names takes longer than filtering them. */
const sorted = new WeakMap<CatalogIndex, Map<Sort, CatalogItem[]>>();

function inOrder(catalog: CatalogIndex, sort: Sort): CatalogItem[] {
  const known = sorted.get(catalog) ?? new Map<Sort, CatalogItem[]>();
  sorted.set(catalog, known);
  const items = known.get(sort) ?? sortAll(catalog, sort);
  known.set(sort, items);
  return items;
}

function sortAll({ items, bestsellers }: CatalogIndex, sort: Sort): CatalogItem[] {
  if (isItemSort(sort)) return sortItems(items, sort);
  return sort === 'best' ? bestsellersFirst(items, bestsellers) : items;
}

/** Whether only the whole catalogue knows this order. */
export function isCatalogOrder(sort: Sort): boolean {
  return sort === 'best' || sort === 'newest';
}

/**
 * The catalogue with the featured products that the server named, or the local ones if it named none. A full answer may be cut off, so local ones stay then,
 * too.
 */
export function withFeatured(catalog: CatalogIndex, named: CatalogItem[]): CatalogIndex {
  const ids = new Set(named.map(({ id }) => id));
  const isWhole = named.length > 0 && named.length < MAX_FEATURED;
  const known = new Set(catalog.items.map(({ id }) => id));
  const items = catalog.items.map((item) => ({ ...item, isFeatured: ids.has(item.id) || (!isWhole && item.isFeatured) }));
  const newer = named.filter(({ id }) => !known.has(id)).map((item) => ({ ...item, isFeatured: true }));
  return { ...catalog, items: [...newer, ...items] };
}

/** Whether a search may have been read as more or other than its words: a word of it, or a number, is in no name of what was found. */
export function mayBeRead(search: string, found: CatalogItem[]): boolean {
  if (found.length === 0) return false;
  const names = found.map(({ name, category }) => `${name} ${category}`.toLowerCase()).join(' ');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.some((word) => !names.includes(word));
}
