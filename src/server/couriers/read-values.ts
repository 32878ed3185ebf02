/** Couriers send the same field as number, text, "null" or nothing. These read any of them, and are exact about money and time. */

export type Loose = Record<string, unknown>;

/** An object; empty for anything else. */
export function objectOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** A list of objects; empty for anything else. */
export function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The text of the first key that has one. "null" and "undefined" are none. */
export function textOf(from: Loose, ...keys: string[]): string {
  for (const key of keys) {
    const value = from[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    // A number that JSON cannot hold exactly is another number by now.
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) continue;
    const text = String(value).trim();
    if (text !== '' && text !== 'null' && text !== 'undefined') return text;
  }
  return '';
}

/** The texts of a list or an object, and of lists in it. What lies deeper is not read. */
export function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => {
    const one = textOf({ inner }, 'inner');
    return one ? [one] : Array.isArray(inner) ? inner.flatMap((deep) => textOf({ deep }, 'deep') || []) : [];
  });
}

/** Rupees as couriers write them (`2,299.00`, `Rs. 45.98`, 45.98, `"222.4"`) in paisa, exactly; null where there are none. */
export function paisaOf(from: Loose, ...keys: string[]): number | null {
  const text = textOf(from, ...keys)
    .replace(/^(rs\.?|pkr)\s*/i, '')
    .replaceAll(',', '');
  const [, sign = '', rupees = '', paisa = '', rest = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,2})(\d*))?$/.exec(text) ?? [];
  if (rupees === '') return null;
  const sum = Number(rupees) * 100 + Number(paisa.padEnd(2, '0')) + (/^[5-9]/.test(rest) ? 1 : 0);
  return sign ? -sum : sum;
}

/** Whether a courier says yes: 1, "1", true, "true", "Y", "Yes", "Paid". */
export function isYes(from: Loose, ...keys: string[]): boolean {
  return /^(1|true|y|yes|paid)$/i.test(textOf(from, ...keys));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Pakistan has kept +05:00 all year since 2009. */
const OFFSET = '+05:00';

/**
 * A courier's time in UTC; null where it cannot be read. Without an offset it is the clock of Karachi. Reads `2026-11-26T10:15:30.123`, `2026-11-26 10:15:00`,
 * `26/11/2026 02:13 PM` (the day first), `Nov 26, 2026 17:29` with a weekday before it or not, and days alone as their beginning.
 */
export function timeOf(from: Loose, ...keys: string[]): string | null {
  const text = dateTextOf(from, ...keys);
  const clock = clockIn(text);
  const day = dayIn(text);
  if (!day || !clock) return null;
  const offset = /\d(Z|[+-]\d{2}:?\d{2})$/.exec(text)?.[1]?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? OFFSET;
  const time = Date.parse(`${day}T${clock}${/^\d{4}-\d{2}-\d{2}$/.test(text) ? OFFSET : offset}`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The day of a courier's time in Pakistan, 2026-11-26. */
export function dayOf(from: Loose, ...keys: string[]): string | null {
  return dayIn(dateTextOf(from, ...keys));
}

/** Longer, nobody writes a date. */
const MAX_DATE = 80;

function dateTextOf(from: Loose, ...keys: string[]): string {
  const text = textOf(from, ...keys);
  return text.length > MAX_DATE ? '' : text.replace(/\s+/g, ' ');
}

function dayIn(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/.exec(text);
  if (slashed) return `${slashed[3]}-${pad(slashed[2])}-${pad(slashed[1])}`;
  const worded = /^(?:[a-z]+day,? )?([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})/i.exec(text);
  const month = MONTHS.indexOf((worded?.[1] ?? '').toLowerCase()) + 1;
  return worded && month ? `${worded[3]}-${pad(String(month))}-${pad(worded[2])}` : null;
}

/** Midnight where there is no clock; null where there is one that cannot be read. */
function clockIn(text: string): string | null {
  const [, hour, minute, second = '00', half] = /[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)? ?(am|pm)?/i.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return /\d:\d/.test(text.replace(/[+-]\d{2}:\d{2}$/, '')) ? null : '00:00:00';
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  return hours > 23 || Number(minute) > 59 ? null : `${pad(String(hours))}:${minute}:${second}`;
}

function pad(digits = ''): string {
  return digits.padStart(2, '0');
}
