import { MAX_PICKS } from '#domain/limits.ts';

/** Ids of what goes well with each product that has such, best first: what staff picked, then what is bought together. */
export type Partners = Map<string, string[]>;

/** Takes the products with what staff picked, and what is bought together by id. As many as staff can pick: no page shows more. */
export function partnersOf(products: { id: string; goesWith: string[] }[], boughtTogether: Record<string, string[]>): Partners {
  const all = products.map(({ id, goesWith }) => [id, [...new Set([...goesWith, ...(boughtTogether[id] ?? [])])]] as const);
  return new Map(all.filter(([, ids]) => ids.length > 0).map(([id, ids]) => [id, ids.slice(0, MAX_PICKS)]));
}
