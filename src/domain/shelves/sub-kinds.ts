import { plainWords } from '#domain/product-search/fold.ts';

/** What the trade calls pieces within a category, as their names say it: shapes first, then styles. */
const KINDS = `
jhumka bali chandbali hoop huggie stud tops drop dangle chandelier sahara cuff
choker strand chain mala haar collar locket pendant teardrop princess
halo solitaire cocktail band eternity stackable cluster
kara bangle kangan churi tennis charm panja
link leather mesh
heart moon star flower coin initial name
tikka jhoomar nath passa payal anklet brooch clip pin comb
lipstick powder polish perfume kajal mascara foundation
kundan polki meenakari`
  .trim()
  .split(/\s+/);

/** More would be a second list of the pieces. */
const SHOWN = 6;

export interface SubKind {
  label: string;
  /** What is searched for in the category. */
  word: string;
}

/** The kinds that the names in one category tell apart, most pieces first: none that all of them are. */
export function subKindsOf(names: string[]): SubKind[] {
  const words = names.map((name) => new Set(plainWords(name).flatMap((word) => [word, word.replace(/s$/, '')])));
  return KINDS.map((word) => ({ word, count: words.filter((each) => each.has(word)).length }))
    .filter(({ count }) => count > 0 && count < names.length)
    .sort((a, b) => b.count - a.count)
    .slice(0, SHOWN)
    .map(({ word }) => ({ word, label: word.charAt(0).toUpperCase() + word.slice(1) }));
}
