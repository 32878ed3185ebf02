import { LOW_STOCK } from '#domain/limits.ts';
import type { PageQuery } from '#domain/lists.ts';
import { product } from '#domain/products/contract.ts';
import {
  leftOver,
  type StockAdjustment,
  type StockCountPayload,
  type StockLevelQuery,
  stockCount,
  stockRecord,
} from '#domain/stock/contract.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';

/** Products on sale with the stock of each choice, by name, SKU, category and stock. */
export function listStockLevels(db: ShopDatabase, { search, category, stock, sortBy, sortOrder, ...paging }: StockLevelQuery) {
  const args = {
    typed_like: search ? ilikePattern(search) : null,
    typed_sku: search?.toUpperCase() ?? null,
    category: category ?? null,
    level: stock ?? null,
    low_at: LOW_STOCK.warning,
    sort_by: sortBy,
    ascending: sortOrder === 'asc',
  };
  return callPage(db, 'list_stock_levels', args, paging, product);
}

/** Pieces of choices that products on sale no longer offer, by product. */
export function listLeftOver(db: ShopDatabase, paging: PageQuery) {
  return callPage(db, 'list_left_over', {}, paging, leftOver);
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
  const args = {
    product_id: productId,
    kind: transactionType,
    units: quantity,
    notes,
    actor,
    color: named.color ?? null,
    size: named.size ?? null,
    sku: named.sku ?? null,
  };
  return callFunction(db, 'adjust_stock', args, stockRecord);
}

/**
 * Books a stock count: what was counted minus what was in the books then, for each variant. A repeated key answers with the first count.
 * @throws ApiError `validation_failed` for a piece that is no longer offered, `not_enough_stock`, `too_much_stock`, `idempotency_mismatch`
 */
export function countStock(
  db: ShopDatabase,
  { items, notes }: StockCountPayload,
  { actor, idempotencyKey }: { actor: string; idempotencyKey: string | null },
) {
  return callFunction(db, 'count_stock', { items, notes, actor, idempotency_key: idempotencyKey }, stockCount);
}
