import type { Config } from '@netlify/functions';
import { aboutOneProduct } from '#server/catalog/cache-tags.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { resource } from '#server/http/resource.ts';
import { adjustStock } from '#server/stock/adjust-stock.ts';
import { listProductStockHistory, listStockHistory, stockStatistics } from '#server/stock/read-stock-history.ts';
import { period } from '#shared/schemas/common.ts';
import { pageQuery } from '#shared/schemas/products.ts';
import { stockAdjustment, stockQuery, stockRecord, stockStats } from '#shared/schemas/stock.ts';

export default resource()
  .get(
    '/api/stock-history',
    { access: 'staff', summary: 'The stock ledger', query: stockQuery, returns: page(stockRecord) },
    listStockHistory,
  )
  .get(
    '/api/stock-history/stats',
    { access: 'staff', summary: 'The ledger in figures', query: period, returns: stockStats },
    stockStatistics,
  )
  .get(
    '/api/stock-history/product/:id',
    { access: 'staff', summary: 'The ledger of a product', query: pageQuery, returns: page(stockRecord) },
    listProductStockHistory,
  )
  .post(
    '/api/stock-history/adjust',
    {
      access: 'staff',
      summary: 'Changes stock by hand',
      body: stockAdjustment,
      errors: STOCK_ERRORS,
      status: 201,
      returns: stockRecord,
      purges: aboutOneProduct,
    },
    adjustStock,
  ).handler;

export const config: Config = { path: ['/api/stock-history', '/api/stock-history/*'] };
