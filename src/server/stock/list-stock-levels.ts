import { readPage } from '#server/database/calls.ts';
import { ilikePattern } from '#server/database/filters.ts';
import type { Call } from '#server/http/operation.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import type { ShelfQuery } from '#shared/schemas/stock.ts';

const COLUMNS = { name: 'name', category: 'category', stockQuantity: 'stock_quantity' } as const;

/**
 * Products on sale by name, category and stock, for those who count them. There is no index by stock on purpose: with one, every
 * piece sold would rewrite all indexes of its product, and ten thousand products are read and sorted in some ten milliseconds.
 */
export function listShelves({ db, query }: Call<unknown, ShelfQuery>) {
  return readPage(() => {
    let products = db.from('products').select('*', { count: 'exact' }).is('archived_at', null);
    if (query.search) products = products.ilike('name', ilikePattern(query.search));
    if (query.category) products = products.eq('category', query.category);
    if (query.stock === 'low') products = products.lte('stock_quantity', LOW_STOCK.warning);
    if (query.stock === 'out') products = products.eq('in_stock', false);
    const ascending = query.sortOrder === 'asc';
    return products.order(COLUMNS[query.sortBy], { ascending }).order('name').order('id');
  }, query);
}
