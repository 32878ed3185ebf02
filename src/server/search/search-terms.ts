import { latinDigits, phoneDigits } from '#domain/phone.ts';

/** What staff typed into a search, as the database looks for it. */
export interface SearchTerms {
  /** Each must begin a word of the order: of its number, name, e-mail, phones, products or parcels. Null when only the e-mail counts. */
  words: string[] | null;
  /** An e-mail address or part of one, in lower case. */
  email: string | null;
  /** A record's number, with or without its letters: `ORD-10042`, `10042`. */
  number: string | null;
}

/** Whitespace and ASCII punctuation, as in `shop.words_of`. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/;

/** Reads a search: a phone is found in any spelling, in full or in part; what has an `@` is part of an e-mail address; everything else word by word. */
export function searchTerms(typed: string): SearchTerms {
  const text = latinDigits(typed).trim().toLowerCase();
  const digits = phoneDigits(text);
  const [name = ''] = text.split('@');
  const words = digits ? [digits] : name.split(BETWEEN_WORDS).filter(Boolean);
  return {
    words: words.length > 0 ? words : null,
    email: text.includes('@') ? text : null,
    number: /^(?:[a-z]{2,3}-)?\d{1,12}$/.test(text) ? text.toUpperCase() : null,
  };
}

/**
 * Looks for records. Part of an e-mail address usually begins with a word, which an index finds; addresses are read through only when none is found so.
 */
export async function findByTerms<Found>(
  { words, email }: SearchTerms,
  find: (words: string[] | null) => Promise<Found>,
  isEmpty: (found: Found) => boolean,
): Promise<Found> {
  const found = await find(words);
  return words && email && isEmpty(found) ? find(null) : found;
}
