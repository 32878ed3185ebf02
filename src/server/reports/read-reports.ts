import { callFunction } from '#server/database/calls.ts';
import type { Call } from '#server/http/operation.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import type { Period } from '#shared/schemas/common.ts';
import type { SalesQuery } from '#shared/schemas/reports.ts';
import { periodOf, today } from './period.ts';

/** Days after which a parcel that nobody estimated is late. */
const LATE_AFTER_DAYS = 7;

/** Parcels and deliveries listed as work. */
const LISTED = 5;

/** What the shop sold in a period, beside the period before, and what needs attention now. @throws ApiError 422 for an impossible period */
export async function readDashboard({ db, query }: Call<unknown, Period>) {
  const period = periodOf(query);
  const low_stock = LOW_STOCK.warning;
  const [figures, work] = await Promise.all([
    callFunction(db, 'sales_dashboard', { first_day: period.startDate, last_day: period.endDate, low_stock }),
    callFunction(db, 'desk_work', { today: today(), low_stock, late_after: LATE_AFTER_DAYS, page_limit: LISTED }),
  ]);
  return Object.assign({ period, work }, figures);
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
