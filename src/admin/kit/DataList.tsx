import { type ReactNode, useRef } from 'react';
import { Spinner } from '#components/Spinner.tsx';
import { DataCards } from './DataCards.tsx';
import { DataTable } from './DataTable.tsx';
import type { BaseFilters } from './list-filters.ts';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useIsDesktop } from './use-is-desktop.ts';
import type { List } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import type { Selection } from './use-selection.ts';

/** A column of a list, which is a line of its card where the screen is narrow. */
export interface Column<Item> {
  name: string;
  cell: (item: Item) => ReactNode;
  /** The sort order of the operation that this column stands for. */
  sortBy?: string;
  /** What a first click on the heading gives. */
  firstOrder?: 'asc' | 'desc';
  /** `title` names the entry, `corner` stands beside the title on a card, `actions` are its buttons. */
  slot?: 'title' | 'corner' | 'actions';
  align?: 'right';
  /** Takes the whole width of a card. */
  isWide?: boolean;
  className?: string;
}

interface Props<Item, Filters extends BaseFilters> {
  list: List<Item, Filters>;
  columns: Column<Item>[];
  keyOf: (item: Item) => string;
  /** What is listed, in the plural: `orders`. */
  noun: string;
  /** What an empty list says: 'No orders found'. */
  empty: string;
  /** The address of an entry: a press on its row, or Enter, opens it. */
  hrefOf?: (item: Item) => string;
  /** Where several entries can be chosen: which are. */
  selection?: Selection<Item>;
  /** What can be done with the chosen ones: the buttons of the bar that appears with the first. */
  bulkActions?: ReactNode;
}

/** Entries of a list with their sorting and paging: a table where there is room, cards elsewhere. */
export function DataList<Item, Filters extends BaseFilters>({
  list,
  columns,
  keyOf,
  noun,
  empty,
  hrefOf,
  selection,
  bulkActions,
}: Props<Item, Filters>) {
  const wide = useIsDesktop();
  const entries = useRef<HTMLDivElement>(null);
  const { page, isLoading, isFailed } = list;
  const Entries = wide ? DataTable : DataCards;

  useListKeys(entries, {
    onSelect: (key) => {
      const item = page?.items.find((other) => keyOf(other) === key);
      if (item) selection?.toggle(item);
    },
    onClear: selection?.clear,
  });

  if (!page && isFailed) return <TryAgain onRetry={list.retry} />;
  if (!page) return <Spinner label={`Loading ${noun}…`} />;
  return (
    <>
      <div ref={entries} aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}>
        {page.items.length === 0 ? (
          <p className="panel px-4 py-14 text-center text-muted">{empty}</p>
        ) : (
          <Entries
            label={noun}
            items={page.items}
            columns={columns}
            keyOf={keyOf}
            hrefOf={hrefOf}
            selection={selection}
            sortBy={list.filters.sortBy}
            sortOrder={list.filters.sortOrder}
            onSort={list.sort}
          />
        )}
      </div>
      {selection && (
        <SelectionBar selection={selection} shown={page.items.length} noun={noun}>
          {bulkActions}
        </SelectionBar>
      )}
      <Pager pagination={page.pagination} shown={page.items.length} noun={noun} onPage={list.turnTo} onResize={list.resize} />
    </>
  );
}

/** Instead of what could not be loaded. The banner above says why. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="panel px-4 py-14 text-center">
      <button type="button" onClick={onRetry} className="btn btn-outline">
        Try again
      </button>
    </p>
  );
}
