import { normalized } from '#domain/text.ts';

/** Letters that Urdu keyboards, Arabic keyboards and copied texts write differently. */
const LETTERS: Record<string, string> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ە: 'ہ', ھ: 'ہ', ة: 'ہ', ۃ: 'ہ', ٱ: 'ا' };

/** What is not said: accents, vowel marks, tatweel, joiners. */
const SILENT = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u200c\u200d]/g;

const URDU = /[\u0600-\u06ff]/;

/** The words of a text in lower case, as the database splits it: a point is part of a number alone. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/\d+(?:\.\d+)+|[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The words of a typed text: lower case, without accents, one spelling of each Urdu letter, Latin digits. */
export function wordsOf(typed: string): string[] {
  return plainWords(folded(typed));
}

/** A typed text without accents, with one spelling of each Urdu letter, in Latin digits. */
export function folded(typed: string): string {
  return normalized(typed, 'NFKD')
    .replace(SILENT, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replace(/[\u0600-\u06ff]/g, (letter) => LETTERS[letter] ?? letter);
}

/** One key for the ways in which a Roman Urdu word is spelt: `choorian`, `churiyaan` and `churian` are one. */
export function spellingKey(word: string): string {
  if (URDU.test(word)) return word;
  return word
    .replace(/ee+|ii+/g, 'i')
    .replace(/oo+|uu+/g, 'u')
    .replace(/iy+/g, 'i')
    .replace(/w/g, 'v')
    .replace(/q/g, 'k')
    .replace(/(.)\1+/g, '$1')
    .replace(/(...)s$/, '$1')
    .replace(/[ae]y$/, 'e')
    .replace(/ian$/, 'ia')
    .replace(/(.)h$/, '$1');
}

/** Urdu letters by the sound they stand for, in pairs; vowels and `ع` are left out. */
const SOUNDS = 'بbپpتtطtٹtثsسsصsجjچcحhخkدdڈdذzزzضzظzژzرrڑrشsغgفfقkکkگgلlمmنnںnہh';

/**
 * The consonants of a word, by which spellings of one sound are alike in both scripts: aspirates are one with their letter, `w` with `v`, `q` and `c`
 * with `k`; vowels, doubles and the ending of a plural are left out. Null where fewer than three are left, because short ones mean too many words.
 */
export function skeleton(word: string): string | null {
  const isUrdu = URDU.test(word);
  const sounds = isUrdu ? [...word].map(soundOf).join('') : word;
  const begins = isUrdu ? /^[اآع]/.test(word) : /^[aeiouy]/.test(word);
  const letters = sounds
    .replace(/p+h?/g, (run) => (run.endsWith('h') ? 'f' : run))
    .replace(/sh/g, 's')
    .replace(/ch/g, 'C')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[cqk]+/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/C/g, 'c')
    .replace(/w/g, 'v');
  const consonants = (letters.slice(0, 1) + letters.slice(1).replace(/h/g, ''))
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/(..)[ns]$/, '$1');
  return consonants.length >= 3 ? (begins ? 'a' : '') + consonants : null;
}

function soundOf(letter: string): string {
  const place = SOUNDS.indexOf(letter);
  return place < 0 ? '' : SOUNDS.charAt(place + 1);
}

/** Whether two words differ by one letter: added, left out, another one, or two in the wrong order. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  return short[start] === long[start + 1] && short[start + 1] === long[start] && short.slice(start + 2) === long.slice(start + 2);
}
