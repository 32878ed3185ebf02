import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/shell/staff-api.ts';
import { category } from '#shared/schemas/category.ts';
import { product } from '#shared/schemas/product.ts';
import { type StockAdjustment, type StockRecord, shelfQuery, stockRecord } from '#shared/schemas/stock.ts';

export const inventoryFilters = listFilters(shelfQuery);

export type InventoryFilters = typeof inventoryFilters.none;

export function fetchShelves(filters: InventoryFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/products/stock', { query: filters, schema: z.array(product), signal });
}

export function postAdjustment(adjustment: StockAdjustment): Promise<StockRecord> {
  return callStaffApi('POST', '/stock-history/adjust', { body: adjustment, schema: stockRecord });
}

/** The categories by their slugs, in the shop's order; none while they cannot be had. */
export function useCategoryNames(): Map<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['categories', 'names'],
    queryFn: ({ signal }) => callStaffApi('GET', '/categories', { schema: z.array(category), signal }),
  });
  return new Map(data.filter(({ count }) => count > 0).map(({ slug, name }) => [slug, name]));
}
