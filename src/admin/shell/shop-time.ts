import { SHOP } from '#shared/shop.ts';

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: SHOP.timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** A moment on the shop's clock, wherever the reader is: `20 Nov 2026, 3:45 pm`. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}
