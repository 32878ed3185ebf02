import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

const RELATED = 4;

/**
 * Products to look at next: its category by turns, so that each one is named by others, then the newest of the shop.
 * `items` in a fixed order.
 */
export function relatedFinder(items: CatalogItem[]): (item: Pick<CatalogItem, 'id' | 'category'>) => CatalogItem[] {
  const byCategory = Map.groupBy(items, ({ category }) => category);
  const places = new Map([...byCategory.values()].flatMap((shelf) => shelf.map(({ id }, place) => [id, place] as const)));
  return (item) => {
    const shelf = byCategory.get(item.category) ?? [];
    const next = (places.get(item.id) ?? 0) + 1;
    const beside = [...shelf.slice(next, next + RELATED), ...shelf.slice(0, RELATED)];
    const others = [...beside, ...items.slice(0, RELATED + 1)].filter(({ id }) => id !== item.id);
    return [...new Map(others.map((other) => [other.id, other])).values()].slice(0, RELATED);
  };
}
