import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

const RELATED = 4;

/**
 * Finds products to show beside one: the next ones of its category, in turn, so that each product is linked by others; then the
 * newest of the shop. Takes items in a fixed order.
 */
export function relatedFinder(items: CatalogItem[]): (item: Pick<CatalogItem, 'id' | 'category'>) => CatalogItem[] {
  const byCategory = Map.groupBy(items, ({ category }) => category);
  const positions = new Map([...byCategory.values()].flatMap((group) => group.map(({ id }, index) => [id, index] as const)));
  return (item) => {
    const group = byCategory.get(item.category) ?? [];
    const next = (positions.get(item.id) ?? 0) + 1;
    const inCategory = [...group.slice(next, next + RELATED), ...group.slice(0, RELATED)];
    const candidates = [...inCategory, ...items.slice(0, RELATED + 1)].filter(({ id }) => id !== item.id);
    return [...new Map(candidates.map((other) => [other.id, other])).values()].slice(0, RELATED);
  };
}
