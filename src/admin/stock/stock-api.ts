import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Product, product } from '#shared/schemas/products.ts';
import { type StockAdjustment, type StockRecord, stockLevelQuery, stockRecord } from '#shared/schemas/stock.ts';

export const stockFilters = listFilters(stockLevelQuery);

export type StockFilters = typeof stockFilters.defaults;

export function fetchStockLevels(filters: StockFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/products/stock', { query: filters, schema: z.array(product), signal });
}

/** A product with its current stock. */
export function fetchStockLevel(id: string, signal: AbortSignal): Promise<Product> {
  return callStaffApi('GET', `/products/${encodeURIComponent(id)}`, { schema: product, signal });
}

export function postAdjustment(adjustment: StockAdjustment): Promise<StockRecord> {
  return callStaffApi('POST', '/stock-history/adjust', { body: adjustment, schema: stockRecord });
}
