import { callApi } from '#browser/api.ts';
import type { Category } from '#domain/categories/contract.ts';

/** The category that has this slug, or had it before it was renamed. Undefined where there is none, or the shop cannot be reached. */
export async function findCategory(slug: string): Promise<Category | undefined> {
  const categories = await callApi<Category[]>('GET', '/categories').catch(() => []);
  // An answer that a browser has kept may be older than this field.
  const hadIt = ({ oldSlugs = [] }: Category) => oldSlugs.includes(slug);
  return categories.find((category) => category.slug === slug) ?? categories.find(hadIt);
}
