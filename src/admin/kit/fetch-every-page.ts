import { ApiFailure } from '#browser/api.ts';
import { DEEPEST_ROW } from '#domain/lists.ts';
import type { ListPage } from './define-record.ts';

/** The most records the API gives at once. */
const MAX_PAGE_SIZE = 100;

/**
 * Fetches a whole list. `onPage` is told how many of how many records are here, and ends the fetching by returning false.
 * @throws ApiFailure, also for a list that is longer than pages reach, after its first page
 */
export async function fetchEveryPage<Item>(
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>,
  onPage: (here: number, total: number) => boolean = () => true,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await fetchPage(page, MAX_PAGE_SIZE);
    const { totalPages, totalItems } = answer.pagination;
    if (totalItems > DEEPEST_ROW)
      throw new ApiFailure(
        422,
        'validation_failed',
        `${totalItems.toLocaleString('en')} are too many at once: filter the list, by dates for example, to ${DEEPEST_ROW.toLocaleString('en')} or fewer`,
      );
    items.push(...answer.items);
    pages = totalPages;
    if (!onPage(items.length, totalItems)) break;
  }
  return items;
}
