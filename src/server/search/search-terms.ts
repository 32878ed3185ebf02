import { normalizePhone } from '#shared/phone.ts';

/** What somebody of the staff typed, as the database looks for it. */
export interface SearchTerms {
  /** Each must be the beginning of a word of the order: of its number, name, e-mail, phone, products or parcels. Null where only the e-mail counts. */
  words: string[] | null;
  /** An e-mail address or part of one, as it was typed; null for anything else. */
  email: string | null;
  /** The number of a record, with or without its letters: `ORD-10042`, `10042`. */
  number: string | null;
}

/** What stands between words: spaces and ASCII signs, as `shop.words_of` has it. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/;

/** A phone is found however it is spelled, in full or in part; any other text word by word. */
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

/** The digits of a phone as every spelling of it has them: without country code and leading zero. Null for what is no phone, nor part of one. */
function phoneDigits(text: string): string | null {
  const whole = normalizePhone(text);
  if (whole) return whole.replace(/^\+(?:92)?/, '');
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^(?:0092|92(?=3)|0)/, '');
  return digits || null;
}
