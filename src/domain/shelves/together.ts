import type { Product } from '#domain/products/contract.ts';
import type { Partners } from '#domain/products/partners.ts';

/** How many categories go with one. */
const SHOWN = 3;

type Piece = Pick<Product, 'id' | 'category' | 'occasions'>;

/**
 * Slugs of the categories that go with each one, best first: those of which most pieces go well with its own, then those worn at the same occasions. `partners` is
 * what staff picked and what is bought together.
 */
export function categoriesTogether(pieces: Piece[], partners: Partners): Map<string, string[]> {
  const categoryOf = new Map(pieces.map(({ id, category }) => [id, category]));
  const pairs = new Map<string, number>();
  const count = (one: string, other: string) => pairs.set(`${one} ${other}`, (pairs.get(`${one} ${other}`) ?? 0) + 1);
  for (const [id, others] of partners) {
    const one = categoryOf.get(id);
    for (const other of others.flatMap((partner) => categoryOf.get(partner) ?? [])) {
      if (one === undefined || one === other) continue;
      count(one, other);
      count(other, one);
    }
  }
  const byCategory = Map.groupBy(pieces, ({ category }) => category);
  const shares = new Map([...byCategory].map(([slug, own]) => [slug, sharesOf(own)]));
  return new Map(
    [...shares].map(([slug, own]) => {
      const others = [...shares]
        .filter(([other]) => other !== slug)
        .map(([other, theirs]) => ({ other, pairs: pairs.get(`${slug} ${other}`) ?? 0, alike: likeness(own, theirs) }))
        .filter((each) => each.pairs > 0 || each.alike > 0)
        .sort((a, b) => b.pairs - a.pairs || b.alike - a.alike || (a.other < b.other ? -1 : 1));
      return [slug, others.slice(0, SHOWN).map(({ other }) => other)];
    }),
  );
}

/** Which share of these pieces is for each occasion. */
function sharesOf(pieces: Piece[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const occasion of pieces.flatMap(({ occasions }) => occasions))
    shares.set(occasion, (shares.get(occasion) ?? 0) + 1 / pieces.length);
  return shares;
}

function likeness(one: Map<string, number>, other: Map<string, number>): number {
  return [...one].reduce((sum, [occasion, share]) => sum + Math.min(share, other.get(occasion) ?? 0), 0);
}
