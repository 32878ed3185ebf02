import { normalizePhone } from '#shared/phone.ts';

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

/** Reads a search: a phone is found in any spelling, in full or in part; everything else word by word. */
export function searchTerms(typed: string): SearchTerms {
  const text = typed.trim().toLowerCase();
  const digits = phoneDigits(text);
  const [name = ''] = text.split('@');
  const words = digits ? [digits] : name.split(BETWEEN_WORDS).filter(Boolean);
  return {
    words: words.length > 0 ? words : null,
    email: text.includes('@') ? text : null,
    number: /^(?:[a-z]{2,3}-)?\d{1,12}$/.test(text) ? text.toUpperCase() : null,
  };
}

/** The digits that every spelling of a phone shares: without country code and leading zero. Null for anything that is not part of a phone. */
function phoneDigits(text: string): string | null {
  const whole = normalizePhone(text);
  if (whole) return whole.replace(/^\+(?:92)?/, '');
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^(?:0092|92(?=3)|0)/, '');
  return digits || null;
}
