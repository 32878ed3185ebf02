import { fromShopClock, today } from '#admin/kit/formats.ts';

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
  const evening = fromShopClock(`${today(0, now)}T19:00`) ?? '';
  return [
    ...(hour >= FIRST_HOUR && hour < LAST_HOUR ? [{ label: 'In 2 hours', at: new Date(inTwoHours).toISOString() }] : []),
    ...(Date.parse(evening) - now > HOUR_MS ? [{ label: 'This evening, 7 pm', at: evening }] : []),
    { label: 'Tomorrow, 10 am', at: fromShopClock(`${today(1, now)}T10:00`) ?? '' },
  ];
}
