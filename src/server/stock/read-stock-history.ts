import type { Period } from '#shared/schemas/common.ts';
import type { PageQuery } from '#shared/schemas/product.ts';
import type { StockQuery } from '#shared/schemas/stock.ts';
import { endOfDay, momentsOf, startOfDay } from '../calendar.ts';
import { callFunction, readPage } from '../database.ts';
import type { Call } from '../http/operation.ts';
import type { Database } from '../supabase.ts';

/** The ledger of all products, newest row first, filtered and paged by the database. */
export function listStockHistory({ db, query }: Call<unknown, StockQuery>) {
  return readPage(() => {
    let rows = records(db);
    if (query.productId) rows = rows.eq('product_id', query.productId);
    if (query.transactionType) rows = rows.eq('transaction_type', query.transactionType);
    if (query.startDate) rows = rows.gte('created_at', startOfDay(query.startDate));
    if (query.endDate) rows = rows.lt('created_at', endOfDay(query.endDate));
    return rows.order('created_at', { ascending: false }).order('sequence', { ascending: false });
  }, query);
}

/** The ledger of one product, newest row first, also of an archived one. Empty for a product nobody knows. */
export function listProductStockHistory({ db, params, query }: Call<unknown, PageQuery, { id: string }>) {
  return readPage(() => records(db).eq('product_id', params.id).order('sequence', { ascending: false }), query);
}

export function stockStatistics({ db, query }: Call<unknown, Period>) {
  return callFunction(db, 'stock_stats', momentsOf(query));
}

function records(db: Database) {
  return db.from('stock_records').select('*', { count: 'exact' });
}
