import { formatPrice } from '#domain/money.ts';
import { LOCALE, TIME_ZONE } from '#domain/region.ts';
import type { CodeTerms, DiscountCode } from './contract.ts';

/** So far ahead the name of a day says which day it is. */
const DAYS_OF_A_WEEK = 6;

const DAY_MS = 86_400_000;

/** `15% off Rings and Bangles`, `Free delivery with Rings`. Takes what the code is for by name; nothing: everything. */
export function offText({ kind, target, value }: Pick<DiscountCode, 'kind' | 'target' | 'value'>, pieces: string[]): string {
  const only = pieces.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const off = kind === 'percent' ? `${value}% off` : `${formatPrice(value)} off`;
  if (target === 'lines') return [off, only].filter(Boolean).join(' ');
  const delivery = kind === 'percent' && value === 100 ? 'Free delivery' : `${off} delivery`;
  return only ? `${delivery} with ${only}` : delivery;
}

/** What a code is good for, for the shopper who has it: `15% off with DULHAN15, from Rs. 3,000, until Sunday`. Takes the names of categories by slug. */
export function offerText(terms: CodeTerms, nameOf: (slug: string) => string, now = Date.now()): string {
  const { code, minimum, categories, isForSome, newCustomersOnly, endsAt } = terms;
  const pieces = [...categories.map(nameOf), ...(isForSome ? ['chosen pieces'] : [])];
  return [
    `${offText(terms, pieces)}${pieces.length > 0 ? ', code' : ' with'} ${code}`,
    minimum > 0 && `from ${formatPrice(minimum)}`,
    newCustomersOnly && 'on a first order',
    endsAt && `until ${endText(Date.parse(endsAt), now)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The last day of a code as its shopper counts: by name within a week, and the hour where it ends today. */
function endText(end: number, now: number): string {
  // At midnight it was good until the day before.
  const last = end - 1;
  const format = (options: Intl.DateTimeFormatOptions, time = last) =>
    new Date(time).toLocaleString(LOCALE, { timeZone: TIME_ZONE, ...options });
  const day = (time: number) => format({ year: 'numeric', month: 'numeric', day: 'numeric' }, time);
  if (day(last) === day(now)) return `${format({ hour: 'numeric', minute: '2-digit', hour12: true }, end)} today`;
  if (last - now < DAYS_OF_A_WEEK * DAY_MS) return format({ weekday: 'long' });
  const isThisYear = format({ year: 'numeric' }) === format({ year: 'numeric' }, now);
  return format({ day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}
