import { asRecord, parseJson } from '#browser/storage.ts';

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

/** A category's slug as a label: `bridal-sets` becomes `Bridal Sets`. */
export function categoryLabel(slug: string): string {
  return slug.replace(/-+/g, ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}

/** Whether a product belongs to a slug: by the slug itself, or by a category named as it reads. */
export function isInCategory({ category }: { category: string }, slug: string): boolean {
  const named = category.toLowerCase();
  return named === slug.toLowerCase() || named === slug.toLowerCase().replaceAll('-', ' ');
}
