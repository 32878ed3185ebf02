/** Which products a line of a chat names, however they are spelt: misspelt, shortened, in Roman Urdu or in Urdu letters. */

import { normalized } from '#domain/text.ts';
import { ALIASES, FILLERS, IS_UNIT, isColor, isFrozen, SEPARATOR_WORDS } from './words.ts';

export interface ChatProduct {
  id: string;
  name: string;
  colors: readonly string[];
  sizes: readonly string[];
}

/** Words of a line that name a product, or may. */
export interface Mention {
  /** Positions of the words in the line, from and to. */
  words: { from: number; to: number }[];
  /** The products that fit best, the best first. */
  products: ChatProduct[];
  /** Whether it can only be the first one: its whole name, or all but one word of a long name that no other product has. */
  isCertain: boolean;
  /** Whether it names a kind of piece or more than one word of a name. One word alone is often talk. */
  isTelling: boolean;
}

interface Entry {
  product: ChatProduct;
  words: string[];
  hasSeparator: boolean;
}

interface Token {
  text: string;
  from: number;
  to: number;
  /** Words of names that it may stand for, and how surely. */
  hits: Map<string, number>;
}

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?|\p{N}+(?:[./-]\p{N}+)*|[^\s]/gu;
/** Products of a line that are looked at closely. */
const MAX_CLOSE = 40;
/** More candidates than that help nobody. */
const MAX_CANDIDATES = 6;
/** How sure it is that words of one skeleton, or of a short one in Urdu letters, are the same. */
const BY_SKELETON = 0.9;
const BY_SHORT_SKELETON = 0.5;

export class Catalog {
  readonly #entries = new Map<string, Entry>();
  /** The products of each word of their names. */
  readonly #byWord = new Map<string, Entry[]>();
  /** Words of names by the consonants that every spelling shares. */
  readonly #bySkeleton = new Map<string, string[]>();
  /** Kinds of pieces: what names end with. */
  readonly #kinds = new Set<string>();

