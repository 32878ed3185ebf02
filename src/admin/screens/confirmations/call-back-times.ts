import { today } from '#admin/kit/formats.ts';

export interface CallBackTime {
  label: string;
  /** ISO 8601. */
  at: string;
}

const HOUR_MS = 3_600_000;

/** Nobody is called from ten at night till nine in the morning (the server moves what falls into it to nine). */
const FIRST_HOUR = 9;
const LAST_HOUR = 22;

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Karachi', hour: '2-digit', hourCycle: 'h23' });

/** The times for which people ask most, in Pakistan; those that are past or in the quiet hours are left out. */
export function callBackTimes(now: number = Date.now()): CallBackTime[] {
  const inTwoHours = now + 2 * HOUR_MS;
  const hour = Number(clock.format(inTwoHours));
  const evening = Date.parse(inPakistan(today(0, now), '19:00'));
  return [
    ...(hour >= FIRST_HOUR && hour < LAST_HOUR ? [{ label: 'In 2 hours', at: new Date(inTwoHours).toISOString() }] : []),
    ...(evening - now > HOUR_MS ? [{ label: 'This evening, 7 pm', at: new Date(evening).toISOString() }] : []),
    { label: 'Tomorrow, 10 am', at: new Date(inPakistan(today(1, now), '10:00')).toISOString() },
  ];
}

/** A time of a `datetime-local` field, which the shop's clock tells wherever the reader is. Null for none. */
export function callBackTime(typed: string): string | null {
  const [day = '', time = ''] = typed.split('T');
  const moment = Date.parse(inPakistan(day, time));
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

function inPakistan(day: string, time: string): string {
  return `${day}T${time}:00+05:00`;
}
