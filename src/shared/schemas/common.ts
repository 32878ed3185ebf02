import * as z from 'zod';
import { roundMoney } from '#shared/money.ts';
import { cleanText, isVisible, UNUSABLE_CHARACTERS, UNUSABLE_IN_LINE, UNUSABLE_IN_TEXT } from '#shared/typed-text.ts';

/** 24 hexadecimal characters. Upper case is taken and kept as lower case. */
export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, 'Not a valid id')
  .overwrite((id) => id.toLowerCase());

/** Rupees in an answer. The embedded database sends numerics as text. */
export const rupees = z.coerce.number();

/** A moment in an answer: ISO 8601 in UTC, whichever way the database wrote it. */
export const timestamp = z
  .string()
  .overwrite((moment) => new Date(moment).toISOString())
  .meta({ format: 'date-time' });

/** A calendar day in Asia/Karachi: `2026-11-20`. Postgres knows no year 0. */
export const day = z.iso.date('Use a date like 2026-11-20').refine((date) => date >= '1900-01-01', 'Use a date like 2026-11-20');

/** From one day to another, both included; either may be left out. */
export const period = z.object({ startDate: day.optional(), endDate: day.optional() });

export type Period = z.infer<typeof period>;

/** The version of a row that its editor saw: the `updatedAt` it came with. */
export const seenVersion = z.iso
  .datetime({ error: 'Not a time of ours', offset: true })
  .refine((moment) => moment >= '1900-01-01', 'Not a time of ours');

/** What a change of status may carry: the version that the screen showed. Without it any version will do. */
export const statusVersion = { updatedAt: seenVersion.optional() };

/** The details of 409 `edited_meanwhile` for a change of status: what the row is now. */
export const newerStatus = z.object({ status: z.string(), updatedAt: timestamp });

/** Rupees that staff typed: not below 0, paisa at most. */
export function amount(most: number, missing = 'Required') {
  return z
    .number({ error: missing })
    .min(0, 'Not below 0')
    .max(most, `At most ${most.toLocaleString('en')}`)
    .refine((rupees) => roundMoney(rupees) === rupees, 'At most two decimals');
}

/** Typed or pasted text as `cleanText` brings it into shape: what every field of free text begins with. */
function typedText(longest: number) {
  return z.string().overwrite(cleanText).max(longest, `At most ${longest} characters`);
}

/** One line of text without control characters, empty or not. */
export function typedLine(longest: number) {
  return typedText(longest).refine((typed) => !UNUSABLE_IN_LINE.test(typed), UNUSABLE_CHARACTERS);
}

/** As `typedLine`, with something to see in it. */
export function line(longest: number, missing = 'Required') {
  return typedLine(longest).min(1, { error: missing, abort: true }).refine(isVisible, missing);
}

/** As `typedLine`, but may be left out. */
export function optionalLine(longest: number) {
  return typedLine(longest).default('');
}

/** Text of several lines, empty or not, without control characters but tabs. */
export function text(longest: number) {
  return typedText(longest).refine((typed) => !UNUSABLE_IN_TEXT.test(typed), UNUSABLE_CHARACTERS);
}

/** As `text`, with something to see in it. */
export function requiredText(longest: number, missing = 'Required') {
  return text(longest).min(1, { error: missing, abort: true }).refine(isVisible, missing);
}

/** What is looked for, in the shape in which fields of text are kept. */
export function searchText(longest: number) {
  return z
    .string()
    .overwrite((typed) => cleanText(typed.replace(/\p{Cc}/gu, ' ')))
    .max(longest, `At most ${longest} characters`);
}

export const email = z
  .string()
  .overwrite(cleanText)
  .max(254, 'At most 254 characters')
  .pipe(z.email('Enter a valid e-mail address'))
  .overwrite((address) => address.toLowerCase());

export const sortOrder = z.enum(['asc', 'desc']);

export const pageNumber = z.coerce.number().int().min(1, 'At least 1').max(1_000_000, 'At most 1,000,000');
export const pageLimit = z.coerce.number().int().min(1, 'At least 1').max(100, 'At most 100');

/** `page` from 1, `limit` 1–100. Spread into a resource's query schema. */
export const paging = { page: pageNumber.default(1), limit: pageLimit.default(20) };

/** `true`/`false` in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
});

export type Pagination = z.infer<typeof pagination>;

/** What a list use case answers with. */
export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}

/** One complaint about a field of the request, its path dotted: `items.0.quantity`. */
export const fieldError = z.object({ path: z.string(), message: z.string() });

export type FieldError = z.infer<typeof fieldError>;

/** Why one of several things asked for at once was not done. */
export const refusal = z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() });

export type Refusal = z.infer<typeof refusal>;

/** The body of every answer that is not a success. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.array(fieldError).optional(),
  /** What the caller needs to go on: the current prices after `price_changed`, the short lines after `out_of_stock`. */
  details: z.unknown().optional(),
  requestId: z.string(),
});

export type Failure = z.infer<typeof failure>;
