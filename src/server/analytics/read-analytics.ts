import type { SalesQuery } from '#shared/schemas/analytics.ts';
import type { Period } from '#shared/schemas/common.ts';
import { LOW_STOCK } from '#shared/shop.ts';
import { callFunction } from '../database.ts';
import type { Call } from '../http/operation.ts';
import { periodOf } from './period.ts';

/** What the shop sold in a period, beside the period before, and what needs attention now. @throws ApiError 422 for an impossible period */
export async function readDashboard({ db, query }: Call<unknown, Period>) {
  const period = periodOf(query);
  const figures = await callFunction(db, 'sales_dashboard', {
    first_day: period.startDate,
    last_day: period.endDate,
    low_stock: LOW_STOCK.warning,
  });
  return Object.assign({ period }, figures);
}

/** Sales by day, month or year. @throws ApiError 422 for an impossible period */
export async function readSales({ db, query }: Call<unknown, SalesQuery>) {
  const period = periodOf(query, query.groupBy);
  const figures = await callFunction(db, 'sales_report', {
    first_day: period.startDate,
    last_day: period.endDate,
    step: query.groupBy,
  });
  return Object.assign({ period }, figures);
}
