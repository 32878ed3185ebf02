import { skeleton, spellingKey, wordsOf } from './fold.ts';

/** Spellings and their meanings: those shipped, and those of staff, which come first. */
export interface Meanings {
  words: Map<string, string[]>;
  /** Meanings by sound. */
  sounds: Map<string, string[]>;
  /** Latin spellings, which may be mistyped. */
  spellings: string[];
  /** What is nearest to a meaning, by its first word. */
  nearest: Map<string, string[]>;
  /** Keys of spellings that name something else than what is looked for instead. */
  others: Set<string>;
  /** Keys of spellings that mean something only where nothing else is said. */
  asides: Set<string>;
}

/** Reads a `wordList`: lines of `meaning = spelling, "two words"`, `meaning > nearest = spelling`, `meaning ~ = another thing` and `meaning ^ = aside`; earlier ones come first. */
export function meaningsOf(list: string): Meanings {
  const words = new Map<string, string[]>();
  const sounds = new Map<string, string[]>();
  const spellings: string[] = [];
  const nearest = new Map<string, string[]>();
  const others = new Set<string>();
  const asides = new Set<string>();
  for (const line of list.split('\n')) {
    const [called = '', typed] = line.split('=');
    if (!typed) continue;
    const [meant = '', near = ''] = called.split('>');
    const meaning = wordsOf(meant);
    nearest.set(meaning[0] ?? '', wordsOf(near));
    for (const spelling of [...meaning, ...typed.split(',')]) {
      const own = meaning.includes(spelling);
      const parts = wordsOf(spelling);
      const key = parts.map(spellingKey).join(' ');
      if (!own && called.includes('~')) others.add(key);
      if (!own && called.includes('^')) asides.add(key);
      if (!own) words.set(key, [...new Set([...(words.get(key) ?? []), ...meaning])]);
      const [word = ''] = parts;
      const sound = parts.length === 1 ? skeleton(word) : null;
      // The meaning itself, too: it is what a word that sounds like it means.
      if (sound && !sounds.has(sound)) sounds.set(sound, meaning);
      if (parts.length === 1 && /^[a-z]{5,}$/.test(word)) spellings.push(word);
    }
  }
  return { words, sounds, spellings, nearest, others, asides };
}
