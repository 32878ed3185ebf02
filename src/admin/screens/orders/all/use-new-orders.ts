import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PAGE_SIZES } from '#admin/kit/list-filters.ts';
import type { List } from '#admin/kit/use-list.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { newOrdersIn } from './new-orders.ts';
import { type OrderFilters, orders, useOrderStats } from './orders.ts';

/** More than these are shown as `20+`. */
export const MAX_NEW_ORDERS = PAGE_SIZES[0];

/**
 * How many matching orders came in since the list was loaded. Fetches when the live count changes, and leaves the list itself alone,
 * so that no row moves while somebody works.
 */
export function useNewOrders({ filters, page }: List<StaffOrder, OrderFilters>): number {
  const { data: stats } = useOrderStats();
  const newest = { ...filters, page: 1, limit: MAX_NEW_ORDERS, sortBy: 'createdAt', sortOrder: 'desc' } as const;
  const { data } = useQuery({
    queryKey: [...orders.queries.all, 'newest', newest, stats?.totalOrders],
    queryFn: ({ signal }) => orders.fetchPage(newest, signal),
    enabled: page !== undefined && stats !== undefined,
    placeholderData: (before, query) => (isSame(query?.queryKey[2], newest) ? before : undefined),
  });
  const since = useFirst(JSON.stringify(filters), data?.items[0]?.createdAt ?? (data && ''));
  if (!page || !data) return 0;
  return newOrdersIn(data.items, page.items, isNewestFirst(filters) ? (page.items[0]?.createdAt ?? '') : since);
}

/** True while the list begins with the newest order. */
export function isNewestFirst({ page, sortBy, sortOrder }: OrderFilters): boolean {
  return page === 1 && sortBy === 'createdAt' && sortOrder === 'desc';
}

/** The first defined value since the key last changed. */
function useFirst<Value>(key: string, value: Value | undefined): Value | undefined {
  const first = useRef<{ key: string; value: Value }>(null);
  if (value !== undefined && first.current?.key !== key) first.current = { key, value };
  return first.current?.key === key ? first.current.value : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
