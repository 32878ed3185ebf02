import { TIME_ZONE } from '#domain/region.ts';

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

const calendarDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const momentOfYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const dayOfYear = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, day: 'numeric', month: 'short' });
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const whole = new Intl.NumberFormat('en-PK');

/** A moment on the shop's clock, wherever the reader is: `20 Nov 2026, 3:45 pm`. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** The day of a moment, or a day itself (`2026-11-20`), on the shop's calendar: `20 Nov 2026`. */
export function formatDay(iso: string): string {
  return calendarDay.format(atNoon(iso));
}

/** A day where there is little room: `20 Nov`, and of another year `20 Nov 2025`. */
export function formatShortDay(iso: string, now = Date.now()): string {
  return isOfYear(iso, now) ? dayOfYear.format(atNoon(iso)) : formatDay(iso);
}

/** A moment as it is, and a plain day by its noon in the shop. */
const atNoon = (iso: string) => new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T12:00:00+05:00` : iso);

const isOfYear = (iso: string, now: number) => isoDay.format(atNoon(iso)).slice(0, 4) === isoDay.format(now).slice(0, 4);

/** A moment where there is little room: `20 Nov, 3:45 pm`, and of another year its day alone, `20 Nov 2025`. */
export function formatShortMoment(iso: string, now = Date.now()): string {
  return isOfYear(iso, now) ? momentOfYear.format(new Date(iso)) : formatDay(iso);
}

/** How many of the shop's days ago a moment was: `today`, `yesterday`, `5 days ago`. */
export function formatDaysAgo(iso: string, now = Date.now()): string {
  const day = (time: number) => Date.parse(isoDay.format(time));
  return relative.format(Math.round((day(Date.parse(iso)) - day(now)) / 86_400_000), 'day');
}

/** The shop's today, or the day so many days from it: `2026-11-20`. */
export function today(daysFromNow = 0, now = Date.now()): string {
  return isoDay.format(now + daysFromNow * 86_400_000);
}

/** A count: `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A difference with its sign: `+5`, `-1,000`, `0`. */
export function formatChange(difference: number): string {
  return `${difference > 0 ? '+' : difference < 0 ? '-' : ''}${formatCount(Math.abs(difference))}`;
}

/** A moment as a `datetime-local` field shows it, on the shop's clock wherever the reader is: `2026-11-20T15:45`. */
export function toShopClock(iso: string): string {
  return new Date(Date.parse(iso) + 5 * 3_600_000).toISOString().slice(0, 16);
}

/** The moment that was typed into a `datetime-local` field, on the shop's clock; null for none. */
export function fromShopClock(typed: string): string | null {
  const moment = Date.parse(`${typed}:00+05:00`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
