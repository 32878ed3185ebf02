const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Karachi' });

/** A day as reviews show it: `12 Oct 2026`, the day it was in Pakistan. */
export function reviewDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}
