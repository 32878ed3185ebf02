import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Product, product } from '#shared/schemas/products.ts';
import { type StockAdjustment, type StockRecord, shelfQuery, stockRecord } from '#shared/schemas/stock.ts';

export const inventoryFilters = listFilters(shelfQuery);

export type InventoryFilters = typeof inventoryFilters.defaults;

export function fetchShelves(filters: InventoryFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/products/stock', { query: filters, schema: z.array(product), signal });
}

/** One product as it is on the shelf now. */
export function fetchShelf(id: string, signal: AbortSignal): Promise<Product> {
  return callStaffApi('GET', `/products/${encodeURIComponent(id)}`, { schema: product, signal });
}

export function postAdjustment(adjustment: StockAdjustment): Promise<StockRecord> {
  return callStaffApi('POST', '/stock-history/adjust', { body: adjustment, schema: stockRecord });
}
