import * as z from 'zod';
import { MAX_LENGTHS } from './limits.ts';
import { atMost, cleanText, isVisible, rawLength, UNUSABLE_CHARACTERS, UNUSABLE_IN_LINE, UNUSABLE_IN_TEXT } from './text.ts';

/**
 * Typed or pasted text, cleaned: the base of every text field. Its length is looked at before anything else reads it: what is longer than `rawLength` is not even
 * cleaned, and nothing that is too long is checked further.
 */
function typedText(maxLength: number, clean = cleanText, missing?: string) {
  return z
    .string(missing)
    .overwrite((typed) => (typed.length > rawLength(maxLength) ? typed : clean(typed)))
    .max(maxLength, { error: atMost(maxLength), abort: true });
}

/** A text that is compared with what is kept, and cleaned as that was; what nobody can have typed is found nowhere. */
export function comparedText(maxLength: number, missing?: string) {
  return typedText(maxLength, cleanText, missing);
}

/** A text of one shape, like an id, of which the longest is so long: what is longer is not compared. */
export function shaped(longest: number, shape: RegExp, message: string, missing?: string) {
  return z.string(missing).max(longest, { error: message, abort: true }).regex(shape, message);
}

/** One line of text without control characters, empty or not. */
export function typedLine(maxLength: number, absent?: string) {
  return typedText(maxLength, cleanText, absent).refine((typed) => !UNUSABLE_IN_LINE.test(typed), UNUSABLE_CHARACTERS);
}

/** A `typedLine` that is not empty. `absent` is said where the field is left out. */
export function line(maxLength: number, missing = 'Required', absent?: string) {
  return typedLine(maxLength, absent).min(1, { error: missing, abort: true }).refine(isVisible, missing);
}

/** A `typedLine` that may be left out. */
export function optionalLine(maxLength: number) {
  return typedLine(maxLength).default('');
}

/** Text of several lines, empty or not, without control characters except tabs. */
export function text(maxLength: number) {
  return typedText(maxLength).refine((typed) => !UNUSABLE_IN_TEXT.test(typed), UNUSABLE_CHARACTERS);
}

/** A `text` that is not empty. */
export function requiredText(maxLength: number, missing = 'Required') {
  return text(maxLength).min(1, { error: missing, abort: true }).refine(isVisible, missing);
}

/** A search, cleaned like the text it is compared with. */
export function searchText(maxLength: number) {
  return typedText(maxLength, (typed) => cleanText(typed.replace(/\p{Cc}/gu, ' ')));
}

export const email = typedText(MAX_LENGTHS.email)
  .pipe(z.email('Enter a valid e-mail address'))
  .overwrite((address) => address.toLowerCase());

/** An e-mail address, or empty when nobody knows one. */
export const optionalEmail = typedText(MAX_LENGTHS.email)
  .pipe(z.union([z.literal(''), z.email('Enter a valid e-mail address')]))
  .overwrite((address) => address.toLowerCase());
