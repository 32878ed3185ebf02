import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { product } from '#shared/schemas/products.ts';
import { type StockRecord, stockQuery, stockRecord } from '#shared/schemas/stock.ts';

export const stockHistoryFilters = listFilters(stockQuery);

export type StockHistoryFilters = typeof stockHistoryFilters.defaults;

export function fetchStockHistory(filters: StockHistoryFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/stock-history', { query: filters, schema: z.array(stockRecord), signal });
}

/** The name of the product the list is filtered by: from its records, else from the product. Empty for archived products without records. */
export function useProductName(id: string | undefined, records: StockRecord[] | undefined): string {
  const known = records?.find(({ productId }) => productId === id)?.productName;
  const { data } = useQuery({
    queryKey: ['products', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/products/${id}`, { schema: product, signal }),
    enabled: id !== undefined && records !== undefined && known === undefined,
  });
  return known ?? data?.name ?? '';
}
