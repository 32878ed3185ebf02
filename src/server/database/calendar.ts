import type { Period } from '#shared/schemas/common.ts';

/** Days are days in Asia/Karachi, which has been UTC+5 without daylight saving since 2009. */
const KARACHI = '+05:00';

/** The moment a day begins: `2026-11-20` is `2026-11-19T19:00:00.000Z`. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${KARACHI}`).toISOString();
}

/** The moment after a day's last one. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00${KARACHI}`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString();
}

/** A period as SQL functions take it: from its first moment to before the one after its last; null where it has no end. */
export function momentsOf({ startDate, endDate }: Period) {
  return { from_time: startDate ? startOfDay(startDate) : null, to_time: endDate ? endOfDay(endDate) : null };
}
