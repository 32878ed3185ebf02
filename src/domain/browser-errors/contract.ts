import * as z from 'zod';
import { line, shaped } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';
import { SCRIPT_PLACE } from './report.ts';

/** What a page tells of an error in its scripts. */
export const browserErrorReport = z.object({
  message: line(1_000),
  /** The address, or better its kind: the server keeps no more than that. */
  page: line(300),
  /** What the page was built from. */
  release: shaped(20, /^[\w.-]{1,20}$/, 'No release'),
  place: shaped(150, new RegExp(`^(${SCRIPT_PLACE.source})?$`), 'No place in a script').default(''),
});

export type BrowserErrorReport = z.infer<typeof browserErrorReport>;

/** An error of the last thirty days, on one kind of page of one release. */
export const browserError = z.object({
  release: z.string(),
  page: z.string(),
  message: z.string(),
  /** In how many visits of pages, about. */
  errors: z.int(),
  firstAt: timestamp,
  lastAt: timestamp,
  place: z.string(),
  browsers: z.array(z.string()),
});

export type BrowserError = z.infer<typeof browserError>;
