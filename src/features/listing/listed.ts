import { PASSES } from '#domain/products/filters.ts';
import type { PriceRange } from '#domain/products/price-ranges.ts';
import type { CatalogIndex } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { failedFilter, filterable, filtersOf, inAskedOrder } from './listing.ts';
import { ALL_PRODUCTS, type ListingQuery, type Place } from './listing-query.ts';

/**
 * How many products are listed with each choice: once it is made, or now if it is. Those that come without such a choice count, since they stay in; a choice
 * that no product comes in has none.
 */
export interface ChoiceCounts {
  featured: number;
  nickelFree: number;
  category(slug: string): number;
  occasion(occasion: string): number;
  color(color: string): number;
  size(size: string): number;
  inRange(range: PriceRange): number;
}

export interface Listed {
  /** Sorted. */
  items: CatalogItem[];
  counts: ChoiceCounts;
}

/**
 * What a query lists and every number that is said of it, in one pass: a product that fails no filter is listed, one that fails a single filter would be with
 * another choice of that kind. `found` is what the server found, in its order, if it was asked.
 */
export function listed(catalog: CatalogIndex, query: ListingQuery, place: Place = ALL_PRODUCTS, found?: CatalogItem[]): Listed {
  const filters = filtersOf(query);
  const items: CatalogItem[] = [];
  // One category takes the place of another; of the others several can be chosen. Without a colour or size to choose a product stays in.
  const categories = counter([], false);
  const occasions = counter(query.occasions, false);
  const colors = counter(query.colors, true);
  const sizes = counter(query.sizes, true);
  const prices: number[] = [];
  let featured = 0;
  let nickelFree = 0;
  for (const item of filterable(catalog, query, place, inAskedOrder(catalog, query, place, found))) {
    const failed = failedFilter(item, query, filters);
    if (failed === 'several') continue;
    const isListed = failed === 'none';
    if (isListed) items.push(item);
    if (isListed || failed === 'category') categories.add([item.category], isListed);
    if (isListed || failed === 'occasion') occasions.add(item.occasions, isListed);
    if (isListed || failed === 'color') colors.add(item.colors, isListed);
    if (isListed || failed === 'size') sizes.add(item.sizes, isListed);
    if (isListed || failed === 'price') prices.push(item.price);
    if ((isListed || failed === 'featured') && item.isFeatured) featured += 1;
    if ((isListed || failed === 'nickelFree') && item.isNickelFree) nickelFree += 1;
  }
  return {
    items,
    counts: {
      featured,
      nickelFree,
      category: categories.with,
      occasion: occasions.with,
      color: colors.with,
      size: sizes.with,
      inRange: (range) => prices.filter((price) => PASSES.price({ price }, range)).length,
    },
  };
}

/** Counts products by the values that they come in, of which these are chosen. `staysIn`: what comes in none is listed whatever is chosen. */
function counter(chosen: readonly string[], staysIn: boolean) {
  const all = new Map<string, number>();
  const added = new Map<string, number>();
  let listed = 0;
  let without = 0;
  return {
    add(values: readonly string[], isListed: boolean): void {
      if (isListed) listed += 1;
      if (staysIn && values.length === 0) without += 1;
      for (const value of values) {
        all.set(value, (all.get(value) ?? 0) + 1);
        if (!isListed) added.set(value, (added.get(value) ?? 0) + 1);
      }
    },
    with(value: string): number {
      if (!all.has(value) && !chosen.includes(value)) return 0;
      return chosen.length > 0 ? listed + (added.get(value) ?? 0) : (all.get(value) ?? 0) + without;
    },
  };
}
