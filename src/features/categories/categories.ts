import type { Category } from '#domain/categories/contract.ts';

/** A category as its card shows it. */
export interface CategoryCard extends Pick<Category, 'name' | 'slug' | 'count' | 'description'> {
  image: string;
}

export type CategorySort = 'name' | 'items';

/** The fields a card is made from. */
type Known = Pick<Category, 'name' | 'slug' | 'count' | 'image' | 'description'>;

/** Cards of the categories with the number of their products; without any in the list, the category's own count. */
export function categoryCards(categories: Known[], products: { category: string }[]): CategoryCard[] {
  const counts = new Map<string, number>();
  for (const { category } of products) counts.set(category, (counts.get(category) ?? 0) + 1);
  return categories.map(({ name, slug, image, description, count }) => ({
    name,
    slug,
    description,
    image: image ?? '',
    count: counts.get(slug) ?? count,
  }));
}

/** Categories whose name contains the search text, by name or by number of products. */
export function browseCategories(categories: CategoryCard[], search: string, sort: CategorySort): CategoryCard[] {
  const typed = search.trim().toLowerCase();
  const byName = (a: CategoryCard, b: CategoryCard) => a.name.localeCompare(b.name);
  return categories
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .sort((a, b) => (sort === 'items' ? b.count - a.count || byName(a, b) : byName(a, b)));
}
