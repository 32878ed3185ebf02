import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { $location, navigate } from '#admin/platform/router.ts';
import type { Pagination } from '#shared/schemas/common.ts';
import { useErrorBanner } from './error-banner.tsx';
import { type BaseFilters, changed, isNarrowed, type ListFilters, PAGE_SIZES, sortedBy } from './list-filters.ts';

export interface ListPage<Item> {
  items: Item[];
  pagination: Pagination;
}

/** Items that are not paged, as a list of one page: for an export. */
export function singlePage<Item>(items: Item[]): ListPage<Item> {
  return { items, pagination: { page: 1, limit: items.length, totalPages: 1, totalItems: items.length } };
}

interface ListOptions<Item, Filters extends BaseFilters> {
  /** The resource: `orders`. Its pages are kept under `[resource, 'list', …]`. */
  resource: string;
  filters: ListFilters<Filters>;
  /** Asks for a page of `limit` entries. */
  fetch: (filters: Filters & { limit: number }, signal?: AbortSignal) => Promise<ListPage<Item>>;
  /** What to say when the server gives no reason: 'Failed to load orders'. */
  failure: string;
}

export interface List<Item, Filters extends BaseFilters> {
  filters: Filters;
  isNarrowed: boolean;
  /** The page asked for, or the one before while that is on its way; undefined until the first has come. */
  page: ListPage<Item> | undefined;
  isLoading: boolean;
  isFailed: boolean;
  change: (change: Partial<Filters>, options?: { replace?: boolean }) => void;
  clear: () => void;
  sort: (column: string, first?: 'asc' | 'desc') => void;
  turnTo: (page: number) => void;
  /** Shows so many entries a page, from the first one. */
  resize: (limit: number) => void;
  retry: () => void;
  /** Any page of the list as it is filtered now, for an export. */
  fetchPage: (page: number, limit: number) => Promise<ListPage<Item>>;
}

/** A list of the server, filtered, sorted and paged by what the address bar says: a selection can be kept, sent and gone back to. */
export function useList<Item, Filters extends BaseFilters>({
  resource,
  filters: codec,
  fetch,
  failure,
}: ListOptions<Item, Filters>): List<Item, Filters> {
  const report = useErrorBanner();
  const { search } = useStore($location);
  const filters = useMemo(() => codec.read(search), [codec, search]);
  const query = useQuery({
    queryKey: [resource, 'list', filters],
    queryFn: ({ signal }) => fetch({ ...filters, limit: filters.limit ?? PAGE_SIZES[0] }, signal),
    placeholderData: keepPreviousData,
  });

  useEffect(() => report(query.error, failure), [query.error, failure, report]);

  const change = useCallback(
    (wish: Partial<Filters>, { replace = false } = {}) =>
      go(codec.write(changed(codec.read($location.get().search), wish)), replace),
    [codec],
  );
  useLastPage(query.isPlaceholderData ? undefined : query.data, filters.page, (page) =>
    change({ page } as Partial<Filters>, { replace: true }),
  );

  return {
    filters,
    isNarrowed: isNarrowed(filters, codec.defaults),
    page: query.data,
    isLoading: query.isFetching,
    isFailed: query.isError,
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
    fetchPage: (page, limit) => fetch({ ...filters, page, limit }),
  };
}

/** The last entry of the last page may have gone: the page that is the last one now is shown instead. */
function useLastPage(page: ListPage<unknown> | undefined, wanted: number, turnTo: (page: number) => void): void {
  const last = page ? Math.max(page.pagination.totalPages, 1) : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (wanted > last) turnTo(last);
  }, [wanted, last, turnTo]);
}

function go(search: string, replace = false): void {
  navigate($location.get().path + search, { replace });
}
