import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { product } from '#domain/products/contract.ts';
import {
  leftOver,
  type StockAdjustment,
  type StockCount,
  type StockCountPayload,
  type StockRecord,
  stockCount,
  stockLevelQuery,
  stockRecord,
} from '#domain/stock/contract.ts';

/** The products with their current stock. */
export const stockLevels = defineRecord({
  noun: 'product',
  api: '/products/stock',
  recordApi: '/products',
  screen: '/admin/inventory',
  schema: product,
  query: stockLevelQuery,
  nameOf: ({ name }) => name,
});

/** What came back to choices that are no longer offered: a hundred of them, more than anybody leaves lying. */
export const leftOverQuery = queryOptions({
  queryKey: ['/products/left-over'],
  queryFn: ({ signal }) =>
    callStaffApi('GET', '/products/left-over', { query: { page: 1, limit: 100 }, schema: z.array(leftOver), signal }),
});

export function postAdjustment(adjustment: StockAdjustment): Promise<StockRecord> {
  return callStaffApi('POST', '/stock-history/adjust', { body: adjustment, schema: stockRecord });
}

/** Books a stock count. The server takes repeated requests with one key as a single one. */
export function postCount(body: StockCountPayload, key: string): Promise<StockCount> {
  const headers = { 'Idempotency-Key': key };
  return callStaffApi('POST', '/stock-history/counts', { body, headers, schema: stockCount });
}
