import { findProducts, searchIndexOf } from '#domain/product-search/find-products.ts';
import { meaningsOf, type Understood, type Vocabulary } from '#domain/product-search/understand.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

export interface Finder {
  /** As the API finds them, the best match first, but by descriptions. */
  find(typed: string): { items: CatalogItem[]; understood: Understood[] };
  vocabulary: Vocabulary;
}

let loading: Promise<Finder> | undefined;

/** Searches the catalogue in this browser. After a failure the next call tries again. */
export function loadFinder(): Promise<Finder> {
  loading ??= loadCatalog().then(
    ({ items, words }) => {
      const index = searchIndexOf(items);
      const meanings = meaningsOf(words);
      return { find: (typed) => findProducts(typed, index, meanings), vocabulary: index.vocabulary };
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

/** What to look for instead of what the shop has not; empty when nothing is near. */
export function nearestOf(understood: Understood[]): string[] {
  return understood.flatMap(({ nearest = [] }) => nearest);
}
