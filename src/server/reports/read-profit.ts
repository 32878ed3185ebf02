import {
  costedPiece,
  orderEarnings,
  type PieceCost,
  type ProfitQuery,
  packingCost,
  profitReport,
  type StagesQuery,
  type StockAtCostQuery,
  stagesReport,
  stockAtCost,
  stockWorth,
} from '#domain/reports/profit.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { reportPeriod } from './report-period.ts';

const MAX_GROUPS = 1000;

/** What the orders of a period earned. @throws ApiError `validation_failed` */
export async function readProfit(db: ShopDatabase, query: ProfitQuery) {
  const period = reportPeriod(query);
  const args = { first_day: period.startDate, last_day: period.endDate, grouped_by: query.by, max_groups: MAX_GROUPS };
  const figures = await callFunction(db, 'profit_report', args, profitReport.omit({ period: true }));
  return { period, ...figures };
}

/** What one order earned. @throws ApiError `order_not_found` */
export function readOrderEarnings(db: ShopDatabase, orderId: string) {
  return callFunction(db, 'order_earnings', { order_id: orderId }, orderEarnings);
}

/** Says what packing a parcel costs from now on. */
export function setPackingCost(db: ShopDatabase, perParcel: number) {
  return callFunction(db, 'set_packing_cost', { per_parcel: perParcel }, packingCost);
}

/** How many orders passed each stage, day by day. @throws ApiError `validation_failed` */
export async function readStages(db: ShopDatabase, query: StagesQuery) {
  const period = reportPeriod(query);
  const args = { first_day: period.startDate, last_day: period.endDate, is_by_event: query.by === 'event' };
  const figures = await callFunction(db, 'stages_by_day', args, stagesReport.omit({ period: true }));
  return { period, ...figures };
}

/** What all pieces in the shop are worth, at cost. */
export function readStockWorth(db: ShopDatabase) {
  return callFunction(db, 'stock_worth', {}, stockWorth);
}

/** What lies in the shop, choice by choice. */
export function listStockAtCost(db: ShopDatabase, query: StockAtCostQuery) {
  return callPage(db, 'list_stock_at_cost', { sorted_by: query.first }, query, stockAtCost);
}

/**
 * Says what the pieces of a product cost from now on; what shipped keeps its cost.
 * @throws ApiError `product_not_found`, `validation_failed` when it is not clear which choice is meant
 */
export function setPieceCost(db: ShopDatabase, productId: string, { unitCost, color, size, sku }: PieceCost) {
  const args = { product_id: productId, unit_cost: unitCost, color: color ?? null, size: size ?? null, sku: sku ?? null };
  return callFunction(db, 'set_piece_cost', args, costedPiece);
}
