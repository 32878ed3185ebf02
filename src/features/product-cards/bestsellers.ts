import type { CatalogItem } from './catalog-item.ts';

type Reviewed = Pick<CatalogItem, 'id' | 'reviewCount' | 'rating'>;

/** Where equally many were sold, or none. Like `list_bestsellers` in SQL. */
const byReviews = (a: Reviewed, b: Reviewed) => b.reviewCount - a.reviewCount || b.rating - a.rating || (a.id < b.id ? -1 : 1);

/** All products, what sells best first. `bestsellers` are the ids that come first, in their order; the rest follows by reviews. */
export function bestsellersFirst<Item extends Reviewed>(items: Item[], bestsellers: string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(bestsellers.flatMap((id) => byId.get(id) ?? []));
  return [...named, ...items.filter((item) => !named.has(item)).sort(byReviews)];
}

/** From ids in their order only those that `bestsellersFirst` has to be told: it finds the order of those that follow by itself. */
export function namedBestsellers(ids: string[], items: Reviewed[]): string[] {
  const places = new Map([...items].sort(byReviews).map(({ id }, place) => [id, place]));
  const ordered = ids.filter((id) => places.has(id));
  const known = new Set(ordered);
  // The place of what follows; at the end, of the first product that is in no order.
  let next = [...places].find(([id]) => !known.has(id))?.[1] ?? items.length;
  let named = ordered.length;
  while (named > 0) {
    const place = places.get(ordered[named - 1] ?? '') ?? items.length;
    if (place >= next) break;
    next = place;
    named -= 1;
  }
  return ordered.slice(0, named);
}
