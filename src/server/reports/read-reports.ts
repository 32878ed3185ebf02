import * as z from 'zod';
import { LOW_STOCK } from '#domain/limits.ts';
import { DAYS_BY_CITY } from '#domain/places/days-by-city.ts';
import { dashboard, type SalesQuery, salesReport } from '#domain/reports/contract.ts';
import { WORK, WORK_KINDS, type WorkDue, workDue } from '#domain/reports/work-due.ts';
import { isAllowed } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';
import type { Period } from '#domain/values.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { reportPeriod, today } from './report-period.ts';

/** Days after which a parcel without an estimated delivery date is late. */
const LATE_AFTER_DAYS = 7;

/** Late parcels and expected deliveries that are listed by name. */
const TOP_COUNT = 5;

const dashboardFigures = dashboard.omit({ period: true, work: true });

/** What the shop sold in a period, compared with the period before, and which parcels and deliveries are due. @throws ApiError `validation_failed` */
export async function readDashboard(db: ShopDatabase, query: Period) {
  const period = reportPeriod(query);
  const ofPeriod = { first_day: period.startDate, last_day: period.endDate, low_stock: LOW_STOCK.warning };
  const ofToday = { today: today(), late_after: LATE_AFTER_DAYS, page_limit: TOP_COUNT };
  const [figures, work] = await Promise.all([
    callFunction(db, 'sales_dashboard', ofPeriod, dashboardFigures),
    callFunction(db, 'work_summary', ofToday, dashboard.shape.work),
  ]);
  return { period, work, ...figures };
}

/** What waits for somebody with these rights. */
export function readWorkDue(db: ShopDatabase, rights: readonly Right[]): Promise<WorkDue[]> {
  const tasks = WORK_KINDS.filter((task) => WORK[task].every((needed) => isAllowed(rights, needed)));
  const args = { tasks, days_by_city: DAYS_BY_CITY, low_stock: LOW_STOCK.warning };
  return callFunction(db, 'work_due', args, z.array(workDue));
}

/** Sales by day, month or year. @throws ApiError `validation_failed` */
export async function readSales(db: ShopDatabase, query: SalesQuery) {
  const period = reportPeriod(query, query.groupBy);
  const args = { first_day: period.startDate, last_day: period.endDate, step: query.groupBy };
  const figures = await callFunction(db, 'sales_report', args, salesReport.omit({ period: true }));
  return { period, ...figures };
}
