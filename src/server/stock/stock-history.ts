import type { PageQuery } from '#domain/lists.ts';
import { type StockQuery, stockRecord, stockStats } from '#domain/stock/contract.ts';
import type { Period } from '#domain/values.ts';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** Changes of stock, filtered, sorted and paged by the database. */
export function listStockHistory(db: ShopDatabase, query: StockQuery) {
  const { productId = null, transactionType = null, reference = null } = query;
  const filters = { product_id: productId, kind: transactionType, reference, ...periodBounds(query) };
  const args = { ...filters, sort_by: query.sortBy, ascending: query.sortOrder === 'asc' };
  return callPage(db, 'list_stock_history', args, query, stockRecord);
}

/** Changes of one product's stock, newest first, also of an archived one. Empty for an unknown product. */
export function listProductStockHistory(db: ShopDatabase, productId: string, paging: PageQuery) {
  return listStockHistory(db, { ...paging, productId, sortBy: 'createdAt', sortOrder: 'desc' });
}

/** Changes in a period, by kind and in total. */
export function stockStatistics(db: ShopDatabase, period: Period) {
  return callFunction(db, 'stock_stats', periodBounds(period), stockStats);
}
