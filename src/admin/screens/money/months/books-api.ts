import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type AccountRename,
  bookMonth,
  bookMonthDetails,
  chartAccount,
  journalEntry,
  type MonthReopening,
  type TaxCertificate,
} from '#domain/books/contract.ts';
import { salesReport } from '#domain/reports/contract.ts';

/** Twenty thousand entries over a slow line. */
const EXPORT_MS = 60_000;

export const monthsQuery = staffQuery('/books', z.array(bookMonth));

export const chartQuery = staffQuery('/books/accounts', z.array(chartAccount));

export const monthDetailsQuery = (month: string) => staffQuery('/books/month', bookMonthDetails, { month });

/** What became of the orders of a month. */
export function monthSalesQuery(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const endDate = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return staffQuery('/analytics/sales', salesReport, { startDate: `${month}-01`, endDate, groupBy: 'month' });
}

export function renameAccount(body: AccountRename) {
  return callStaffApi('PUT', '/books/accounts', { body, schema: z.array(chartAccount) });
}

/** @throws ApiFailure `month_not_over`, `month_closed` */
export function closeMonth(month: string) {
  return callStaffApi('POST', '/books/closings', { body: { month }, schema: bookMonthDetails });
}

/** @throws ApiFailure `month_not_closed`, `month_not_last` */
export function reopenMonth(body: MonthReopening) {
  return callStaffApi('POST', '/books/reopenings', { body, schema: bookMonthDetails });
}

export function noteCertificate(body: TaxCertificate) {
  return callStaffApi('PUT', '/books/certificates', { body, schema: bookMonthDetails });
}

/** A month's whole journal, the first entry first. */
export function fetchJournal(month: string) {
  return callStaffApi('GET', '/exports/journal', { query: { month }, schema: z.array(journalEntry), timeoutMs: EXPORT_MS });
}
