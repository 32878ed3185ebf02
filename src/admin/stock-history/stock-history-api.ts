import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { product } from '#shared/schemas/products.ts';
import { type StockRecord, stockQuery, stockRecord } from '#shared/schemas/stock.ts';

export const historyFilters = listFilters(stockQuery);

export type HistoryFilters = typeof historyFilters.defaults;

export function fetchHistory(filters: HistoryFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/stock-history', { query: filters, schema: z.array(stockRecord), signal });
}

/** The name of the product that a list is about: from its records, or where it has none, from the product itself. Archived ones without records have none. */
export function useProductName(id: string | undefined, records: StockRecord[] | undefined): string {
  const known = records?.find(({ productId }) => productId === id)?.productName;
  const { data } = useQuery({
    queryKey: ['products', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/products/${id}`, { schema: product, signal }),
    enabled: id !== undefined && records !== undefined && known === undefined,
  });
  return known ?? data?.name ?? '';
}
