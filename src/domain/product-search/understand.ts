import { OCCASIONS } from '#domain/products/occasions.ts';
import { isOneTypoApart, skeleton, spellingKey, wordsOf } from './fold.ts';
import type { Meanings } from './meanings.ts';
import { EMPTY_WORDS } from './shipped-words.ts';

/** A word or two that were typed, and the words of the shop that they may mean, the likeliest first. */
export interface Understood {
  typed: string;
  /** `piece` names what somebody looks for, `look` its colour or material; `missing` is something that the shop has not. */
  as: 'piece' | 'look' | 'missing' | 'unknown';
  /** Beginnings of words, as the shop writes them. */
  words: string[];
  /** What the shop has instead of something that it has not. */
  nearest?: string[];
  /** Whether something else was looked for instead, and has to be said: a word that was mistyped, or that names another thing. */
  isInstead?: true;
}

/** The words of a shop's products. A word that is a colour or a material somewhere is one of the looks, every other one names pieces. */
export interface ShopWords {
  pieces: string[];
  looks: string[];
}

interface ShopWord {
  /** As the shop writes it. */
  word: string;
  isPiece: boolean;
}

/** The same, to be looked up by what is left of a word without accents. */
export interface Vocabulary {
  sorted: string[];
  words: Map<string, ShopWord>;
  sounds: Map<string, string[]>;
}

export function vocabularyOf({ pieces, looks }: ShopWords): Vocabulary {
  const words = new Map<string, ShopWord>();
  const sounds = new Map<string, string[]>();
  const add = (written: string[], isPiece: boolean) => {
    for (const word of written) {
      const [key] = wordsOf(word);
      if (!key || words.has(key)) continue;
      words.set(key, { word, isPiece });
      const sound = skeleton(key);
      if (sound) sounds.set(sound, [...(sounds.get(sound) ?? []), word]);
    }
  };
  add(looks, false);
  add(pieces, true);
  return { sorted: [...words.keys()].sort(), words, sounds };
}

/** The words of a sorted list that begin like this. */
export function beginningWith(sorted: string[], beginning: string): string[] {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < beginning) from = middle + 1;
    else to = middle;
  }
  while (sorted[to]?.startsWith(beginning)) to += 1;
  return sorted.slice(from, to);
}

/** More words than anybody means. Each is compared with all words of the shop. */
const MOST_WORDS = 40;

/** What a search may mean to a shop, word by word. Words that say nothing about a piece are left out; whom it is for says so alone. */
export function understand(typed: string, vocabulary: Vocabulary, meanings: Meanings): Understood[] {
  const words = wordsOf(typed).slice(0, MOST_WORDS);
  const understood: Understood[] = [];
  const asides: Understood[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const phrase = [3, 2].find((length) => at + length <= words.length && meanings.words.has(phraseKey(words, at, length)));
    const length = phrase ?? 1;
    const said = words.slice(at, at + length).join(' ');
    const key = phraseKey(words, at, length);
    const meant: Meant | undefined = phrase ? { words: meanings.words.get(key) ?? [] } : meantBy(said, vocabulary, meanings);
    if (meant && meanings.asides.has(key)) asides.push({ typed: said, ...asSold(meant.words, vocabulary, meanings) });
    else if (meant) {
      const { words: found, isGuess } = meant;
      const isInstead = isGuess || meanings.others.has(key);
      understood.push({ typed: said, ...asSold(found, vocabulary, meanings), ...(isInstead && { isInstead }) });
    } else if (!isEmpty(said)) understood.push({ typed: said, as: 'unknown', words: [] });
    at += length - 1;
  }
  return understood.length > 0 ? understood : asides.slice(0, 1);
}

const EMPTY = new Set(wordsOf(EMPTY_WORDS));

/** Whether a text has no word that says something about a piece. */
export function saysNothing(text: string): boolean {
  return wordsOf(text).every(isEmpty);
}

function isEmpty(word: string): boolean {
  return EMPTY.has(word) || /^[\d.]+$/.test(word);
}

