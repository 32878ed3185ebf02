import { asRecord, parseJson } from '#browser/storage.ts';

/** Category names by slug. */
export type CategoryNames = ReadonlyMap<string, string>;

/** The names that staff gave their categories. */
export function categoryNames(categories: { slug: string; name: string }[]): CategoryNames {
  return new Map(categories.map(({ slug, name }) => [slug, name]));
}

/** A category's name; for deleted and hidden categories the slug as a label. */
export function categoryName(slug: string, names: CategoryNames): string {
  return names.get(slug) ?? categoryLabel(slug);
}

/** JSON of the names that cannot be derived from their slug, for the page's markup. */
export function packNames(categories: { slug: string; name: string }[]): string {
  return JSON.stringify(Object.fromEntries(categoryNames(categories.filter(({ slug, name }) => name !== categoryLabel(slug)))));
}

/** Reads the names from the page (ShopLayout.astro), for products that come from the API. */
export function pageCategoryNames(packed = document.body.dataset['categoryNames']): CategoryNames {
  return new Map(Object.entries(asRecord(parseJson(packed))).map(([slug, name]) => [slug, String(name)]));
}

/** A category's slug as a label: `bridal-sets` becomes `Bridal Sets`. */
export function categoryLabel(slug: string): string {
  return slug.replace(/-+/g, ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}

/** Whether a product's category is a slug, or the slug's words. */
export function isInCategory({ category }: { category: string }, slug: string): boolean {
  const named = category.toLowerCase();
  return named === slug.toLowerCase() || named === slug.toLowerCase().replaceAll('-', ' ');
}
