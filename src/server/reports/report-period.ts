import { TIME_ZONE } from '#domain/region.ts';
import type { GroupBy } from '#domain/reports/contract.ts';
import type { Period } from '#domain/values.ts';
import { invalid } from '#server/errors.ts';

const MAX_YEARS = 10;

/** The first and the last day of a report. */
interface ReportPeriod {
  startDate: string;
  endDate: string;
}

/** Today's date in Pakistan. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(new Date());
}

/**
 * Completes the period of a report. It ends today unless told otherwise, and begins 30 days, 12 months or 5 years earlier,
 * depending on how it is grouped.
 * @throws ApiError `validation_failed` when it ends before it begins, or spans more than ten years
 */
export function reportPeriod({ startDate, endDate = today() }: Period, groupBy: GroupBy = 'day'): ReportPeriod {
  const period = { startDate: startDate ?? usualStart(endDate, groupBy), endDate };
  const begins = dateOf(period.startDate);
  const ends = dateOf(endDate);
  if (begins > ends) throw invalid([{ path: 'endDate', message: 'The end date lies before the start date' }]);
  begins.setUTCFullYear(begins.getUTCFullYear() + MAX_YEARS);
  if (begins <= ends) throw invalid([{ path: 'startDate', message: `At most ${MAX_YEARS} years at once` }]);
  return period;
}

function usualStart(lastDay: string, groupBy: GroupBy): string {
  const date = dateOf(lastDay);
  if (groupBy === 'day') date.setUTCDate(date.getUTCDate() - 29);
  if (groupBy === 'month') date.setUTCMonth(date.getUTCMonth() - 11, 1);
  if (groupBy === 'year') date.setUTCFullYear(date.getUTCFullYear() - 4, 0, 1);
  return date.toISOString().slice(0, 10);
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
