import { ApiFailure } from '#browser/api.ts';
import { DEEPEST_ROW, tooLongText } from '#domain/lists.ts';
import type { ListPage } from './define-record.ts';

/** The most records the API gives at once. */
const MAX_PAGE_SIZE = 100;

/** How often a list is read that changes while it is read. */
const TRIES = 3;

/**
 * Fetches a whole list, each record once. Where records came or went between two pages, one would be there twice or not at all: it is read again.
 * @throws ApiFailure, also for a list that is longer than pages reach, after its first page, and for one that never stands still
 */
export async function fetchEveryPage<Item extends { id: string }>(
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>,
): Promise<Item[]> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const items = await fetchOnce(fetchPage);
    if (items) return items;
  }
  throw new ApiFailure(409, 'list_moved', 'The list changes faster than it can be read: filter it, or try again');
}

/** Null where the list changed meanwhile. */
async function fetchOnce<Item extends { id: string }>(
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>,
): Promise<Item[] | null> {
  const items = new Map<string, Item>();
  let total: number | undefined;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await fetchPage(page, MAX_PAGE_SIZE);
    const { totalPages, totalItems } = answer.pagination;
    if (totalItems > DEEPEST_ROW) throw new ApiFailure(422, 'validation_failed', tooLongText(totalItems));
    if (totalItems !== (total ?? totalItems)) return null;
    for (const item of answer.items) items.set(item.id, item);
    total = totalItems;
    pages = totalPages;
  }
  return items.size === total ? [...items.values()] : null;
}
