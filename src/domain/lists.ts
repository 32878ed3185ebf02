import * as z from 'zod';

export const sortOrder = z.enum(['asc', 'desc']);

export const SORT_BY = { description: 'What the list is sorted by' };
export const SORT_ORDER = { description: 'Rising or falling' };

export const pageNumber = z.coerce
  .number()
  .int()
  .min(1, 'At least 1')
  .max(1_000_000, 'At most 1,000,000')
  .meta({ description: 'Which page, from 1' });

export const pageLimit = z.coerce
  .number()
  .int()
  .min(1, 'At least 1')
  .max(100, 'At most 100')
  .meta({ description: 'How many a page has' });

/** A list is paged through this far; what lies deeper has to be filtered for, because the database counts its way down to a page. */
export const DEEPEST_ROW = 20_000;

/** A list as a whole, as one page: what an export reads. */
export const WHOLE = { page: 1, limit: DEEPEST_ROW } as const;

/** What is said of a list that is too long to be one file, or to be selected as a whole. */
export function tooLongText(rows: number): string {
  return `${rows.toLocaleString('en')} are too many at once: filter the list, by dates for example, to ${DEEPEST_ROW.toLocaleString('en')} or fewer`;
}

/** The last page of this size that can be asked for. */
export function deepestPage(limit: number): number {
  return Math.floor(DEEPEST_ROW / limit);
}

/** `page` from 1, `limit` 1–100. Spread into a list's query schema. */
export const paging = { page: pageNumber.default(1), limit: pageLimit.default(20) };

/** The query of a list without filters. */
export const pageQuery = z.object(paging);

export type PageQuery = z.infer<typeof pageQuery>;

/** How a list is sorted, by one of its keys. Spread into a list's query schema. */
export function sorting<const Keys extends readonly string[]>(keys: Keys, by: Keys[number], order: z.infer<typeof sortOrder>) {
  return {
    sortBy: z
      .enum(keys)
      .default(by as never)
      .meta(SORT_BY),
    sortOrder: sortOrder.default(order).meta(SORT_ORDER),
  };
}

/** `true` or `false` in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
});

export type Pagination = z.infer<typeof pagination>;

/** The answer of a list. */
export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}
