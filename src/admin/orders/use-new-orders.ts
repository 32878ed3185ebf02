import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PAGE_SIZES } from '#admin/kit/list-filters.ts';
import type { List } from '#admin/kit/use-list.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { newOrdersIn } from './new-orders.ts';
import { fetchOrders, type OrderFilters, useOrderStats } from './orders-api.ts';

/** Of more than these it is said that they are as many or more. */
export const MAX_NEW_ORDERS = PAGE_SIZES[0];

/**
 * How many orders came in since the list was loaded that its filters let through. The live figures say when to look; the list itself
 * is left alone, so that no row moves under somebody's hand.
 */
export function useNewOrders({ filters, page }: List<Order, OrderFilters>): number {
  const { data: stats } = useOrderStats();
  const newest = { ...filters, page: 1, limit: MAX_NEW_ORDERS, sortBy: 'createdAt', sortOrder: 'desc' } as const;
  const { data } = useQuery({
    queryKey: ['orders', 'newest', newest, stats?.totalOrders],
    queryFn: ({ signal }) => fetchOrders(newest, signal),
    enabled: page !== undefined && stats !== undefined,
    placeholderData: (before, query) => (isSame(query?.queryKey[2], newest) ? before : undefined),
  });
  const since = useFirst(JSON.stringify(filters), data?.items[0]?.createdAt ?? (data && ''));
  if (!page || !data) return 0;
  return newOrdersIn(data.items, page.items, isNewestFirst(filters) ? (page.items[0]?.createdAt ?? '') : since);
}

/** True while the first row of the list is the newest order: whatever is newer is not in it. */
export function isNewestFirst({ page, sortBy, sortOrder }: OrderFilters): boolean {
  return page === 1 && sortBy === 'createdAt' && sortOrder === 'desc';
}

/** The first value there was for a key. */
function useFirst<Value>(key: string, value: Value | undefined): Value | undefined {
  const first = useRef<{ key: string; value: Value }>(null);
  if (value !== undefined && first.current?.key !== key) first.current = { key, value };
  return first.current?.key === key ? first.current.value : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
