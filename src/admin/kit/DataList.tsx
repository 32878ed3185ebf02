import { type ReactNode, useRef } from 'react';
import { Spinner } from '#components/Spinner.tsx';
import { DataCards } from './DataCards.tsx';
import { DataTable } from './DataTable.tsx';
import { Deferred } from './Deferred.tsx';
import type { BaseFilters } from './list-filters.ts';
import { Pager } from './Pager.tsx';
import type { BriefRow, Column } from './rows.tsx';
import { SelectionContext } from './SelectBox.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useIsDesktop } from './use-is-desktop.ts';
import type { List } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import type { Selection } from './use-selection.ts';

interface Props<Item extends { id: string }, Filters extends BaseFilters> {
  list: Omit<List<Item, Filters>, 'fetchPage' | 'fetchWhole'>;
  columns: Column<Item>[];
  /** Rows of two lines on a phone, instead of cards. */
  brief?: BriefRow<Item> | undefined;
  /** What is listed, where the list's own plural does not fit. */
  noun?: string;
  /** How many records of the list are on the page, where some have several rows. */
  shown?: number | undefined;
  /** What an empty list says, unless 'No orders found'. */
  empty?: string;
  /** The address of a record. A press on its row, or Enter, opens it. */
  hrefOf?: (item: Item) => string;
  /** Which records are selected, where they can be. */
  selection?: Selection<Item>;
  /** The buttons of the bar that appears with the first selected record. */
  bulkActions?: ReactNode;
}

/** The records of a list with sorting and paging: a table where there is room, cards elsewhere. */
export function DataList<Item extends { id: string }, Filters extends BaseFilters>({
  list,
  columns,
  brief,
  noun = list.plural,
  shown = list.page?.items.length ?? 0,
  empty = `No ${noun} found`,
  hrefOf,
  selection,
  bulkActions,
}: Props<Item, Filters>) {
  const rows = useRef<HTMLDivElement>(null);
  const { page, isLoading, isFailed } = list;
  const Rows = useIsDesktop() ? DataTable : DataCards;

  useListKeys(rows, {
    onSelect: (key) => {
      const item = page?.items.find((other) => other.id === key);
      if (item) selection?.toggle(item);
    },
    onClear: selection?.clear,
  });

  if (!page && isFailed) return <TryAgain onRetry={list.retry} />;
  return (
    <SelectionContext value={selection as Selection<never> | undefined}>
      <div ref={rows} aria-busy={isLoading} className="refreshed">
        <Deferred>
          {!page ? (
            <Spinner label={`Loading ${noun}…`} />
          ) : page.items.length === 0 ? (
            <p className="panel px-4 py-8 text-center text-muted">{empty}</p>
          ) : (
            <Rows
              label={noun}
              items={page.items}
              columns={columns}
              brief={brief}
              keyOf={({ id }) => id}
              hrefOf={hrefOf}
              selection={selection}
              sortBy={list.filters.sortBy}
              sortOrder={list.filters.sortOrder}
              onSort={list.sort}
            />
          )}
        </Deferred>
      </div>
      {page && selection && (
        <SelectionBar selection={selection} shown={page.items.length} noun={noun}>
          {bulkActions}
        </SelectionBar>
      )}
      <Deferred>
        {page && <Pager pagination={page.pagination} shown={shown} noun={noun} onPage={list.turnTo} onResize={list.resize} />}
      </Deferred>
    </SelectionContext>
  );
}

/** In place of what could not be loaded. The banner above says why. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="panel px-4 py-6 text-center">
      <button type="button" onClick={onRetry} className="btn btn-outline">
        Try again
      </button>
    </p>
  );
}
