import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useErrorBanner } from './error-banner.tsx';
import { fetchEveryPage } from './fetch-every-page.ts';
import { lookFor } from './left-list.ts';
import type { BaseFilters } from './list-filters.ts';
import type { List } from './use-list.ts';

/** The records of a list that are selected for a bulk action: those that were seen, or that “Select all” has found and counted. */
export interface Selection<Item> {
  /** How many are selected, on all pages. */
  count: number;
  /** How many records match the filters. */
  total: number;
  isSelected: (item: Item) => boolean;
  toggle: (item: Item) => void;
  /** Selects these records, or none of them when all of them are selected. */
  togglePage: (items: Item[]) => void;
  /** Selects all records that match the filters now, unless they are more or fewer than somebody saw: then `moved` asks. */
  selectAll: () => Promise<void>;
  isSelectingAll: boolean;
  /** How many match by now, and how many somebody saw when they wanted all; null unless that has to be asked. */
  moved: { now: number; seen: number } | null;
  /** Selects as many as `moved` says. */
  selectMoved: () => void;
  clear: () => void;
  /** The selected records in the order in which the list shows them. */
  items: Item[];
  /** The selected records as they are in the list now, for an export. @throws ApiFailure */
  fetchWhole: () => Promise<Item[]>;
  nameOf: (item: Item) => string;
}

interface Choice<Item> {
  scope: string;
  marked: ReadonlyMap<string, Item>;
  /** All that match, where they are not as many as were seen. */
  moved: { items: Item[]; seen: number } | null;
}

const byId = <Item extends { id: string }>(items: Item[]) => new Map(items.map((item) => [item.id, item]));

/**
 * Selects records of a list. The selection stays across pages and ends when the filters change. A record that leaves the list, because its status
 * changed or somebody deleted it, is selected no longer, and one that comes later is not: nothing is done to rows that nobody saw.
 */
export function useSelection<Item extends { id: string }, Filters extends BaseFilters>(
  list: Pick<List<Item, Filters>, 'filters' | 'page' | 'retry' | 'fetchPage' | 'fetchWhole'>,
  nameOf: (item: Item) => string,
): Selection<Item> {
  const { page: _page, limit: _limit, sortBy: _sortBy, sortOrder: _sortOrder, ...narrowing } = list.filters;
  const scope = JSON.stringify(narrowing);
  const nothing: Choice<Item> = { scope, marked: new Map(), moved: null };
  const [last, setLast] = useState(nothing);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const report = useErrorBanner();
  const choice = last.scope === scope ? last : nothing;
  // Also for whoever comes back to these filters.
  useEffect(() => setLast((now) => (now.scope === scope ? now : { scope, marked: new Map(), moved: null })), [scope]);
  const total = list.page?.pagination.totalItems ?? 0;
  // The list may show a newer version than the one that was selected.
  const shown = byId(list.page?.items ?? []);
  // Where each record was shown last, on whatever page.
  const places = useRef(new Map<string, number>());
  useEffect(() => {
    const { items = [], pagination } = list.page ?? {};
    const first = pagination ? (pagination.page - 1) * pagination.limit : 0;
    for (const [index, { id }] of items.entries()) places.current.set(id, first + index);
  }, [list.page]);
  const placeOf = ({ id }: Item) => places.current.get(id) ?? Number.POSITIVE_INFINITY;
  // Where all rows are on one page, that page says which are left.
  const isWhole = list.page !== undefined && total <= shown.size;
  const marked = isWhole ? new Map([...choice.marked].filter(([id]) => shown.has(id))) : choice.marked;
  const isSelected = (item: Item) => marked.has(item.id);

  function mark(items: Item[], isMarked: boolean): void {
    const next = new Map(marked);
    for (const item of items) {
      if (isMarked) next.set(item.id, item);
      else next.delete(item.id);
    }
    setLast({ scope, marked: next, moved: null });
  }

  function take(items: Item[]): void {
    for (const [index, { id }] of items.entries()) places.current.set(id, index);
    setLast({ scope, marked: byId(items), moved: null });
  }

  async function selectAll(): Promise<void> {
    setSelectingAll(true);
    try {
      const items = await fetchEveryPage(list.fetchPage);
      report(null, SELECT_FAILED);
      if (items.length === total) take(items);
      else {
        setLast((now) => ({ ...now, moved: { items, seen: total } }));
        list.retry();
      }
    } catch (error) {
      report(error, SELECT_FAILED);
    }
    setSelectingAll(false);
  }

  // Whenever the list has changed, rows that are not on this page are on another one or gone. What is marked meanwhile was just seen.
  const lookAgain = useEffectEvent(async (isCurrent: () => boolean) => {
    const away = [...choice.marked.keys()].filter((id) => !shown.has(id));
    if (isWhole || away.length === 0) return;
    // Not known without an answer: the server refuses what has changed meanwhile.
    const looked = await lookFor(list.fetchPage, away).catch(() => null);
    if (!isCurrent() || !looked) return;
    const { found, gone } = looked;
    setLast((now) => ({
      ...now,
      marked: new Map([...now.marked].flatMap(([id, item]) => (gone.has(id) ? [] : [[id, found.get(id) ?? item] as const]))),
    }));
  });
  const shownPage = list.page;
  useEffect(() => {
    let isCurrent = true;
    if (shownPage) void lookAgain(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [shownPage]);

  return {
    count: marked.size,
    total,
    isSelected,
    toggle: (item) => mark([item], !isSelected(item)),
    togglePage: (items) => mark(items, !items.every(isSelected)),
    selectAll,
    isSelectingAll,
    moved: choice.moved && { now: choice.moved.items.length, seen: choice.moved.seen },
    selectMoved: () => choice.moved && take(choice.moved.items),
    clear: () => setLast(nothing),
    items: [...marked.values()].map((item) => shown.get(item.id) ?? item).sort((one, other) => placeOf(one) - placeOf(other)),
    fetchWhole: async () => (await list.fetchWhole()).filter(isSelected),
    nameOf,
  };
}

const SELECT_FAILED = 'Failed to select all';
