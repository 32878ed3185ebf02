import { MAX_PICKS } from '#domain/limits.ts';
import type { CatalogItem } from './catalog-item.ts';

/** What goes with several products together, in stock: the first partner of each, then the second … None of the products themselves. */
export function goesWithAny(ids: string[], items: CatalogItem[], count: number): CatalogItem[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const lists = ids.map((id) => known.get(id)?.goesWith ?? []);
  const inTurn = Array.from({ length: MAX_PICKS }, (_, place) => lists.map((list) => list[place] ?? '')).flat();
  return [...new Set(inTurn)]
    .flatMap((id) => known.get(id) ?? [])
    .filter(({ id, stockQuantity }) => stockQuantity > 0 && !ids.includes(id))
    .slice(0, count);
}
