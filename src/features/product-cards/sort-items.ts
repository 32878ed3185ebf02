import type { CatalogItem } from './catalog-item.ts';

/** Orders that any list of products can be put in. */
export const ITEM_SORTS = {
  name: 'Sort by Name',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  rating: 'Highest Rated',
} as const;

export type ItemSort = keyof typeof ITEM_SORTS;

export function isItemSort<Sort extends string>(sort: Sort | ItemSort): sort is ItemSort {
  return Object.keys(ITEM_SORTS).includes(sort);
}

const alphabet = new Intl.Collator('en');

/** Names in alphabetical order, prices up or down, or best rated first; equal ones by name. */
export function sortItems(items: CatalogItem[], sort: ItemSort): CatalogItem[] {
  const byName = (a: CatalogItem, b: CatalogItem) => alphabet.compare(a.name, b.name);
  const orders: Record<ItemSort, typeof byName> = {
    name: byName,
    'price-asc': (a, b) => a.price - b.price || byName(a, b),
    'price-desc': (a, b) => b.price - a.price || byName(a, b),
    rating: (a, b) => b.rating - a.rating || b.reviewCount - a.reviewCount || byName(a, b),
  };
  return [...items].sort(orders[sort]);
}
