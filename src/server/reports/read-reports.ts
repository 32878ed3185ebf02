import { LOW_STOCK } from '#domain/limits.ts';
import type { SalesQuery } from '#domain/reports/contract.ts';
import type { Period } from '#domain/values.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { reportPeriod, today } from './report-period.ts';

/** Days after which a parcel without an estimated delivery date is late. */
const LATE_AFTER_DAYS = 7;

/** Late parcels and expected deliveries that are listed by name. */
const TOP_COUNT = 5;

/** What the shop sold in a period, compared with the period before, and what needs attention now. @throws ApiError `validation_failed` */
export async function readDashboard(db: ShopDatabase, query: Period) {
  const period = reportPeriod(query);
  const low_stock = LOW_STOCK.warning;
  const [figures, work] = await Promise.all([
    callFunction(db, 'sales_dashboard', { first_day: period.startDate, last_day: period.endDate, low_stock }),
    callFunction(db, 'work_summary', { today: today(), low_stock, late_after: LATE_AFTER_DAYS, page_limit: TOP_COUNT }),
  ]);
  return Object.assign({ period, work }, figures);
}

/** Sales by day, month or year. @throws ApiError `validation_failed` */
export async function readSales(db: ShopDatabase, query: SalesQuery) {
  const period = reportPeriod(query, query.groupBy);
  const figures = await callFunction(db, 'sales_report', {
    first_day: period.startDate,
    last_day: period.endDate,
    step: query.groupBy,
  });
  return Object.assign({ period }, figures);
}
