import type { ListPage } from './define-record.ts';

/** The most records the API gives at once. */
const PAGE_SIZE = 100;

/** So many records are looked through; what lies deeper is taken to be there. */
const MOST = 1_000;

/** Those of some ids that a list no longer has. @throws ApiFailure */
export async function leftList<Item extends { id: string }>(
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const missing = new Set(ids);
  for (let page = 1; missing.size > 0; page += 1) {
    const { items, pagination } = await fetchPage(page, PAGE_SIZE);
    for (const { id } of items) missing.delete(id);
    if (page >= pagination.totalPages) return missing;
    if (page * PAGE_SIZE >= MOST) return new Set();
  }
  return missing;
}
