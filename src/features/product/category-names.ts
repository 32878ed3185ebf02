import { asRecord, parseJson } from '#browser/storage.ts';
import { categoryLabel } from './product-labels.ts';

/** What categories are called, by slug. */
export type CategoryNames = ReadonlyMap<string, string>;

/** The names that staff gave their categories. */
export function categoryNames(categories: { slug: string; name: string }[]): CategoryNames {
  return new Map(categories.map(({ slug, name }) => [slug, name]));
}

/** What a category is called; its slug in words when it has no name (it was deleted or hidden). */
export function categoryName(slug: string, names: CategoryNames): string {
  return names.get(slug) ?? categoryLabel(slug);
}

/** JSON of the names a page has to carry: those that their slug does not say already. */
export function packNames(categories: { slug: string; name: string }[]): string {
  return JSON.stringify(Object.fromEntries(categoryNames(categories.filter(({ slug, name }) => name !== categoryLabel(slug)))));
}

/** The names as every page carries them (ShopLayout.astro), for products that the browser gets from the API. */
export function pageCategoryNames(packed = document.body.dataset['categoryNames']): CategoryNames {
  return new Map(Object.entries(asRecord(parseJson(packed))).map(([slug, name]) => [slug, String(name)]));
}
