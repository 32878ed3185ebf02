import type { Product } from '#domain/products/contract.ts';
import { PASSES } from '#domain/products/filters.ts';
import { plainWords } from './fold.ts';
import type { Meanings } from './meanings.ts';
import { beginningWith, type Understood, understand, type Vocabulary, vocabularyOf, wanted } from './understand.ts';
import type { Wishes } from './wishes.ts';

/** What products are found by beyond what a card shows: words, each once. Without descriptions, which would be most of the index. */
export interface MoreWords {
  material: string;
  skus: string;
}

export interface Searchable
  extends Pick<Product, 'id' | 'name' | 'category' | 'colors' | 'sizes' | 'price' | 'rating' | 'reviewCount'>,
    Partial<MoreWords & Pick<Product, 'occasions'>> {}

/** Products to be searched where they are: the browser's side of `search_products`. */
export interface SearchIndex<Item> {
  /** When two fit alike, the first one is shown first. */
  items: Item[];
  vocabulary: Vocabulary;
  /** Every word, sorted. */
  sorted: string[];
  /** By word: places of items, each followed by what the word weighs there. */
  places: Map<string, number[]>;
}

/** As the database weighs them: name and SKU, category; material, colours and occasions. */
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

export function searchIndexOf<Item extends Searchable>(products: Item[]): SearchIndex<Item> {
  const items = [...products].sort((a, b) => b.reviewCount - a.reviewCount || (a.name < b.name ? -1 : 1));
  const places = new Map<string, number[]>();
  const pieces = new Set<string>();
  const looks = new Set<string>();
  for (const [place, { name, category, colors, occasions = [], material = '', skus = '' }] of items.entries()) {
    const add = (text: string, weight: number, known: Set<string>) => {
      for (const word of plainWords(text)) {
        const found = places.get(word) ?? [];
        // What weighs more is added first.
        if (found[found.length - 2] !== place) found.push(place, weight);
        places.set(word, found);
        if (!/\d/.test(word)) known.add(word);
      }
    };
    add(`${name} ${skus}`, WEIGHTS.named, pieces);
    add(category, WEIGHTS.category, pieces);
    add(`${material} ${[...colors, ...occasions].join(' ')}`, WEIGHTS.look, looks);
  }
  const vocabulary = vocabularyOf({ pieces: [...pieces], looks: [...looks] });
  return { items, vocabulary, sorted: [...places.keys()].sort(), places };
}

/**
 * Products that have every word typed, and after them those that have what the words mean; of those, what costs and comes as wished. Says what was
 * understood.
 */
export function findProducts<Item extends Searchable>(
  wishes: Wishes,
  index: SearchIndex<Item>,
  meanings: Meanings,
): { items: Item[]; understood: Understood[] } {
  const { text, isExact } = wishes;
  const understood = understand(text, index.vocabulary, meanings);
  const places = text ? placesOf(text, index, isExact ? [] : wanted(understood)) : placesByReviews(index);
  const items = places.flatMap((place) => index.items[place] ?? []);
  return { items: items.filter((item) => PASSES.price(item, wishes) && PASSES.size(item, wishes)), understood };
}

/** Places of the items that were typed or meant, the best match first. */
function placesOf<Item extends Searchable>(text: string, index: SearchIndex<Item>, meant: string[][]): number[] {
  const asTyped = inAll(plainWords(text).map((word) => weigh([word], index)));
  // A number that is found, as of an SKU, says what is meant.
  const isNumber = asTyped !== undefined && /\d/.test(text);
  const groups = isNumber ? [] : meant.map((words) => weigh(words, index));
  const ranks = new Map<number, number>();
  (inAll(groups) ?? sumOf(groups))?.forEach((weight, place) => void (weight && ranks.set(place, weight)));
  asTyped?.forEach((weight, place) => void (weight && ranks.set(place, AS_TYPED + weight)));
  const rankOf = (place: number) => ranks.get(place) ?? 0;
  return [...ranks.keys()].sort((a, b) => rankOf(b) - rankOf(a) || a - b);
}

/** All places, in the order of `list_products` where nothing is asked for. */
function placesByReviews({ items }: SearchIndex<Searchable>): number[] {
  const all = items.map((item, place) => ({ ...item, place }));
  return all
    .sort((a, b) => b.reviewCount - a.reviewCount || b.rating - a.rating || (a.id < b.id ? -1 : 1))
    .map(({ place }) => place);
}

/** By place, what the heaviest word with one of these beginnings weighs; the first beginnings are the likeliest. */
function weigh(beginnings: string[], { items, sorted, places }: SearchIndex<unknown>): Float32Array {
  const weights = new Float32Array(items.length);
  beginnings.forEach((beginning, likelihood) => {
    for (const word of beginningWith(sorted, beginning)) {
      const found = places.get(word) ?? [];
      for (let at = 0; at < found.length; at += 2) {
        const place = found[at] ?? 0;
        weights[place] = Math.max(weights[place] ?? 0, (found[at + 1] ?? 0) / (likelihood + 1));
      }
    }
  });
  return weights;
}

/** What the places that are in every group weigh in all. Undefined where none is. */
function inAll(groups: Float32Array[]): Float32Array | undefined {
  const sums = sumOf(groups)?.map((sum, place) => (groups.every((group) => group[place]) ? sum : 0));
  return sums?.some(Boolean) ? sums : undefined;
}

function sumOf([first, ...others]: Float32Array[]): Float32Array | undefined {
  return first?.map((weight, place) => others.reduce((sum, group) => sum + (group[place] ?? 0), weight));
}
