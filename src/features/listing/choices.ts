import { OCCASION_LABELS, OCCASIONS } from '#domain/products/occasions.ts';
import { type PriceRange, priceBorders, priceLabel, rangesBetween } from '#domain/products/price-ranges.ts';
import { sizedKind, sortSizes } from '#domain/variants/sizes.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { categoryLabel } from '#features/product-cards/category-names.ts';
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
  sizes: SizeGroup[];
}

/** Sizes of one kind: a ring's 7 is no bangle's 2.4. */
export interface SizeGroup {
  label: 'Ring sizes' | 'Bangle sizes' | 'Sizes' | 'Other sizes';
  sizes: string[];
}

const alphabet = new Intl.Collator('en');

/** Everything that these products can be filtered by. */
export function listingChoices(items: CatalogItem[]): ListingChoices {
  return {
    categories: categoryChoices(items),
    prices: priceBorders(items.map(({ price }) => price)),
    nickelFree: items.some(({ isNickelFree }) => isNickelFree),
    occasions: OCCASIONS.filter((occasion) => items.some(({ occasions }) => occasions.includes(occasion))),
    colors: [...new Set(items.flatMap(({ colors }) => colors))],
    sizes: sizeGroups(items),
  };
}

/** The categories of these products, by name. */
export function categoryChoices(items: CatalogItem[]): ListingChoices['categories'] {
  const names = new Map(items.map(({ category, categoryName }) => [category, categoryName]));
  return [...names].map(([slug, name]) => ({ slug, name })).sort((a, b) => alphabet.compare(a.name, b.name));
}

/** The sizes of these products by what comes in them: a size of rings alone is one of rings. What several kinds come in stands for itself, last. */
function sizeGroups(items: CatalogItem[]): SizeGroup[] {
  const kinds = new Map<string, ReturnType<typeof sizedKind>>();
  for (const { category, sizes } of items) {
    const kind = sizedKind(category);
    for (const size of sizes) kinds.set(size, kinds.has(size) && kinds.get(size) !== kind ? null : kind);
  }
  const of = (wanted: ReturnType<typeof sizedKind>) => sortSizes([...kinds.keys()].filter((size) => kinds.get(size) === wanted));
  const [rings, bangles, others] = [of('ring'), of('bangle'), of(null)];
  const groups: SizeGroup[] = [
    { label: 'Ring sizes', sizes: rings },
    { label: 'Bangle sizes', sizes: bangles },
    { label: rings.length + bangles.length > 0 ? 'Other sizes' : 'Sizes', sizes: others },
  ];
  return groups.filter(({ sizes }) => sizes.length > 0);
}

/** The groups, with sizes that an address names although nothing comes in them. */
export function withChosenSizes(groups: SizeGroup[], chosen: string[]): SizeGroup[] {
  const unknown = chosen.filter((size) => !groups.some(({ sizes }) => sizes.includes(size)));
  if (unknown.length === 0) return groups;
  const others = groups.find(({ label }) => label === 'Sizes' || label === 'Other sizes');
  if (others) return groups.map((group) => (group === others ? { ...group, sizes: [...group.sizes, ...unknown] } : group));
  return [...groups, { label: groups.length > 0 ? 'Other sizes' : 'Sizes', sizes: unknown }];
}

/** The ranges between these prices, and the one that was chosen if it is another one. */
export function priceRanges(borders: number[], { minPrice, maxPrice }: PriceRange): PriceRange[] {
  const offered = rangesBetween(borders);
  const isOffered = offered.some((range) => range.minPrice === minPrice && range.maxPrice === maxPrice);
  return isOffered || (minPrice === null && maxPrice === null) ? offered : [...offered, { minPrice, maxPrice }];
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
