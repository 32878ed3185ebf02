import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { costedPiece, type PieceCost, stockAtCost, stockAtCostQuery, stockWorth } from '#domain/reports/profit.ts';

export const PROFIT = '/admin/profit';

export const stockWorthQuery = staffQuery('/analytics/stock', stockWorth);

export const stockPieces = defineList({
  plural: 'pieces',
  api: '/analytics/stock/pieces',
  schema: stockAtCost,
  query: stockAtCostQuery,
});

/** Says what pieces cost. @throws ApiFailure `product_not_found`, `validation_failed` */
export function putPieceCost(productId: string, body: PieceCost) {
  return callStaffApi('PUT', `/products/${productId}/cost`, { body, schema: costedPiece });
}
