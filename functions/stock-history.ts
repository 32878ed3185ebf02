import type { Config } from '@netlify/functions';
import { pageQuery } from '#domain/lists.ts';
import { stockAdjustment, stockCount, stockCountPayload, stockQuery, stockRecord, stockStats } from '#domain/stock/contract.ts';
import { period } from '#domain/values.ts';
import { resource } from '#server/api/api.ts';
import { orderedProductTags, relatedProductTags } from '#server/http/cache-tags.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { listProductStockHistory, listStockHistory, stockStatistics } from '#server/stock/stock-history.ts';
import { adjustStock, countStock } from '#server/stock/stock-levels.ts';

export default resource('The ledger of stock.')
  .get(
    '/api/stock-history',
    {
      access: 'staff',
      right: ['correct_stock', 'buy_stock'],
      summary: 'The stock ledger',
      query: stockQuery,
      returns: page(stockRecord),
    },
    ({ db, query }) => listStockHistory(db, query),
  )
  .get(
    '/api/stock-history/stats',
    {
      access: 'staff',
      right: ['correct_stock', 'buy_stock'],
      summary: 'The ledger in figures',
      query: period,
      returns: stockStats,
    },
    ({ db, query }) => stockStatistics(db, query),
  )
  .get(
    '/api/stock-history/product/:id',
    {
      access: 'staff',
      right: ['correct_stock', 'buy_stock'],
      summary: 'A product’s ledger',
      query: pageQuery,
      returns: page(stockRecord),
    },
    ({ db, params, query }) => listProductStockHistory(db, params.id, query),
  )
  .post(
    '/api/stock-history/adjust',
    {
      access: 'staff',
      right: 'correct_stock',
      summary: 'Changes stock by hand',
      body: stockAdjustment,
      errors: STOCK_ERRORS,
      status: 201,
      returns: stockRecord,
      purges: relatedProductTags,
    },
    ({ db, body, staff }) => adjustStock(db, body, staff.id),
  )
  .post(
    '/api/stock-history/counts',
    {
      access: 'staff',
      right: 'correct_stock',
      summary: 'Books a stock count: one adjustment for each variant, under one number',
      body: stockCountPayload,
      errors: STOCK_ERRORS,
      idempotent: true,
      status: 201,
      returns: stockCount,
      purges: orderedProductTags,
    },
    ({ db, body, staff, idempotencyKey }) => countStock(db, body, { actor: staff.id, idempotencyKey }),
  ).handler;

export const config: Config = { path: ['/api/stock-history', '/api/stock-history/*'] };
