import * as z from 'zod';
import { MAX_LENGTHS } from './limits.ts';
import { atMost, cleanText, isVisible, UNUSABLE_CHARACTERS, UNUSABLE_IN_LINE, UNUSABLE_IN_TEXT } from './text.ts';

/** Typed or pasted text, cleaned by `cleanText`: the base of every text field. */
function typedText(maxLength: number) {
  return z.string().overwrite(cleanText).max(maxLength, atMost(maxLength));
}

/** One line of text without control characters, empty or not. */
export function typedLine(maxLength: number) {
  return typedText(maxLength).refine((typed) => !UNUSABLE_IN_LINE.test(typed), UNUSABLE_CHARACTERS);
}

/** A `typedLine` that is not empty. */
export function line(maxLength: number, missing = 'Required') {
  return typedLine(maxLength).min(1, { error: missing, abort: true }).refine(isVisible, missing);
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
  return z
    .string()
    .overwrite((typed) => cleanText(typed.replace(/\p{Cc}/gu, ' ')))
    .max(maxLength, atMost(maxLength));
}

export const email = z
  .string()
  .overwrite(cleanText)
  .max(MAX_LENGTHS.email, atMost(MAX_LENGTHS.email))
  .pipe(z.email('Enter a valid e-mail address'))
  .overwrite((address) => address.toLowerCase());

/** An e-mail address, or empty when nobody knows one. */
export const optionalEmail = z
  .string()
  .overwrite(cleanText)
  .max(MAX_LENGTHS.email, atMost(MAX_LENGTHS.email))
  .pipe(z.union([z.literal(''), z.email('Enter a valid e-mail address')]))
  .overwrite((address) => address.toLowerCase());
