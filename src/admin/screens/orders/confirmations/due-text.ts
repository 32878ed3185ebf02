import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { TIME_ZONE } from '#domain/region.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});

/** What the database moves everything to that falls due between ten at night and nine in the morning. */
const AFTER_QUIET_HOURS = '9:00:00 am';

/** When an order is to be asked about, and why not before: `Due 9:00 am, after quiet hours`. Who works on it, where somebody does. Takes the reader's id. */
export function dueText({ state, tries, claimedBy, claimedUntil, dueAt }: Confirmation, me: string, now = Date.now()): string {
  if (claimedBy?.id === me) return 'You work on it';
  if (claimedBy && claimedUntil) return `${claimedBy.name} works on it until ${timeOf(claimedUntil, now)}`;
  if (!dueAt) return '';
  const time = timeOf(dueAt, now);
  const isDue = Date.parse(dueAt) <= now;
  if (state === 'call_back') return isDue ? `Call back now, promised for ${time}` : `Call back ${time}`;
  if (isDue) return `Waits since ${time}`;
  const isMoved = clock.format(Date.parse(dueAt)) === AFTER_QUIET_HOURS;
  return `${tries > 0 ? 'Try again' : 'Due'} ${time}${isMoved ? ', after quiet hours' : ''}`;
}

/** A moment of today by its time alone. */
function timeOf(iso: string, now: number): string {
  if (formatDay(iso) !== formatDay(new Date(now).toISOString())) return formatMoment(iso);
  return clock.format(Date.parse(iso)).replace(/:\d\d (?=[ap]m)/, ' ');
}
