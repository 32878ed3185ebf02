import { DOTS } from '#domain/masked.ts';

/** Nine digits or more, however they are written: a phone, an account, an identity card. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){8,}/gu;

/** A mobile of Pakistan with its beginning: `0300 1234567`, `+92 300 …`, `00923…`. */
export const PHONE_IN_PAKISTAN = /(?<!\p{Nd})(?:\+|00)?(?:92|0)[\s().-]{0,2}3\p{Nd}(?:[\s().-]{0,2}\p{Nd}){8}(?!\p{Nd})/gu;

const IBAN = /\b[A-Z]{2}\s?\p{Nd}{2}[\s-]?[A-Z]{4}(?:[\s-]?\p{Nd}){10,}/giu;

/** A word with an @ in it, not at its beginning: `@naqsh` is a name on Instagram. By words, so that long texts take no longer than they are. */
const WORD = /\S+/g;

/** A text without the e-mail addresses, IBANs and phones in it. Takes the text, and what of its numbers is hidden. */
export function withoutContacts(words: string, numbers: RegExp = LONG_NUMBER): string {
  return words
    .replace(WORD, (word) => (word.lastIndexOf('@') > 0 ? DOTS : word))
    .replace(IBAN, DOTS)
    .replace(numbers, DOTS);
}
