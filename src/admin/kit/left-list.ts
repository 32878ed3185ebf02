import type { ListPage } from './define-record.ts';

/** The most records the API gives at once. */
const PAGE_SIZE = 100;

/** So many records are looked through; what lies deeper is taken to be there. */
const MOST = 1_000;

interface Looked<Item> {
  /** Those that are still there, as they are now. */
  found: Map<string, Item>;
  /** Those that the list no longer has. */
  gone: Set<string>;
}

/** Looks for the records of some ids in a list. @throws ApiFailure */
export async function lookFor<Item extends { id: string }>(
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>,
  ids: Iterable<string>,
): Promise<Looked<Item>> {
  const missing = new Set(ids);
  const found = new Map<string, Item>();
  for (let page = 1; missing.size > 0; page += 1) {
    const { items, pagination } = await fetchPage(page, PAGE_SIZE);
    for (const item of items) if (missing.delete(item.id)) found.set(item.id, item);
    if (page >= pagination.totalPages) break;
    if (page * PAGE_SIZE >= MOST) return { found, gone: new Set() };
  }
  return { found, gone: missing };
}
