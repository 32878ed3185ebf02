import * as z from 'zod';
import { orderQuery } from '#shared/schemas/order.ts';

const { page, status, customerEmail, dateFrom, dateTo, sortBy, sortOrder } = orderQuery.shape;

/** The list's filters, as the address bar may hold them: whatever is not a filter or not a possible value falls back to its default. */
const orderFilters = z.object({
  page: page.catch(1),
  status: status.catch(undefined),
  customerEmail: customerEmail.catch(undefined),
  dateFrom: dateFrom.catch(undefined),
  dateTo: dateTo.catch(undefined),
  sortBy: sortBy.catch('createdAt'),
  sortOrder: sortOrder.catch('desc'),
});

export type OrderFilters = z.infer<typeof orderFilters>;

export type OrderSort = OrderFilters['sortBy'];

export const NO_FILTERS: OrderFilters = orderFilters.parse({});

/** The filters in a query string. */
export function filtersFrom(search: string): OrderFilters {
  return orderFilters.parse(Object.fromEntries(new URLSearchParams(search)));
}

/** The query string of some filters, with its `?`; empty when all are as at first. */
export function searchFor(filters: OrderFilters): string {
  const said = Object.entries(filters).filter(([name, value]) => value && value !== NO_FILTERS[name as keyof OrderFilters]);
  return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}

/** Filters after a change of some of them. Another selection begins at its first page. */
export function changed(filters: OrderFilters, change: Partial<OrderFilters>): OrderFilters {
  return { ...filters, page: 1, ...change };
}

/** Filters after a click on a column's heading: the same column turns round, another one begins with what staff look for first. */
export function sortedBy(filters: OrderFilters, sortBy: OrderSort): OrderFilters {
  const turned = filters.sortOrder === 'asc' ? 'desc' : 'asc';
  const first = sortBy === 'createdAt' || sortBy === 'totalAmount' ? 'desc' : 'asc';
  return changed(filters, { sortBy, sortOrder: filters.sortBy === sortBy ? turned : first });
}

/** True when the list may be shorter than all orders. */
export function isNarrowed({ status, customerEmail, dateFrom, dateTo }: OrderFilters): boolean {
  return Boolean(status || customerEmail || dateFrom || dateTo);
}
