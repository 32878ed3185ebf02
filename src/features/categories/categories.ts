/** A category as its card shows it. */
export interface CategoryCard {
  name: string;
  slug: string;
  image: string;
  count: number;
}

export type CategorySort = 'name' | 'items';

/** What of a category a card is made from. */
type Known = Omit<CategoryCard, 'image'> & { image: string | null };

/** Cards of the categories, counting the products of each; where there are none its own count holds. */
export function categoryCards(categories: Known[], products: { category: string }[]): CategoryCard[] {
  const counts = new Map<string, number>();
  for (const { category } of products) counts.set(category, (counts.get(category) ?? 0) + 1);
  return categories.map(({ name, slug, image, count }) => ({
    name,
    slug,
    image: image ?? '',
    count: counts.get(slug) ?? count,
  }));
}

/** The categories whose name has the typed text in it, by name or the fullest first. */
export function browseCategories(categories: CategoryCard[], search: string, sort: CategorySort): CategoryCard[] {
  const typed = search.trim().toLowerCase();
  const byName = (a: CategoryCard, b: CategoryCard) => a.name.localeCompare(b.name);
  return categories
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .sort((a, b) => (sort === 'items' ? b.count - a.count || byName(a, b) : byName(a, b)));
}
