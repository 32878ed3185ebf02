import { callFunction, readPage } from '#server/database/calls.ts';
import type { Column, ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { PRODUCT_COLUMNS } from '#server/database/product-columns.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import type { StockAdjustment, StockLevelQuery } from '#shared/schemas/stock.ts';

const SORT_COLUMNS: Record<StockLevelQuery['sortBy'], Column<'products'>> = {
  name: 'name',
  category: 'category',
  stockQuantity: 'stock_quantity',
};

/**
 * Products on sale by name, category and stock. There is no index on stock on purpose: every piece sold would rewrite all indexes of its
 * product, while ten thousand products are read and sorted in some ten milliseconds.
 */
export function listStockLevels(db: ShopDatabase, query: StockLevelQuery) {
  return readPage(() => {
    let products = db.from('products').select(PRODUCT_COLUMNS, { count: 'exact' }).is('archived_at', null);
    if (query.search) products = products.ilike('name', ilikePattern(query.search));
    if (query.category) products = products.eq('category', query.category);
    if (query.stock === 'low') products = products.lte('stock_quantity', LOW_STOCK.warning);
    if (query.stock === 'out') products = products.eq('in_stock', false);
    const ascending = query.sortOrder === 'asc';
    return products.order(SORT_COLUMNS[query.sortBy], { ascending }).order('name').order('id');
  }, query);
}

/**
 * Changes the stock of one variant by hand. `actor` is the staff member's id.
 * @throws ApiError `product_not_found`, `not_enough_stock`, `too_much_stock`, `validation_failed` when it is not clear which variant is meant
 */
export function adjustStock(
  db: ShopDatabase,
  { productId, transactionType, quantity, notes, ...named }: StockAdjustment,
  actor: string,
) {
  return callFunction(db, 'adjust_stock', {
    product_id: productId,
    kind: transactionType,
    pieces: quantity,
    notes,
    actor,
    color: named.color ?? null,
    size: named.size ?? null,
    sku: named.sku ?? null,
  });
}
