import { trackingKey } from '#domain/couriers/tracking-number.ts';
import { cleanForeignText, UNUSABLE_IN_LINE } from '#domain/text.ts';
import type { CourierEvent } from './port.ts';

/** A parcel that a courier was asked about. */
export interface AskedParcel {
  trackingNumber: string;
  /** When the shop booked it, ISO 8601. */
  bookedAt: string;
}

/** What can be kept of what was told, and in a sentence why the rest was not; empty where nothing is left out. */
export interface Believable {
  events: CourierEvent[];
  leftOut: string;
}

/** No parcel has gone through more, however often it was sent back and forth. */
const MAX_EVENTS = 200;

/** As they are stored (supabase/schemas/parcels/bookings.sql). */
const MAX_LABEL = 200;
const MAX_DETAILS = { code: 40, reason: 200, station: 80 };

/** Couriers date days by their beginning, and by clocks of their own. */
const EARLY_MS = 2 * 86_400_000;
const LATE_MS = 3_600_000;

/**
 * Only what can be true of what a courier told: about the parcels that it was asked about, in words of a status' length, at most so many of a parcel, and dated
 * between the booking and now. What is dated ahead is told again when its time has come, and kept then.
 */
export function believableEvents(told: CourierEvent[], asked: AskedParcel[], courier: string, now = Date.now()): Believable {
  const parcels = new Map(asked.map((parcel) => [trackingKey(parcel.trackingNumber), parcel]));
  const problems = new Set<string>();
  const events: CourierEvent[] = [];
  for (const [key, ofParcel] of Map.groupBy(told, ({ trackingNumber }) => trackingKey(trackingNumber))) {
    const parcel = parcels.get(key);
    if (!parcel) problems.add('spoke of a parcel that it was not asked about');
    else if (ofParcel.length > MAX_EVENTS) problems.add(`told ${ofParcel.length.toLocaleString('en')} things of one parcel`);
    else
      for (const event of ofParcel) {
        const problem = problemOf(event, parcel, now);
        if (problem) problems.add(problem);
        else events.push({ ...event, ...shortDetails(event), trackingNumber: parcel.trackingNumber });
      }
  }
  const [first] = problems;
  return { events, leftOut: first ? `${courier} ${first}: that was left out` : '' };
}

/** Why an event cannot be true; empty where it can. */
function problemOf({ label, happenedAt }: CourierEvent, { bookedAt }: AskedParcel, now: number): string {
  if (label.length > MAX_LABEL) return `used a status of ${label.length.toLocaleString('en')} characters`;
  if (UNUSABLE_IN_LINE.test(label)) return 'used a status with characters that no text has';
  if (happenedAt === null) return '';
  const at = Date.parse(happenedAt);
  if (at > now + LATE_MS) return `dated “${label}” ${dayOf(at)}, which is still to come`;
  if (at < Date.parse(bookedAt) - EARLY_MS) return `dated “${label}” ${dayOf(at)}, before the parcel was booked`;
  return '';
}

/** 31 December 9999 */
function dayOf(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Karachi' }).format(at);
}

/** What stands beside a status only explains it: it is made to fit. */
function shortDetails(event: CourierEvent): Record<keyof typeof MAX_DETAILS, string> {
  const short = (name: keyof typeof MAX_DETAILS) => cleanForeignText(event[name].slice(0, MAX_DETAILS[name]));
  return { code: short('code'), reason: short('reason'), station: short('station') };
}
