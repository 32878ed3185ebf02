import type { Product } from '#domain/products/contract.ts';
import { plainWords } from './fold.ts';
import {
  beginningWith,
  type Meanings,
  type Understood,
  understand,
  type Vocabulary,
  vocabularyOf,
  wanted,
} from './understand.ts';

/** What products are found by beyond what a card shows: words, each once. Without descriptions, which would be most of the index. */
export interface MoreWords {
  material: string;
  skus: string;
}

export interface Searchable extends Pick<Product, 'id' | 'name' | 'category' | 'colors' | 'reviewCount'>, Partial<MoreWords> {}

/** Products to be searched where they are: the browser's side of `search_products`. */
export interface SearchIndex<Item> {
  items: Item[];
  vocabulary: Vocabulary;
  /** Every word, sorted. */
  sorted: string[];
  /** By word: places of items, and what the word weighs in them. */
  weights: Map<string, Map<number, number>>;
}

/** As the database weighs them: name and SKU, category, material and colours. */
const WEIGHTS = { named: 1, category: 0.4, look: 0.2 };

/** Above all that is only meant. */
const AS_TYPED = 100;

export function moreWordsOf({ material, sku, variants }: Product): MoreWords {
  const distinct = (text: string) => [...new Set(plainWords(text))].join(' ');
  return {
    material: distinct(material),
    skus: distinct([sku ?? '', ...variants.map((variant) => variant.sku)].join(' ')),
  };
}

export function searchIndexOf<Item extends Searchable>(items: Item[]): SearchIndex<Item> {
  const weights: SearchIndex<Item>['weights'] = new Map();
  const pieces = new Set<string>();
  const looks = new Set<string>();
  items.forEach(({ name, category, colors, material = '', skus = '' }, place) => {
    const add = (text: string, weight: number, known: Set<string>) => {
      for (const word of plainWords(text)) {
        const places = weights.get(word) ?? new Map<number, number>();
        weights.set(word, places.set(place, Math.max(places.get(place) ?? 0, weight)));
        if (!/\d/.test(word)) known.add(word);
      }
    };
    add(`${name} ${skus}`, WEIGHTS.named, pieces);
    add(category, WEIGHTS.category, pieces);
    add(`${material} ${colors.join(' ')}`, WEIGHTS.look, looks);
  });
  return {
    items,
    vocabulary: vocabularyOf({ pieces: [...pieces], looks: [...looks] }),
    sorted: [...weights.keys()].sort(),
    weights,
  };
}

/** Products that have every word typed, and after them those that have what the words mean; and what was understood. */
export function findProducts<Item extends Searchable>(
  typed: string,
  index: SearchIndex<Item>,
  meanings: Meanings,
): { items: Item[]; understood: Understood[] } {
  const understood = understand(typed, index.vocabulary, meanings);
  const groups = wanted(understood).map((words) => weigh(words, index));
  const everyMeant = inAll(groups);
  const meant = everyMeant.size > 0 ? everyMeant : inAny(groups);
  const asTyped = inAll([...new Set(plainWords(typed))].map((word) => weigh([word], index)));
  const ranks = new Map(meant);
  for (const [place, weight] of asTyped) ranks.set(place, AS_TYPED + weight);
  const found = [...ranks].flatMap(([place, rank]) => {
    const item = index.items[place];
    return item ? { item, rank } : [];
  });
  found.sort((a, b) => b.rank - a.rank || b.item.reviewCount - a.item.reviewCount || (a.item.name < b.item.name ? -1 : 1));
  return { items: found.map(({ item }) => item), understood };
}

/** The places that have a word with one of these beginnings, and what the heaviest such word weighs; the first beginnings are the likeliest. */
function weigh(beginnings: string[], { sorted, weights }: SearchIndex<unknown>): Map<number, number> {
  const found = new Map<number, number>();
  beginnings.forEach((beginning, likelihood) => {
    for (const word of beginningWith(sorted, beginning)) {
      for (const [place, weight] of weights.get(word) ?? []) {
        found.set(place, Math.max(found.get(place) ?? 0, weight / (likelihood + 1)));
      }
    }
  });
  return found;
}

function inAny(groups: Map<number, number>[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const group of groups) for (const [place, weight] of group) sums.set(place, (sums.get(place) ?? 0) + weight);
  return sums;
}

function inAll(groups: Map<number, number>[]): Map<number, number> {
  return new Map([...inAny(groups)].filter(([place]) => groups.every((group) => group.has(place))));
}
