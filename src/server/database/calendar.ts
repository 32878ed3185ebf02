import type { Period } from '#domain/values.ts';

/** Asia/Karachi has been UTC+5 without daylight saving since 2009. */
const KARACHI = '+05:00';

/** When a day begins: `2026-11-20` is `2026-11-19T19:00:00.000Z`. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${KARACHI}`).toISOString();
}

/** When the next day begins. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00${KARACHI}`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString();
}

/** A period as SQL functions take it: from `from_time` to before `to_time`; null is open-ended. */
export function periodBounds({ startDate, endDate }: Period) {
  return { from_time: startDate ? startOfDay(startDate) : null, to_time: endDate ? endOfDay(endDate) : null };
}
