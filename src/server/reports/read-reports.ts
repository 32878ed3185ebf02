import { LOW_STOCK } from '#domain/limits.ts';
import { dashboard, type SalesQuery, salesReport } from '#domain/reports/contract.ts';
import type { Period } from '#domain/values.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { reportPeriod, today } from './report-period.ts';

/** Days after which a parcel without an estimated delivery date is late. */
const LATE_AFTER_DAYS = 7;

/** Late parcels and expected deliveries that are listed by name. */
const TOP_COUNT = 5;

const dashboardFigures = dashboard.omit({ period: true, work: true });

/** What the shop sold in a period, compared with the period before, and what needs attention now. @throws ApiError `validation_failed` */
export async function readDashboard(db: ShopDatabase, query: Period) {
  const period = reportPeriod(query);
  const low_stock = LOW_STOCK.warning;
  const ofPeriod = { first_day: period.startDate, last_day: period.endDate, low_stock };
  const ofToday = { today: today(), low_stock, late_after: LATE_AFTER_DAYS, page_limit: TOP_COUNT };
  const [figures, work] = await Promise.all([
    callFunction(db, 'sales_dashboard', ofPeriod, dashboardFigures),
    callFunction(db, 'work_summary', ofToday, dashboard.shape.work),
  ]);
  return { period, work, ...figures };
}

/** Sales by day, month or year. @throws ApiError `validation_failed` */
export async function readSales(db: ShopDatabase, query: SalesQuery) {
  const period = reportPeriod(query, query.groupBy);
  const args = { first_day: period.startDate, last_day: period.endDate, step: query.groupBy };
  const figures = await callFunction(db, 'sales_report', args, salesReport.omit({ period: true }));
  return { period, ...figures };
}
