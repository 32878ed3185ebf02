import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Call } from '#server/http/operation.ts';
import type { Period } from '#shared/schemas/common.ts';
import type { PageQuery } from '#shared/schemas/products.ts';
import type { StockQuery } from '#shared/schemas/stock.ts';

/** The ledger of all products, filtered, sorted and paged by the database. */
export function listStockHistory({ db, query }: Call<unknown, StockQuery>) {
  return stockPage(db, query);
}

/** The ledger of one product, newest row first, also of an archived one. Empty for a product nobody knows. */
export function listProductStockHistory({ db, params, query }: Call<unknown, PageQuery, { id: string }>) {
  return stockPage(db, { ...query, productId: params.id, sortBy: 'createdAt', sortOrder: 'desc' });
}

export function stockStatistics({ db, query }: Call<unknown, Period>) {
  return callFunction(db, 'stock_stats', periodBounds(query));
}

function stockPage(db: ShopDatabase, { productId, transactionType, sortBy, sortOrder, ...query }: StockQuery) {
  const filters = { product_id: productId ?? null, kind: transactionType ?? null, ...periodBounds(query) };
  return callPage(db, 'stock_page', { ...filters, sort_by: sortBy, ascending: sortOrder === 'asc' }, query);
}
