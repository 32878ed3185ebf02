import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { $location, navigate } from '#admin/platform/router.ts';
import type { ListDefinition, ListPage } from './define-record.ts';
import { useErrorBanner } from './error-banner.tsx';
import { type BaseFilters, changed, isNarrowed, sortedBy } from './list-filters.ts';

export interface List<Item, Filters extends BaseFilters> {
  /** What is listed: `orders`. */
  plural: string;
  filters: Filters;
  isNarrowed: boolean;
  /** True when another filter than this one narrows the list. */
  isNarrowedBeside: (name: PropertyKey) => boolean;
  /** The page asked for, or the one before while that is being fetched; undefined until the first has come. */
  page: ListPage<Item> | undefined;
  isLoading: boolean;
  isFailed: boolean;
  /** Where the list stands with some of its filters changed. */
  addressWith: (change: Partial<Filters>) => string;
  change: (change: Partial<Filters>, options?: { replace?: boolean }) => void;
  clear: () => void;
  sort: (column: string, first?: 'asc' | 'desc') => void;
  turnTo: (page: number) => void;
  /** Shows so many records a page, from the first one. */
  resize: (limit: number) => void;
  retry: () => void;
  /** Any page of the list as it is filtered now. */
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>;
  /** The whole list as it is filtered now, for an export. */
  fetchWhole: () => Promise<Item[]>;
}

/** A list of the server, filtered, sorted and paged by the address bar, so that it can be bookmarked, shared and gone back to. */
export function useList<Item, Filters extends BaseFilters>({
  plural,
  filters: codec,
  queries,
  fetchPage,
  fetchWhole,
}: ListDefinition<Item, Filters>): List<Item, Filters> {
  const report = useErrorBanner();
  const { path, search } = useStore($location);
  const filters = useMemo(() => codec.read(search), [codec, search]);
  const query = useQuery({ ...queries.list(filters), placeholderData: keepPreviousData });

  useEffect(() => report(query.error, `Failed to load ${plural}`), [query.error, plural, report]);

  const change = useCallback(
    (wish: Partial<Filters>, { replace = false } = {}) =>
      go(codec.write(changed(codec.read($location.get().search), wish)), replace),
    [codec],
  );
  useLastPage(query.isPlaceholderData ? undefined : query.data, filters.page, (page) =>
    change({ page } as Partial<Filters>, { replace: true }),
  );

  return {
    plural,
    filters,
    isNarrowed: isNarrowed(filters, codec.defaults),
    isNarrowedBeside: (name) => isNarrowed({ ...filters, [name]: codec.defaults[name as keyof Filters] }, codec.defaults),
    page: query.data,
    isLoading: query.isFetching,
    isFailed: query.isError,
    addressWith: (wish) => path + codec.write(changed(filters, wish)),
    change,
    clear: () => {
      const { limit, sortBy, sortOrder } = filters;
      go(codec.write({ ...codec.defaults, limit, sortBy, sortOrder } as Filters));
    },
    sort: (column, first) => go(codec.write(sortedBy(filters, column, first))),
    turnTo: (page) => {
      change({ page } as Partial<Filters>);
      window.scrollTo(0, 0);
    },
    resize: (limit) => change({ limit } as Partial<Filters>),
    retry: () => void query.refetch(),
    fetchPage: (page, limit) => fetchPage({ ...filters, page, limit }),
    fetchWhole: () => fetchWhole(filters),
  };
}

/** When the last record of the last page has gone, the page that is now the last one is shown. */
function useLastPage(page: ListPage<unknown> | undefined, wanted: number, turnTo: (page: number) => void): void {
  const last = page ? Math.max(page.pagination.totalPages, 1) : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (wanted > last) turnTo(last);
  }, [wanted, last, turnTo]);
}

function go(search: string, replace = false): void {
  navigate($location.get().path + search, { replace });
}