  constructor(products: readonly ChatProduct[]) {
    for (const product of products) {
      const words = wordsOfName(product.name);
      const entry = { product, words, hasSeparator: /&|\band\b/i.test(product.name) };
      this.#entries.set(product.id, entry);
      this.#kinds.add(words[words.length - 1] ?? '');
      for (const word of new Set(words)) pushTo(this.#byWord, word, entry);
    }
    for (const word of this.#byWord.keys()) for (const skeleton of skeletons(word)) pushTo(this.#bySkeleton, skeleton, word);
  }

  product(id: string): ChatProduct | undefined {
    return this.#entries.get(id)?.product;
  }

  /** The products that a line names, in its order; no word counts for two. */
  mentionsIn(line: string): Mention[] {
    const tokens = this.#tokensOf(line);
    const mentions: Mention[] = [];
    for (;;) {
      const best = this.#bestIn(tokens);
      if (!best) break;
      const { group, ...found } = best;
      mentions.push({ ...found, words: group.map(({ from, to }) => ({ from, to })) });
      for (const token of group) token.hits = new Map();
    }
    return mentions.sort((one, other) => (one.words[0]?.from ?? 0) - (other.words[0]?.from ?? 0));
  }

  #tokensOf(line: string): Token[] {
    return [...line.matchAll(WORD)].map(({ 0: text, index }) => ({
      text,
      from: index,
      to: index + text.length,
      hits: this.#hits(text),
    }));
  }

  #hits(text: string): Map<string, number> {
    const word = plainWord(text);
    if (this.#byWord.has(word)) return new Map([[word, 1]]);
    const hits = new Map<string, number>();
    for (const [kind, aliases] of Object.entries(ALIASES)) if (aliases.has(word) && this.#byWord.has(kind)) hits.set(kind, 1);
    if (hits.size > 0) return hits;
    const isUrdu = /\p{Script=Arabic}/u.test(word);
    if (word.length < 3 || (isFrozen(word) && !isUrdu)) return hits;
    for (const skeleton of skeletons(word)) {
      const isShort = skeleton.length < 3 || isFrozen(word);
      if (isShort && !isUrdu) continue;
      for (const other of this.#bySkeleton.get(skeleton) ?? []) {
        if (isUrdu || Math.abs(other.length - word.length) <= 3) hits.set(other, isShort ? BY_SHORT_SKELETON : BY_SKELETON);
      }
    }
    return hits;
  }

  #bestIn(tokens: Token[]): (Omit<Mention, 'words'> & { group: Token[] }) | undefined {
    const close = this.#closeTo(tokens)
      .map((entry) => ({ entry, ...this.#groupOf(entry, tokens) }))
      .filter(({ group }) => group.length > 0)
      .sort((one, other) => other.weight - one.weight || one.entry.words.length - other.entry.words.length);
    const [best] = close;
    if (!best || best.surest < BY_SKELETON) return undefined;
    const matched = best.group.length;
    const isWhole = matched === best.entry.words.length;
    const isShared = ({ group }: typeof best) => group.some((token) => best.group.includes(token));
    const alike = close.filter((other) => other.weight >= best.weight * 0.999 && isShared(other));
    const wholes = isWhole ? alike.filter(({ entry, group }) => group.length === entry.words.length) : alike;
    // "Moon and star pendant silver" has the whole name of a Silver Star Pendant, and as many words of another one.
    const rivals = close.filter(
      (other) => isShared(other) && other.group.length >= matched && other.group.some((token) => !best.group.includes(token)),
    );
    const fitting = [...new Set([...wholes, ...rivals])];
    const isLong = matched >= 3 && matched >= best.entry.words.length - 1;
    return {
      group: best.group,
      products: fitting.slice(0, MAX_CANDIDATES).map(({ entry }) => entry.product),
      // A name of one word may be the name of anything, a person included.
      isCertain: fitting.length === 1 && (isWhole ? matched > 1 : isLong),
      isTelling:
        matched > 1
          ? !isColor(best.group.map(({ text }) => text).join(' '))
          : [...(best.group[0]?.hits.keys() ?? [])].some((word) => this.#kinds.has(word) && !IS_UNIT.test(word)),
    };
  }

  /** The products that share most with a line; words that few products have count most. */
  #closeTo(tokens: Token[]): Entry[] {
    const weights = new Map<Entry, number>();
    for (const word of new Set(tokens.flatMap(({ hits }) => [...hits.keys()]))) {
      const entries = this.#byWord.get(word) ?? [];
      const weight = this.#weight(word);
      for (const entry of entries) weights.set(entry, (weights.get(entry) ?? 0) + weight);
    }
    return [...weights]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MAX_CLOSE)
      .map(([entry]) => entry);
  }

  #weight(word: string): number {
    return 1 + Math.log((this.#entries.size + 1) / ((this.#byWord.get(word)?.length ?? 0) + 1)) / 10;
  }

  /** The words of a line, standing together, that are most of a product's name. */
  #groupOf({ words, hasSeparator }: Entry, tokens: Token[]): { group: Token[]; weight: number; surest: number } {
    let best = { group: [] as Token[], weight: 0, surest: 0 };
    let left = new Map<string, number>();
    let now = best;
    let gap = Number.POSITIVE_INFINITY;
    for (const token of tokens) {
      const word = words.find((other) => token.hits.has(other) && (gap > 1 || (left.get(other) ?? 0) > 0));
      if (word === undefined) {
        const isBetween = isSeparator(token.text) && !(hasSeparator && /^(?:&|and|aur)$/i.test(token.text));
        gap = isBetween
          ? Number.POSITIVE_INFINITY
          : FILLERS.has(token.text.toLowerCase()) || !/[\p{L}\p{N}]/u.test(token.text)
            ? gap
            : gap + 1;
        continue;
      }
      if (gap > 1) {
        now = { group: [], weight: 0, surest: 0 };
        left = new Map();
        for (const other of words) left.set(other, (left.get(other) ?? 0) + 1);
      }
      gap = 0;
      left.set(word, (left.get(word) ?? 0) - 1);
      const surety = token.hits.get(word) ?? 0;
      now = {
        group: [...now.group, token],
        weight: now.weight + this.#weight(word) * surety,
        surest: Math.max(now.surest, surety),
      };
      if (now.weight > best.weight) best = now;
    }
    return best;
  }
}

function isSeparator(text: string): boolean {
  return /^[,،;+&()/|؛]$/u.test(text) || SEPARATOR_WORDS.has(text.toLowerCase());
}

function wordsOfName(name: string): string[] {
  return (name.match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?|\p{N}+(?:[./-]\p{N}+)*/gu) ?? [])
    .map(plainWord)
    .filter((word) => !/^(?:and|the|of|with|in|for)$/.test(word));
}

/** A word without accents, capitals and its plural. */
function plainWord(text: string): string {
  const word = normalized(text, 'NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/['’]s?$/, '');
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

const URDU_LETTERS: Record<string, string> = {
  ا: 'A',
  آ: 'A',
  ع: 'A',
  ء: '',
  ئ: '',
  ؤ: '',
  ب: 'b',
  پ: 'p',
  ت: 't',
  ٹ: 't',
  ط: 't',
  ث: 's',
  س: 's',
  ص: 's',
  ز: 's',
  ذ: 's',
  ض: 's',
  ظ: 's',
  ژ: 's',
  ش: 's',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  ہ: 'h',
  ھ: '',
  خ: 'k',
  د: 'd',
  ڈ: 'd',
  ر: 'r',
  ڑ: 'r',
  غ: 'g',
  ف: 'f',
  ق: 'k',
  ک: 'k',
  ك: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ں: 'n',
  و: 'V',
  ی: '',
  ي: '',
  ے: '',
  ۃ: '',
};

/** The consonants of a word, by which its spellings in both scripts are one: "saphire", "sapphire" and "سفائر". */
function skeletons(word: string): string[] {
  if (!/\p{Script=Arabic}/u.test(word)) return [folded(word.replace(/^[aeiou]/, 'A'))];
  const letters = [...word].map((letter) => URDU_LETTERS[letter] ?? '').join('');
  const base = letters.replace(/(?!^)A/g, '');
  const both = [base.replace(/V/g, ''), base.replace(/V/g, 'v')];
  return [...new Set([...both, ...both.map((text) => text.replace(/s$/, ''))].map(folded))];
}

/** Sounds that are written in several ways are one, vowels none but at the beginning. */
function folded(word: string): string {
  return word
    .replace(/ch/g, 'C')
    .replace(/p{0,2}ph/g, 'f')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ck|[cq]/g, 'k')
    .replace(/(?!^)h/g, '')
    .replace(/x/g, 'ks')
    .replace(/z/g, 's')
    .replace(/w/g, 'v')
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1');
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
