/** The message for characters that no keyboard types. */
export const UNUSABLE_CHARACTERS = 'Contains characters that cannot be used';

/** The message for a text that is too long. */
export function atMost(maxLength: number): string {
  return `At most ${maxLength} characters`;
}

/**
 * How long a typed text may be that is cleaned to so many characters: with hidden characters, decomposed letters and double line ends, and no longer than
 * that. What is longer is refused as it came, so that nobody's text costs more than its field is worth.
 */
export function rawLength(maxLength: number): number {
  return 4 * maxLength + 100;
}

/** Control characters and halves of a surrogate pair; texts of several lines may have tabs and line breaks. */
export const UNUSABLE_IN_LINE = /[\p{Cc}\p{Cs}]/u;
export const UNUSABLE_IN_TEXT = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

/**
 * Characters that show nothing and change how others are read: soft hyphens, spaces without width, marks of direction (U+061C, 200E, 200F,
 * 202A–202E, 2066–2069) and what only old protocols used. Chats and address books paste them around names and numbers.
 */
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]/gu;

/** Joiners in a row. One says all of it. */
const JOINERS = /[\u200c\u200d]+/g;

/** What a joiner joins: letters without capitals, as those of Urdu, their marks, and emoji, of which a half may be looked at. */
const JOINABLE = /[\p{Lo}\p{M}\p{Cs}\p{Extended_Pictographic}]/u;

/** More marks in a row than any letter has. Sorting them takes `normalize` the square of their number. */
const MANY_MARKS = /(\p{M}{16})\p{M}+/gu;

/** Accents stacked on one letter until they cover the lines around it. No language needs more than four. */
const STACKED_ACCENTS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/** More than one empty line. */
const EMPTY_LINES = /\n(?:[^\S\n]*\n){2,}/g;

/** Any visible character. Fillers count as letters in Unicode and show nothing. */
const VISIBLE = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** A text in one of Unicode's normal forms. Endless rows of marks are cut first, and where the form made new ones. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(MANY_MARKS, '$1').normalize(form).replace(MANY_MARKS, '$1');
}

/**
 * Cleans typed or pasted text: letters composed (NFC), lines ended by `\n`, one empty line at most, no hidden characters, joiners only
 * where letters or emoji join, at most four accents on a letter, trimmed. Cleaning twice changes nothing.
 */
export function cleanText(typed: string): string {
  return normalized(typed.replace(HIDDEN, '$1'), 'NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(EMPTY_LINES, '\n\n')
    .replace(JOINERS, keptJoiner)
    .replace(STACKED_ACCENTS, '$1')
    .trim();
}

/** A joiner between Latin letters or digits joins nothing, and makes two codes of one. */
function keptJoiner(joiners: string, at: number, whole: string): string {
  const joins = JOINABLE.test(whole.charAt(at - 1)) || JOINABLE.test(whole.charAt(at + joiners.length));
  return joins ? joiners.charAt(0) : '';
}

/** Cleans text that cannot be refused, because nobody can be asked to type it again: what is unusable is left out. */
export function cleanForeignText(written: string): string {
  return cleanText(written.toWellFormed()).replace(new RegExp(UNUSABLE_IN_TEXT, 'gu'), '');
}

/** Whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
