import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ListPage, singlePage } from './define-record.ts';
import { fetchEveryPage } from './fetch-every-page.ts';
import { leftList } from './left-list.ts';
import type { BaseFilters } from './list-filters.ts';
import type { List } from './use-list.ts';

/** The records of a list that are selected for a bulk action. */
export interface Selection<Item> {
  /** How many are selected, on all pages. */
  count: number;
  /** True when all records that match the filters are selected, on all pages. */
  isAll: boolean;
  /** How many records match the filters. */
  total: number;
  isSelected: (item: Item) => boolean;
  toggle: (item: Item) => void;
  /** Selects these records, or none of them when all of them are selected. */
  togglePage: (items: Item[]) => void;
  /** Selects all records that match the filters. */
  selectAll: () => void;
  clear: () => void;
  /** The selected records that need not be fetched: all of them, or with `isAll` those of this page. */
  atHand: Item[];
  /** The selected records in the order in which the list shows them; with `isAll` fetches those of other pages. @throws ApiFailure */
  fetchItems: () => Promise<Item[]>;
  /** The selected records as a list of one page, for an export. */
  fetchPage: () => Promise<ListPage<Item>>;
  nameOf: (item: Item) => string;
}

/** `marked` are the selected records, or with `isAll` those that are not. */
interface Choice<Item> {
  scope: string;
  isAll: boolean;
  marked: ReadonlyMap<string, Item>;
}

/**
 * Selects records of a list. The selection stays across pages and ends when the filters change. A record that leaves the list, because its status
 * changed or somebody deleted it, is selected no longer: nothing is done to rows that nobody sees.
 */
export function useSelection<Item extends { id: string }, Filters extends BaseFilters>(
  list: List<Item, Filters>,
  nameOf: (item: Item) => string,
): Selection<Item> {
  const { page: _page, limit: _limit, sortBy: _sortBy, sortOrder: _sortOrder, ...narrowing } = list.filters;
  const scope = JSON.stringify(narrowing);
  const nothing: Choice<Item> = { scope, isAll: false, marked: new Map() };
  const [last, setLast] = useState(nothing);
  const choice = last.scope === scope ? last : nothing;
  // Also for whoever comes back to these filters.
  useEffect(() => setLast((now) => (now.scope === scope ? now : { scope, isAll: false, marked: new Map() })), [scope]);
  const { isAll } = choice;
  const total = list.page?.pagination.totalItems ?? 0;
  // The list may show a newer version than the one that was selected.
  const shown = new Map(list.page?.items.map((item) => [item.id, item]));
  // Where each record was shown last, on whatever page.
  const places = useRef(new Map<string, number>());
  useEffect(() => {
    const { items = [], pagination } = list.page ?? {};
    const first = pagination ? (pagination.page - 1) * pagination.limit : 0;
    for (const [index, { id }] of items.entries()) places.current.set(id, first + index);
  }, [list.page]);
  const inShownOrder = (items: Item[]) =>
    items.sort((one, other) => (places.current.get(one.id) ?? 0) - (places.current.get(other.id) ?? 0));
  // Where all rows are on one page, that page says which are left.
  const isWhole = list.page !== undefined && total <= shown.size;
  const marked = isWhole ? new Map([...choice.marked].filter(([id]) => shown.has(id))) : choice.marked;
  const isSelected = (item: Item) => marked.has(item.id) !== isAll;

  function mark(items: Item[], isMarked: boolean): void {
    const next = new Map(marked);
    for (const item of items) {
      if (isMarked) next.set(item.id, item);
      else next.delete(item.id);
    }
    setLast({ ...choice, marked: next });
  }

  // Whenever the list has changed, rows that are not on this page are on another one or gone. What is marked meanwhile was just seen.
  const forgetGone = useEffectEvent(async (isCurrent: () => boolean) => {
    const away = [...choice.marked.keys()].filter((id) => !shown.has(id));
    if (isWhole || away.length === 0) return;
    // Not known without an answer: the server refuses what has changed meanwhile.
    const gone = await leftList(list.fetchPage, away).catch(() => new Set<string>());
    if (!isCurrent() || gone.size === 0) return;
    setLast((now) => ({ ...now, marked: new Map([...now.marked].filter(([id]) => !gone.has(id))) }));
  });
  const shownPage = list.page;
  useEffect(() => {
    let isCurrent = true;
    if (shownPage) void forgetGone(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [shownPage]);

  // All that match were selected: what comes into an emptied list later was not meant.
  const isUsedUp = isAll && list.page !== undefined && total <= marked.size;
  useEffect(() => {
    if (isUsedUp) setLast({ scope, isAll: false, marked: new Map() });
  }, [isUsedUp, scope]);

  const atHand = isAll ? [...shown.values()].filter(isSelected) : [...marked].map(([id, item]) => shown.get(id) ?? item);

  async function fetchItems(): Promise<Item[]> {
    if (!isAll) return inShownOrder([...atHand]);
    return (await fetchEveryPage(list.fetchPage)).filter((item) => !marked.has(item.id));
  }

  return {
    count: isAll ? Math.max(total - marked.size, 0) : marked.size,
    isAll,
    total,
    isSelected,
    toggle: (item) => mark([item], !marked.has(item.id)),
    togglePage: (items) => mark(items, items.every(isSelected) === isAll),
    selectAll: () => setLast({ scope, isAll: true, marked: new Map() }),
    clear: () => setLast(nothing),
    atHand,
    fetchItems,
    fetchPage: async () => singlePage(await fetchItems()),
    nameOf,
  };
}
