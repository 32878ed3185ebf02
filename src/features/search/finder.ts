import { findProducts, searchIndexOf } from '#domain/product-search/find-products.ts';
import { meaningsOf } from '#domain/product-search/meanings.ts';
import type { Understood, Vocabulary } from '#domain/product-search/understand.ts';
import { mayWish, type Wishes, wordsAlone } from '#domain/product-search/wishes.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

export interface Finder {
  /** As the API finds them, the best match first, but by descriptions. */
  find(typed: string): { items: CatalogItem[]; understood: Understood[]; wishes: Wishes };
  /** All products. */
  items: CatalogItem[];
  vocabulary: Vocabulary;
}

let loading: Promise<Finder> | undefined;

let readWishes: (typed: string) => Wishes = wordsAlone;

/** Searches the catalogue in this browser. Takes the first text to search for. After a failure the next call tries again. */
export async function loadFinder(typed = ''): Promise<Finder> {
  loading ??= loadCatalog().then(
    ({ items, words = '' }) => {
      const index = searchIndexOf(items);
      const meanings = meaningsOf(words);
      const find = (text: string) => {
        const wishes = readWishes(text);
        return { ...findProducts(wishes, index, meanings), wishes };
      };
      return { find, items, vocabulary: index.vocabulary };
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  const [finder] = await Promise.all([loading, learnToRead(typed)]);
  return finder;
}

/** Loads what reads prices and sizes for the first text that may have any. Undefined where nothing has to be loaded. */
export function learnToRead(typed: string): Promise<void> | undefined {
  if (readWishes !== wordsAlone || !mayWish(typed)) return undefined;
  return import('#domain/product-search/read-wishes.ts').then((reader) => {
    readWishes = reader.readWishes;
  }, console.warn);
}

/** What to look for instead of what the shop has not; empty when nothing is near. */
export function nearestOf(understood: Understood[]): string[] {
  return understood.flatMap(({ nearest = [] }) => nearest);
}