/** What the shop has of a meaning. */
function asSold(meant: string[], vocabulary: Vocabulary, meanings: Meanings): Omit<Understood, 'typed'> {
  const sold = meant.flatMap((word) => soldWords(word, vocabulary));
  if (sold.length > 0) return { as: sold.some(({ isPiece }) => isPiece) ? 'piece' : 'look', words: asWritten(meant, vocabulary) };
  // A shop that says of no piece what it is for does not lack the piece.
  if (meant.every((word) => OCCASIONS.some((occasion) => occasion === word))) return { as: 'unknown', words: [] };
  const nearest = asWritten(
    meant.flatMap((word) => meanings.nearest.get(word) ?? []),
    vocabulary,
  );
  return { as: 'missing', words: [], nearest };
}

/** The beginnings of words that the shop has, and what it writes with accents: somebody who types `pave` means `pavé`. */
function asWritten(beginnings: string[], vocabulary: Vocabulary): string[] {
  const written = beginnings.flatMap((beginning) =>
    soldWords(beginning, vocabulary).map(({ word }) => (word.startsWith(beginning) ? beginning : word)),
  );
  return [...new Set(written)];
}

/** The shop's words that begin like this, with or without accents. */
function soldWords(beginning: string, { sorted, words }: Vocabulary): ShopWord[] {
  return beginningWith(sorted, wordsOf(beginning)[0] ?? beginning).flatMap((key) => words.get(key) ?? []);
}

function phraseKey(words: string[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(spellingKey)
    .join(' ');
}

/** What a word means; `isGuess`: it was mistyped. */
interface Meant {
  words: string[];
  isGuess?: true;
}

/** Its own beginning first and what it is called here, else what sounds alike, else one typo, which is a guess; short words are never guessed. */
function meantBy(typed: string, vocabulary: Vocabulary, meanings: Meanings): Meant | undefined {
  const forms = [typed, ...(typed.length > 3 ? [typed.replace(/s$/, ''), typed.replace(/es$/, '')] : [])];
  const own = forms.find((form) => soldWords(form, vocabulary).length > 0);
  const called = meanings.words.get(spellingKey(typed)) ?? [];
  if (isEmpty(typed)) return called.length > 0 ? { words: called } : undefined;
  if (own) return { words: [...new Set([own, ...called])] };
  if (called.length > 0) return { words: called };
  const sounding = soundingLike(typed, vocabulary, meanings);
  if (sounding) return { words: sounding };
  const near = mistyped(typed, vocabulary, meanings);
  return near && { words: near, isGuess: true };
}

function soundingLike(typed: string, vocabulary: Vocabulary, meanings: Meanings): string[] | undefined {
  const sound = skeleton(typed);
  // Short English words sound like too much: `kind` like kundan, `rang` like ring.
  if (!sound || /^[a-z]{1,4}$/.test(typed)) return undefined;
  return meanings.sounds.get(sound) ?? vocabulary.sounds.get(sound);
}

function mistyped(typed: string, vocabulary: Vocabulary, meanings: Meanings): string[] | undefined {
  if (!/^[a-z]{5,}$/.test(typed)) return undefined;
  const singular = typed.replace(/s$/, '');
  const near = (word: string) => word.length >= 4 && (isOneTypoApart(typed, word) || isOneTypoApart(singular, word));
  const shopWords = [...vocabulary.words].filter(([word]) => near(word)).map(([, { word }]) => word);
  const called = meanings.spellings.filter(near).flatMap((word) => meanings.words.get(spellingKey(word)) ?? [word]);
  const meant = [...new Set([...shopWords, ...called])];
  return meant.length > 0 ? meant : undefined;
}

/**
 * The groups of words of which a piece must have one each. None where the shop has not what was asked for. Words that nobody knows are passed over as
 * long as another one names a piece.
 */
export function wanted(understood: Understood[]): string[][] {
  const has = (as: Understood['as']) => understood.some((word) => word.as === as);
  if (has('missing') || (has('unknown') && !has('piece'))) return [];
  return understood.filter(({ words }) => words.length > 0).map(({ words }) => words);
}
