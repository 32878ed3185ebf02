import type { Vocabulary } from './understand.ts';

/** Less than this has nothing to do with it. */
const ALIKE = 0.35;

/** The shop's words of four letters and more that look most like a typed one, as the pairs of letters that they share say, the most alike first. */
export function nearestWords(typed: string, { sorted }: Pick<Vocabulary, 'sorted'>, count = 3): string[] {
  const own = pairsOf(typed);
  return sorted
    .map((word) => ({ word, likeness: likeness(own, pairsOf(word)) }))
    .filter(({ word, likeness }) => word.length > 3 && likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ word }) => word)
    .filter((word, at, all) => !all.slice(0, at).some((nearer) => word.startsWith(nearer)))
    .slice(0, count);
}

function pairsOf(word: string): Set<string> {
  return new Set(Array.from(word, (letter, at) => (word[at - 1] ?? ' ') + letter));
}

/** From 0, nothing in common, to 1. */
function likeness(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}
