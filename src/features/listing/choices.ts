import { PASSES } from '#domain/products/filters.ts';
import { OCCASION_LABELS, OCCASIONS } from '#domain/products/occasions.ts';
import { type PriceRange, priceBorders, priceLabel } from '#domain/products/price-ranges.ts';
import { sortSizes } from '#domain/variants/sizes.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { categoryLabel } from '#features/product-cards/category-names.ts';
import { failedFilter, filtersOf } from './listing.ts';
import type { ListingQuery, Place } from './listing-query.ts';

/** What the filters offer. */
export interface ListingChoices {
  categories: { slug: string; name: string }[];
  /** Prices at which one range ends and the next begins. */
  prices: number[];
  /** Whether anything is nickel-free. */
  nickelFree: boolean;
  occasions: ListingQuery['occasions'];
  colors: string[];
  sizes: string[];
}

/** Colours and sizes beside the list; the panel offers all. */
const MAX_CHIPS = 6;

const alphabet = new Intl.Collator('en');

/** Everything that these products can be filtered by. */
export function listingChoices(items: CatalogItem[]): ListingChoices {
  const names = new Map(items.map(({ category, categoryName }) => [category, categoryName]));
  const [occasions, colors, sizes] = [counter(), counter(), counter()];
  for (const item of items) {
    occasions.add(item.occasions);
    colors.add(item.colors);
    sizes.add(item.sizes);
  }
  return {
    categories: [...names].map(([slug, name]) => ({ slug, name })).sort((a, b) => alphabet.compare(a.name, b.name)),
    prices: priceBorders(items.map(({ price }) => price)),
    nickelFree: items.some(({ isNickelFree }) => isNickelFree),
    occasions: OCCASIONS.filter((occasion) => occasions.counts.has(occasion)),
    colors: [...colors.counts.keys()],
    sizes: sortSizes([...sizes.counts.keys()]),
  };
}

/** The choices that stand beside the list from the start. */
export function firstChoices({ colors, sizes, ...choices }: ListingChoices): ListingChoices {
  return { ...choices, colors: colors.slice(0, MAX_CHIPS), sizes: sizes.slice(0, MAX_CHIPS) };
}

/** The ranges between these prices, and the one that was chosen if it is another one. */
export function priceRanges(borders: number[], { minPrice, maxPrice }: PriceRange): PriceRange[] {
  if (borders.length === 0 && minPrice === null && maxPrice === null) return [];
  const ranges = [null, ...borders].map((min, place) => ({ minPrice: min, maxPrice: borders[place] ?? null }));
  const offered = borders.length > 0 ? ranges : [];
  const isOffered = offered.some((range) => range.minPrice === minPrice && range.maxPrice === maxPrice);
  return isOffered || (minPrice === null && maxPrice === null) ? offered : [...offered, { minPrice, maxPrice }];
}

/** How many products come in each value, of those that pass all other filters. */
export interface ChoiceCounts {
  featured: number;
  nickelFree: number;
  categories: Map<string, number>;
  occasions: Map<string, number>;
  colors: Map<string, number>;
  sizes: Map<string, number>;
  inRange(range: PriceRange): number;
}

/** Counts in one pass: a product that fails nothing counts for every filter, one that fails a single filter for that one. */
export function countChoices(items: CatalogItem[], query: ListingQuery): ChoiceCounts {
  const filters = filtersOf(query);
  const [categories, occasions, colors, sizes] = [counter(), counter(), counter(), counter()];
  const prices: number[] = [];
  let featured = 0;
  let nickelFree = 0;
  for (const item of items) {
    const failed = failedFilter(item, query, filters);
    if (failed === 'several') continue;
    const isListed = failed === 'none';
    if (isListed || failed === 'category') categories.add([item.category]);
    if (isListed || failed === 'occasion') occasions.add(item.occasions);
    if (isListed || failed === 'color') colors.add(item.colors);
    if (isListed || failed === 'size') sizes.add(item.sizes);
    if (isListed || failed === 'price') prices.push(item.price);
    if ((isListed || failed === 'featured') && item.isFeatured) featured += 1;
    if ((isListed || failed === 'nickelFree') && item.isNickelFree) nickelFree += 1;
  }
  return {
    featured,
    nickelFree,
    categories: categories.counts,
    occasions: occasions.counts,
    colors: colors.counts,
    sizes: sizes.counts,
    inRange: (range) => prices.filter((price) => PASSES.price({ price }, range)).length,
  };
}

function counter() {
  const counts = new Map<string, number>();
  const add = (values: readonly string[]) => {
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  return { counts, add };
}

/** A filter that is set, and the change that takes it off. */
export interface ChosenFilter {
  label: string;
  without: Partial<ListingQuery>;
}

/** The filters of a query one by one, in the order in which they are offered. */
export function chosenFilters(query: ListingQuery, place: Place, names: ListingChoices['categories']): ChosenFilter[] {
  const { category, featured, filter, minPrice, maxPrice } = query;
  const each = <Key extends 'occasions' | 'colors' | 'sizes'>(key: Key, label: (value: string) => string): ChosenFilter[] =>
    query[key].map((value) => ({ label: label(value), without: { [key]: query[key].filter((other) => other !== value) } }));
  return [
    ...(category === place.category
      ? []
      : [{ label: names.find(({ slug }) => slug === category)?.name ?? categoryLabel(category), without: { category: '' } }]),
    ...(featured ? [{ label: 'Featured', without: { featured: false, filter: filter === 'featured' ? null : filter } }] : []),
    ...(minPrice === null && maxPrice === null
      ? []
      : [{ label: priceLabel({ minPrice, maxPrice }), without: { minPrice: null, maxPrice: null } }]),
    ...(query.nickelFree ? [{ label: 'Nickel-free', without: { nickelFree: false } }] : []),
    ...each('occasions', (value) => OCCASION_LABELS[value as keyof typeof OCCASION_LABELS]),
    ...each('colors', (value) => value),
    ...each('sizes', (value) => (/size/i.test(value) ? value : `Size ${value}`)),
  ];
}

/** How many products match a colour or size filter only because they have none. */
export function countWithoutChoice(shown: CatalogItem[], { colors, sizes }: Pick<ListingQuery, 'colors' | 'sizes'>): number {
  const isWithout = (offered: string[], wanted: string[]) => wanted.length > 0 && offered.length === 0;
  return shown.filter((item) => isWithout(item.colors, colors) || isWithout(item.sizes, sizes)).length;
}
