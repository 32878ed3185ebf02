import { useState } from 'react';
import type { BaseFilters } from './list-filters.ts';
import { type List, type ListPage, singlePage } from './use-list.ts';

/** Entries asked for at once: the most the API gives. */
const MAX_PAGE = 100;

interface Options<Item> {
  keyOf: (item: Item) => string;
  /** What an entry is called in the checkboxes' names: `order ORD-1042`. */
  nameOf: (item: Item) => string;
}

/** The entries of a list that are chosen for something done to all of them at once. */
export interface Selection<Item> {
  /** How many are chosen, on whatever page. */
  count: number;
  /** Every entry that the filters let through is chosen, also on the other pages. */
  isAll: boolean;
  /** How many the filters let through. */
  total: number;
  isSelected: (item: Item) => boolean;
  toggle: (item: Item) => void;
  /** Chooses these entries, or none of them when all of them are chosen. */
  togglePage: (items: Item[]) => void;
  /** Chooses every entry that the filters let through. */
  selectAll: () => void;
  clear: () => void;
  /** The chosen entries, those of other pages asked for. @throws ApiFailure */
  fetchItems: () => Promise<Item[]>;
  /** The chosen entries as a list of one page, for an export. */
  fetchPage: () => Promise<ListPage<Item>>;
  nameOf: (item: Item) => string;
}

/** Chosen one by one: `marked` are the chosen ones. With all: `marked` are the exceptions. */
interface Choice<Item> {
  scope: string;
  isAll: boolean;
  marked: ReadonlyMap<string, Item>;
}

/** Choosing entries of a list. The choice stays from page to page and ends when the filters change. */
export function useSelection<Item, Filters extends BaseFilters>(
  list: List<Item, Filters>,
  { keyOf, nameOf }: Options<Item>,
): Selection<Item> {
  const { page: _page, limit: _limit, sortBy: _sortBy, sortOrder: _sortOrder, ...narrowing } = list.filters;
  const scope = JSON.stringify(narrowing);
  const nothing: Choice<Item> = { scope, isAll: false, marked: new Map() };
  const [kept, setKept] = useState(nothing);
  const choice = kept.scope === scope ? kept : nothing;
  const { isAll, marked } = choice;
  const total = list.page?.pagination.totalItems ?? 0;
  const isSelected = (item: Item) => marked.has(keyOf(item)) !== isAll;

  function mark(items: Item[], isMarked: boolean): void {
    const next = new Map(marked);
    for (const item of items) {
      if (isMarked) next.set(keyOf(item), item);
      else next.delete(keyOf(item));
    }
    setKept({ ...choice, marked: next });
  }

  async function fetchItems(): Promise<Item[]> {
    // What the list shows now is newer than what was chosen some time ago.
    const shown = new Map(list.page?.items.map((item) => [keyOf(item), item]));
    if (!isAll) return [...marked].map(([key, item]) => shown.get(key) ?? item);
    return (await fetchEverything(list)).filter((item) => !marked.has(keyOf(item)));
  }

  return {
    count: isAll ? Math.max(total - marked.size, 0) : marked.size,
    isAll,
    total,
    isSelected,
    toggle: (item) => mark([item], !marked.has(keyOf(item))),
    togglePage: (items) => mark(items, items.every(isSelected) === isAll),
    selectAll: () => setKept({ scope, isAll: true, marked: new Map() }),
    clear: () => setKept(nothing),
    fetchItems,
    fetchPage: async () => singlePage(await fetchItems()),
    nameOf,
  };
}

async function fetchEverything<Item, Filters extends BaseFilters>({ fetchPage }: List<Item, Filters>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await fetchPage(page, MAX_PAGE);
    items.push(...answer.items);
    pages = answer.pagination.totalPages;
  }
  return items;
}
